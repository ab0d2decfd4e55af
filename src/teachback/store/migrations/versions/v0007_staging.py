"""Documents of an import that is under way: kept behind the others, seen by nobody, and deleted if it is given up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_TABLES = ("documents", "document_hashes")
_REFUSED = "the {} are never changed"
_LAST = "(SELECT coalesce(max(number), 0) FROM documents)"


def upgrade() -> None:
    """Make the table, whose row says where they begin; let just these documents be deleted."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "staging",
        sa.Column("first", number, primary_key=True, autoincrement=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("process", number, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        _on_sqlite()
    else:
        _on_postgresql()


def _on_sqlite() -> None:
    for table in _TABLES:
        refused = f"BEGIN SELECT raise(ABORT, '{_REFUSED.format(table)}'); END"
        op.execute(f"DROP TRIGGER {table}_no_delete")
        op.execute(
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} "  # noqa: S608
            f"WHEN NOT EXISTS (SELECT 1 FROM staging WHERE first <= OLD.number) {refused}"
        )
    refused = f"BEGIN SELECT raise(ABORT, '{_REFUSED.format('documents')}'); END"
    op.execute(f"CREATE TRIGGER staging_no_old BEFORE INSERT ON staging WHEN NEW.first <= {_LAST} {refused}")
    op.execute(f"CREATE TRIGGER staging_no_update BEFORE UPDATE ON staging {refused}")


def _on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION only_staged() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NOT EXISTS (SELECT 1 FROM staging WHERE first <= OLD.number) "
        "THEN RAISE EXCEPTION 'the % are never changed', TG_TABLE_NAME; END IF; RETURN OLD; END $$"
    )
    op.execute(
        "CREATE FUNCTION only_new() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'UPDATE' OR NEW.first <= {_LAST} "
        "THEN RAISE EXCEPTION 'the documents are never changed'; END IF; RETURN NEW; END $$"
    )
    for table in _TABLES:
        op.execute(f"DROP TRIGGER {table}_never_changed ON {table}")
        op.execute(
            f"CREATE TRIGGER {table}_never_changed BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_only_staged BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION only_staged()"
        )
    op.execute(
        "CREATE TRIGGER staging_only_new BEFORE INSERT OR UPDATE ON staging FOR EACH ROW EXECUTE FUNCTION only_new()"
    )
