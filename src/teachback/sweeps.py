"""Sweeps over sparse counts and big tables, spread over threads: what learners and queries are made of.

Threads share the work by rows (scores) or by classes (sums; by fixed parts of the documents where classes are few), so
every number is added up in an order that does not depend on them: the result is the same, bit for bit, with any number
of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.kernels import kernel
from teachback.processors import processors

Matrix = NDArray[np.float64]
First = TypeVar("First")
Second = TypeVar("Second")
_SMALL = 1 << 16  # counts below which one thread is faster
_FEW_CLASSES = 8  # below which going through the documents takes longer than adding up
_PARTS = 4  # of the documents; fixed, so that sums are rounded alike on every machine


def scores(X: csr_array, weights: Matrix) -> Matrix:
    r"""The sum of the weights of each row's terms, :math:`\sum_k n_{dk} w_{kj}`: documents × classes."""
    weights = np.ascontiguousarray(weights)
    out = np.zeros((X.shape[0], weights.shape[1]))
    spread(lambda a, b: _scores(X.indptr, X.indices, X.data, weights, a, b, out), X.shape[0], X.nnz)
    return out


def guesses(X: csr_array, weights: Matrix, constant: Matrix) -> Matrix:
    """The probability of each class for each document: its scores and a constant, exponentiated and shared out."""
    return share_out(scores(X, weights), constant)


def share_out(evidence: Matrix, constant: Matrix | float = 0.0) -> Matrix:
    """Turn evidence (logarithms, documents × classes) into probabilities, in place."""
    evidence += constant
    columns = evidence.T  # column by column: rows of a few classes are too short for NumPy
    columns -= reduce(np.maximum, columns)
    np.exp(evidence, out=evidence)
    columns /= reduce(np.add, columns)
    return evidence


def entropies(P: Matrix) -> Matrix:
    r"""The entropy of each row, :math:`-\sum_j P_{dj} \log P_{dj}`, but for rounding."""
    return np.asarray(-np.einsum("dj,dj->d", P, np.log(np.where(P > 0.0, P, 1.0))))


def sums(X: csr_array, shares: Matrix) -> Matrix:
    r"""How much of each term belongs to each class, :math:`\sum_d p_{dj} n_{dk}`: terms × classes.

    Threads take classes each; where classes are few, a fixed number of parts of the documents, added in order.
    """
    out = np.empty((X.shape[1], shares.shape[1]))
    if shares.shape[1] >= _FEW_CLASSES:

        def add_classes(a: int, b: int) -> None:
            out[:, a:b] = X.T @ shares[:, a:b]

        spread(add_classes, shares.shape[1], X.nnz)
        return out
    parts = np.empty((_PARTS, *out.shape))

    def add_parts(a: int, b: int) -> None:
        for part in range(a, b):
            first, stop = X.shape[0] * part // _PARTS, X.shape[0] * (part + 1) // _PARTS
            parts[part] = rows_of(X, first, stop).T @ shares[first:stop]

    spread(add_parts, _PARTS, X.nnz)
    return np.asarray(parts.sum(axis=0))


def rows_of(X: csr_array, first: int, stop: int) -> csr_array:
    """The rows from one position to another, with the same data."""
    begin, end = X.indptr[first], X.indptr[stop]
    rows = X.indptr[first : stop + 1] - begin
    return csr_array((X.data[begin:end], X.indices[begin:end], rows), shape=(stop - first, X.shape[1]))


def columns(X: csr_array) -> tuple[Matrix, Matrix]:
    """How often each term occurs, and in how many documents."""
    totals = X.T @ np.ones(X.shape[0])
    return np.asarray(totals, dtype=np.float64), np.bincount(X.indices, minlength=X.shape[1]).astype(np.float64)


def extremes(data: Matrix) -> tuple[float, float]:
    """The smallest and the largest of many numbers (1 and 0 when there are none); NaN if one of them is."""
    return float(data.min(initial=1.0)), float(data.max(initial=0.0))


def logarithms(counts: Matrix, plus: float, minus: Matrix) -> Matrix:
    """The logarithm of the counts and a pseudo-count, less a constant for each class; in place."""
    rows = 1 << 12  # a block stays in the cache

    def work(a: int, b: int) -> None:
        for first in range(a, b, rows):
            block = counts[first : min(first + rows, b)]
            block += plus
            np.log(block, out=block)
            block -= minus

    spread(work, len(counts), counts.size)
    return counts


def spread(work: Callable[[int, int], object], size: int, counts: int) -> None:
    """Do the work on the ranges that `size` falls into, one for each processor."""
    threads = min(processors(), size) if counts > _SMALL else 1
    if threads <= 1:
        work(0, size)
        return
    bounds = [size * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads - 1) as pool:  # and this thread
        others = pool.map(work, bounds[:-2], bounds[1:-1])
        work(*bounds[-2:])
        list(others)


def at_once(first: Callable[[], First], second: Callable[[], Second], counts: int) -> tuple[First, Second]:
    """What two functions return, each in a thread of its own where there are processors and enough to do.

    >>> at_once(lambda: 1, lambda: "one", 0)
    (1, 'one')
    """
    if counts <= _SMALL or processors() < 2:
        return first(), second()
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(second)
        return first(), other.result()


# Unsigned positions spare the compiler the question whether a position counts from the end: up to three times as fast.
# Four terms at a time spare it three of four times the writing of what was added up: half as fast again.
_ONE, _TWO, _THREE, _FOUR = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)


def _scores_by_scipy(
    indptr: NDArray[np.integer],
    indices: NDArray[np.integer],
    data: NDArray[np.generic],
    weights: Matrix,
    first: int,
    stop: int,
    out: Matrix,
) -> None:
    X = csr_array((data, indices, indptr), shape=(len(indptr) - 1, len(weights)))
    out[first:stop] = rows_of(X, first, stop) @ weights


def _seconds(*arguments: Any) -> float:
    indptr, _, _, weights, first, stop, _ = arguments
    return 2e-9 * float(weights.shape[1] * (indptr[stop] - indptr[first]))


@kernel(meanwhile=_scores_by_scipy, seconds=_seconds, patience=1.0)
def _scores(indptr, indices, data, weights, first, stop, out):  # type: ignore[no-untyped-def]
    classes = np.uint64(weights.shape[1])
    for row in range(np.uint64(first), np.uint64(stop)):
        place, end = np.uint64(indptr[row]), np.uint64(indptr[row + _ONE])
        while place + _FOUR <= end:
            a, b = np.uint64(indices[place]), np.uint64(indices[place + _ONE])
            c, d = np.uint64(indices[place + _TWO]), np.uint64(indices[place + _THREE])
            of_a, of_b, of_c, of_d = data[place], data[place + _ONE], data[place + _TWO], data[place + _THREE]
            for j in range(classes):
                first_two = (out[row, j] + of_a * weights[a, j]) + of_b * weights[b, j]  # in order, as SciPy does
                out[row, j] = (first_two + of_c * weights[c, j]) + of_d * weights[d, j]
            place += _FOUR
        while place < end:
            term, count = np.uint64(indices[place]), data[place]
            for j in range(classes):
                out[row, j] += count * weights[term, j]
            place += _ONE
