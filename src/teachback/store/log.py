"""What a project needs from the place where it is kept.

Everything is read through a :class:`Reader` and written through a :class:`Writer`; a :class:`Store` is a reader that
also opens both for the length of a block. A project follows what others taught, checks what is new and appends it
without anybody coming between::

    with store.writing() as writer:
        record.append(*writer.entries(after=len(record)))  # what the others taught meanwhile
        record.append(*lessons)                            # refused lessons end the block, and nothing is kept
        positions = writer.append(lessons)
    # only now is it acknowledged: it is on disk
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, Self

from teachback.record import Document, Entry
from teachback.record.entry import in_utc, now
from teachback.record.texts import check_name


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What is known of a kept model without reading it."""

    name: str
    position: int
    time: datetime
    size: int


@dataclass(frozen=True, slots=True)
class Model:
    """A fitted model as bytes."""

    name: str  # there is one model of each name: the one made from the latest position
    position: int  # how many entries of the record it was made from
    content: bytes = field(repr=False)  # whatever the project's saver wrote
    time: datetime = field(default_factory=now)  # when it was made; any time zone is accepted and kept as UTC

    def __post_init__(self) -> None:
        check_name(self.name, "a model's name")
        object.__setattr__(self, "time", in_utc(self.time))

    @property
    def card(self) -> ModelCard:
        """The model without its content."""
        return ModelCard(self.name, self.position, self.time, len(self.content))


@dataclass(frozen=True, slots=True)
class KeptVectors:
    """Vectors that an encoder has made of texts."""

    encoder: str  # its fingerprint
    vectors: Mapping[bytes, bytes] = field(repr=False)  # by the digests of the texts


class Reader(Protocol):
    """Everything that is kept."""

    @property
    def position(self) -> int:
        """How many entries there are. Entries are only ever added, so this is how far one has read."""

    @property
    def size(self) -> int:
        """How many documents there are."""

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """The lessons and events in order, without the first `after`."""

    def documents(self, after: int = 0) -> Iterator[Document]:
        """The documents in the order they were added, without the first `after`; streamed."""

    def document(self, id: str) -> Document:
        """One document; :class:`~teachback.errors.UnknownDocument` if there is none of that id."""

    def search(self, query: str, limit: int | None = None) -> list[str]:
        """The ids of the documents with every word of the query, in the order they were added.

        Upper and lower case are alike; ``sav*`` is any word that begins with these letters. Of a very long text, the
        first megabyte of different words is searched.
        """

    def models(self) -> list[ModelCard]:
        """The models, by name."""

    def model(self, name: str) -> Model | None:
        """One model, if there is one of that name."""

    def settings(self) -> dict[str, Any]:
        """The settings, by key."""

    def vectors(self, encoder: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that an encoder has made of the texts with these digests, as far as they are kept."""

    def count_vectors(self, encoder: str) -> int:
        """How many texts an encoder has made vectors of."""

    def all_vectors(self) -> Iterator[KeptVectors]:
        """All vectors, some at a time; streamed."""


class Writer(Reader, Protocol):
    """A reader that sees what it writes; the others see all of it when the block ends well, and nothing otherwise."""

    def append(self, entries: Iterable[Entry]) -> list[int]:
        """Add the entries and say where each stands: the first entry of a record is at position 1.

        A ``DocumentErased`` removes the text: when the block has ended, nothing is left of it (docs/trust.md).

        An entry whose id is there already was sent before: it is not added again, and its first position is the
        answer. If that entry says something else, :class:`~teachback.errors.BadLesson`.
        """

    def add_documents(self, documents: Iterable[Document]) -> int:
        """Keep the documents, streamed, and say how many were new. Add their ``DocumentsAdded`` in the same block.

        A document that is there already may be given again; with another text it is refused.
        """

    def keep_model(self, model: Model) -> bool:
        """Keep the model in place of the one of that name, unless that one was made from a later position."""

    def put(self, key: str, value: Any) -> None:
        """Set a setting to a JSON value."""

    def keep_vectors(self, made: KeptVectors) -> None:
        """Keep what an encoder has made; what is kept of a text already stays."""

    def forget_vectors(self, besides: str) -> None:
        """Let go of the vectors of all encoders but this one."""


class Staging(Protocol):
    """An import that is under way: its documents and entries are invisible to others until they are published."""

    def add(self, documents: Iterable[Document]) -> None:
        """Keep more documents; others may write before and after."""

    def add_entries(self, entries: Iterable[Entry]) -> None:
        """Keep more entries, which are new to the record and belong to the documents before them."""

    def document(self, id: str) -> Document:
        """A document, perhaps one of this import."""

    def drop_entries(self) -> None:
        """Delete the entries that were given, to give them again."""

    def flush(self) -> None:
        """Write what was given so far, so that little is left for the last act."""

    def publishing(self) -> AbstractContextManager[Writer]:
        """A writer's block at whose end everybody sees the documents, and the entries behind what others wrote."""


class Store(Reader, Protocol):
    """Where a project is kept. Threads may share it; processes open their own."""

    def reading(self) -> AbstractContextManager[Reader]:
        """A block that reads one moment, without what others write meanwhile."""

    def writing(self) -> AbstractContextManager[Writer]:
        """A block with no other writer; others wait for it to end, so keep it short and do not nest it."""

    def staging(self) -> AbstractContextManager[Staging]:
        """A block for a large import; what is not published when it ends, or when the process is killed, is deleted."""

    def coming(self) -> Reader | None:
        """A reader of the import that another process makes, if there is one: of its entries, seen by nobody yet."""

    def forget(self) -> None:
        """Read documents again that were read before: one was erased."""

    def close(self) -> None:
        """Let go of files and connections."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...


class Closing(ABC):
    """Something to be used in a ``with`` block, which closes it: a store, and what is made of one."""

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
