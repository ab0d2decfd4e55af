"""A project in a SQLite file or a PostgreSQL database."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, Table, delete, func, insert, select

from teachback.errors import BadLesson, BadText, UnknownDocument
from teachback.record import Document, Entry, Fields
from teachback.record.form import from_json, to_json
from teachback.store import schema, search, vectors
from teachback.store.chain import START, Head, digest, document_hash, entry_hash, new_salt
from teachback.store.closing import Closing
from teachback.store.content import batches, check_key, check_resent, check_unchanged, setting_text
from teachback.store.engine import begin_reading, begin_writing, commit, file_of
from teachback.store.failure import Damaged
from teachback.store.log import KeptVectors, Model, ModelCard, Reader, Writer

_FEW, _MANY = 50, 500  # rows of the first page, and of any page or batch
_REMEMBERED, _SHORT = 2000, 10_000  # documents that are remembered, and the characters of the longest of them
_ENDS = select(
    select(func.max(schema.entries.c.position)).scalar_subquery(),
    select(schema.entry_hashes.c.hash).order_by(schema.entry_hashes.c.position.desc()).limit(1).scalar_subquery(),
    select(func.max(schema.documents.c.number)).scalar_subquery(),
    select(schema.document_hashes.c.hash).order_by(schema.document_hashes.c.number.desc()).limit(1).scalar_subquery(),
)
_ROOM = 4 << 20  # about how many bytes of text a page or a batch may hold


@dataclass(frozen=True)
class Links:
    """Salts and digests of texts, and how many documents each entry had before it."""

    texts: Iterator[tuple[bytes, bytes]]
    documents: Iterator[int]


@dataclass
class _End:
    """The last entry and the last document, with their hashes."""

    position: int
    entry: bytes
    size: int
    document: bytes


class SqlReader:
    """Reads through one connection or, as a store does, through a fresh one for every question.

    Long lists are read in pages, so that an unfinished iterator holds no connection.
    """

    def __init__(self, engine: Engine, connection: Connection | None = None) -> None:
        self._engine = engine
        self._one = connection

    @property
    def position(self) -> int:
        return self._last(schema.entries)

    @property
    def size(self) -> int:
        return self._last(schema.documents)

    def entries(self, after: int = 0) -> Iterator[Entry]:
        return (_entry(row) for row in self._rows(schema.entries, after))

    def documents(self, after: int = 0) -> Iterator[Document]:
        return map(_document, self._rows(schema.documents, after))

    def document(self, id: str) -> Document:
        table, row = schema.documents, None
        if "\0" not in id:  # which no id has, and PostgreSQL cannot be asked for
            with self._connected() as connection:
                row = connection.execute(select(table).where(table.c.id == id)).one_or_none()
        if row is None:
            raise UnknownDocument(id)
        return _document(row)

    def search(self, query: str, limit: int | None = None) -> list[str]:
        with self._connected() as connection:
            return search.find(connection, query, limit)

    def models(self) -> list[ModelCard]:
        table = schema.models.c
        with self._connected() as connection:
            rows = connection.execute(select(table.name, table.position, table.time, func.length(table.content))).all()
        try:
            return [
                ModelCard(name, position, datetime.fromisoformat(at), size) for name, position, at, size in sorted(rows)
            ]
        except (ValueError, TypeError):
            raise Damaged("a model") from None

    def model(self, name: str) -> Model | None:
        with self._connected() as connection:
            row = connection.execute(select(schema.models).where(schema.models.c.name == name)).one_or_none()
        try:
            return None if row is None else Model(name, row.position, row.content, datetime.fromisoformat(row.time))
        except (ValueError, TypeError, BadText):
            raise Damaged(f"the model {name!r}") from None

    def settings(self) -> dict[str, Any]:
        with self._connected() as connection:
            rows = connection.execute(select(schema.settings)).all()
        try:
            return {key: json.loads(value) for key, value in sorted(rows)}
        except (ValueError, TypeError, RecursionError):
            raise Damaged("a setting") from None

    @property
    def head(self) -> Head:
        """How many entries there are, and the hash of the last, which stands for all that is kept in the chain."""
        table = schema.entry_hashes.c
        with self._connected() as connection:
            last = connection.execute(select(table.position, table.hash).order_by(table.position.desc())).first()
        return Head(0, START) if last is None else Head(*last)

    def links(self) -> Links:
        """What a copy needs to be of the same chain: the salts of the texts, and how many there were at each entry."""
        salts = ((row.salt, row.digest) for row in self._rows(schema.document_hashes, 0))
        return Links(salts, (row.documents for row in self._rows(schema.entry_hashes, 0)))

    def vectors(self, encoder: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        with self._connected() as connection:
            return vectors.find(connection, encoder, keys)

    def count_vectors(self, encoder: str) -> int:
        with self._connected() as connection:
            return vectors.count(connection, encoder)

    def all_vectors(self) -> Iterator[KeptVectors]:
        page: KeptVectors | None = None
        while True:
            with self._connected() as connection:
                page = vectors.page(connection, page)
            if page is None:
                return
            yield page

    def _connected(self) -> AbstractContextManager[Connection]:
        return self._engine.connect() if self._one is None else nullcontext(self._one)

    def _last(self, table: Table) -> int:
        with self._connected() as connection:
            return connection.scalar(select(func.max(_number(table)))) or 0

    def _rows(self, table: Table, after: int) -> Iterator[Row[Any]]:
        most = _FEW
        while True:
            page = select(table).where(_number(table) > after).order_by(_number(table)).limit(most)
            with self._connected() as connection:
                rows = connection.execute(page).all()
            yield from rows
            if len(rows) < most:
                return
            after = rows[-1][0]
            held = sum(len(part) for row in rows for part in row[2:] if isinstance(part, str | bytes))
            most = max(1, min(_MANY, _ROOM * len(rows) // (held + 1)))


class SqlWriter(SqlReader):
    """Writes in the transaction that the store began on its one connection."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        super().__init__(engine, connection)
        self._connection = connection
        self._end_there: _End | None = None  # once read: no other writer changes it
        self._links: Links | None = None
        self._linked = 0, START

    @property
    def position(self) -> int:
        return self._end.position

    @property
    def size(self) -> int:
        return self._end.size

    @property
    def head(self) -> Head:
        return Head(self._end.position, self._end.entry)

    def follow(self, links: Links) -> None:
        """Give what is written next the places in the chain that it has where it comes from."""
        self._links = links

    def append(self, entries: Iterable[Entry]) -> list[int]:
        positions: list[int] = []
        end = self._end
        for batch in batches(entries, lambda entry: 1, _MANY):
            sent = self._known(schema.entries, batch)
            known = {row.id: (row.position, _entry(row)) for row in sent}
            rows, hashes = [], []
            for entry in batch:
                if entry.id in known:
                    check_resent(entry, known[entry.id][1])
                else:
                    check_key(entry.id, "an entry's id")
                    form = json.dumps(to_json(entry), ensure_ascii=False, allow_nan=False)
                    documents, hash = self._documents_before()
                    before, end.position = end.position, end.position + 1
                    end.entry = entry_hash(end.entry, hash, form)
                    rows.append({"position": end.position, "previous": before or None, "id": entry.id, "form": form})
                    hashes.append({"position": end.position, "documents": documents, "hash": end.entry})
                    known[entry.id] = (end.position, entry)
                positions.append(known[entry.id][0])
            self._insert(schema.entries, rows)
            self._insert(schema.entry_hashes, hashes)
        return positions

    def add_documents(self, documents: Iterable[Document]) -> int:
        end = self._end
        first = end.size
        for batch in batches(documents, _room, _ROOM):
            known = {row.id: _document(row).text for row in self._known(schema.documents, batch)}
            rows: list[dict[str, Any]] = []
            hashes: list[dict[str, Any]] = []
            texts: list[tuple[int, str]] = []
            for document in batch:
                if document.id in known:
                    check_unchanged(document, known[document.id])
                else:
                    check_key(document.id, "a document's id")
                    text, fields, salt = document.text.encode(), document.fields.form, self._salt()
                    end.size, found = end.size + 1, digest(salt, text, fields)
                    end.document = document_hash(end.document, document.id, found)
                    rows.append({"number": end.size, "id": document.id, "text": text, "fields": fields})
                    hashes.append({"number": end.size, "salt": salt, "digest": found, "hash": end.document})
                    texts.append((end.size, document.text))
                    known[document.id] = document.text
            self._insert(schema.documents, rows)
            self._insert(schema.document_hashes, hashes)
            search.index(self._connection, texts)
        return end.size - first

    def keep_model(self, model: Model) -> bool:
        table = schema.models
        check_key(model.name, "a model's name")
        there = self._connection.scalar(select(table.c.position).where(table.c.name == model.name))
        if there is not None and there > model.position:
            return False
        row = {"position": model.position, "time": model.time.isoformat(), "content": model.content}
        self._connection.execute(delete(table).where(table.c.name == model.name))
        self._connection.execute(insert(table), {"name": model.name, **row})
        return True

    def put(self, key: str, value: Any) -> None:
        table = schema.settings
        text = setting_text(key, value)
        self._connection.execute(delete(table).where(table.c.key == key))
        self._connection.execute(insert(table), {"key": key, "value": text})

    @property
    def _end(self) -> _End:
        if self._end_there is None:
            found = self._connection.execute(_ENDS).one()
            self._end_there = _End(found[0] or 0, found[1] or START, found[2] or 0, found[3] or START)
        return self._end_there

    def _salt(self) -> bytes:
        return new_salt() if self._links is None else next(self._links.texts)[0]

    def _documents_before(self) -> tuple[int, bytes]:
        """How many documents stand before the next entry in the chain, and the hash of the last of them."""
        if self._links is None:
            return self._end.size, self._end.document
        wanted = next(self._links.documents)
        if wanted != self._linked[0]:
            table = schema.document_hashes.c
            hash = self._connection.scalar(select(table.hash).where(table.number == wanted))
            self._linked = wanted, hash or START
        return self._linked

    def keep_vectors(self, made: KeptVectors) -> None:
        vectors.keep(self._connection, made)

    def forget_vectors(self, besides: str) -> None:
        vectors.forget(self._connection, besides)

    def _known(self, table: Table, items: Sequence[Entry] | Sequence[Document]) -> Sequence[Row[Any]]:
        ids = [item.id for item in items]
        return self._connection.execute(select(table).where(table.c.id.in_(ids))).all()

    def _insert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert(table), rows)


