"""Everything a store holds as a stream, and the way back: from any engine to any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from teachback.record import Document, Entry
from teachback.store.failure import CannotKeep, NotAProject
from teachback.store.log import KeptVectors, Model, Reader, Store
from teachback.store.reading import SqlReader
from teachback.store.sql import SqlStore, SqlWriter
from teachback.store.staging import settle


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting with its key."""

    key: str
    value: Any


Item = Document | Entry | Setting | Model | KeptVectors


def everything(reader: Reader, *, vectors: bool = True) -> Iterator[Item]:
    """All that is kept, in an order that can be restored: documents, entries, settings, models, vectors.

    Vectors may be left out: the encoder makes them again.
    """
    yield from reader.documents()
    yield from reader.entries()
    for key, value in reader.settings().items():
        yield Setting(key, value)
    for card in reader.models():
        if model := reader.model(card.name):
            yield model
    if vectors:
        yield from reader.all_vectors()


def restore(items: Iterable[Item], store: Store, chain: SqlReader | None = None) -> None:
    """Keep everything in an empty store, all of it or (when something is refused) nothing.

    Where the items come from a store with a chain of hashes, the new one gets the same chain, and must end in the same
    head: otherwise something in the source is not as it was written, and nothing is kept.
    """
    with store.writing() as writer:
        if chain is not None and isinstance(writer, SqlWriter):
            writer.follow(chain.links())
        if writer.position or writer.size or writer.models() or writer.settings():
            raise NotAProject("A project is restored into an empty one only; make a new one and restore into that.")
        for kind, group in groupby(items, key=lambda item: Entry if isinstance(item, Entry) else type(item)):
            if kind is Document:
                writer.add_documents(item for item in group if isinstance(item, Document))
            elif kind is Entry:
                writer.append(item for item in group if isinstance(item, Entry))
            else:
                for item in group:
                    if isinstance(item, Setting):
                        writer.put(item.key, item.value)
                    elif isinstance(item, Model):
                        writer.keep_model(item)
                    elif isinstance(item, KeptVectors):
                        writer.keep_vectors(item)
        if chain is not None and isinstance(writer, SqlWriter) and writer.head != chain.head:
            raise CannotKeep(
                "The copy does not match the project that it is made of, which is damaged or was changed: a text or an "
                "entry is not as it was written. Nothing was copied. See what it is, and save the rest, with: "
                "teachback check PROJECT --salvage NEW"
            )


def copy(source: Store, target: Store, *, vectors: bool = True) -> None:
    """Make the target hold what the source holds at this moment, verified against the source's hashes.

    Vectors of its texts may be left out.
    """
    while True:
        if isinstance(source, SqlStore):
            settle(source)
        with source.reading() as reader:
            chain = reader if isinstance(reader, SqlReader) else None
            if chain is None or not chain.is_settling:  # as it is once more, where another import has just come
                restore(everything(reader, vectors=vectors), target, chain)
                return
