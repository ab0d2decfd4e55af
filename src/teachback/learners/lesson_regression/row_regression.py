"""The regression of a few taught rows and their vectors, and what it would say of each without having heard of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from teachback.learners.lesson_regression.softmax import Lessons, Similarities, cross_fitted, softmax_regression
from teachback.sweeps import Matrix, scores
from teachback.vectors import one_thread

_PARTS = 3  # of the labelled documents, to find out how sure to be
_FEW = 800  # rows up to which similarities are quicker than features


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
    counted in the rows, None where all counted alike."""

    terms: NDArray[np.intp]
    of_terms: Matrix
    of_vectors: Matrix
    constant: Matrix
    left_out: Matrix
    attention: Matrix | None = None


def solved(
    rows: csr_array, places: Matrix, lessons: Lessons, part: NDArray[np.intp], *, ridge: float, bias_ridge: float
) -> Solved:
    """The regression over rows and places: by their similarities while they are few, else by their features."""
    used = np.unique(rows.indices)
    rows = rows[:, used]
    similar = None
    if rows.shape[0] <= _FEW:
        with one_thread():
            similar = Similarities((rows @ rows.T).toarray() + places @ places.T)
    features = csr_array(hstack([rows, csr_array(places)])) if similar is None else similar.rows
    found = softmax_regression(features, lessons, ridge=ridge, bias_ridge=bias_ridge)
    left_out = cross_fitted(features, lessons, part, found, ridge=ridge, bias_ridge=bias_ridge)
    if similar is None:
        return Solved(used, found.weights[: len(used)], found.weights[len(used) :], found.constant, left_out)
    shares = similar.shares(found.weights)
    with one_thread():
        return Solved(used, scores(csr_array(rows.T), shares), places.T @ shares, found.constant, left_out)


def plain_regression(rows: csr_array, y: NDArray[np.intp], classes: int, ridge: float) -> Solved:
    """A regression on the labels and the terms alone."""
    lessons = Lessons(np.eye(classes)[y], np.ones(len(y)), np.zeros((len(y), classes)), np.ones(len(y)))
    return solved(rows, np.zeros((len(y), 0)), lessons, dealt(y), ridge=ridge, bias_ridge=1e-3)


def dealt(y: NDArray[np.intp]) -> NDArray[np.intp]:
    """A part for each labelled document, with like shares of the classes.

    >>> dealt(np.array([0, 1, 0, 1, 0, 1])).tolist()
    [0, 0, 1, 1, 2, 2]
    """
    part = np.empty(len(y), dtype=np.intp)
    part[np.argsort(y, kind="stable")] = np.arange(len(y)) % _PARTS
    return part