class SqlStore(Closing, SqlReader):
    """A project in a database; :func:`teachback.store.open_store` opens one."""

    def __init__(self, engine: Engine, patience: float = 0.0) -> None:
        super().__init__(engine)
        self._writing = Lock()  # threads queue here: SQLite would let them look again after longer and longer naps
        self._patience = patience
        self._known: dict[str, tuple[float, Any]] = {}  # what was read a moment ago, and until when it holds
        self._read: dict[str, Document] = {}  # documents that were read last; they never change

    @property
    def position(self) -> int:
        return int(self._once("position", lambda: self._last(schema.entries)))

    @property
    def size(self) -> int:
        return int(self._once("size", lambda: self._last(schema.documents)))

    def settings(self) -> dict[str, Any]:
        return dict(self._once("settings", super().settings))

    def document(self, id: str) -> Document:
        found = self._read.get(id)
        if found is None:
            found = super().document(id)
            if len(found.text) <= _SHORT:
                if len(self._read) >= _REMEMBERED:
                    self._read = {}
                self._read[id] = found
        return found

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with self._engine.connect() as connection:
            begin_reading(connection)
            yield SqlReader(self._engine, connection)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._writing, self._engine.connect() as connection:
            begin_writing(connection)
            writer = SqlWriter(self._engine, connection)
            yield writer
            commit(connection)
            self._known = {}
            self._remember_head(connection, writer.head)

    def _once(self, what: str, read: Callable[[], Any]) -> Any:
        """The answer, read again when the moment is over or this store has written."""
        known = self._known  # a write replaces it, so an answer from before the write is not kept
        until, answer = known.get(what, (0.0, None))
        if time.monotonic() >= until:
            answer = read()
            known[what] = time.monotonic() + self._patience, answer
        return answer

    def check_place(self) -> None:
        """Raise :class:`~teachback.store.failure.FileChanged` where the file is not the one that was opened."""
        with self._engine.connect() as connection:
            if file := file_of(connection):
                file.check()

    def _remember_head(self, connection: Connection, head: Head) -> None:
        """Let the file, where another program has written it, be asked for the last entry that we know of."""
        if file := file_of(connection):
            query = "SELECT hash FROM entry_hashes WHERE position = ?"
            file.holds = lambda reading: (
                head.position == 0 or (reading.execute(query, [head.position]).fetchone() == (head.hash,))
            )

    def close(self) -> None:
        self._engine.dispose()


def _room(document: Document) -> int:
    """About how many bytes of a batch the document takes."""
    return len(document.text) + len(document.fields.form or "") + _ROOM // _MANY


def _number(table: Table) -> ColumnElement[int]:
    """The column that counts a table's rows: its first."""
    return next(iter(table.c))


def _entry(row: Row[Any]) -> Entry:
    try:
        return from_json(json.loads(row.form))
    except (ValueError, RecursionError, BadLesson):
        raise Damaged(f"entry {row.position}") from None


def _document(row: Row[Any]) -> Document:
    try:
        return Document(row.id, row.text.decode(), Fields.kept(row.fields))
    except (UnicodeDecodeError, AttributeError, BadText):
        raise Damaged(f"document {row.id!r}") from None
