"""Reading a project in a SQLite file or a PostgreSQL database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, Table, func, select, true

from teachback.errors import BadLesson, BadText, UnknownDocument
from teachback.record import Document, Entry, Fields
from teachback.record.form import from_json
from teachback.store import schema, search, vectors, waiting
from teachback.store.chain import ERASED, START, Head
from teachback.store.failure import Damaged
from teachback.store.log import KeptVectors, Model, ModelCard

MANY = 500  # rows of any page or batch
ROOM = 4 << 20  # about how many bytes of text a page or a batch may hold
_FEW = 50  # rows of the first page
_STAGED = (schema.documents, schema.document_hashes)
_FIRST_STAGED = select(func.coalesce(func.min(schema.staging.c.first), 2**62)).scalar_subquery()


@dataclass(frozen=True)
class Links:
    """Salts and digests of texts, and how many documents each entry had before it."""

    texts: Iterator[tuple[bytes | None, bytes]]
    documents: Iterator[int]


class SqlReader:
    """Reads through one connection or, as a store does, through a fresh one for every question.

    Long lists are read in pages, so that an unfinished iterator holds no connection.
    """

    def __init__(self, engine: Engine, connection: Connection | None = None, *, staged: bool = False) -> None:
        self._engine = engine
        self._one = connection
        self._staged = staged  # whether the documents of an import that is under way are seen

    @property
    def position(self) -> int:
        with self._connected() as connection:
            return connection.scalar(waiting.LAST_POSITION) or 0

    @property
    def size(self) -> int:
        return self._last(schema.documents)

    def entries(self, after: int = 0) -> Iterator[Entry]:
        return (entry_in(row) for row in self._rows(schema.entries, after))

    def documents(self, after: int = 0) -> Iterator[Document]:
        return map(document_in, self._rows(schema.documents, after))

    def document(self, id: str) -> Document:
        table, row = schema.documents, None
        if "\0" not in id:  # which no id has, and PostgreSQL cannot be asked for
            with self._connected() as connection:
                asked = select(table).where(table.c.id == id, self._seen(table))
                row = connection.execute(asked).one_or_none()
        if row is None:
            raise UnknownDocument(id)
        return document_in(row)

    def search(self, query: str, limit: int | None = None) -> list[str]:
        with self._connected() as connection:
            return search.find(connection, query, limit, staged=self._staged)

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
        """How many entries the chain has, and the hash of the last, which stands for all that is kept in it."""
        table = schema.entry_hashes.c
        with self._connected() as connection:
            last = connection.execute(select(table.position, table.hash).order_by(table.position.desc())).first()
        return Head(0, START) if last is None else Head(*last)

    @property
    def is_settling(self) -> bool:
        """Whether entries of an import that is over are still outside the chain."""
        with self._connected() as connection:
            return connection.scalar(select(waiting.BASE)) is not None

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

    def _seen(self, table: Table) -> ColumnElement[bool]:
        """Which rows of a table are seen."""
        return seen(table) if table in _STAGED and not self._staged else true()

    def _last(self, table: Table) -> int:
        with self._connected() as connection:
            return connection.scalar(select(func.max(number_of(table))).where(self._seen(table))) or 0

    def _page(self, table: Table, after: int, most: int) -> Select[Any]:
        if table is schema.entries:
            return waiting.page(after, most)
        return select(table).where(number_of(table) > after, self._seen(table)).order_by(number_of(table)).limit(most)

    def _rows(self, table: Table, after: int) -> Iterator[Row[Any]]:
        most = _FEW
        while True:
            with self._connected() as connection:
                rows = connection.execute(self._page(table, after, most)).all()
            yield from rows
            if len(rows) < most:
                return
            after = rows[-1][0]
            held = sum(len(part) for row in rows for part in row[2:] if isinstance(part, str | bytes))
            most = max(1, min(MANY, ROOM * len(rows) // (held + 1)))


def seen(table: Table) -> ColumnElement[bool]:
    """The documents, or their hashes, without those of an import that is under way."""
    return number_of(table) < _FIRST_STAGED


def number_of(table: Table) -> ColumnElement[int]:
    """The column that counts a table's rows: its first."""
    return next(iter(table.c))


def entry_in(row: Row[Any]) -> Entry:
    try:
        return from_json(json.loads(row.form))
    except (ValueError, TypeError, RecursionError, BadLesson):
        raise Damaged(f"entry {row.position}") from None


def document_in(row: Row[Any]) -> Document:
    if row.text == ERASED:
        return Document(row.id, "", erased=True)
    try:
        return Document(row.id, row.text.decode(), Fields.kept(row.fields))
    except (UnicodeDecodeError, AttributeError, BadText):
        raise Damaged(f"document {row.id!r}") from None


def room_of(document: Document, least: int = ROOM // MANY) -> int:
    """About how many bytes of a batch the document takes."""
    return len(document.text) + len(document.fields.form or "") + least
