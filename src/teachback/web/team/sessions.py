"""Sessions: what a browser's cookie stands for, until it is left alone too long or too old."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from teachback.store import CannotKeep
from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.keys import LONGEST, digest, new_key
from teachback.web.team.people import Holder

IDLE, OLDEST = timedelta(hours=12), timedelta(days=7)
_SEEN_EVERY = timedelta(minutes=1)  # precision of when a person was last here


class Sessions:
    """All sessions. A signed-in browser holds a random id; only its digest is stored."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, person: int, connection: Connection) -> str:
        """A new session's id. Ids are never taken from a browser, so none can be planted."""
        now, table, key = self._database.now(), schema.sessions, new_key()
        connection.execute(delete(table).where(or_(table.c.seen < now - IDLE, table.c.made < now - OLDEST)))
        connection.execute(insert(table), {"digest": digest(key), "person": person, "made": now, "seen": now})
        return key

    def holder(self, key: str) -> Holder | None:
        """Whose session it is; None if there is none, or it has expired."""
        if len(key) > LONGEST:
            return None
        now, table = self._database.now(), schema.sessions
        this = table.c.digest == digest(key)
        with self._database.reading() as connection:
            row = connection.execute(select(table).where(this)).one_or_none()
        if row is None or row.seen < now - IDLE or row.made < now - OLDEST:
            return None
        if row.seen < now - _SEEN_EVERY:
            with suppress(CannotKeep), self._database.writing() as connection:  # sessions work on a full disk too
                connection.execute(update(table).where(this).values(seen=now))
        return Holder(row.person)

    def end(self, key: str, connection: Connection) -> None:
        """End one session."""
        connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == digest(key)))

    def end_all(self, person: int, connection: Connection) -> None:
        """End every session of a person."""
        connection.execute(delete(schema.sessions).where(schema.sessions.c.person == person))

    def count(self, person: int) -> int:
        """How many sessions of a person have not expired."""
        now, table = self._database.now(), schema.sessions.c
        alive = (table.person == person, table.seen >= now - IDLE, table.made >= now - OLDEST)
        with self._database.reading() as connection:
            return connection.execute(select(func.count()).where(*alive)).scalar_one()
