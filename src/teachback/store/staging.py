"""An import in slices: its documents wait behind the others, outside the chain, until all of them are seen at once.

Between two slices others write, so that nobody waits for an import. A row of the table ``staging`` says where its
documents begin; to publish them is to delete that row. Where the import is given up, or its process was killed, they
are deleted.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, func, insert, select

from teachback.record import Document
from teachback.store import schema, search
from teachback.store.content import batches
from teachback.store.failure import WAIT, Busy
from teachback.store.log import Writer
from teachback.store.reading import document_in
from teachback.store.sql import SqlStore, room_of

_SLICE = 1 << 20  # bytes of text that are written at a time: a tenth of a second
_MANY = 200  # documents at a time
_PAUSE, _POLL = 0.002, 0.1  # seconds for others after a slice, and between two looks at whether another has finished
_QUERY, _NO_SUCH_PROCESS = 0x1000, 87  # of Windows
_table = schema.staging.c


class SqlStaging:
    """The documents of one import that is under way; it begins with the first of them."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.is_begun = self.is_published = False

    def add(self, documents: Iterable[Document]) -> None:
        for some in batches(documents, lambda each: room_of(each, _SLICE // _MANY), _SLICE):
            if not self.is_begun:
                self._begin()
            with self._store.writing(staged=True) as writer:
                writer.add_documents(some)
            time.sleep(_PAUSE)

    def document(self, id: str) -> Document:
        return self._store.any_document(id)

    @contextmanager
    def publishing(self) -> Iterator[Writer]:
        with self._store.writing(staged=self.is_begun) as writer:
            if self.is_begun:
                writer.publish()
            yield writer
        self.is_published = True

    def end(self) -> None:
        """Delete what was not published."""
        if self.is_begun:
            try:
                if not self.is_published:
                    clear(self._store, _is_mine)
            finally:
                self._store.importing.release()

    def _begin(self) -> None:
        """Wait for the imports of others, and begin this one."""
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


def clear(store: SqlStore, is_over: Callable[[str, int], bool]) -> None:
    """Delete the documents of an import that is over and was not published."""
    while store.has_staged:  # who only opens a project waits for no writer
        with store.writing(staged=True) as writer:
            found = writer.connection.execute(select(schema.staging)).one_or_none()
            if found is None or not is_over(found.host, found.process):
                return
            if not _delete_last(writer.connection, found.first):
                writer.connection.execute(delete(schema.staging))
                return


def _is_mine(host: str, process: int) -> bool:
    """Whether it is this process that imports."""
    return (host, process) == (socket.gethostname(), os.getpid())


def is_dead(host: str, process: int) -> bool:
    """Whether the process that imported is no more; of another machine nobody can say."""
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
        with store.writing(staged=True) as writer:
            if writer.connection.scalar(select(func.count()).select_from(schema.staging)) == 0:
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
    found = [(row.number, document_in(row)) for row in rows]
    for number, document in found:
        search.forget(connection, number, document.text)
    if found:
        last = found[-1][0]
        connection.execute(delete(hashes).where(hashes.c.number >= last))
        connection.execute(delete(table).where(table.c.number >= last))
    return len(found)
