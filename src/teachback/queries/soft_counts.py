"""How much of each term belongs to each class when documents belong to classes by halves: one compiled sweep."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.kernels import kernel
from teachback.queries.base import Matrix
from teachback.sweeps import accumulated, columns


class SoftCounts(NamedTuple):
    """Sums over the documents, each weighted by its probability of the class.

    Attributes
    ----------
    terms
        The terms (columns of X) that were counted, in order; those in too few documents were not.
    frequency
        How many documents have the term.
    presence
        How many documents of each class have the term, terms × classes.
    tokens
        How often the term occurs in each class, terms × classes.
    mass
        How many documents each class has.
    documents
        How many documents there are.
    """

    terms: NDArray[np.intp]
    frequency: NDArray[np.float64]
    presence: Matrix
    tokens: Matrix
    mass: NDArray[np.float64]
    documents: int


def soft_counts(X: csr_array, P: Matrix, min_documents: int = 1) -> SoftCounts:
    """Count the terms that are in at least `min_documents` documents."""
    frequency = columns(X)[1]
    terms = np.flatnonzero(frequency >= max(min_documents, 1))
    column = np.full(X.shape[1], -1, dtype=np.int32)
    column[terms] = np.arange(len(terms), dtype=np.int32)
    presence, tokens = accumulated(_add, X, P, 2, len(terms), column)
    tokens += presence
    return SoftCounts(terms, frequency[terms], presence, tokens, P.sum(axis=0), X.shape[0])


@kernel
def _add(indptr, indices, data, column, shares, first, stop, presence, more):  # type: ignore[no-untyped-def]
    """Presence, and what a term's second, third … time in a document adds to it."""
    classes = np.uint64(shares.shape[1])
    for row in range(np.uint64(first), np.uint64(stop)):
        for place in range(np.uint64(indptr[row]), np.uint64(indptr[row + np.uint64(1)])):
            if column[np.uint64(indices[place])] < 0:
                continue
            k = np.uint64(column[np.uint64(indices[place])])
            for j in range(classes):
                presence[k, j] += shares[row, j]
            times = data[place] - 1.0
            if times != 0.0:
                for j in range(classes):
                    more[k, j] += times * shares[row, j]
