"""A project in memory: the same promises as on disk for as long as the process lives."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock, RLock
from typing import Any, NamedTuple

from teachback.errors import UnknownDocument
from teachback.record import Document, DocumentErased, Entry
from teachback.store.content import batches, check_key, check_resent, check_unchanged, setting_text, text_keys
from teachback.store.log import Closing, KeptVectors, Model, ModelCard, Reader, Staging, Writer
from teachback.store.words import WordIndex

_MANY = 500  # vectors at a time


class _Moment(NamedTuple):
    """How many entries and documents are seen, and what else."""

    position: int
    size: int
    models: Mapping[str, Model]
    settings: Mapping[str, str]
    vectors: Mapping[str, Mapping[bytes, bytes]]


class _Kept:
    """Everything, in plain lists and mappings; what is acknowledged is the beginning of the lists."""

    def __init__(self) -> None:
        self.turn, self.searching = RLock(), Lock()
        self.entries: list[Entry] = []
        self.positions: dict[str, int] = {}
        self.documents: list[Document] = []
        self.numbers: dict[str, int] = {}
        self.words = WordIndex()
        self.acknowledged = _Moment(0, 0, {}, {}, {})
        self.erased_at = 0  # the position of the last erasure

    def take_back(self) -> None:
        """Forget the entries and the documents that are not acknowledged."""
        position, size, *_ = self.acknowledged
        for entry in self.entries[position:]:
            del self.positions[entry.id]
        for document in self.documents[size:]:
            del self.numbers[document.id]
        del self.entries[position:], self.documents[size:]
        if self.words.size > size:
            self.words = WordIndex()


class MemoryReader:
    """Reads what is acknowledged, now or at one moment, and nothing that is being written."""

    def __init__(self, content: _Kept, moment: _Moment | None = None) -> None:
        self._kept, self._moment = content, moment

    @property
    def _seen(self) -> _Moment:
        return self._moment or self._kept.acknowledged

    @property
    def position(self) -> int:
        return self._seen.position

    @property
    def size(self) -> int:
        return self._seen.size

    def entries(self, after: int = 0) -> Iterator[Entry]:
        return iter(self._kept.entries[after : self.position])

    def documents(self, after: int = 0) -> Iterator[Document]:
        return iter(self._kept.documents[after : self.size])

    def document(self, id: str) -> Document:
        number = self._kept.numbers.get(id)
        if number is None or number >= self.size:
            raise UnknownDocument(id)
        return self._kept.documents[number]

    def search(self, query: str, limit: int | None = None) -> list[str]:
        documents = list(self.documents())
        with self._kept.searching:
            words = self._kept.words
            words.add(document.text for document in documents[words.size :])
            numbers = [number for number in words.find(query) if number < len(documents)]
        return [documents[number].id for number in numbers[:limit]]

    def models(self) -> list[ModelCard]:
        return [model.card for _, model in sorted(self._seen.models.items())]

    def model(self, name: str) -> Model | None:
        return self._seen.models.get(name)

    def settings(self) -> dict[str, Any]:
        return {key: json.loads(value) for key, value in sorted(self._seen.settings.items())}

    def vectors(self, encoder: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        there = self._seen.vectors.get(encoder, {})
        return {key: there[key] for key in keys if key in there}

    def count_vectors(self, encoder: str) -> int:
        return len(self._seen.vectors.get(encoder, {}))

    def all_vectors(self) -> Iterator[KeptVectors]:
        for encoder, vectors in sorted(self._seen.vectors.items()):
            for some in batches(sorted(vectors), lambda key: 1, _MANY):
                yield KeptVectors(encoder, {key: vectors[key] for key in some})


class MemoryWriter(MemoryReader):
    """Sees what it writes."""

    def __init__(self, content: _Kept) -> None:
        super().__init__(content)
        self._models, self._settings = dict(content.acknowledged.models), dict(content.acknowledged.settings)
        self._vectors = content.acknowledged.vectors  # another mapping as soon as something is written to it
        self._erased: list[str] = []
        self._erased_at = content.erased_at

    @property
    def _seen(self) -> _Moment:
        return _Moment(len(self._kept.entries), len(self._kept.documents), self._models, self._settings, self._vectors)

    def append(self, entries: Iterable[Entry]) -> list[int]:
        content = self._kept
        positions = []
        for entry in entries:
            if entry.id in content.positions:
                check_resent(entry, content.entries[content.positions[entry.id] - 1])
            else:
                check_key(entry.id, "an entry's id")
                content.entries.append(entry)
                content.positions[entry.id] = len(content.entries)
                if isinstance(entry, DocumentErased):
                    self._erase(entry.document)
            positions.append(content.positions[entry.id])
        return positions

    def add_documents(self, documents: Iterable[Document]) -> int:
        content = self._kept
        before = len(content.documents)
        for document in documents:
            if document.id in content.numbers:
                check_unchanged(document, content.documents[content.numbers[document.id]].text)
            else:
                check_key(document.id, "a document's id")
                content.numbers[document.id] = len(content.documents)
                content.documents.append(document)
        return len(content.documents) - before

    def keep_model(self, model: Model) -> bool:
        check_key(model.name, "a model's name")
        there = self._models.get(model.name)
        if model.position < self._erased_at or (there is not None and there.position > model.position):
            return False
        self._models[model.name] = model
        return True

    def put(self, key: str, value: Any) -> None:
        self._settings[key] = setting_text(key, value)

    def keep_vectors(self, made: KeptVectors) -> None:
        there = self._vectors.get(made.encoder, {})
        self._vectors = {**self._vectors, made.encoder: {**made.vectors, **there}}

    def forget_vectors(self, besides: str) -> None:
        self._vectors = {encoder: there for encoder, there in self._vectors.items() if encoder == besides}

    def _erase(self, document: str) -> None:
        keys = set(text_keys(self.document(document).text))
        self._models, self._erased_at = {}, len(self._kept.entries)
        self._erased.append(document)
        self._vectors = {
            encoder: {key: numbers for key, numbers in there.items() if key not in keys}
            for encoder, there in self._vectors.items()
        }

    def acknowledge(self) -> None:
        """Let everybody see it, all at once."""
        self._kept.acknowledged, self._kept.erased_at = self._seen, self._erased_at
        for id in self._erased:
            self._kept.documents[self._kept.numbers[id]] = Document(id, "", erased=True)
            self._kept.words = WordIndex()


class MemoryStaging:
    """The documents and entries of an import that is under way."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._documents: dict[str, Document] = {}
        self._entries: list[Entry] = []

    def add(self, documents: Iterable[Document]) -> None:
        for document in documents:
            known = self._documents.setdefault(document.id, document)
            check_unchanged(document, known.text)

    def document(self, id: str) -> Document:
        return self._documents.get(id) or self._store.document(id)

    def add_entries(self, entries: Iterable[Entry]) -> None:
        self._entries += entries

    def drop_entries(self) -> None:
        self._entries = []

    def flush(self) -> None:
        """All of it is in memory anyway."""

    @contextmanager
    def publishing(self) -> Iterator[Writer]:
        with self._store.writing() as writer:
            writer.add_documents(self._documents.values())
            yield writer
            writer.append(self._entries)


class MemoryStore(Closing, MemoryReader):
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
        yield MemoryReader(self._kept, self._seen)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._kept.turn:
            writer = MemoryWriter(self._kept)
            try:
                yield writer
            except BaseException:
                self._kept.take_back()
                raise
            writer.acknowledge()

    @contextmanager
    def staging(self) -> Iterator[Staging]:
        yield MemoryStaging(self)

    def coming(self) -> None:
        """No other process imports anything."""

    def forget(self) -> None:
        """Nothing was read that is not as it is kept."""

    def close(self) -> None:
        """Nothing to let go of: what is kept stays as long as the store does."""
