"""The team's tables, the same on both engines, and how a database gets them.

They stand beside a project's tables in PostgreSQL, hence the prefix, or alone in a SQLite file. What is secret (the id
of a session, an API token, the key of an invitation) is kept only as its SHA-256, so that a copy of the database opens
nothing. The audit log refuses to be changed: its triggers let rows be added and nothing else, and each of its lines has
a hash of itself and of the line before (version 2). An invitation may give a name (version 3). People have roles in
single projects and may be known by a provider, and tokens have a scope and an end (version 4).
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Table,
    Text,
    TypeDecorator,
    event,
    insert,
    select,
    update,
)
from sqlalchemy.schema import CreateColumn

from teachback.store import NotAProject
from teachback.store.chain import START, line_hash

NEWEST = 4


class Moment(TypeDecorator[datetime]):
    """A time as seconds since 1970: both engines compare it, and neither has an opinion on its zone."""

    impl = Double
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> float | None:
        return None if value is None else value.timestamp()

    def process_result_value(self, value: float | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromtimestamp(value, UTC)


metadata = MetaData()
_number = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up an INTEGER key by itself

version = Table("team_version", metadata, Column("version", Integer, nullable=False))
people = Table(
    "team_people",
    metadata,
    Column("id", _number, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),  # no two names that a reader would take for one
    Column("role", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("since", Moment, nullable=False),
    Column("disabled", Moment),
)
roles = Table(  # in single projects, where they are not those of team_people
    "team_roles",
    metadata,
    Column("person", _number, ForeignKey("team_people.id"), primary_key=True, autoincrement=False),
    Column("project", Text, primary_key=True),
    Column("role", Text, nullable=False),
)
identities = Table(  # by which a provider of OpenID Connect knows people
    "team_identities",
    metadata,
    Column("issuer", Text, primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("person", _number, ForeignKey("team_people.id"), nullable=False, index=True),
)
sessions = Table(
    "team_sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("person", _number, ForeignKey("team_people.id"), nullable=False, index=True),
    Column("made", Moment, nullable=False),
    Column("seen", Moment, nullable=False),
)
tokens = Table(
    "team_tokens",
    metadata,
    Column("id", _number, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("person", _number, ForeignKey("team_people.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("made", Moment, nullable=False),
    Column("used", Moment),
    Column("scope", Text, nullable=False, server_default="own"),
    Column("project", Text),  # None: all
    Column("expires", Moment),
)
invitations = Table(
    "team_invitations",
    metadata,
    Column("id", _number, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("person", _number, ForeignKey("team_people.id")),  # who chooses a new password; else a new person
    Column("made", Moment, nullable=False),
    Column("by", Text),  # None: the command line
    Column("expires", Moment, nullable=False),
    Column("given", Text),  # the name of the person who takes it, where the owner chose it
    Column("roles", Text),  # a JSON object, for single projects
)
attempts = Table(
    "team_attempts",
    metadata,
    Column("id", _number, primary_key=True),
    Column("name", Text, nullable=False, index=True),
    Column("address", Text, nullable=False, index=True),
    Column("time", Moment, nullable=False),
)
audit = Table(
    "team_audit",
    metadata,
    Column("number", _number, primary_key=True),
    Column("time", Moment, nullable=False),
    Column("who", Text),
    Column("what", Text, nullable=False),
    Column("about", Text, nullable=False),  # a JSON object
    Column("address", Text),
)
audit_hashes = Table(
    "team_audit_hashes",
    metadata,
    Column("number", _number, ForeignKey("team_audit.number"), primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)
Index("team_attempts_time", attempts.c.time)

_ADDED = {  # columns, and the version that has them first
    invitations.c.given: 3,
    invitations.c.roles: 4,
    tokens.c.scope: 4,
    tokens.c.project: 4,
    tokens.c.expires: 4,
}
_REFUSED = "BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END"
_NO_CHANGE = {
    "sqlite": [
        f"CREATE TRIGGER {{table}}_no_{change} BEFORE {change} ON {{table}} {_REFUSED}"
        for change in ("update", "delete")
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION team_audit_kept() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit log is only added to'; END $$",
        "CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION team_audit_kept()",
    ],
}
_NO_REPLACE = (  # SQLite does not see a replacement as a deletion, unless it is told to
    "CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "  # noqa: S608
    f"WHEN EXISTS (SELECT 1 FROM {{table}} WHERE number = NEW.number) {_REFUSED}"
)


@event.listens_for(audit, "after_create")
@event.listens_for(audit_hashes, "after_create")
def _keep(table: Table, connection: Connection, **options: object) -> None:
    for command in _NO_CHANGE[connection.dialect.name]:
        connection.exec_driver_sql(command.format(table=table.name))
    _keep_from_replacement(table, connection)


def _keep_from_replacement(table: Table, connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_NO_REPLACE.format(table=table.name))


def line_of(row: Row[Any]) -> str:
    """A line of the audit log as its hash covers it."""
    return json.dumps([row.number, row.time.timestamp(), row.who, row.what, row.about, row.address])


def prepare(connection: Connection, where: str) -> None:
    """Make the tables where there are none, in the caller's transaction; refuse those of a newer teachback."""
    metadata.create_all(connection)
    number = connection.scalar(select(version.c.version))
    if number is None:
        connection.execute(insert(version), {"version": NEWEST})
    elif number < NEWEST:
        if number < 2:
            _add_hashes(connection)
        for column, since in _ADDED.items():
            if number < since:
                written = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {column.table.name} ADD COLUMN {written}")
        connection.execute(update(version).values(version=NEWEST))
    elif number > NEWEST:
        raise NotAProject(
            f"The team in {where} was made by a newer teachback (version {number} of its tables; this one knows "
            f"{NEWEST}). Upgrade teachback to open it; nothing was changed."
        )


def _add_hashes(connection: Connection) -> None:
    """Version 2: the lines that are there get their hashes."""
    _keep_from_replacement(audit, connection)
    last = START
    for row in connection.execute(select(audit).order_by(audit.c.number)).all():
        last = line_hash(last, line_of(row))
        connection.execute(insert(audit_hashes), {"number": row.number, "hash": last})
