"""Whether a project is as it was written: its pages, tables, entries, texts and hashes, read past what is damaged.

Nothing is changed, and nothing is trusted: a project that cannot be opened any more can still be checked. What is found
comes in an order in which it can be saved elsewhere (:mod:`teachback.project.transfer.salvage`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from teachback.errors import TeachbackError
from teachback.record import Document, DocumentErased, Entry, Fields
from teachback.record.form import from_json
from teachback.store import schema
from teachback.store.chain import ERASED, START, Head, digest, document_hash, entry_hash
from teachback.store.engine import is_file, place, reader_of, server_engine
from teachback.store.failure import NotAProject
from teachback.store.log import Model
from teachback.store.opening import is_project

_PAGE = 200  # rows that are read at once where nothing is damaged
_MOST = 100  # findings about pages
_FAULTS = (
    *(SQLAlchemyError, sqlite3.Error, TeachbackError),
    *(ValueError, TypeError, IndexError, OverflowError, RecursionError),
)
_KEPT = ("entries", "documents", "entry_hashes", "document_hashes")


class FoundText(NamedTuple):
    """A document that can be read, and whether its text is the one that was added."""

    document: Document
    is_whole: bool


@dataclass
class Inspection:
    """A project under inspection."""

    where: str  # the project, for sentences
    connection: Connection
    problems: list[str] = field(default_factory=list)  # what is not as it was written, in sentences
    head: Head = field(default_factory=lambda: Head(0, START))  # the last entry's position and hash
    hashes: dict[int, bytes] = field(default_factory=dict)  # of entries, by position
    documents_hashes: dict[int, bytes] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)  # documents without a text
    has_hashes: bool = True
    has_fields: bool = True
    has_staging: bool = True
    has_waiting: bool = True

    def check_pages(self) -> None:
        """Let SQLite look at every page; a server does so itself."""
        if self.connection.dialect.name == "sqlite":
            try:
                rows = self._all(f"PRAGMA integrity_check({_MOST})")
            except _FAULTS as error:
                rows = [(str(error.__cause__ or error),)]
            lines = [line for (row,) in rows for line in str(row).splitlines() if row != "ok" and "***" not in line]
            self.problems += [f"A page of the file is damaged: {line.strip()}." for line in lines[:_MOST]]

    def check_tables(self) -> None:
        """Whether the tables are of a version that is known, and the triggers that keep them from changes there."""
        try:
            foreign = schema.foreign(self.connection)
        except _FAULTS:
            self.problems.append("The list of its tables cannot be read.")
            return
        for kind, name in foreign:
            if kind not in schema.HARMLESS:  # who reads it may never come to an end
                schema.check_origin(self.connection, self.where)
            wrong = "cannot be read" if kind == schema.UNREADABLE else "is not teachback's"
            self.problems.append(f"The {kind.removeprefix('unreadable ')} {name!r:.80} {wrong}.")
        try:
            version = self.connection.scalar(text(f"SELECT version_num FROM {schema.VERSION_TABLE}"))  # noqa: S608
        except _FAULTS:
            self.problems.append("The version of its tables cannot be read.")
            return
        if version is not None and version > schema.NEWEST:
            raise NotAProject(
                f"{self.where} was made by a newer teachback (version {version} of its tables; this one knows "
                f"{schema.NEWEST}). Upgrade teachback to check it."
            )
        self.has_hashes = version is not None and version >= "0003"
        self.has_fields = version is not None and version >= "0004"
        self.has_staging = version is not None and version >= "0007"
        self.has_waiting = version is not None and version >= "0008"
        if not self.has_hashes:
            self.problems.append(
                "It was last opened by an older teachback and has no hashes yet; open it once, with: teachback status"
            )
        elif version == schema.NEWEST:
            missing = sorted(self._expected_triggers() - self._triggers())
            self.problems += [f"The trigger {name}, which refuses changes, is missing." for name in missing]
            self._check_kinds()

    def _check_kinds(self) -> None:
        """Whether SQLite, which takes anything anywhere, has texts as bytes: it reads no others."""
        if self.connection.dialect.name == "sqlite":
            with suppress(*_FAULTS):  # then something else is said of it
                others = self._all("SELECT number FROM documents WHERE typeof(text) <> 'blob'")[:_MOST]
                self.problems += [f"Document {each} is not kept as bytes, and is not read so." for (each,) in others]

    def texts(self) -> Iterator[FoundText]:
        """The documents that can be read; what is wrong with them goes to the problems."""
        before: bytes | None = START
        hashes_of = {
            number: rest for number, *rest in self._rows("document_hashes", "number", ("salt", "digest", "hash"))
        }
        last = max([*hashes_of, self._last("documents", "number")], default=0)
        first = self._only("SELECT min(first) FROM staging") if self.has_staging else None
        if first is not None:  # an import is under way, or was given up
            last = min(last, first - 1)
        columns = ("id", "text", "fields") if self.has_fields else ("id", "text")
        for number, id, content, *rest in self._rows("documents", "number", columns, last):
            hashes = hashes_of.get(number)
            fields = _bytes(rest[0]).decode(errors="replace") if rest and rest[0] is not None else None
            document = _document(id, content, fields)
            if document is None:
                self.problems.append(f"Document {number} is lost: it cannot be read.")
            elif hashes is None or None in hashes[1:] or (hashes[0] is None and not document.erased):
                if self.has_hashes:
                    self.problems.append(f"Document {document.id!r} has no checksum, so nobody can say if it is whole.")
                yield FoundText(document, not self.has_hashes)
            else:
                kept_digest, hash = map(_bytes, hashes[1:])
                is_whole = document.erased or digest(_bytes(hashes[0]), _bytes(content), fields) == kept_digest
                if document.erased:
                    self.erased.add(document.id)
                if not is_whole:
                    what = "text" if not document.fields and fields is None else "text or a field"
                    self.problems.append(f"The {what} of document {document.id!r} is not the one that was added.")
                elif before is not None and document_hash(before, document.id, kept_digest) != hash:
                    self.problems.append(f"The id or the hash of document {document.id!r} is not as it was written.")
                yield FoundText(document, is_whole)
            before = None if hashes is None or hashes[2] is None else _bytes(hashes[2])
            if before is not None:
                self.documents_hashes[number] = before

    def entries(self) -> Iterator[Entry]:
        """The entries that are as they were written, as far as can be known; ask after :meth:`texts`."""
        hashes_of = {at: rest for at, *rest in self._rows("entry_hashes", "position", ("documents", "hash"))}
        last = max([*hashes_of, self._last("entries", "position")], default=0)
        before: bytes | None = START
        erased: set[str] = set()
        waiting: tuple[int, Entry | None, bytes] | None = None  # one that does not match, until the next is seen
        for position, form, id in self._rows("entries", "position", ("form", "id"), last):
            hashes = hashes_of.get(position)
            written, entry = _entry(form)
            self._check_id(position, id, entry)
            documents = self._documents_before(hashes)
            computed = None
            if written is not None and before is not None and documents is not None:
                computed = entry_hash(before, documents, written)
            hash = None if hashes is None or hashes[1] is None else _bytes(hashes[1])
            if waiting is not None:
                # If the next hash follows from this entry, then the entry is right, and its own hash was changed.
                follows = written is not None and documents is not None and hash is not None
                if follows and entry_hash(waiting[2], documents or b"", written or "") == hash:
                    self.problems.append(f"The hash of entry {waiting[0]} is not as it was written; the entry is.")
                    if waiting[1] is not None:
                        yield waiting[1]
                    computed = hash
                else:
                    self.problems.append(f"Entry {waiting[0]} is not as it was written.")
                waiting = None
            if entry is None:
                self.problems.append(f"Entry {position} is lost: it cannot be read.")
            elif hash is None:
                if self.has_hashes:
                    self.problems.append(f"Entry {position} has no hash, so nobody can say if it is whole.")
                yield entry
            elif computed is not None and computed != hash:
                waiting = position, entry, computed
            else:
                yield entry
            before = hash
            if isinstance(entry, DocumentErased):
                erased.add(entry.document)
            if hash is not None:
                self.hashes[position] = hash
                self.head = Head(position, hash)
        if waiting is not None:
            self.problems.append(f"Entry {waiting[0]} is not as it was written.")
        for entry in self._outside_the_chain(last):
            if isinstance(entry, DocumentErased):
                erased.add(entry.document)
            yield entry
        for id in sorted(self.erased - erased):
            self.problems.append(f"The text of document {id!r} is gone, and no entry says that it was erased.")
        for id in sorted(erased - self.erased):
            self.problems.append(f"Document {id!r} was erased, and has a text again or is gone.")

    def _outside_the_chain(self, chained: int) -> Iterator[Entry]:
        """The entries of an import that is over and of those behind it, which have no hashes yet."""
        base = self._only("SELECT min(base) FROM settling") if self.has_waiting else None
        if base is None:
            return
        for number, form, id in self._rows("waiting", "number", ("form", "id")):
            if base + number > chained:
                _, entry = _entry(form)
                self._check_id(base + number, id, entry)
                if entry is None:
                    self.problems.append(f"Entry {base + number} is lost: it cannot be read.")
                else:
                    yield entry

    def _check_id(self, position: int, id: Any, entry: Entry | None) -> None:
        """A lesson that is sent again is known by that id, outside its hash; another's would be taken for it."""
        if entry is not None and (id is None or _bytes(id) != entry.id.encode()):
            self.problems.append(f"Entry {position} is kept under an id that is not its own.")

    def settings(self) -> Iterator[tuple[str, Any]]:
        """The settings that can be read."""
        for key in self._keys("settings", "key"):
            try:
                value = self._one(f"SELECT {self._raw('value')} FROM settings WHERE key = :key", key=key)  # noqa: S608
                yield key, json.loads(_bytes(value))
            except _FAULTS:
                self.problems.append(f"The setting {key!r} cannot be read.")

    def models(self) -> Iterator[Model]:
        """The models that can be read; whether each is one is for others to say."""
        for name in self._keys("models", "name"):
            try:
                query = "SELECT position, time, content FROM models WHERE name = :key"
                position, time, content = self._all(query, key=name)[0]
                yield Model(name, position, _bytes(content), datetime.fromisoformat(time))
            except _FAULTS:
                self.problems.append(f"The model {name!r} cannot be read; learn again.")

    def check_head(self, head: Head) -> None:
        """Whether the project has, at that place, the hash that was kept elsewhere; ask after :meth:`entries`."""
        if head.position and self.hashes.get(head.position) != head.hash:
            self.problems.append(
                f"It does not have the head {head}: entries or texts up to there were changed or removed since it was "
                "printed, or it is the head of another project."
            )

    def _documents_before(self, hashes: list[Any] | None) -> bytes | None:
        if hashes is None:
            return None
        return START if hashes[0] == 0 else self.documents_hashes.get(hashes[0])

    def _rows(
        self, table: str, key: str, columns: tuple[str, ...], last: int | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """All rows up to the last; where one cannot be read, its place with None for every column."""
        if table.endswith("_hashes") and not self.has_hashes:
            return
        last = self._last(table, key) if last is None else last
        listed = ", ".join(map(self._raw, columns))
        query = f"SELECT {key}, {listed} FROM {table} WHERE {key} BETWEEN :first AND :last ORDER BY {key}"  # noqa: S608
        for first in range(1, last + 1, _PAGE):
            there = {row[0]: row for row in self._span(query, first, min(first + _PAGE - 1, last))}
            for number in range(first, min(first + _PAGE, last + 1)):
                yield there.get(number, (number, *[None] * len(columns)))

    def _span(self, query: str, first: int, last: int) -> list[tuple[Any, ...]]:
        try:
            return self._all(query, first=first, last=last)
        except _FAULTS:
            if first == last:
                return []
            middle = (first + last) // 2
            return self._span(query, first, middle) + self._span(query, middle + 1, last)

    def _last(self, table: str, key: str) -> int:
        try:
            return int(self._one(f"SELECT max({key}) FROM {table}") or 0)  # noqa: S608
        except _FAULTS:
            return 0

    def _only(self, query: str) -> int | None:
        try:
            value = self._one(query)
        except _FAULTS:
            return None
        return None if value is None else int(value)

    def _keys(self, table: str, key: str) -> list[str]:
        try:
            return sorted(str(value) for (value,) in self._all(f"SELECT {key} FROM {table}"))  # noqa: S608
        except _FAULTS:
            self.problems.append(f"The {table} cannot be read.")
            return []

    def _raw(self, column: str) -> str:
        """The column so that damaged text can be read too."""
        sqlite = self.connection.dialect.name == "sqlite" and column in ("form", "value", "id", "fields")
        return f"CAST({column} AS BLOB)" if sqlite else column

    def _one(self, query: str, **values: Any) -> Any:
        return self._all(query, **values)[0][0]

    def _all(self, query: str, **values: Any) -> list[tuple[Any, ...]]:
        if self.connection.dialect.name == "postgresql":
            with self.connection.begin_nested():  # a query that fails ends nothing else
                return [tuple(row) for row in self.connection.execute(text(query), values)]
        return [tuple(row) for row in self.connection.execute(text(query), values)]

    def _triggers(self) -> set[str]:
        query = {
            "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
            "postgresql": "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE tgenabled <> 'D' AND relnamespace = current_schema()::regnamespace",
        }
        try:
            return {str(name) for (name,) in self._all(query[self.connection.dialect.name])}
        except _FAULTS:
            return set()

    def _expected_triggers(self) -> set[str]:
        if self.connection.dialect.name == "sqlite":
            guards = {f"{table}_no_{change}" for table in _KEPT for change in ("update", "delete", "replace")}
            new = {f"waiting_no_{change}" for change in ("update", "delete", "replace")}
            new |= {f"settling_no_{change}" for change in ("update", "delete", "old")}
            return guards | new | {"staging_no_old", "staging_no_update"}
        rest = {f"{table}_only_{what}" for table in ("documents", "document_hashes") for what in ("erased", "staged")}
        rest |= {f"{table}_never_changed" for table in (*_KEPT, "waiting", "settling")}
        return rest | {"staging_only_new", "waiting_only_moved", "settling_only_settled"}


@contextmanager
def inspecting(address: str | PathLike[str]) -> Iterator[Inspection]:
    """A project to be looked at, however damaged it is; it is not changed."""
    where = place(address)
    if is_file(address):
        path = Path(address)
        if not path.exists():
            raise NotAProject(f"There is no file {where}; check the path.")
        if not is_project(path):
            raise NotAProject(f"{where} does not begin like a project, so nothing in it can be read. Use a backup.")
        engine = create_engine("sqlite://", creator=reader_of(path), poolclass=NullPool)
    else:
        engine = server_engine(str(address))
    try:
        with engine.connect() as connection:
            yield Inspection(where, connection)
    finally:
        engine.dispose()


def _document(id: Any, content: Any, fields: str | None) -> Document | None:
    """The document, with marks where its bytes are no text; None where it cannot be read."""
    try:
        if content is None:
            return None
        if _bytes(content) == ERASED:
            return Document(_bytes(id).decode(), "", erased=True)
        beside = Fields.kept(fields)
        with suppress(*_FAULTS, AttributeError, KeyError):
            beside.to_json()
            return Document(_bytes(id).decode(), _bytes(content).decode(errors="replace"), beside)
        return Document(_bytes(id).decode(), _bytes(content).decode(errors="replace"))
    except _FAULTS:
        return None


def _entry(form: Any) -> tuple[str | None, Entry | None]:
    try:
        written = _bytes(form).decode()
    except _FAULTS:
        return None, None
    try:
        return written, from_json(json.loads(written))
    except _FAULTS:
        return written, None


def _bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)
