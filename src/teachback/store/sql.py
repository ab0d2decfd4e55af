"""A project in a SQLite file or a PostgreSQL database."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Table, delete, func, insert, select

from teachback.record import Document, DocumentErased, Entry
from teachback.record.form import to_json
from teachback.store import schema, search, vectors, waiting
from teachback.store.chain import ERASED, START, Head, digest, document_hash, entry_hash, new_salt
from teachback.store.content import batches, check_key, check_resent, check_unchanged, setting_text
from teachback.store.engine import begin_reading, begin_writing, commit, file_of
from teachback.store.erasing import ERASURE, erase, erased_at, is_swept, sweep
from teachback.store.failure import Busy, Damaged
from teachback.store.log import Closing, KeptVectors, Model, Reader, Staging
from teachback.store.reading import MANY, ROOM, Links, SqlReader, document_in, entry_in, room_of, seen
from teachback.store.staging import coming, staging

Link = TypeVar("Link")

_REMEMBERED, _SHORT = 2000, 10_000  # documents that are remembered, and the characters of the longest of them
_hashes = schema.document_hashes
_LAST_HASH = select(_hashes.c.hash).order_by(_hashes.c.number.desc()).limit(1)
_LAST_NUMBER = select(func.max(schema.documents.c.number))
_LAST_ENTRY = (
    waiting.CHAINED,
    select(schema.entry_hashes.c.hash).order_by(schema.entry_hashes.c.position.desc()).limit(1).scalar_subquery(),
    waiting.BASE,
    waiting.LAST_NUMBER,
)
_ENDS = {  # by whether the documents of an import that is under way count
    True: select(*_LAST_ENTRY, _LAST_NUMBER.scalar_subquery(), _LAST_HASH.scalar_subquery()),
    False: select(
        *_LAST_ENTRY,
        _LAST_NUMBER.where(seen(schema.documents)).scalar_subquery(),
        _LAST_HASH.where(seen(_hashes)).scalar_subquery(),
    ),
}


@dataclass
class _End:
    """The last entry in the chain and the last document, with their hashes; and the entries that wait."""

    chained: int
    entry: bytes
    base: int | None  # behind which entries wait that are part of the record
    waiting: int  # the number of the last of them
    size: int
    document: bytes

    @property
    def position(self) -> int:
        """Of the last entry of the record."""
        return self.chained if self.base is None else self.base + self.waiting


class SqlWriter(SqlReader):
    """Writes in the transaction that the store began on its one connection."""

    def __init__(self, engine: Engine, connection: Connection, *, staged: bool = False) -> None:
        super().__init__(engine, connection, staged=staged)
        self._connection = connection
        self._end_there: _End | None = None  # once read: no other writer changes it
        self._links: Links | None = None
        self._linked = 0, START
        self.has_erased = False

    @property
    def position(self) -> int:
        return self._end.position

    @property
    def size(self) -> int:
        return self._end.size

    @property
    def head(self) -> Head:
        return Head(self._end.chained, self._end.entry)

    def follow(self, links: Links) -> None:
        """Give what is written next the places in the chain that it has where it comes from."""
        self._links = links

    @property
    def connection(self) -> Connection:
        """In whose transaction it writes."""
        return self._connection

    @property
    def is_settling(self) -> bool:
        """Whether entries of an import that is over are still outside the chain."""
        return self._end.base is not None

    def publish(self) -> None:
        """Let everybody see the import that is under way, when this block has ended."""
        self._connection.execute(delete(schema.staging))
        if self._end.waiting:
            self._end.base = self._end.chained
            self._insert(schema.settling, [{"base": self._end.base}])

    def wait(self, entries: Sequence[Entry]) -> None:
        """Let entries of the import that is under way wait for its end."""
        waiting.add(self._connection, [_written(entry) for entry in entries], self._end.waiting + 1)
        self._end.waiting += len(entries)

    def settle(self, most: int) -> bool:
        """Move some waiting entries of the record into the chain; says whether there are more."""
        end = self._end
        if end.base is None:
            return False
        rows = waiting.first_of(self._connection, most)
        self._chain([waiting.WaitingEntry(row.id, row.form) for row in rows])
        if rows:
            waiting.remove_to(self._connection, rows[-1].number)
        if end.chained < end.position:
            return True
        self._connection.execute(delete(schema.settling))
        end.base, end.waiting = None, 0
        return False

    def append(self, entries: Iterable[Entry]) -> list[int]:
        positions: list[int] = []
        end = self._end
        for batch in batches(entries, lambda entry: 1, MANY):
            sent = self._connection.execute(waiting.with_ids([entry.id for entry in batch])).all()
            known = {row.id: (row.position, entry_in(row)) for row in sent}
            new: list[Entry] = []
            for entry in batch:
                if entry.id in known:
                    check_resent(entry, known[entry.id][1])
                else:
                    new.append(entry)
                    known[entry.id] = (end.position + len(new), entry)
                positions.append(known[entry.id][0])
            if end.base is not None:
                self.wait(new)
            elif new:
                self._chain([_written(entry) for entry in new])
            self._erase([entry for entry in batch if isinstance(entry, DocumentErased)])
        return positions

    def add_documents(self, documents: Iterable[Document]) -> int:
        end = self._end
        first = end.size
        if end.base is not None or (
            not self._staged and self._connection.scalar(select(schema.staging.c.first)) is not None
        ):
            raise Busy("An import is under way, and nothing of this was kept; do it again when that has finished.")
        for batch in batches(documents, room_of, ROOM):
            known = {row.id: document_in(row).text for row in self._known(batch)}
            rows: list[dict[str, Any]] = []
            hashes: list[dict[str, Any]] = []
            texts: list[tuple[int, str]] = []
            for document in batch:
                if document.id in known:
                    check_unchanged(document, known[document.id])
                else:
                    check_key(document.id, "a document's id")
                    text, fields = document.text.encode(), document.fields.form
                    salt, seal = self._sealed(document, text, fields)
                    end.size += 1
                    end.document = document_hash(end.document, document.id, seal)
                    rows.append(
                        {
                            "number": end.size,
                            "id": document.id,
                            "text": ERASED if document.erased else text,
                            "fields": fields,
                        }
                    )
                    hashes.append({"number": end.size, "salt": salt, "digest": seal, "hash": end.document})
                    texts.append((end.size, document.text))
                    known[document.id] = document.text
            self._insert(schema.documents, rows)
            self._insert(schema.document_hashes, hashes)
            search.index(self._connection, texts)
        return end.size - first

    def keep_model(self, model: Model) -> bool:
        table = schema.models
        check_key(model.name, "a model's name")
        if model.position < erased_at(self.settings()):
            return False
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
            row = self._connection.execute(_ENDS[self._staged]).one()
            chained, entry, base, number, size, document = row
            self._end_there = _End(chained or 0, entry or START, base, number or 0, size or 0, document or START)
        return self._end_there

    def _chain(self, entries: Sequence[waiting.WaitingEntry]) -> None:
        """Write entries that are new to the chain."""
        rows, hashes, end = [], [], self._end
        for id, form in entries:
            documents, hash = self._documents_before()
            before, end.chained = end.chained, end.chained + 1
            end.entry = entry_hash(end.entry, hash, form)
            rows.append({"position": end.chained, "previous": before or None, "id": id, "form": form})
            hashes.append({"position": end.chained, "documents": documents, "hash": end.entry})
        self._insert(schema.entries, rows)
        self._insert(schema.entry_hashes, hashes)

    def _sealed(self, document: Document, text: bytes, fields: str | None) -> tuple[bytes | None, bytes]:
        """The salt of a text, which none has that was erased, and the digest by which the chain knows it."""
        salt, known = (new_salt(), None) if self._links is None else _next(self._links.texts, "a text")
        if document.erased:
            return None, known or digest(new_salt(), text, fields)
        return salt, digest(salt or b"", text, fields)

    def _erase(self, events: Sequence[DocumentErased]) -> None:
        """Remove texts, and note that there is something to be swept when this is committed."""
        erased = [erase(self._connection, event.document) for event in events]
        if any(erased):
            self.put(ERASURE, {"position": self._end.position, "swept": False})
            self.has_erased = True

    def _documents_before(self) -> tuple[int, bytes]:
        """How many documents stand before the next entry in the chain, and the hash of the last of them."""
        if self._links is None:
            return self._end.size, self._end.document
        wanted = _next(self._links.documents, "an entry")
        if wanted != self._linked[0]:
            table = schema.document_hashes.c
            hash = self._connection.scalar(select(table.hash).where(table.number == wanted))
            self._linked = wanted, hash or START
        return self._linked

    def keep_vectors(self, made: KeptVectors) -> None:
        vectors.keep(self._connection, made)

    def forget_vectors(self, besides: str) -> None:
        vectors.forget(self._connection, besides)

    def _known(self, documents: Sequence[Document]) -> Sequence[Row[Any]]:
        table, ids = schema.documents, [document.id for document in documents]
        return self._connection.execute(select(table).where(table.c.id.in_(ids))).all()

    def _insert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        if rows:
            self._connection.execute(insert(table), rows)


class SqlStore(Closing, SqlReader):
    """A project in a database; :func:`teachback.store.open_store` opens one."""

    def __init__(self, engine: Engine, patience: float = 0.0) -> None:
        super().__init__(engine)
        self._writing = Lock()  # threads queue here: SQLite would let them look again after longer and longer naps
        self.importing = Lock()  # held by the thread whose import is under way
        self._patience = patience
        self._known: dict[str, tuple[float, Any]] = {}  # what was read a moment ago, and until when it holds
        self._read: dict[str, Document] = {}  # documents that were read last

    @property
    def position(self) -> int:
        return int(self._once("position", lambda: super(SqlStore, self).position))

    @property
    def size(self) -> int:
        return int(self._once("size", lambda: super(SqlStore, self).size))

    def settings(self) -> dict[str, Any]:
        return dict(self._once("settings", super().settings))

    def document(self, id: str) -> Document:
        read = self._read  # another, once a document was erased
        read_document = read.get(id)
        if read_document is None:
            read_document = super().document(id)
            if len(read_document.text) <= _SHORT:
                if len(read) >= _REMEMBERED:
                    read.clear()
                read[id] = read_document
        return read_document

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with self._engine.connect() as connection:
            begin_reading(connection)
            yield SqlReader(self._engine, connection)

    @contextmanager
    def writing(self, *, staged: bool = False) -> Iterator[SqlWriter]:
        with self._writing, self._engine.connect() as connection:
            begin_writing(connection)
            writer = SqlWriter(self._engine, connection, staged=staged)
            yield writer
            commit(connection)
            self._known = {}
            self._remember_head(connection, writer.head)
        if writer.has_erased:
            self.finish_erasing()

    def finish_erasing(self) -> None:
        """Leave no bytes of erased texts behind, where there may be some."""
        self.forget()
        if not is_swept(settings := self.settings()):
            with self._writing:
                sweep(self._engine)
            with self.writing() as writer:
                writer.put(ERASURE, {**settings[ERASURE], "swept": True})

    def forget(self) -> None:
        self._read = {}

    def staging(self) -> AbstractContextManager[Staging]:
        return staging(self)

    def coming(self) -> Reader | None:
        return coming(self._engine)

    @property
    def has_staged(self) -> bool:
        """Whether an import is under way, or was killed."""
        with self._engine.connect() as connection:
            return connection.scalar(select(schema.staging.c.first)) is not None

    def any_document(self, id: str) -> Document:
        """A document, perhaps of an import that is under way."""
        return SqlReader(self._engine, staged=True).document(id)

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


def _next(links: Iterator[Link], of: str) -> Link:
    """The next link of a chain that is copied; there is one for each text and each entry."""
    for link in links:
        return link
    raise Damaged(f"the hash of {of}")


def _written(entry: Entry) -> waiting.WaitingEntry:
    check_key(entry.id, "an entry's id")
    return waiting.WaitingEntry(entry.id, json.dumps(to_json(entry), ensure_ascii=False, allow_nan=False))
