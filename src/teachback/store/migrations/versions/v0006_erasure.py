"""A text may be erased, and nothing else about it changed: the triggers let just that through."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"

_SAME = {
    "documents": ("number", "id"),
    "document_hashes": ("number", "digest", "hash"),
}
_ERASED = {
    "sqlite": {"documents": "NEW.text IS x'FF' AND NEW.fields IS NULL", "document_hashes": "NEW.salt IS NULL"},
    "postgresql": {
        "documents": r"NEW.text = '\xFF'::bytea AND NEW.fields IS NULL",
        "document_hashes": "NEW.salt IS NULL",
    },
}


def upgrade() -> None:
    """Make the triggers anew."""
    engine = op.get_bind().dialect.name
    for table, columns in _SAME.items():
        equal = "IS" if engine == "sqlite" else "="
        same = " AND ".join(f"NEW.{column} {equal} OLD.{column}" for column in columns)
        other = f"NOT ({same} AND {_ERASED[engine][table]})"
        if engine == "sqlite":
            op.execute(f"DROP TRIGGER {table}_no_update")
            op.execute(
                f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} WHEN {other} "
                f"BEGIN SELECT raise(ABORT, 'the {table} are never changed'); END"
            )
        else:
            op.execute(f"DROP TRIGGER {table}_never_changed ON {table}")
            op.execute(
                f"CREATE TRIGGER {table}_never_changed BEFORE DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
            )
            op.execute(
                f"CREATE TRIGGER {table}_only_erased BEFORE UPDATE ON {table} "
                f"FOR EACH ROW WHEN ({other}) EXECUTE FUNCTION never_changed()"
            )
