"""Connections to a SQLite file or a PostgreSQL database, set so that nothing acknowledged is lost.

SQLite: a write-ahead log that is synced at every commit, and ``BEGIN IMMEDIATE`` for writers, so that they queue
before they read and never find that what they read is stale. PostgreSQL: a lock for the length of a writer's
transaction does the same. Readers never wait on either.
"""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, func, make_url, select, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from teachback.store.failure import WAIT, NotAProject, explained
from teachback.store.kept_file import KeptFile
from teachback.store.schema import APPLICATION_ID, entries

_RESTED = 2.0  # seconds
_POLL = 0.002  # seconds between two tries of a writer to begin
_TURN = APPLICATION_ID  # the key of PostgreSQL's lock for writers; every database has its own locks


def is_file(address: str | PathLike[str]) -> bool:
    """Whether the address is the path of a file."""
    return "://" not in str(address)


def place(address: str | PathLike[str]) -> str:
    """The address for a sentence: without its password."""
    return str(address) if is_file(address) else server_url(str(address)).render_as_string(hide_password=True)


def server_url(address: str) -> URL:
    """The address of a PostgreSQL database, checked."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise NotAProject(
            "That is not the address of a database; write it like postgresql+psycopg://user@host/database, or give the "
            "path of a file."
        ) from None
    if url.drivername not in ("postgresql", "postgresql+psycopg"):
        raise NotAProject(
            f"A project is kept in a SQLite file or in PostgreSQL, not in {url.drivername!r}; give the path of a file, "
            "or an address like postgresql+psycopg://user@host/database."
        )
    if importlib.util.find_spec("psycopg") is None:
        raise NotAProject("PostgreSQL needs the psycopg package; install it with: pip install 'teachback[postgres]'")
    return url.set(drivername="postgresql+psycopg")


def server_engine(address: str) -> Engine:
    """An engine for a PostgreSQL database."""
    engine = create_engine(server_url(address), max_overflow=-1)
    _look_at_rested(engine)
    _explain_errors(engine, place(address))
    return engine


def file_engine(path: Path, mode: Literal["rw", "rwc"]) -> Engine:
    """An engine for a SQLite file, which must be there (`rw`) or may be made (`rwc`)."""
    uri = path.absolute().as_uri()
    file = KeptFile(path)

    def connect() -> sqlite3.Connection:
        file.look_again()  # before SQLite takes the log beside another file for that file's, and writes it there
        try:
            return opened(f"{uri}?mode={mode}")
        except sqlite3.OperationalError:
            file.look_again()  # one that is gone cannot be opened, which is a sentence of its own
            if mode == "rw" and _is_for_looking(path):
                return opened(f"{uri}?mode=ro&immutable=1")
            raise

    def opened(uri: str) -> sqlite3.Connection:
        # Without an isolation level the driver begins no transactions of its own.
        connection = sqlite3.connect(
            uri, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False, factory=_Connection
        )
        try:
            _set_up(connection)
            connection.count_in(file)
        except BaseException as error:
            connection.close()
            if isinstance(error, UnicodeDecodeError) and (damaged := explained(error, place(path))):
                raise damaged from None
            raise
        return connection

    def know_file(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        record.info["file"] = file

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, max_overflow=-1)
    event.listen(engine, "connect", know_file)
    event.listen(engine, "begin", _begin)
    _explain_errors(engine, place(path))
    return engine


def reader_of(path: Path) -> Callable[[], sqlite3.Connection]:
    """What opens a SQLite file to look at it, also a damaged one."""
    uri = f"{path.absolute().as_uri()}?mode=ro"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
        with suppress(sqlite3.DatabaseError):  # what is damaged is found as it is read
            try:
                connection.execute("PRAGMA schema_version")
            except sqlite3.OperationalError:
                if _is_for_looking(path):
                    connection.close()
                    connection = sqlite3.connect(f"{uri}&immutable=1", uri=True, isolation_level=None)
        connection.text_factory = lambda content: content.decode(errors="replace")
        return connection

    return connect


def _is_for_looking(path: Path) -> bool:
    """Whether the file cannot be written, as on read-only media: then it is read without a log beside it."""
    if os.access(path.parent, os.W_OK):
        return False
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        raise NotAProject(
            f"{path} cannot be opened here: the last lessons are in {log.name} beside it, and nothing can be written "
            "here to read them. Copy both files to a place where you may write, and open the project there."
        )
    return True


class _Connection(sqlite3.Connection):
    """A connection that its file counts."""

    file: KeptFile | None = None

    def count_in(self, file: KeptFile) -> None:
        file.count_in()
        self.file = file

    def close(self) -> None:
        super().close()
        if self.file is not None:
            self.file.count_out()
            self.file = None


def commit(connection: Connection) -> None:
    """Commit; before and after, a file must still be the one that was opened."""
    file = file_of(connection)
    if file is not None:
        file.check()
    connection.commit()
    if file is not None:
        file.note()


def file_of(connection: Connection) -> KeptFile | None:
    """The file that the connection writes to; None where that is a server's matter."""
    file: KeptFile | None = connection.info.get("file")
    return file


