"""Sweeps over sparse counts and big tables, compiled and spread over threads: what learners and queries are made of.

Threads share the work by rows (scores) or by classes (sums; by fixed parts of the documents where classes are few), so
every number is added up in an order that does not depend on them: the result is the same, bit for bit, with any number
of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.kernels import kernel

Matrix = NDArray[np.float64]
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
    each = np.broadcast_to(np.asarray(constant, dtype=np.float64), evidence.shape[1:])
    spread(lambda a, b: _share_out(evidence, each, a, b), len(evidence), evidence.size)
    return evidence


def sums(X: csr_array, shares: Matrix) -> Matrix:
    r"""How much of each term belongs to each class, :math:`\sum_d p_{dj} n_{dk}`: terms × classes."""
    return np.asarray(accumulated(_sums, X, shares, 1, X.shape[1])[0])


def accumulated(
    add: Callable[..., object], X: csr_array, shares: Matrix, tables: int, terms: int, *given: object
) -> Matrix:
    """What a kernel adds up over the documents: so many tables of terms × classes.

    Threads take classes each; where classes are few, a fixed number of parts of the documents, added in order.
    """
    if shares.shape[1] >= _FEW_CLASSES:
        blocks: dict[int, Matrix] = {}

        def add_classes(a: int, b: int) -> None:
            blocks[a] = np.zeros((tables, terms, b - a))
            mine = np.ascontiguousarray(shares[:, a:b])
            add(X.indptr, X.indices, X.data, *given, mine, 0, X.shape[0], *blocks[a])

        spread(add_classes, shares.shape[1], X.nnz)
        return np.concatenate([blocks[a] for a in sorted(blocks)], axis=2)
    shares = np.ascontiguousarray(shares)
    parts = np.zeros((_PARTS, tables, terms, shares.shape[1]))

    def add_parts(a: int, b: int) -> None:
        for part in range(a, b):
            first, stop = X.shape[0] * part // _PARTS, X.shape[0] * (part + 1) // _PARTS
            add(X.indptr, X.indices, X.data, *given, shares, first, stop, *parts[part])

    spread(add_parts, _PARTS, X.nnz)
    return np.asarray(parts.sum(axis=0))


def columns(X: csr_array) -> tuple[Matrix, Matrix]:
    """How often each term occurs, and in how many documents."""
    parts = np.zeros((_PARTS, 2, X.shape[1]))

    def add(a: int, b: int) -> None:
        for part in range(a, b):
            _columns(X.indices, X.data, X.nnz * part // _PARTS, X.nnz * (part + 1) // _PARTS, *parts[part])

    spread(add, _PARTS, X.nnz)
    totals, documents = parts.sum(axis=0)
    return totals, documents


def extremes(data: Matrix) -> tuple[float, float]:
    """The smallest and the largest of many numbers (1 and 0 when there are none); NaN if one of them is."""
    found = np.empty((_PARTS, 2))

    def look(a: int, b: int) -> None:
        for part in range(a, b):
            found[part] = _extremes(data, len(data) * part // _PARTS, len(data) * (part + 1) // _PARTS)

    spread(look, _PARTS, len(data))
    return float(found[:, 0].min()), float(found[:, 1].max())


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
    threads = min(os.cpu_count() or 1, size) if counts > _SMALL else 1
    if threads <= 1:
        work(0, size)
        return
    bounds = [size * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads - 1) as pool:  # and this thread
        others = pool.map(work, bounds[:-2], bounds[1:-1])
        work(*bounds[-2:])
        list(others)


# Unsigned positions spare the compiler the question whether a position counts from the end: up to three times as fast.
# Four terms at a time spare it three of four times the writing of what was added up: half as fast again.
_ONE, _TWO, _THREE, _FOUR = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)


@kernel
def _scores(indptr, indices, data, weights, first, stop, out):  # type: ignore[no-untyped-def]
    classes = np.uint64(weights.shape[1])
    for row in range(np.uint64(first), np.uint64(stop)):
        place, end = np.uint64(indptr[row]), np.uint64(indptr[row + _ONE])
        while place + _FOUR <= end:
            a, b = np.uint64(indices[place]), np.uint64(indices[place + _ONE])
            c, d = np.uint64(indices[place + _TWO]), np.uint64(indices[place + _THREE])
            of_a, of_b, of_c, of_d = data[place], data[place + _ONE], data[place + _TWO], data[place + _THREE]
            for j in range(classes):
                first_two = of_a * weights[a, j] + of_b * weights[b, j]
                out[row, j] += first_two + (of_c * weights[c, j] + of_d * weights[d, j])
            place += _FOUR
        while place < end:
            term, count = np.uint64(indices[place]), data[place]
            for j in range(classes):
                out[row, j] += count * weights[term, j]
            place += _ONE


@kernel
def _extremes(data, first, stop):  # type: ignore[no-untyped-def]
    least, most = 1.0, 0.0
    for place in range(first, stop):
        value = data[place]
        if value != value:  # NaN
            return value, value
        least, most = min(least, value), max(most, value)
    return least, most


@kernel
def _columns(indices, data, first, stop, totals, documents):  # type: ignore[no-untyped-def]
    for place in range(np.uint64(first), np.uint64(stop)):
        term = np.uint64(indices[place])
        totals[term] += data[place]
        documents[term] += 1.0


@kernel
def _share_out(out, constant, first, stop):  # type: ignore[no-untyped-def]
    for row in range(first, stop):
        largest = -np.inf
        for j in range(out.shape[1]):
            out[row, j] += constant[j]
            largest = max(largest, out[row, j])
        total = 0.0
        for j in range(out.shape[1]):
            out[row, j] = np.exp(out[row, j] - largest)
            total += out[row, j]
        for j in range(out.shape[1]):
            out[row, j] /= total


@kernel
def _sums(indptr, indices, data, shares, first, stop, out):  # type: ignore[no-untyped-def]
    classes = np.uint64(shares.shape[1])
    for row in range(np.uint64(first), np.uint64(stop)):
        for place in range(np.uint64(indptr[row]), np.uint64(indptr[row + np.uint64(1)])):
            term, count = np.uint64(indices[place]), data[place]
            for j in range(classes):
                out[term, j] += count * shares[row, j]
