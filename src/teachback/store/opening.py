"""From an address to a store: a new project, or one that is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, text

from teachback.store import schema
from teachback.store.engine import begin_writing, commit, file_engine, is_file, place, server_engine
from teachback.store.erasing import NotSwept
from teachback.store.failure import CannotKeep, NotAProject, ReadOnly
from teachback.store.sql import SqlStore
from teachback.store.staging import clear, is_dead, settle

_BEGINS = b"SQLite format 3\x00"
_HEADER = 100  # bytes; the application id is at 68


def create_store(address: str | PathLike[str]) -> SqlStore:
    """Make a new project in a file that is not there yet, or in an empty PostgreSQL database.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, create_store(f"{folder}/mails.teachback") as store:
    ...     store.position, store.size
    (0, 0)
    """
    where = place(address)
    if is_file(address) and (header := _header(Path(address))) and not _is_ours(header):
        raise NotAProject(f"{where} holds something else; give the new project another name.")
    with _engine(address, "rwc") as engine:
        with _turn(engine) as connection:
            if connection.dialect.name == "postgresql":
                _check_encoding(connection, where)
            schema.create(connection, where)
        engine.dispose()
    return open_store(address)


def open_store(address: str | PathLike[str], *, patience: float = 0.0) -> SqlStore:
    """Open a project; one that an older teachback made is brought up to date first, whole or not at all.

    For `patience` seconds, what others have written may be overlooked, for the sake of many who ask at once; what is
    written through this store is seen at once, and a writer always sees everything.
    """
    where = place(address)
    if is_file(address):
        path = Path(address)
        if not path.exists():
            raise NotAProject(f"There is no file {where}; check the path, or make a new project there.")
        if not _is_ours(_header(path)):
            raise NotAProject(f"{where} is not a teachback project; nothing was changed. Give the file of a project.")
    with _engine(address, "rw") as engine:
        with engine.connect() as connection:
            schema.check_origin(connection, where)
            newest = schema.is_newest(connection, where)
        if not newest:
            with _turn(engine) as connection:
                schema.upgrade(connection, where)
        store = SqlStore(engine, patience)
        with suppress(NotSwept):  # which another time will do
            store.finish_erasing()
        with suppress(ReadOnly):
            clear(store, is_dead)
            settle(store)
    return store


def is_project(path: str | PathLike[str]) -> bool:
    """Whether a file is a project of ours."""
    return Path(path).is_file() and _is_ours(_header(Path(path)))


@contextmanager
def _engine(address: str | PathLike[str], mode: Literal["rw", "rwc"]) -> Iterator[Engine]:
    engine = file_engine(Path(address), mode) if is_file(address) else server_engine(str(address))
    try:
        yield engine
    except BaseException:
        engine.dispose()
        raise


@contextmanager
def _turn(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        begin_writing(connection)
        yield connection
        commit(connection)


def _header(path: Path) -> bytes:
    """How the file begins; nothing if it is empty or not there. Reading it as a database could already change it."""
    if path.is_dir():
        raise NotAProject(f"{path} is a folder; a project is a file. Give the path of one.")
    try:
        with path.open("rb") as file:
            return file.read(_HEADER)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise NotAProject(f"{path} could not be read ({error.strerror}); check that you may read it.") from None


def _is_ours(header: bytes) -> bool:
    return header.startswith(_BEGINS) and header[68:72] == schema.APPLICATION_ID.to_bytes(4, "big")


def _check_encoding(connection: Connection, where: str) -> None:
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise CannotKeep(
            f"{where} keeps text as {encoding}, which cannot hold every character; make the database with "
            "ENCODING 'UTF8'."
        )
