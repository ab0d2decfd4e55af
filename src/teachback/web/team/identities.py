"""Whom a provider of OpenID Connect knows: its name for a person (the subject), and hers here."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.problems import IdentityTaken


@dataclass(frozen=True)
class ProviderIdentity:
    """A person as a provider knows her."""

    issuer: str
    subject: str


class Identities:
    """Which person each identity is; a person may have several."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def person(self, identity: ProviderIdentity) -> int | None:
        """The number of the person; None for an unknown identity."""
        with self._database.reading() as connection:
            return self._person(identity, connection)

    def add(self, identity: ProviderIdentity, person: int, connection: Connection) -> None:
        """Let a person sign in by this identity from now on."""
        known = self._person(identity, connection)
        if known is None:
            connection.execute(insert(schema.identities), {**vars(identity), "person": person})
        elif known != person:
            raise IdentityTaken

    def _person(self, identity: ProviderIdentity, connection: Connection) -> int | None:
        table = schema.identities.c
        this = table.issuer == identity.issuer, table.subject == identity.subject
        person: int | None = connection.scalar(select(table.person).where(*this))
        return person
