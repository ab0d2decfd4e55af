"""Invitations: links that work once, for a new person or for a new password."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, Select, delete, insert, select

from teachback.web.access import ProjectRole
from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.keys import digest, new_key
from teachback.web.team.problems import BadInvitation, NotInTeam


@dataclass(frozen=True)
class Invitation:
    """An invitation that is open; `name` is set where an owner chose it, or where `person` chooses a new password.

    `role` counts in every project for which `roles` has no other.
    """

    id: int
    role: ProjectRole
    name: str | None
    made: datetime
    by: str | None
    expires: datetime
    person: int | None
    roles: Mapping[str, ProjectRole]


class Invitations:
    """The invitations that are open; one that was used or withdrawn is gone, and the audit log remembers it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(
        self,
        role: ProjectRole,
        days: int,
        by: str | None,
        connection: Connection,
        person: int | None = None,
        given: str | None = None,
        roles: Mapping[str, ProjectRole] | None = None,
    ) -> tuple[Invitation, str]:
        """A new invitation, and the key that belongs in its link; a person's older links stop working."""
        now, table, key = self._database.now(), schema.invitations, new_key()
        connection.execute(delete(table).where(table.c.expires <= now))
        if person is not None:
            connection.execute(delete(table).where(table.c.person == person))
        row = {"digest": digest(key), "role": role, "person": person, "made": now, "by": by, "given": given}
        row["roles"] = json.dumps(dict(roles)) if roles else None
        connection.execute(insert(table), row | {"expires": now + timedelta(days=days)})
        return self.look(key, connection), key

    def take(self, key: str, connection: Connection) -> Invitation:
        """Use an invitation up; of several who try, one succeeds."""
        invitation = self.look(key, connection)
        connection.execute(delete(schema.invitations).where(schema.invitations.c.id == invitation.id))
        return invitation

    def open(self) -> list[Invitation]:
        """Those that can still be used, in the order they were made."""
        with self._database.reading() as connection:
            rows = connection.execute(_named().order_by(schema.invitations.c.id)).all()
        now = self._database.now()
        return [_invitation(row) for row in rows if row.expires > now]

    def withdraw(self, id: int, connection: Connection) -> None:
        """Let an invitation work no longer."""
        table = schema.invitations
        done = connection.execute(delete(table).where(table.c.id == id))
        if not done.rowcount:
            raise NotInTeam(f"No open invitation has the number {id}; perhaps it was used or withdrawn already.")

    def withdraw_all(self, by: str, connection: Connection) -> None:
        """Let those that a person made work no longer."""
        connection.execute(delete(schema.invitations).where(schema.invitations.c.by == by))

    def withdraw_first(self, connection: Connection) -> None:
        """Let the links that the command line printed earlier work no longer."""
        connection.execute(delete(schema.invitations).where(schema.invitations.c.by.is_(None)))

    def look(self, key: str, connection: Connection) -> Invitation:
        """What a key invites to."""
        row = connection.execute(_named().where(schema.invitations.c.digest == digest(key))).one_or_none()
        if row is None or row.expires <= self._database.now():
            raise BadInvitation
        return _invitation(row)


def _named() -> Select[tuple[object, ...]]:
    return select(schema.invitations, schema.people.c.name).join_from(schema.invitations, schema.people, isouter=True)


def _invitation(row: Row[tuple[object, ...]]) -> Invitation:
    roles = json.loads(row.roles) if row.roles else {}
    return Invitation(row.id, row.role, row.name or row.given, row.made, row.by, row.expires, row.person, roles)


def link(origin: str, key: str) -> str:
    """The link of an invitation. The key stands in the fragment, which browsers send to no server.

    >>> link("https://team.example", "abc")
    'https://team.example/#/join?key=abc'
    """
    return f"{origin}/#/join?key={key}"
