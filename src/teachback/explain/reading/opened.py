"""Opened documents: what is left of them when words are removed.

Where every column is one word and rows are at most divided by their length, deleting words is the same as setting
their columns to 0 and dividing anew: an :class:`OpenedRow`. Otherwise the words are deleted from the text, which is
read again: an :class:`OpenedText`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.explain.reading.words import Span, without
from teachback.explain.structures.scores import Columns
from teachback.sweeps import Matrix

Norm = Literal["l1", "l2"] | None
Removals = NDArray[np.bool_]


class OpenedDocument(ABC):
    """A document whose words (or groups of words) can be removed."""

    words: Sequence[str]
    text: str | None

    @abstractmethod
    def variants(self, removed: Removals) -> Any:
        """What is left after each removal: rows, or texts."""


@dataclass(frozen=True)
class OpenedRow(OpenedDocument):
    """A row of a matrix, of which columns are set to 0."""

    # The terms of the row
    columns: Columns
    values: Matrix
    words: Sequence[str]  # what can be removed: the terms themselves, or groups
    members: Matrix | None  # which words each term belongs to, words × terms; None when the terms are the words
    norm: Norm  # by which length the rest is divided
    width: int  # how many columns there are
    text: str | None = None

    @property
    def overlapping(self) -> bool:
        """Whether a term belongs to several words."""
        return self.members is not None and bool((self.members.sum(axis=0) > 1).any())

    def grouped(self, parts: Matrix) -> Matrix:
        """What each word adds to sums, from what each term does."""
        return parts if self.members is None else self.members @ parts

    def left(self, removed: Removals) -> Matrix:
        """The values of the terms after each removal."""
        remains = ~removed if self.members is None else ~(removed.astype(np.float64) @ self.members > 0)
        values = remains * self.values
        if self.norm is None:
            return values
        length = np.sqrt((values * values).sum(axis=1)) if self.norm == "l2" else np.abs(values).sum(axis=1)
        return np.asarray(values / np.where(length > 0, length, 1.0)[:, np.newaxis])

    def variants(self, removed: Removals) -> csr_array:
        """Rows without the removed terms."""
        left = self.left(removed)
        remains = left != 0
        rows, places = np.nonzero(remains)
        data = left[rows, places]
        indptr = np.concatenate([[0], np.cumsum(remains.sum(axis=1))]).astype(np.int32)
        return csr_array((data, self.columns[places], indptr), shape=(len(remains), self.width))


@dataclass(frozen=True)
class OpenedText(OpenedDocument):
    """A text from which words are deleted; `read` makes rows of what is left, or leaves the texts as they are."""

    text: str
    words: Sequence[str]
    places: Sequence[Sequence[Span]]
    read: Callable[[list[str]], Any]

    def variants(self, removed: Removals) -> Any:
        """Texts, or rows, without the removed words."""
        texts = []
        for row in removed:
            spans = sorted(span for word in np.flatnonzero(row).tolist() for span in self.places[word])
            texts.append(without(self.text, spans))
        return self.read(texts)
