"""The people of a team: names, roles, who may no longer come in, who was here a moment ago, and their identities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from teachback.web.access import ProjectRole, lesser
from teachback.web.team import schema
from teachback.web.team.database import Database
from teachback.web.team.names import folded, looks_like_one_of
from teachback.web.team.problems import IdentityTaken, LastOwner, NameTaken, NotInTeam


@dataclass(frozen=True)
class Person:
    """A person with an account; her lessons carry her name.

    `role` counts in every project for which `roles` has no other; an owner of the server is the owner of all.
    """

    id: int
    name: str
    role: ProjectRole
    since: datetime
    disabled: bool = False
    seen: datetime | None = None
    roles: Mapping[str, ProjectRole] = field(default_factory=dict)

    def role_in(self, project: str | None) -> ProjectRole:
        """What she is in a project, or outside of projects."""
        return self.role if project is None or self.role == "owner" else self.roles.get(project, self.role)

    def limited(self, most: ProjectRole, project: str | None) -> Person:
        """The person with this role at most, in one project only where one is named."""
        if project is not None:
            return replace(self, role="none", roles={project: lesser(self.role_in(project), most)})
        roles = {each: lesser(role, most) for each, role in self.roles.items() if self.role != "owner"}
        return replace(self, role=lesser(self.role, most), roles=roles)


@dataclass(frozen=True)
class Holder:
    """Whom a session or a token stands for, with at most which role, and in one project or all."""

    person: int
    most: ProjectRole = "owner"
    project: str | None = None


class People:
    """The accounts, as lists and one by one; every change is made in the caller's transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Person]:
        """All people, in the order they joined."""
        with self._database.reading() as connection:
            rows = connection.execute(_with_last_seen().order_by(schema.people.c.id)).all()
            roles = _roles(connection)
        return [_person(row, roles.get(row.id)) for row in rows]

    def get(self, id: int, connection: Connection) -> Person:
        """One person."""
        row = connection.execute(_with_last_seen().where(schema.people.c.id == id)).one_or_none()
        if row is None:
            raise NotInTeam(f"There is no person with the number {id} in this team; look the people up again.")
        return _person(row, _roles(connection, id).get(id))

    def named(self, name: str) -> tuple[Person, str] | None:
        """Who has that name and may sign in, and the hash of the password; else None."""
        if "\0" in name:  # which no name has, and PostgreSQL cannot be asked for
            return None
        table = schema.people.c
        query = select(schema.people).where(table.folded == folded(name), table.disabled.is_(None))
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
            roles = {} if row is None else _roles(connection, row.id)
        return None if row is None else (_person(row, roles.get(row.id)), row.password)

    def password(self, id: int, connection: Connection) -> str:
        """The hash of a person's password."""
        return str(connection.scalar(select(schema.people.c.password).where(schema.people.c.id == id)))

    def add(
        self, name: str, role: ProjectRole, hashed: str, connection: Connection, roles: Mapping[str, ProjectRole]
    ) -> Person:
        """Add a person."""
        table = schema.people
        self.check_free(name, connection)
        now = self._database.now()
        row = {"name": name, "folded": folded(name), "role": role, "password": hashed, "since": now}
        (id,) = connection.execute(insert(table).returning(table.c.id), row).one()
        self.set_roles(id, roles, connection)
        return Person(id, name, role, now, roles=dict(roles))

    def check_free(self, name: str, connection: Connection) -> None:
        """Refuse a name that is taken, or that looks like one that is."""
        if looks_like_one_of(name, connection.scalars(select(schema.people.c.name))):
            raise NameTaken(name)

    def set_password(self, id: int, hashed: str, connection: Connection) -> None:
        """Keep the hash of a new password."""
        connection.execute(update(schema.people).where(schema.people.c.id == id).values(password=hashed))

    def set_role(self, person: Person, role: ProjectRole, connection: Connection) -> None:
        """Give a person another role; the last owner keeps hers, and a new one needs no roles in projects."""
        if role != "owner":
            self._keep_an_owner(person, connection)
        else:
            connection.execute(delete(schema.roles).where(schema.roles.c.person == person.id))
        connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(role=role))

    def set_roles(self, id: int, roles: Mapping[str, ProjectRole | None], connection: Connection) -> None:
        """Give a person roles in projects; None for that which she has everywhere."""
        table = schema.roles
        for project, role in roles.items():
            connection.execute(delete(table).where(table.c.person == id, table.c.project == project))
            if role is not None:
                connection.execute(insert(table), {"person": id, "project": project, "role": role})

    def set_disabled(self, person: Person, disabled: bool, connection: Connection) -> None:
        """Shut a person out, or let her in again; what she taught stays."""
        if disabled:
            self._keep_an_owner(person, connection)
        when = self._database.now() if disabled else None
        connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(disabled=when))

    def owners(self, connection: Connection) -> int:
        """How many owners can sign in."""
        table = schema.people.c
        query = select(func.count()).where(table.role == "owner", table.disabled.is_(None))
        return connection.execute(query).scalar_one()

    def _keep_an_owner(self, person: Person, connection: Connection) -> None:
        if person.role == "owner" and not person.disabled and self.owners(connection) == 1:
            raise LastOwner(person.name)


def _with_last_seen() -> Select[tuple[object, ...]]:
    table = schema.sessions.c
    seen = select(func.max(table.seen, type_=schema.Moment)).where(table.person == schema.people.c.id)
    return select(schema.people, seen.scalar_subquery().label("seen"))


def _roles(connection: Connection, id: int | None = None) -> dict[int, dict[str, ProjectRole]]:
    """The roles in single projects, by person: of one, or of all."""
    query = select(schema.roles).order_by(schema.roles.c.project)
    by_person: dict[int, dict[str, ProjectRole]] = {}
    for row in connection.execute(query if id is None else query.where(schema.roles.c.person == id)):
        by_person.setdefault(row.person, {})[row.project] = row.role
    return by_person


def _person(row: Row[tuple[object, ...]], roles: Mapping[str, ProjectRole] | None) -> Person:
    seen = getattr(row, "seen", None)
    return Person(row.id, row.name, row.role, row.since, row.disabled is not None, seen, roles or {})


_MOMENT = timedelta(seconds=5)
_MOST = 1000  # people; then all are looked up again


class Recent:
    """People by what they showed a moment ago, a session or a token, so that the database need not always be asked.

    Whatever this server writes about the team makes it forget everybody at once; what another server of the same team
    writes counts here a moment later.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people: dict[tuple[str, str], tuple[Person, int, datetime]] = {}

    def find(self, what: str, key: str) -> Person | None:
        """Who showed this a moment ago."""
        person, changes, until = self._people.get((what, key), (None, 0, None))
        if until is None or changes != self._database.changes or until < self._database.now():
            return None
        return person

    def keep(self, what: str, key: str, person: Person, changes: int) -> None:
        """Remember who showed this; `changes` is how often the team had been written when she was looked up."""
        if len(self._people) >= _MOST:
            self._people.clear()
        self._people[what, key] = person, changes, self._database.now() + _MOMENT


@dataclass(frozen=True)
class ProviderIdentity:
    """A person as a provider of OpenID Connect knows her, by its name for her (the subject)."""

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
