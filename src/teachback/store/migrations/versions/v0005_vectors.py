"""Vectors that encoders have made of the documents' texts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "vectors",
        sa.Column("encoder", sa.Text, primary_key=True),
        sa.Column("text", sa.LargeBinary, primary_key=True),
        sa.Column("numbers", sa.LargeBinary, nullable=False),
    )
