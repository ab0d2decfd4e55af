"""The pool as the default learner sees it: unit rows and their vectors."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from teachback.sweeps import Matrix
from teachback.vectors import PoolVectors

_MANY, _SAMPLE = 6000, 2000  # documents to learn from when words are taught, and to estimate from


class PoolDocuments:
    """The pool as the learner sees it, without the terms that are no reason: a sample of it, worked out once."""

    def __init__(self, vectors: PoolVectors, weights: Matrix) -> None:
        self.vectors, self.weights = vectors, weights
        self.rejected = tuple(np.flatnonzero(weights == 0.0).tolist())
        self.rows, self.places = vectors.remembered(
            ("sample", self.rejected), lambda: self.read(vectors.pool.counts[vectors.sample[:_SAMPLE]])
        )

    def many(self) -> tuple[csr_array, Matrix]:
        """Damped counts and vectors of a larger sample, for what is learned only when words are taught."""

        def look() -> tuple[csr_array, Matrix]:
            counts = self.vectors.pool.counts[self.vectors.sample[:_MANY]]
            return counts, self.read(counts)[1]

        return self.vectors.remembered(("many", self.rejected), look)

    def read(self, X: csr_array) -> tuple[csr_array, Matrix]:
        """Damped counts as unit rows, and their vectors."""
        rows = self.vectors.unit_rows(X, self.weights)
        return rows, self.vectors.places_of(rows)
