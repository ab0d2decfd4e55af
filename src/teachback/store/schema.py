"""The tables, the same on both engines, and how a database gets them.

The tables below are how the code sees the newest version; :mod:`teachback.store.migrations` makes them. A database
knows its version (the table ``teachback_schema``), and a SQLite file also carries :data:`APPLICATION_ID` in its header.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    inspect,
    text,
)
from sqlalchemy.exc import DatabaseError

from teachback.store.failure import Damaged, NotAProject

NEWEST = "0008"
VERSION_TABLE = "teachback_schema"
APPLICATION_ID = 0x74656163  # "teac"
UNREADABLE = "unreadable table"
HARMLESS = ("trigger", "index", "function", UNREADABLE)  # to who only reads
TRIGGERS = frozenset(  # how the digests begin of all that any version of a SQLite file has had
    (
        *("c2d93bea38d2", "d6e7a7c6d95b", "2f4117c34a58", "10fdf41208e4", "e5c19e785bc7", "2d159d572b9d"),
        *("a09c05810e14", "f501aaa63553", "3c1380af37ac", "459e917c4334", "6c63f622f682", "1ee7a6be7a84"),
        *("ecf79ae19d0d", "356fbb2cbf1b", "4fa0e2e4da44", "3e786520f732", "bc43b5b5adf0", "62d1597af07d"),
        *("df172efd935f", "7652671d939a", "cdd59eb732f2", "1145d5344e2f", "0e44b3fa9d9b", "981d276d3009"),
    )
)
FUNCTIONS = frozenset(["b6ee0bd01947", "8b36e4ed61eb", "945f31adbc1e", "d158ab31c961", "1474a5919cb5"])  # PostgreSQL's
_EXECUTED = text(
    "SELECT DISTINCT proname, prosrc FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal "
    "AND relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)"
)
_metadata = MetaData()
_number = BigInteger().with_variant(Integer, "sqlite")  # SQLite keeps rows in the order of an INTEGER key

entries = Table(
    "entries",
    _metadata,
    Column("position", _number, primary_key=True, autoincrement=False),
    Column("previous", _number, ForeignKey("entries.position")),
    Column("id", Text, nullable=False, unique=True),
    Column("form", Text, nullable=False),
    # With the key and the reference: the first entry is at 1, and each stands right after another that is there.
    CheckConstraint("coalesce(previous, 0) = position - 1", name="dense"),
)
documents = Table(
    "documents",
    _metadata,
    Column("number", _number, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("text", LargeBinary, nullable=False),  # UTF-8: PostgreSQL's own text cannot hold NUL; or ERASED
    Column("fields", Text),  # JSON, in which NUL is spelled out; nothing for a document without any
)
entry_hashes = Table(
    "entry_hashes",
    _metadata,
    Column("position", _number, ForeignKey("entries.position"), primary_key=True, autoincrement=False),
    Column("documents", _number, nullable=False),  # how many there were
    Column("hash", LargeBinary, nullable=False),
)
document_hashes = Table(
    "document_hashes",
    _metadata,
    Column("number", _number, ForeignKey("documents.number"), primary_key=True, autoincrement=False),
    Column("salt", LargeBinary),  # none for a text that was erased
    Column("digest", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
models = Table(
    "models",
    _metadata,
    Column("name", Text, primary_key=True),
    Column("position", _number, nullable=False),
    Column("time", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
)
settings = Table(
    "settings",
    _metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
staging = Table(  # an import that is under way, if there is one: its documents are invisible to others
    "staging",
    _metadata,
    Column("first", _number, primary_key=True, autoincrement=False),  # the number of its first document
    Column("host", Text, nullable=False),
    Column("process", _number, nullable=False),
)
waiting = Table(  # entries of an import that is under way, or that is over and not yet in the chain of hashes
    "waiting",
    _metadata,
    Column("number", _number, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("form", Text, nullable=False),
)
settling = Table(  # if there is a row: the waiting entries are part of the record, each at its number after `base`
    "settling",
    _metadata,
    Column("base", _number, primary_key=True, autoincrement=False),
)
vectors = Table(
    "vectors",
    _metadata,
    Column("encoder", Text, primary_key=True),
    Column("text", LargeBinary, primary_key=True),  # its digest
    Column("numbers", LargeBinary, nullable=False),
)


def version(connection: Connection) -> str | None:
    """The version of the tables that are there; None if teachback made none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    number: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    return number


