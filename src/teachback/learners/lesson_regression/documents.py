"""The pool as the default learner sees it: unit rows and their vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from scipy.sparse import csr_array

from teachback.learners.base import TermLessons
from teachback.sweeps import Matrix
from teachback.vectors import PoolVectors

T = TypeVar("T")

_ENOUGH = 100  # documents to tell by what new texts will be like
_ALONE = 0.5  # of what a term weighs by its rarity, where one document alone of so many has it, or none
_MANY, _SAMPLE = 6000, 2000  # documents to learn from when words are taught, and to estimate from


def alone(documents: int) -> float:
    """What a term weighs by its rarity where one document alone has it, or none.

    >>> alone(10), alone(1000)
    (1.0, 0.5)
    """
    return _ALONE if documents >= _ENOUGH else 1.0


def row_weights(vectors: PoolVectors, rejected: TermLessons, classes: int) -> Matrix:
    """The terms' rarity; half where one document alone of many has it, 0 where it is no reason for any class."""
    weights = np.where(vectors.pool.reach == 1, alone(vectors.pool.documents), 1.0) * vectors.rarity
    weights[np.bincount(rejected.terms, minlength=len(weights)) == classes] = 0.0
    return weights


class PoolDocuments:
    """The pool as the learner sees it, without the terms that are no reason: a sample of it, worked out once."""

    def __init__(self, vectors: PoolVectors, weights: Matrix) -> None:
        self.vectors, self.weights = vectors, weights
        self.rejected = tuple(np.flatnonzero(weights == 0.0).tolist())
        self.rows = self.remembered("sample", lambda: self._rows(vectors.pool.counts[vectors.sample[:_SAMPLE]]))

    def many(self) -> tuple[csr_array, Matrix]:
        """Damped counts and vectors of a larger sample, for what is learned only when words are taught."""

        def look() -> tuple[csr_array, Matrix]:
            counts = self.vectors.pool.counts[self.vectors.sample[:_MANY]]
            return counts, self.read_new(counts)[1]

        return self.remembered("many", look)

    def remembered(self, what: str, make: Callable[[], T]) -> T:
        """What was made of the pool without the terms that are no reason, or make it."""
        return self.vectors.remembered((what, self.rejected), make)

    def read(self, X: csr_array) -> tuple[csr_array, Matrix]:
        """Damped counts of documents of the pool as unit rows, and the vectors that these would have as new texts."""
        if self.vectors.pool.documents < _ENOUGH:
            return self.read_new(X)
        rows = self._rows(X)
        return rows, self.vectors.places_without(rows)

    def read_new(self, X: csr_array) -> tuple[csr_array, Matrix]:
        """Damped counts of other texts as unit rows, and their vectors."""
        rows = self._rows(X)
        return rows, self.vectors.places_of(rows)

    def _rows(self, X: csr_array) -> csr_array:
        return self.vectors.unit_rows(X, self.weights)
