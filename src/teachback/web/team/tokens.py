"""API tokens: what a program or a notebook shows instead of a password."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, select, update

from teachback.record.texts import check_name
from teachback.store import CannotKeep
from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.keys import LONGEST, digest, new_key
from teachback.web.team.problems import NotInTeam

_USED_EVERY = timedelta(minutes=1)  # how exactly it is known when a token was last used


@dataclass(frozen=True)
class ApiToken:
    """A token that works; `person` is the name of its maker, under which it teaches."""

    id: int
    name: str
    person: str
    made: datetime
    used: datetime | None


class ApiTokens:
    """The tokens of everybody; each is shown when it is made, and here is only its digest."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, person: int, name: str, connection: Connection) -> tuple[int, str]:
        """A new token's number, and the token."""
        check_name(name, "a token's name")
        table, key = schema.tokens, new_key("tb_")
        row = {"digest": digest(key), "person": person, "name": name, "made": self._database.now()}
        (id,) = connection.execute(insert(table).returning(table.c.id), row).one()
        return id, key

    def person(self, key: str) -> int | None:
        """Whose token it is; None if there is none."""
        if len(key) > LONGEST:
            return None
        now, table = self._database.now(), schema.tokens
        with self._database.reading() as connection:
            row = connection.execute(select(table).where(table.c.digest == digest(key))).one_or_none()
        if row is None:
            return None
        if row.used is None or row.used < now - _USED_EVERY:
            with suppress(CannotKeep), self._database.writing() as connection:  # tokens work on a full disk too
                connection.execute(update(table).where(table.c.id == row.id).values(used=now))
        return int(row.person)

    def all(self, person: int | None = None) -> list[ApiToken]:
        """The tokens of one person or of everybody, in the order they were made."""
        table, people = schema.tokens.c, schema.people.c
        query = select(table.id, table.name, people.name.label("person"), table.made, table.used)
        query = query.join_from(schema.tokens, schema.people).order_by(table.id)
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
