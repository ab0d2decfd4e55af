"""Entries of an import wait outside the chain: seen all at once at its end, and moved into the chain bit by bit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_REFUSED = "the entries are never changed"
_LAST = "(SELECT coalesce(max(position), 0) FROM entries)"
_IS_SETTLING = "EXISTS (SELECT 1 FROM settling)"
_IS_MOVED = "EXISTS (SELECT 1 FROM entries WHERE id = OLD.id AND form = OLD.form)"


def upgrade() -> None:
    """Make the tables; an entry that is seen leaves them only when it stands in the chain."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "waiting",
        sa.Column("number", number, primary_key=True, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("form", sa.Text, nullable=False),
    )
    op.create_table("settling", sa.Column("base", number, primary_key=True, autoincrement=False))
    if op.get_bind().dialect.name == "sqlite":
        _on_sqlite()
    else:
        _on_postgresql()


def _on_sqlite() -> None:
    refused = f"BEGIN SELECT raise(ABORT, '{_REFUSED}'); END"
    for name, when in (
        ("waiting_no_update BEFORE UPDATE ON waiting", ""),
        ("waiting_no_delete BEFORE DELETE ON waiting", f"WHEN {_IS_SETTLING} AND NOT {_IS_MOVED}"),
        (
            "waiting_no_replace BEFORE INSERT ON waiting",
            "WHEN EXISTS (SELECT 1 FROM waiting WHERE number = NEW.number OR id = NEW.id)",
        ),
        ("settling_no_update BEFORE UPDATE ON settling", ""),
        ("settling_no_delete BEFORE DELETE ON settling", "WHEN EXISTS (SELECT 1 FROM waiting)"),
        ("settling_no_old BEFORE INSERT ON settling", f"WHEN {_IS_SETTLING} OR NEW.base <> {_LAST}"),
    ):
        op.execute(f"CREATE TRIGGER {name} {when} {refused}")


def _on_postgresql() -> None:
    raised = f"THEN RAISE EXCEPTION '{_REFUSED}'; END IF;"
    op.execute(
        "CREATE FUNCTION only_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {_IS_SETTLING} AND NOT {_IS_MOVED} {raised} RETURN OLD; END $$"
    )
    op.execute(
        "CREATE FUNCTION only_settled() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "  # noqa: S608
        f"IF TG_OP = 'UPDATE' {raised} "
        f"IF TG_OP = 'INSERT' THEN IF {_IS_SETTLING} OR NEW.base <> {_LAST} {raised} RETURN NEW; END IF; "
        f"IF EXISTS (SELECT 1 FROM waiting) {raised} RETURN OLD; END $$"
    )
    for table, change in (("waiting", "UPDATE OR TRUNCATE"), ("settling", "TRUNCATE")):
        op.execute(
            f"CREATE TRIGGER {table}_never_changed BEFORE {change} ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
        )
    op.execute("CREATE TRIGGER waiting_only_moved BEFORE DELETE ON waiting FOR EACH ROW EXECUTE FUNCTION only_moved()")
    op.execute(
        "CREATE TRIGGER settling_only_settled BEFORE INSERT OR UPDATE OR DELETE ON settling "
        "FOR EACH ROW EXECUTE FUNCTION only_settled()"
    )
