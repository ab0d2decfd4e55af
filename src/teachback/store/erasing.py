"""Removing a text for good: from the tables, the words that are searched, the vectors, the models and the file's bytes.

What stays is the document's id and the digest that the chain of hashes has of it, without the salt: from that nobody
can find the text again, or tell whether a text that they have was it.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, delete, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from teachback.errors import TeachbackError
from teachback.store import schema, search, vectors
from teachback.store.chain import ERASED
from teachback.store.content import text_keys
from teachback.store.engine import file_of
from teachback.store.failure import WAIT, CannotKeep, reading_setting

ERASURE = "erasure"  # the setting: the position of the last one, and whether nothing of it is left in the bytes
_TABLES = "documents, document_hashes, search, vectors, models, settings"


class NotSwept(CannotKeep):
    """A text is erased for everybody who reads, but its bytes may still be on the disk."""

    def __init__(self, reason: object) -> None:
        super().__init__(
            f"The text is erased: nobody reads it any more. But its bytes may still be on the disk, for the database "
            f"could not be written anew ({reason}). That is done when the project is opened next; let nobody else have "
            "it open then, and have as much room on the disk as the project takes."
        )


def erase(connection: Connection, id: str) -> bool:
    """Remove the text and the fields of a document in the caller's transaction; False if that was done before."""
    table, hashes = schema.documents, schema.document_hashes
    row = connection.execute(select(table).where(table.c.id == id)).one_or_none()
    if row is None or row.text == ERASED:
        return False
    content = row.text.decode(errors="replace")
    search.forget(connection, row.number, content)
    vectors.forget_texts(connection, text_keys(content))
    connection.execute(update(table).where(table.c.number == row.number).values(text=ERASED, fields=None))
    connection.execute(update(hashes).where(hashes.c.number == row.number).values(salt=None))
    connection.execute(delete(schema.models))  # they know its words
    return True


@reading_setting(ERASURE)
def erased_at(settings: dict[str, Any]) -> int:
    """The position of the last erasure; models that were made before it are not kept."""
    return int(settings.get(ERASURE, {}).get("position", 0))


@reading_setting(ERASURE)
def is_swept(settings: dict[str, Any]) -> bool:
    """Whether no bytes of an erased text are left."""
    return bool(settings.get(ERASURE, {}).get("swept", True))


def sweep(engine: Engine) -> None:
    """Write the database anew, so that no bytes of what was removed are left in its files.

    In PostgreSQL that is true of the tables; its own journal forgets when it is written over.
    """
    try:
        with engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                _rewrite_file(connection)
            else:
                connection.execution_options(isolation_level="AUTOCOMMIT")
                connection.execute(text(f"SET lock_timeout = '{WAIT}s'"))
                connection.execute(text(f"VACUUM (FULL, ANALYZE) {_TABLES}"))
                connection.execute(text("RESET lock_timeout"))
    except (sqlite3.Error, SQLAlchemyError, TeachbackError) as error:
        raise NotSwept(str(error).partition("\n")[0].rstrip(".")) from error


def _rewrite_file(connection: Connection) -> None:
    file, driver = file_of(connection), connection.connection.driver_connection
    if file is not None:
        file.check()
    if driver is None:
        raise AssertionError("a connection has a driver's")
    driver.execute("INSERT INTO search (search) VALUES ('optimize')")  # or words of deleted rows would be copied
    driver.execute("VACUUM")
    ((is_busy, *_),) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if file is not None:
        file.note()
    if is_busy:
        raise NotSwept("somebody is reading it")
