"""The record and the store in step: what was taught by anybody is seen, and what is taught is kept before it counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import RLock

from teachback.record import Document, DocumentsAdded, Entry, Policy, Record, Teaching, majority
from teachback.store import Reader, Store, Writer


class Ledger:
    """A record that follows its store.

    Several processes may teach one project at the same time. Whoever writes reads first what the others wrote, checks
    the new entries against that, and keeps them, all in one turn of the store.
    """

    def __init__(self, store: Store, policy: Policy = majority) -> None:
        self.store, self.policy = store, policy
        self.lock = RLock()
        self.texts = Texts(store)
        self._record: Record | None = None
        self._teaching: tuple[int, Teaching] | None = None  # and the position at which it counts
        self._gone: tuple[int, frozenset[str]] | None = None

    @property
    def record(self) -> Record:
        """The record as it is now, others' entries included."""
        with self.lock:
            return self._followed(self.store)

    def teaching(self) -> Teaching:
        """What counts now; where teachers disagree, by the policy."""
        with self.lock:
            record = self.record
            if self._teaching is None or self._teaching[0] != len(record):
                self._teaching = len(record), record.teaching(policy=self.policy)
            return self._teaching[1]

    def since(self, position: int) -> list[Entry]:
        """The entries after so many."""
        with self.lock:
            return list(self.record[position:])

    @property
    def gone(self) -> frozenset[str]:
        """Documents that were taken out of the project again."""
        with self.lock:
            record = self.record
            if self._gone is None or self._gone[0] != len(record):
                added = (entry for entry in record if isinstance(entry, DocumentsAdded))
                gone = {id for event in added if not record.is_active(event) for id in event.documents}
                self._gone = len(record), frozenset(gone.difference(record.documents) if gone else ())
            return self._gone[1]

    def write(self, entries: Sequence[Entry], documents: Iterable[Document] = ()) -> list[int]:
        """Keep the entries and say where each stands; they are on disk when this returns. All of them or none."""
        return self.write_all([(documents, entries)])[0]

    def write_all(self, batches: Iterable[tuple[Iterable[Document], Sequence[Entry]]]) -> list[list[int]]:
        """Keep one batch after the other, all of them or none."""
        with self.lock:
            written = 0
            try:
                with self.store.writing() as writer, self.texts.read_by(writer):
                    record = self._followed(writer)
                    positions = []
                    for documents, entries in batches:
                        writer.add_documents(documents)
                        new = [entry for entry in entries if record.entry(entry.id) is None]
                        record.append(*new)
                        written += len(new)
                        positions.append(writer.append(entries))
                    return positions
            except BaseException:
                if written:  # the record is ahead of the store: read it again
                    self._record = None
                raise

    def _followed(self, reader: Reader) -> Record:
        if self._record is None:
            self._record = Record(self.texts)
        if reader.position > len(self._record):
            self._record.append(*reader.entries(after=len(self._record)))
        return self._record


class Texts(Mapping[str, Document]):
    """The documents by id, read where they are kept when a lesson mentions a passage."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read_by(self, writer: Writer) -> _Turn:
        """Read by the writer for the length of a block: it sees documents that are not there for others yet."""
        return _Turn(self, writer)

    def __getitem__(self, id: str) -> Document:
        return self._reader.document(id)

    def __contains__(self, id: object) -> bool:
        return True  # entries and the documents they add are written in one turn, so no entry comes without its text

    def __iter__(self) -> Iterator[str]:
        return (document.id for document in self._reader.documents())

    def __len__(self) -> int:
        return self._reader.size


class _Turn:
    def __init__(self, texts: Texts, writer: Writer) -> None:
        self._texts, self._writer, self._before = texts, writer, texts._reader

    def __enter__(self) -> None:
        self._texts._reader = self._writer

    def __exit__(self, *error: object) -> None:
        self._texts._reader = self._before
