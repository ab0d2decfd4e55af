"""API tokens: what a program or a notebook shows instead of a password."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection, delete, insert, or_, select, update

from teachback.record.texts import check_name
from teachback.store import CannotKeep
from teachback.web.access import Role
from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.keys import LONGEST, digest, new_key
from teachback.web.team.people import Holder
from teachback.web.team.problems import NotInTeam

Scope = Literal["read", "teach", "own"]
_MOST: dict[str, Role] = {"read": "viewer", "teach": "teacher", "own": "owner"}
_USED_EVERY = timedelta(minutes=1)  # how exactly it is known when a token was last used


@dataclass(frozen=True)
class ApiToken:
    """A token that works; `person` is the name of its maker, under which it teaches.

    It may do what its maker may at the time, but at most what its `scope` says, in one `project` where it names one,
    and until it `expires` where it does.
    """

    id: int
    name: str
    person: str
    made: datetime
    used: datetime | None
    scope: Scope
    project: str | None
    expires: datetime | None


class ApiTokens:
    """All tokens. Each is shown once, when it is made; only its digest is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(
        self, person: int, name: str, scope: Scope, project: str | None, days: int | None, connection: Connection
    ) -> tuple[int, str]:
        """A new token's number, and the token."""
        check_name(name, "a token's name")
        now, table, key = self._database.now(), schema.tokens, new_key("tb_")
        row = {"digest": digest(key), "person": person, "name": name, "made": now, "scope": scope, "project": project}
        row["expires"] = None if days is None else now + timedelta(days=days)
        (id,) = connection.execute(insert(table).returning(table.c.id), row).one()
        return id, key

    def holder(self, key: str) -> Holder | None:
        """Whose token it is, and how far it goes; None if there is none, or it has expired."""
        if len(key) > LONGEST:
            return None
        now, table = self._database.now(), schema.tokens
        with self._database.reading() as connection:
            row = connection.execute(select(table).where(table.c.digest == digest(key))).one_or_none()
        if row is None or (row.expires is not None and row.expires <= now):
            return None
        if row.used is None or row.used < now - _USED_EVERY:
            with suppress(CannotKeep), self._database.writing() as connection:  # tokens work on a full disk too
                connection.execute(update(table).where(table.c.id == row.id).values(used=now))
        return Holder(row.person, _MOST[row.scope], row.project)

    def all(self, person: int | None = None) -> list[ApiToken]:
        """The tokens of one person, or of all, that have not expired, in the order they were made."""
        table, people = schema.tokens.c, schema.people.c
        columns = table.id, table.name, people.name.label("person"), table.made, table.used
        query = select(*columns, table.scope, table.project, table.expires)
        query = query.join_from(schema.tokens, schema.people).order_by(table.id)
        query = query.where(or_(table.expires.is_(None), table.expires > self._database.now()))
        if person is not None:
            query = query.where(table.person == person)
        with self._database.reading() as connection:
            return [ApiToken(*row) for row in connection.execute(query).all()]

    def revoke(self, id: int, person: int | None, connection: Connection) -> str:
        """Let a token work no longer, one of that person where one is given; says its name."""
        table = schema.tokens
        query = delete(table).where(table.c.id == id)
        if person is not None:
            query = query.where(table.c.person == person)
        name = connection.execute(query.returning(table.c.name)).scalar_one_or_none()
        if name is None:
            raise NotInTeam(f"You have no token with the number {id}; perhaps it was revoked already.")
        return str(name)