def create(connection: Connection, where: str) -> None:
    """Make the tables in an empty database, in the caller's transaction."""
    if version(connection) is not None:
        raise NotAProject(f"{where} holds a project already; open it, or make the new one elsewhere.")
    others = inspect(connection).get_table_names()
    if others:
        raise NotAProject(
            f"{where} holds something else (a table {others[0]!r}); make the project in a new file or an empty "
            "database."
        )
    _migrate(connection, None)


def is_newest(connection: Connection, where: str) -> bool:
    """Whether the tables are as this teachback wants them; refuse those that it cannot bring there."""
    number = version(connection)
    if number is None:
        raise NotAProject(f"{where} is not a teachback project; give the file or database of one, or make a new one.")
    if number > NEWEST:
        raise NotAProject(
            f"{where} was made by a newer teachback (version {number} of its tables; this one knows {NEWEST}). "
            "Upgrade teachback to open it; nothing was changed."
        )
    return number == NEWEST


def check_origin(connection: Connection, where: str) -> None:
    """Refuse a SQLite file in which something computes that teachback did not make: it may never end."""
    for kind, name in foreign(connection) if connection.dialect.name == "sqlite" else ():
        if kind == UNREADABLE:
            raise Damaged(f"the table {name!r:.80}")
        save = f", or save what can be read, with: teachback check {where} --salvage NEW" if kind in HARMLESS else "."
        raise NotAProject(
            f"In {where} is the {kind} {name!r:.80}, which teachback did not make and which would compute something "
            f"whenever the project is read or written; it was not opened. Use a backup{save}"
        )


def foreign(connection: Connection) -> list[tuple[str, str]]:
    """What computes and is not ours, by kind and name: views, triggers, indexes, columns; functions of PostgreSQL.

    Tables whose definition is damaged are among them.
    """
    if connection.dialect.name == "postgresql":
        executed = connection.execute(_EXECUTED, {"tables": list(_metadata.tables)}).all()
        return [("function", name) for name, source in executed if digest_of(source) not in FUNCTIONS]
    unknown: list[tuple[str, str]] = []
    for kind, name, sql in connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master").all():
        if kind == "table":
            made_up = "SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)"
            try:
                unknown += [("computed column", column) for (column,) in connection.exec_driver_sql(made_up, (name,))]
            except DatabaseError:
                unknown.append((UNREADABLE, name))
            is_ours = name not in _metadata.tables or sql.startswith("CREATE TABLE")
        else:
            is_ours = (kind == "trigger" and digest_of(sql) in TRIGGERS) or (kind == "index" and sql is None)
        if not is_ours:
            unknown.append((kind, name))
    return sorted(unknown, key=lambda each: each[0] in HARMLESS)


def digest_of(source: str) -> str:
    """How the digest of a trigger or a function begins."""
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def upgrade(connection: Connection, where: str) -> None:
    """Bring older tables to the newest version, in the caller's transaction."""
    if not is_newest(connection, where):  # another process may have done it while this writer waited for its turn
        _migrate(connection, version(connection))


def _migrate(connection: Connection, since: str | None) -> None:
    from alembic.migration import MigrationContext  # half a second to import, and seldom needed
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory(Path(__file__).parent / "migrations")
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    with Operations.context(context):
        for step in reversed(list(steps.iterate_revisions(NEWEST, since or "base"))):
            step.module.upgrade()
            context.stamp(steps, step.revision)
