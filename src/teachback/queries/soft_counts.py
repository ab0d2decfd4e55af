"""How much of each term belongs to each class, by the documents' probabilities: one compiled sweep."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.pool import Pool
from teachback.queries.base import Matrix
from teachback.sweeps import accumulated, spread


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


def soft_counts(pool: Pool, P: Matrix, min_documents: int = 1) -> SoftCounts:
    """Count the terms that are in at least `min_documents` documents."""
    terms = np.flatnonzero(pool.reach >= max(min_documents, 1))
    presence, tokens = (_by_term if pool.wide else _by_document)(pool, P, terms)
    return SoftCounts(terms, pool.reach[terms], presence, tokens, P.sum(axis=0), len(pool))


def _by_term(pool: Pool, P: Matrix, terms: NDArray[np.intp]) -> tuple[Matrix, Matrix]:
    T = pool.by_term
    presence, tokens = np.empty((2, len(terms), P.shape[1]))

    done = np.append(0, np.cumsum(pool.reach[terms]))  # a term takes as long as it has documents

    def work(a: int, b: int) -> None:
        first, stop = np.searchsorted(done, [a, b])
        _gather(T.indptr, T.indices, T.data, terms, P, first, stop, presence, tokens)

    spread(work, int(done[-1]), int(done[-1]))
    return presence, tokens


def _by_document(pool: Pool, P: Matrix, terms: NDArray[np.intp]) -> tuple[Matrix, Matrix]:
    column = np.full(pool.shape[1], -1, dtype=np.int32)
    column[terms] = np.arange(len(terms), dtype=np.int32)
    presence, more = accumulated(_scatter, pool.counts, P, 2, len(terms), column)
    more += presence
    return presence, more


_ONE, _TWO, _THREE, _FOUR = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)  # see teachback.sweeps


@kernel
def _gather(indptr, indices, data, terms, shares, first, stop, presence, tokens):  # type: ignore[no-untyped-def]
    """Presence, and what a term's second, third … time in a document adds to it."""
    classes = np.uint64(shares.shape[1])
    has, counted = np.empty(shares.shape[1]), np.empty(shares.shape[1])
    for k in range(np.uint64(first), np.uint64(stop)):
        term = np.uint64(terms[k])
        place, end = np.uint64(indptr[term]), np.uint64(indptr[term + _ONE])
        has[:], counted[:] = 0.0, 0.0
        while place + _FOUR <= end:
            a, b = np.uint64(indices[place]), np.uint64(indices[place + _ONE])
            c, d = np.uint64(indices[place + _TWO]), np.uint64(indices[place + _THREE])
            for j in range(classes):
                has[j] += (shares[a, j] + shares[b, j]) + (shares[c, j] + shares[d, j])
            place += _FOUR
        while place < end:
            row = np.uint64(indices[place])
            for j in range(classes):
                has[j] += shares[row, j]
            place += _ONE
        for again in range(np.uint64(indptr[term]), end):
            times = data[again] - 1.0
            if times != 0.0:
                row = np.uint64(indices[again])
                for j in range(classes):
                    counted[j] += times * shares[row, j]
        presence[k] = has
        for j in range(classes):
            tokens[k, j] = has[j] + counted[j]


@kernel
def _scatter(indptr, indices, data, column, shares, first, stop, presence, more):  # type: ignore[no-untyped-def]
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
