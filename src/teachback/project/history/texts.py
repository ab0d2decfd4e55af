"""The documents by id, as the record asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import cast

from teachback.record import Document
from teachback.store import Reader
from teachback.store.log import Staging


class Texts(Mapping[str, Document]):
    """The documents by id, read where they are kept when a lesson mentions a passage."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @contextmanager
    def read_by(self, writer: Reader | Staging) -> Iterator[None]:
        """Read by the writer for the length of a block: it sees documents that are not there for others yet."""
        before, self._reader = self._reader, cast(Reader, writer)
        try:
            yield
        finally:
            self._reader = before

    def __getitem__(self, id: str) -> Document:
        return self._reader.document(id)

    def __contains__(self, id: object) -> bool:
        return True  # entries and the documents they add are written in one turn, so no entry comes without its text

    def __iter__(self) -> Iterator[str]:
        return (document.id for document in self._reader.documents())

    def __len__(self) -> int:
        return self._reader.size
