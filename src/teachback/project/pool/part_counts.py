"""The counts of a part of a pool, kept in a file, so that its texts are read once.

A part has its own terms, all of them: whatever becomes a term of the project later is counted already.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.errors import TeachbackError
from teachback.text import Analyzer
from teachback.text.counts import chosen, stacked, stream
from teachback.text.scan import TextColumn
from teachback.text.vocabulary import Vocabulary

_ARRAYS = ("data", "indices", "indptr", "letters", "at", "numbers")


@dataclass(frozen=True)
class CountedPart:
    """Where the counts of a part are kept, and what they are of."""

    # The file of the pool; the row groups of a Parquet file
    source: str
    groups: tuple[int, ...]
    counts: str  # the file of the counts
    documents: int  # how many of its rows have a text

    def __str__(self) -> str:
        return self.source


@dataclass(frozen=True)
class PartCounts:
    """The counts of a part, a row for each of its rows; one without a text is empty."""

    X: csr_array  # rows × the part's own terms
    # The terms (:attr:`Vocabulary.spellings`)
    letters: NDArray[np.uint32]
    at: NDArray[np.int64]
    numbers: NDArray[np.uint64]  # what chance gave each row (:func:`~teachback.project.pool.drawing.numbers_of`)

    @classmethod
    def of(cls, analyzer: Analyzer, columns: Iterable[TextColumn], numbers: list[NDArray[np.uint64]]) -> PartCounts:
        """Count the texts; the numbers are there when the last of them has been read."""
        vocabulary = Vocabulary()
        blocks = [block for column in columns for block in stream(analyzer, vocabulary, column, grow=True)]
        X = stacked(blocks, len(vocabulary))
        return cls(X, *vocabulary.spellings, np.concatenate([np.zeros(0, dtype=np.uint64), *numbers]))

    def in_columns(self, vocabulary: Vocabulary) -> csr_array:
        """The counts of the terms of another vocabulary."""
        X = chosen(self.X, vocabulary.places(self.letters, self.at).astype(np.int64), len(vocabulary))
        X.sort_indices()
        return X

    def save(self, path: Path) -> None:
        """Write it to a file, all of it or nothing."""
        most = int(self.X.data.max(initial=0))
        arrays = {"data": self.X.data.astype(np.min_scalar_type(most)), "indices": self.X.indices}
        arrays |= {"indptr": self.X.indptr, "letters": self.letters, "at": self.at, "numbers": self.numbers}
        unfinished = path.with_name(f".{path.name}-{uuid4().hex[:8]}")
        try:
            with unfinished.open("wb") as file:
                np.savez(file, **arrays)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | Path) -> PartCounts:
        """Read it; every array has a checksum in the file."""
        try:
            with np.load(path, allow_pickle=False) as file:
                data, indices, indptr, letters, at, numbers = (file[name] for name in _ARRAYS)
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise TeachbackError(
                f"The counts of a part of the pool, {path}, cannot be read ({error}). Count it again with: teachback "
                "pool PROJECT --count"
            ) from None
        X = csr_array((data.astype(np.int32), indices, indptr), shape=(len(indptr) - 1, len(at) - 1))
        return cls(X, letters, at, numbers)
