"""From a project's address to the team that shares it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path

from sqlalchemy import Engine, inspect

from teachback.errors import require
from teachback.store import CannotKeep
from teachback.store.engine import file_engine, is_file, place, server_engine
from teachback.web.team import schema
from teachback.web.team.audit import AuditLog
from teachback.web.team.database import Clock, Database
from teachback.web.team.team import Team


def team_file(project: str | PathLike[str]) -> Path:
    """Where the team of a project in a file is kept: beside it.

    >>> team_file("mails.teachback").name
    'mails.team'
    """
    path = Path(project)
    return path.with_name(f"{path.name.removesuffix('.teachback')}.team")


def open_team(address: str | PathLike[str], *, clock: Clock = lambda: datetime.now(UTC)) -> Team:
    """The team of the project at this address, made when it is opened for the first time.

    A project in PostgreSQL has its team in the same database, where all servers of that project share it. The team of
    a project in a file is in a file beside it.
    """
    for library in ("argon2", "zxcvbn"):
        require(library, "team", "A server with accounts")
    where = str(team_file(address)) if is_file(address) else place(address)
    with _engine(address) as engine:
        database = Database(engine, clock)
        with database.writing() as connection:
            schema.prepare(connection, where)
        return Team(database)


def has_team(address: str | PathLike[str]) -> bool:
    """Whether the project at this address is shared by a team."""
    if is_file(address):
        return team_file(address).is_file()
    engine = server_engine(str(address))
    try:
        return inspect(engine).has_table(schema.audit.name)
    finally:
        engine.dispose()


@contextmanager
def open_audit_log(address: str | PathLike[str]) -> Iterator[AuditLog]:
    """The audit log of the team of the project at this address, also where nothing can be written."""
    if not is_file(address) or os.access(team_file(address), os.W_OK):
        with open_team(address) as team:
            yield team.audit
        return
    engine = file_engine(team_file(address), "rw")
    try:
        yield AuditLog(Database(engine, lambda: datetime.now(UTC)))
    finally:
        engine.dispose()


@contextmanager
def _engine(address: str | PathLike[str]) -> Iterator[Engine]:
    if is_file(address):
        path = team_file(address)
        try:
            path.touch(mode=0o600)  # only the user who runs the server may read it
        except OSError as error:
            raise CannotKeep(
                f"The team cannot be kept in {path} ({error.strerror}); check that you may write in its folder."
            ) from None
        engine = file_engine(path, "rw")
    else:
        engine = server_engine(str(address))
    try:
        yield engine
    except BaseException:
        engine.dispose()
        raise
