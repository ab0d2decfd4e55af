"""A project in memory: the same promises as on disk for as long as the process lives."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import RLock
from types import TracebackType
from typing import Any, Self

from teachback.errors import UnknownDocument
from teachback.record import Document, Entry
from teachback.store.content import check_key, check_resent, check_unchanged, setting_text
from teachback.store.log import Model, ModelCard, Reader, Writer
from teachback.store.words import WordIndex


class _Kept:
    """Everything, in plain lists and mappings."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.entries: list[Entry] = []
        self.positions: dict[str, int] = {}
        self.documents: list[Document] = []
        self.texts: dict[str, str] = {}
        self.models: dict[str, Model] = {}
        self.settings: dict[str, str] = {}
        self.words = WordIndex()

    def take_back(self, position: int, size: int) -> None:
        """Forget the entries and the documents after these."""
        for entry in self.entries[position:]:
            del self.positions[entry.id]
        for document in self.documents[size:]:
            del self.texts[document.id]
        del self.entries[position:], self.documents[size:]
        if self.words.size > size:
            self.words = WordIndex()


class MemoryReader:
    """Reads what is kept while nobody writes."""

    def __init__(self, kept: _Kept) -> None:
        self._kept = kept

    @property
    def position(self) -> int:
        with self._kept.lock:
            return len(self._kept.entries)

    @property
    def size(self) -> int:
        with self._kept.lock:
            return len(self._kept.documents)

    def entries(self, after: int = 0) -> Iterator[Entry]:
        with self._kept.lock:
            return iter(self._kept.entries[after:])

    def documents(self, after: int = 0) -> Iterator[Document]:
        with self._kept.lock:
            return iter(self._kept.documents[after:])

    def document(self, id: str) -> Document:
        with self._kept.lock:
            if id not in self._kept.texts:
                raise UnknownDocument(id)
            return Document(id, self._kept.texts[id])

    def search(self, query: str, limit: int | None = None) -> list[str]:
        with self._kept.lock:
            words, documents = self._kept.words, self._kept.documents
            words.add(document.text for document in documents[words.size :])
            return [documents[number].id for number in words.find(query)[:limit]]

    def models(self) -> list[ModelCard]:
        with self._kept.lock:
            return [model.card for _, model in sorted(self._kept.models.items())]

    def model(self, name: str) -> Model | None:
        with self._kept.lock:
            return self._kept.models.get(name)

    def settings(self) -> dict[str, Any]:
        with self._kept.lock:
            return {key: json.loads(value) for key, value in sorted(self._kept.settings.items())}


class MemoryWriter(MemoryReader):
    """Writes at once; the store takes it back if the block fails."""

    def append(self, entries: Iterable[Entry]) -> list[int]:
        kept = self._kept
        positions = []
        for entry in entries:
            if entry.id in kept.positions:
                check_resent(entry, kept.entries[kept.positions[entry.id] - 1])
            else:
                check_key(entry.id, "an entry's id")
                kept.entries.append(entry)
                kept.positions[entry.id] = len(kept.entries)
            positions.append(kept.positions[entry.id])
        return positions

    def add_documents(self, documents: Iterable[Document]) -> int:
        kept = self._kept
        before = len(kept.documents)
        for document in documents:
            if document.id in kept.texts:
                check_unchanged(document, kept.texts[document.id])
            else:
                check_key(document.id, "a document's id")
                kept.documents.append(document)
                kept.texts[document.id] = document.text
        return len(kept.documents) - before

    def keep_model(self, model: Model) -> bool:
        check_key(model.name, "a model's name")
        there = self._kept.models.get(model.name)
        if there is not None and there.position > model.position:
            return False
        self._kept.models[model.name] = model
        return True

    def put(self, key: str, value: Any) -> None:
        self._kept.settings[key] = setting_text(key, value)


class MemoryStore(MemoryReader):
    """A project that is gone when the process ends.

    >>> from teachback.record import ClassesAdded
    >>> store = MemoryStore()
    >>> with store.writing() as writer:
    ...     writer.append([ClassesAdded(["bug", "billing"])])
    [1]
    >>> store.position
    1
    """

    def __init__(self) -> None:
        super().__init__(_Kept())

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with self._kept.lock:
            yield MemoryReader(self._kept)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        kept = self._kept
        with kept.lock:
            position, size = self.position, self.size
            models, settings = kept.models.copy(), kept.settings.copy()
            try:
                yield MemoryWriter(kept)
            except BaseException:
                kept.take_back(position, size)
                kept.models, kept.settings = models, settings
                raise

    def close(self) -> None:
        """Nothing to let go of: what is kept stays as long as the store does."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
