"""An import in slices: it waits behind what everybody sees, outside the chain, until all of it is seen at once.

Between two slices others write, and none waits long: a slice is as large as a short time allows. A row
of the table ``staging`` says where its documents begin; to publish them is to delete that row. Its entries
(:mod:`teachback.store.waiting`) are seen by the same act, and moved into the chain of hashes in slices again. Where the
import is given up, or its process was killed before that act, all of it is deleted; where it was killed after it, the
next to open the project goes on.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, Select, Table, delete, func, insert, select

from teachback.record import Document, Entry
from teachback.store import schema, search, waiting
from teachback.store.failure import WAIT, Busy, CannotKeep
from teachback.store.reading import SqlReader, document_in, room_of

if TYPE_CHECKING:
    from teachback.store.sql import SqlStore, SqlWriter

_LEAST, _MOST = 100, 4000  # rows of a slice
_SECONDS = 0.1  # for which a slice may keep others waiting
_ROOM = 1 << 12  # bytes of text that count as one row more
_MANY = 200  # rows of the first slice; an import with no more entries than this writes them in its last act
_PAUSE, _POLL = 0.005, 0.1  # seconds for others after a slice, and between two looks at whether another has finished
_QUERY, _NO_SUCH_PROCESS = 0x1000, 87  # of Windows


class SliceSize:
    """How many rows a slice may have, by how long the last one took.

    >>> size = SliceSize()
    >>> size.note(200, 0.2)  # others waited too long
    >>> size.rows
    100
    """

    def __init__(self) -> None:
        self.rows = _MANY

    def note(self, rows: int, seconds: float) -> None:
        """Let the next slice be half as large, or twice as large where this one was full."""
        if seconds > _SECONDS:
            self.rows = max(_LEAST, self.rows // 2)
        elif seconds < _SECONDS / 2 and rows >= self.rows:
            self.rows = min(2 * self.rows, _MOST)

    @contextmanager
    def slice(self, store: SqlStore, rows: int) -> Iterator[SqlWriter]:
        """A writer for a slice of `rows` rows; other writers get their turn after it."""
        with store.writing(staged=True) as writer:
            begin = time.perf_counter()
            yield writer
        self.note(rows, time.perf_counter() - begin)
        time.sleep(_PAUSE)


class SqlStaging:
    """The documents and entries of one import that is under way; it begins with the first of them."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._entries: list[Entry] = []  # that are not written yet
        self._size = SliceSize()
        self._entries_size = SliceSize()
        self.is_begun = self.has_waiting = self.is_published = False

    def add(self, documents: Iterable[Document]) -> None:
        slice: list[Document] = []
        filled = 0
        for document in documents:
            slice.append(document)
            filled += 1 + room_of(document, 0) // _ROOM  # a long one counts for several rows
            if filled >= self._size.rows:
                self._write(slice, filled)
                slice, filled = [], 0
        if slice:
            self._write(slice, filled)

    def add_entries(self, entries: Iterable[Entry]) -> None:
        self._entries += entries
        while len(self._entries) > max(_MANY, self._entries_size.rows):
            self._write_entries()

    def document(self, id: str) -> Document:
        return self._store.any_document(id)

    def drop_entries(self) -> None:
        self._entries = []
        while self.has_waiting:
            with self._entries_size.slice(self._store, _MANY) as writer:
                self.has_waiting = waiting.remove_last(writer.connection, _MANY) > 0

    def flush(self) -> None:
        while self._entries and (self.has_waiting or len(self._entries) > _MANY):
            self._write_entries()

    @contextmanager
    def publishing(self) -> Iterator[SqlWriter]:
        with self._store.writing(staged=self.is_begun) as writer:
            yield writer
            if self.has_waiting:
                writer.wait(self._entries)
            if self.is_begun:
                writer.publish()
            if not self.has_waiting:
                writer.append(self._entries)
        self.is_published = True

    def end(self) -> None:
        """Delete what was not published."""
        if self.is_begun:
            try:
                if not self.is_published:
                    clear(self._store, _is_mine)
                elif self.has_waiting:
                    with suppress(CannotKeep):  # it is part of the record; who opens the project next goes on
                        settle(self._store)
            finally:
                self._store.importing.release()

    def _write(self, documents: list[Document], rows: int) -> None:
        self._begin()
        with self._size.slice(self._store, rows) as writer:
            writer.add_documents(documents)

    def _write_entries(self) -> None:
        self._begin()
        some = self._entries[: self._entries_size.rows]
        with self._entries_size.slice(self._store, len(some)) as writer:
            writer.wait(some)
        self.has_waiting = True
        del self._entries[: len(some)]

    def _begin(self) -> None:
        """Wait for the imports of others, and begin this one."""
        if self.is_begun:
            return
        self._store.importing.acquire()
        try:
            _take_place(self._store)
        except BaseException:
            self._store.importing.release()
            raise
        self.is_begun = True


