"""The fields of a document: the other columns of its row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make room for them; documents of before have none."""
    op.add_column("documents", sa.Column("fields", sa.Text))
