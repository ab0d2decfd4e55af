"""The regression of a few taught rows and their vectors, and what it would say of each without having heard of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from teachback.kernels import kernel
from teachback.learners.lesson_regression.similar_rows import SimilarRows
from teachback.learners.lesson_regression.softmax import Lessons, Linear
from teachback.sweeps import Matrix, scores
from teachback.vectors import one_thread

_PARTS = 3  # of the labelled documents, to find out how sure to be
_FEW = 2000  # rows up to which all their dot products are worked out
_PLAIN_RIDGE, _PLAIN_BIAS_RIDGE = 0.1, 1e-3  # of the regression to compare with


@dataclass(frozen=True)
class TaughtRows:
    """Rows that are taught: their vectors, what their class should be, how much they count, and the part of the
    labelled documents that they are left out with (-1: never). Of some, `either` class of the target will do."""

    rows: csr_array
    places: Matrix
    target: Matrix
    weight: Matrix
    part: NDArray[np.intp]
    biased: bool = True
    either: bool = False


class Solved(NamedTuple):
    """What was learned of some terms and of vectors, and the evidence in each row without its part; how much each term
    counted in the rows, None where all counted alike, and how much any other would have."""

    terms: NDArray[np.intp]
    of_terms: Matrix
    of_vectors: Matrix
    constant: Matrix
    left_out: Matrix
    attention: Matrix | None = None
    to_others: float = 1.0


def together(
    taught: Sequence[TaughtRows], believed: Linear | None
) -> tuple[csr_array, Matrix, Lessons, NDArray[np.intp]]:
    """The rows of all that is taught, their vectors, what they teach on top of what is believed, and their parts."""
    rows, places = csr_array(vstack([each.rows for each in taught])), np.concatenate([each.places for each in taught])
    biased = np.concatenate([np.full(len(each.target), float(each.biased)) for each in taught])
    target, either = np.concatenate([each.target for each in taught]), None
    if any(each.either for each in taught):
        either = np.concatenate([np.full(len(each.target), each.either) for each in taught])
    offset = np.zeros(target.shape)
    if believed is not None:
        offset = scores(rows, believed.weights) + np.outer(biased, believed.constant)
    lessons = Lessons(target, np.concatenate([each.weight for each in taught]), offset, biased, either)
    return rows, places, lessons, np.concatenate([each.part for each in taught])


def solved(
    rows: csr_array, places: Matrix, lessons: Lessons, part: NDArray[np.intp], *, ridge: float, bias_ridge: float
) -> Solved:
    """The regression over rows and places."""
    used, rows = _without_empty_columns(rows)
    square = (np.square(rows.data).sum() + np.square(places).sum()) / max(rows.shape[0], 1)
    similar = SimilarRows(_products(rows, places), square, ridge=ridge, bias_ridge=bias_ridge)
    solution = similar.regression(lessons)
    left_out = similar.left_out(lessons, part, solution)
    shares, constant = solution.shares.T.astype(np.float64), solution.constant.astype(np.float64)
    with one_thread():
        return Solved(used, scores(csr_array(rows.T), shares), places.T @ shares, constant, left_out)


def _without_empty_columns(rows: csr_array) -> tuple[NDArray[np.intp], csr_array]:
    """The columns that any row has, and the rows with these alone."""
    used = np.flatnonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    place = np.zeros(rows.shape[1], dtype=np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    return used, csr_array((rows.data, place[rows.indices], rows.indptr), shape=(rows.shape[0], len(used)))


def _products(rows: csr_array, places: Matrix) -> Callable[[Any], Any]:
    """Multiplies by the dot products of rows and places: of few rows, they are worked out once."""
    by_term = csr_array(rows.T)
    if rows.shape[0] > _FEW:
        return lambda A: (scores(rows, scores(by_term, A.T)) + places @ (places.T @ A.T)).T
    with one_thread():
        K = places @ places.T
    products = np.zeros_like(K)
    _add_products(rows.indptr, rows.indices, rows.data, by_term.indptr, by_term.indices, by_term.data, products)
    K += products
    K = K.astype(np.float32)
    return lambda A: A @ K


def plain_regression(rows: csr_array, y: NDArray[np.intp], classes: int) -> Solved:
    """A regression on the labels and the terms alone."""
    lessons = Lessons(np.eye(classes)[y], np.ones(len(y)), np.zeros((len(y), classes)), np.ones(len(y)))
    none = np.zeros((len(y), 0))
    return solved(rows, none, lessons, dealt(y), ridge=_PLAIN_RIDGE, bias_ridge=_PLAIN_BIAS_RIDGE)


def dealt(y: NDArray[np.intp]) -> NDArray[np.intp]:
    """A part for each labelled document, with like shares of the classes.

    >>> dealt(np.array([0, 1, 0, 1, 0, 1])).tolist()
    [0, 0, 1, 1, 2, 2]
    """
    part = np.empty(len(y), dtype=np.intp)
    part[np.argsort(y, kind="stable")] = np.arange(len(y)) % _PARTS
    return part


def _add_products_by_scipy(
    indptr: NDArray[np.integer],
    indices: NDArray[np.integer],
    data: Matrix,
    starts: NDArray[np.integer],
    rows: NDArray[np.integer],
    values: Matrix,
    out: Matrix,
) -> None:
    documents, columns = len(out), len(starts) - 1
    by_row = csr_array((data, indices, indptr), shape=(documents, columns))
    out += (by_row @ csr_array((values, rows, starts), shape=(columns, documents))).toarray()


@kernel(meanwhile=_add_products_by_scipy, seconds=lambda *arguments: 1e-7 * arguments[-1].size)
def _add_products(indptr, indices, data, starts, rows, values, out):  # type: ignore[no-untyped-def]
    """Add the dot products of sparse rows, given by row and by column."""
    for row in range(np.uint64(len(out))):
        for place in range(np.uint64(indptr[row]), np.uint64(indptr[row + np.uint64(1)])):
            column, value = np.uint64(indices[place]), data[place]
            for other in range(np.uint64(starts[column]), np.uint64(starts[column + np.uint64(1)])):
                out[row, np.uint64(rows[other])] += value * values[other]