@contextmanager
def staging(store: SqlStore) -> Iterator[SqlStaging]:
    """A place for the documents of an import; what is not published when the block ends is deleted."""
    made = SqlStaging(store)
    try:
        yield made
    finally:
        made.end()


class SqlComing(SqlReader):
    """Reads the import that another process makes: all documents, and its entries alone."""

    def _page(self, table: Table, after: int, most: int) -> Select[Any]:
        return waiting.unseen(after, most) if table is schema.entries else super()._page(table, after, most)


def coming(engine: Engine) -> SqlComing | None:
    """A reader of the import that another process makes, if there is one."""
    with engine.connect() as connection:
        importers = connection.execute(select(schema.staging.c.host, schema.staging.c.process)).all()
    return SqlComing(engine, staged=True) if any(not _is_mine(*who) for who in importers) else None


def clear(store: SqlStore, is_over: Callable[[str, int], bool]) -> None:
    """Delete what there is of an import that is over and was not published."""
    while store.has_staged:  # who only opens a project waits for no writer
        with store.writing(staged=True) as writer:
            staged = writer.connection.execute(select(schema.staging)).one_or_none()
            if staged is None or not is_over(staged.host, staged.process):
                return
            if not waiting.remove_last(writer.connection, _MANY) and not _delete_last(writer.connection, staged.first):
                writer.connection.execute(delete(schema.staging))
                return


def settle(store: SqlStore) -> None:
    """Move the entries of an import that is over into the chain, and what was written behind them."""
    size = SliceSize()
    while store.is_settling:
        with size.slice(store, size.rows) as writer:
            writer.settle(size.rows)


def _is_mine(host: str, process: int) -> bool:
    """Whether it is this process that imports."""
    return (host, process) == (socket.gethostname(), os.getpid())


def is_dead(host: str, process: int) -> bool:
    """Whether the process that imported has ended; of a process on another machine this is unknown."""
    if host != socket.gethostname():
        return False
    if os.name == "nt":
        return _is_dead_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _is_dead_on_windows(process: int) -> bool:
    """Whether Windows knows no such process; the signal that asks elsewhere would interrupt it there."""
    import ctypes

    system = getattr(ctypes, "WinDLL")("kernel32", use_last_error=True)  # noqa: B009 - only Windows has it
    handle = system.OpenProcess(_QUERY, False, process)
    if handle:
        system.CloseHandle(handle)
        return False
    return bool(getattr(ctypes, "get_last_error")() == _NO_SUCH_PROCESS)  # noqa: B009


def _take_place(store: SqlStore) -> None:
    """Wait for the import that another process makes, and note where the documents of this one begin."""
    end = time.monotonic() + WAIT
    while True:
        clear(store, is_dead)
        settle(store)
        with store.writing(staged=True) as writer:
            if (
                not writer.is_settling
                and writer.connection.scalar(select(func.count()).select_from(schema.staging)) == 0
            ):
                first = writer.size + 1
                row = {"first": first, "host": socket.gethostname(), "process": os.getpid()}
                writer.connection.execute(insert(schema.staging), row)
                return
        if time.monotonic() > end:
            raise Busy(
                f"Another import has been under way for over {WAIT} seconds. Nothing of this was kept; do it again "
                "when that one has finished."
            )
        time.sleep(_POLL)


def _delete_last(connection: Connection, first: int) -> int:
    """Delete some documents from the end, down to the first; says how many there were."""
    table, hashes = schema.documents, schema.document_hashes
    rows = connection.execute(select(table).where(table.c.number >= first).order_by(table.c.number.desc()).limit(_MANY))
    documents = [(row.number, document_in(row)) for row in rows]
    for number, document in documents:
        search.forget(connection, number, document.text)
    if documents:
        last = documents[-1][0]
        connection.execute(delete(hashes).where(hashes.c.number >= last))
        connection.execute(delete(table).where(table.c.number >= last))
    return len(documents)
