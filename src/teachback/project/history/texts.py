"""The documents by id, as the record asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from teachback.record import Document
from teachback.store import Reader
from teachback.store.log import Staging


class Texts(Mapping[str, Document]):
    """The documents by id, read where they are kept when a lesson mentions a passage."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read_by(self, writer: Reader | Staging) -> _Turn:
        """Read by the writer for the length of a block: it sees documents that are not there for others yet."""
        return _Turn(self, cast(Reader, writer))

    def __getitem__(self, id: str) -> Document:
        return self._reader.document(id)

    def __contains__(self, id: object) -> bool:
        return True  # entries and the documents they add are written in one turn, so no entry comes without its text

    def __iter__(self) -> Iterator[str]:
        return (document.id for document in self._reader.documents())

    def __len__(self) -> int:
        return self._reader.size


class _Turn:
    def __init__(self, texts: Texts, writer: Reader) -> None:
        self._texts, self._writer, self._before = texts, writer, texts._reader

    def __enter__(self) -> None:
        self._texts._reader = self._writer

    def __exit__(self, *error: object) -> None:
        self._texts._reader = self._before