def begin_writing(connection: Connection, turn: int = _TURN) -> None:
    """Begin a transaction with no other writer of this turn in it; wait for the one who writes now."""
    if connection.dialect.name == "sqlite":
        connection.execution_options(begin="BEGIN IMMEDIATE").begin()
    else:
        connection.begin()
        limits = f"SET LOCAL lock_timeout = '{WAIT}s'; SET LOCAL synchronous_commit = on"
        connection.execute(text(f"{limits}; SELECT pg_advisory_xact_lock({turn})"))


def begin_reading(connection: Connection) -> None:
    """Begin a transaction that reads this moment, without what others write meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    connection.begin()
    connection.execute(select(func.max(entries.c.position)))  # both engines take the moment of the first reading


def _begin(connection: Connection) -> None:
    """Begin a transaction; a writer looks for its turn every few milliseconds.

    SQLite itself looks ten times a second at last, and misses the moments between two slices of another's import.
    """
    begin, end = connection.get_execution_options().get("begin", "BEGIN"), time.monotonic() + WAIT
    if begin != "BEGIN IMMEDIATE":
        connection.exec_driver_sql(begin)
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        while _is_refused(driver, begin) and time.monotonic() < end:
            time.sleep(_POLL)
        if not driver.in_transaction:
            connection.exec_driver_sql(begin)
    finally:
        driver.execute(f"PRAGMA busy_timeout = {1000 * WAIT}")


def _is_refused(driver: sqlite3.Connection, begin: str) -> bool:
    """Whether somebody else writes now; what else goes wrong is left to a second try, which says it."""
    try:
        driver.execute(begin)
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    return False


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA recursive_triggers = ON")  # what is replaced counts as deleted
    connection.execute(f"PRAGMA journal_size_limit = {64 << 20}")  # a large import leaves no large log behind
    (id,) = connection.execute("PRAGMA application_id").fetchone()
    if id == APPLICATION_ID:  # a file that is not ours, or not yet, is left as it is
        _log_ahead(connection)


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch the file to a write-ahead log, which it keeps; SQLite does not wait for others here by itself."""
    end = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # which opens the log
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
                return  # it can still be read
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _look_at_rested(engine: Engine) -> None:
    """Test a connection that has been idle for a while before it is used again: the server may have gone."""

    def returned(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    def taken(connection: DBAPIConnection, record: ConnectionPoolEntry, proxy: PoolProxiedConnection) -> None:
        if time.monotonic() < record.info.get("used", 0.0) + _RESTED:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError from error  # the pool connects anew

    event.listen(engine, "checkin", returned)
    event.listen(engine, "checkout", taken)


def _explain_errors(engine: Engine, where: str) -> None:
    def explain(context: ExceptionContext) -> None:
        if error := explained(context.original_exception, where):
            raise error from context.original_exception

    event.listen(engine, "handle_error", explain)
