"""A chain of hashes over the documents and the entries; what is replaced counts as changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from teachback.store.chain import START, digest, document_hash, entry_hash, new_salt

revision = "0003"
down_revision = "0002"

_PAGE = 100  # rows: texts may be long
_KEYS = {
    "entries": "position = NEW.position OR id = NEW.id",
    "documents": "number = NEW.number OR id = NEW.id",
    "entry_hashes": "position = NEW.position",
    "document_hashes": "number = NEW.number",
}


def upgrade() -> None:
    """Make the hashes of what is there, and let the database refuse to replace or to change any of it."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "entry_hashes",
        sa.Column("position", number, sa.ForeignKey("entries.position"), primary_key=True, autoincrement=False),
        sa.Column("documents", number, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "document_hashes",
        sa.Column("number", number, sa.ForeignKey("documents.number"), primary_key=True, autoincrement=False),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    documents, last = _hash_documents(op.get_bind())
    _hash_entries(op.get_bind(), documents, last)
    if op.get_bind().dialect.name == "sqlite":
        for table, there in _KEYS.items():
            op.execute(
                f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "  # noqa: S608
                f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {there}) "
                f"BEGIN SELECT raise(ABORT, 'the {table} are never changed'); END"
            )
        for table in ("entry_hashes", "document_hashes"):
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    f"BEGIN SELECT raise(ABORT, 'the {table} are never changed'); END"
                )
    else:
        for table in ("entry_hashes", "document_hashes"):
            op.execute(
                f"CREATE TRIGGER {table}_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
            )


def _hash_documents(connection: sa.Connection) -> tuple[int, bytes]:
    page = sa.text(f"SELECT number, id, text FROM documents WHERE number > :after ORDER BY number LIMIT {_PAGE}")  # noqa: S608
    insert = sa.text("INSERT INTO document_hashes VALUES (:number, :salt, :digest, :hash)")
    after, last = 0, START
    while rows := connection.execute(page, {"after": after}).all():
        hashes = []
        for row in rows:
            salt = new_salt()
            row_digest = digest(salt, row.text, None)
            last = document_hash(last, row.id, row_digest)
            hashes.append({"number": row.number, "salt": salt, "digest": row_digest, "hash": last})
        connection.execute(insert, hashes)
        after = rows[-1].number
    return after, last


def _hash_entries(connection: sa.Connection, documents: int, documents_hash: bytes) -> None:
    page = sa.text(f"SELECT position, form FROM entries WHERE position > :after ORDER BY position LIMIT {_PAGE}")  # noqa: S608
    insert = sa.text("INSERT INTO entry_hashes VALUES (:position, :documents, :hash)")
    after, last = 0, START
    while rows := connection.execute(page, {"after": after}).all():
        hashes = []
        for row in rows:
            last = entry_hash(last, documents_hash, row.form)
            hashes.append({"position": row.position, "documents": documents, "hash": last})
        connection.execute(insert, hashes)
        after = rows[-1].position
