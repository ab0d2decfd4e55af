"""A record that follows a server's, and sends there what is taught here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from teachback.project.history.ledger import Ledger
from teachback.project.remote.store import RemoteStore
from teachback.record import Document, Entry, Lesson, Policy, Record
from teachback.record.columns import TableColumn
from teachback.store import Reader

_FEW = 1000  # lessons that any teacher may send at once; more are an import, which is the owner's


class RemoteLedger(Ledger):
    """The ledger of a project on a server, which checks and keeps what is written."""

    def __init__(self, store: RemoteStore, policy: Policy) -> None:
        super().__init__(store, policy)
        self.server = store

    def write(self, entries: Sequence[Entry]) -> list[int]:
        if not entries:
            return []
        if len(entries) <= _FEW and all(isinstance(entry, Lesson) for entry in entries):
            return self.server.teach(entries)
        return self.server.upload([((), entries)])

    def write_all(
        self,
        batches: Iterable[tuple[Iterable[Document], Sequence[Entry]]],
        table: Sequence[TableColumn] = (),
        *,
        at_once: bool = False,
    ) -> list[list[int]]:
        if at_once:
            return [self.server.teach(entries, at_once=True) for _, entries in batches]
        sizes: list[int] = []

        def counted() -> Iterable[tuple[Iterable[Document], Sequence[Entry]]]:
            for documents, entries in batches:
                sizes.append(len(entries))
                yield documents, entries

        positions = iter(self.server.upload(counted(), table))
        return [[next(positions) for _ in range(size)] for size in sizes]

    def _followed(self, reader: Reader) -> Record:
        if self._record is None:
            self._record = Record(self._mine)
        self._record.append(*reader.entries(after=len(self._record)))
        self._notice(self._record)
        return self._record
