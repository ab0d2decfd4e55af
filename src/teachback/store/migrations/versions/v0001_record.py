"""The record, the documents, the models and the settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables; let the database itself keep the record dense and what is in it unchanged."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "entries",
        sa.Column("position", number, primary_key=True, autoincrement=False),
        sa.Column("previous", number, sa.ForeignKey("entries.position")),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("form", sa.Text, nullable=False),
        sa.CheckConstraint("coalesce(previous, 0) = position - 1", name="dense"),
    )
    op.create_table(
        "documents",
        sa.Column("number", number, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "models",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("position", number, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA application_id = 0x74656163")
        for table in ("entries", "documents"):
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    f"BEGIN SELECT raise(ABORT, 'the {table} are never changed'); END"
                )
    else:
        op.execute(
            "CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'the % are never changed', TG_TABLE_NAME; END $$"
        )
        for table in ("entries", "documents"):
            op.execute(
                f"CREATE TRIGGER {table}_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
            )
