"""A project in a SQLite file or a PostgreSQL database."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from threading import Lock
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Row, Table, delete, func, insert, select

from teachback.errors import UnknownDocument
from teachback.record import Document, Entry
from teachback.record.form import from_json, to_json
from teachback.store import schema, search
from teachback.store.closing import Closing
from teachback.store.content import batches, check_key, check_resent, check_unchanged, setting_text
from teachback.store.engine import begin_reading, begin_writing
from teachback.store.log import Model, ModelCard, Reader, Writer

_FEW, _MANY = 50, 500  # rows of the first page, and of any page or batch
_REMEMBERED, _SHORT = 2000, 10_000  # documents that are remembered, and the characters of the longest of them
_ROOM = 4 << 20  # about how many bytes of text a page or a batch may hold


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
        return (from_json(json.loads(row.form)) for row in self._rows(schema.entries, after))

    def documents(self, after: int = 0) -> Iterator[Document]:
        return (Document(row.id, row.text.decode()) for row in self._rows(schema.documents, after))

    def document(self, id: str) -> Document:
        table, text = schema.documents.c, None
        if "\0" not in id:  # which no id has, and PostgreSQL cannot be asked for
            with self._connected() as connection:
                text = connection.scalar(select(table.text).where(table.id == id))
        if text is None:
            raise UnknownDocument(id)
        return Document(id, text.decode())

    def search(self, query: str, limit: int | None = None) -> list[str]:
        with self._connected() as connection:
            return search.find(connection, query, limit)

    def models(self) -> list[ModelCard]:
        table = schema.models.c
        with self._connected() as connection:
            rows = connection.execute(select(table.name, table.position, table.time, func.length(table.content))).all()
        return [
            ModelCard(name, position, datetime.fromisoformat(at), size) for name, position, at, size in sorted(rows)
        ]

    def model(self, name: str) -> Model | None:
        with self._connected() as connection:
            row = connection.execute(select(schema.models).where(schema.models.c.name == name)).one_or_none()
        return None if row is None else Model(name, row.position, row.content, datetime.fromisoformat(row.time))

    def settings(self) -> dict[str, Any]:
        with self._connected() as connection:
            rows = connection.execute(select(schema.settings)).all()
        return {key: json.loads(value) for key, value in sorted(rows)}

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
            held = sum(len(row[-1]) for row in rows)
            most = max(1, min(_MANY, _ROOM * len(rows) // (held + 1)))


class SqlWriter(SqlReader):
    """Writes in the transaction that the store began on its one connection."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        super().__init__(engine, connection)
        self._connection = connection
        self._written: int | None = None  # entries, once counted: no other writer changes them

    @property
    def position(self) -> int:
        if self._written is None:
            self._written = super().position
        return self._written

    def append(self, entries: Iterable[Entry]) -> list[int]:
        positions: list[int] = []
        last = self.position
        for batch in batches(entries, lambda entry: 1, _MANY):
            sent = self._known(schema.entries, batch)
            known = {row.id: (row.position, from_json(json.loads(row.form))) for row in sent}
            rows = []
            for entry in batch:
                if entry.id in known:
                    check_resent(entry, known[entry.id][1])
                else:
                    check_key(entry.id, "an entry's id")
                    form = json.dumps(to_json(entry), ensure_ascii=False, allow_nan=False)
                    rows.append({"position": last + 1, "previous": last or None, "id": entry.id, "form": form})
                    last += 1
                    known[entry.id] = (last, entry)
                positions.append(known[entry.id][0])
            self._insert(schema.entries, rows)
            self._written = last
        return positions

    def add_documents(self, documents: Iterable[Document]) -> int:
        first = last = self.size
        for batch in batches(documents, lambda document: len(document.text) + _ROOM // _MANY, _ROOM):
            known = {row.id: row.text.decode() for row in self._known(schema.documents, batch)}
            rows: list[dict[str, Any]] = []
            texts: list[tuple[int, str]] = []
            for document in batch:
                if document.id in known:
                    check_unchanged(document, known[document.id])
                else:
                    check_key(document.id, "a document's id")
                    last += 1
                    rows.append({"number": last, "id": document.id, "text": document.text.encode()})
                    texts.append((last, document.text))
                    known[document.id] = document.text
            self._insert(schema.documents, rows)
            search.index(self._connection, texts)
        return last - first

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
            yield SqlWriter(self._engine, connection)
            connection.commit()
            self._known = {}

    def _once(self, what: str, read: Callable[[], Any]) -> Any:
        """The answer, read again when the moment is over or this store has written."""
        known = self._known  # a write replaces it, so an answer from before the write is not kept
        until, answer = known.get(what, (0.0, None))
        if time.monotonic() >= until:
            answer = read()
            known[what] = time.monotonic() + self._patience, answer
        return answer

    def close(self) -> None:
        self._engine.dispose()


def _number(table: Table) -> ColumnElement[int]:
    """The column that counts a table's rows: its first."""
    return next(iter(table.c))
