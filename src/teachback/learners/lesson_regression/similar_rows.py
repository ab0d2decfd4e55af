"""Softmax regression of rows of which only the dot products are known, on top of what is believed already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from teachback.learners.lesson_regression.descent import Descent, Sum, as_far_as_down, product
from teachback.learners.lesson_regression.softmax import Lessons
from teachback.sweeps import Matrix, spread
from teachback.vectors import one_thread

_STEPS = 150  # of the search, at most
_CLOSE, _NEAR = 2e-3, 1e-2  # the root of what a step must gain, for the whole and where a part is left out
_EASE = 16.0  # times: how much smaller than rows' is the square of the feature that constants are weights of


class Added(NamedTuple):
    """What a regression adds to what is believed: how much of each row its weights are and what it adds in each row,
    both classes × rows, and the classes' constants."""

    shares: Sum
    evidence: Sum
    constant: Sum


class SimilarRows:
    r"""Rows of which only the dot products are known, and their regressions.

    .. math:: \sum_i w_i\, H(q_i, p_i) + \tfrac{r}{2} |W|^2 + \tfrac{s}{2} |b|^2,
              \qquad p_i = \mathrm{softmax}(o_i + F_i W + h_i b)

    is minimised, with :math:`q, w, o, h` of :class:`Lessons`, in that order. A row of which any class of the target
    will do adds :math:`-w_i \log \sum_{c: q_{ic} > 0} p_{ic}` instead: its target is always what the model says of
    these classes.

    A linear model with penalised weights is a sum of the rows that it was taught, :math:`W = F^T A`. So there are as
    many unknowns as rows, whatever the number of features, and rows need only be known by their dot products. As
    evidence is linear in weights, each step of the search multiplies by them once, however far it goes.

    `products` multiplies by the dot products, classes × rows to classes × rows; `square` is about the squared length of
    a row; :math:`r` is `ridge`, :math:`s` is `bias_ridge`.

    >>> K = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> rows = SimilarRows(lambda A: A @ K, 1.0, ridge=0.1, bias_ridge=0.1)
    >>> found = rows.regression(Lessons(np.eye(2), np.ones(2), np.zeros((2, 2)), np.ones(2)))
    >>> (found.evidence > 0).tolist()
    [[True, False], [False, True]]
    """

    def __init__(self, products: Callable[[Sum], Any], square: float, *, ridge: float, bias_ridge: float) -> None:
        self._products, self._ridge, self._bias_ridge = products, ridge, bias_ridge
        self._ease = square / _EASE or 1.0

    def regression(self, lessons: Lessons) -> Added:
        """Where the sum is least."""
        classes, rows = lessons.target.T.shape
        nothing = np.zeros((classes, rows), dtype=np.float32)
        with one_thread():
            return self._search(lessons, Added(nothing, nothing, nothing[:, 0]), _CLOSE)

    def left_out(self, lessons: Lessons, part: NDArray[np.intp], whole: Added) -> Matrix:
        """The evidence in each row after learning from all other parts; rows of part -1 are always learned from.

        The search begins at the regression of the `whole`, and goes on until what was left out is forgotten.
        """
        out = lessons.offset.copy()

        def leave_out(first: int, stop: int) -> None:
            for left_out in range(first, stop):
                asked = part == left_out
                others = lessons._replace(weight=np.where(asked, 0.0, lessons.weight))
                out[asked] += self._search(others, whole, _NEAR).evidence[:, asked].T

        with one_thread():
            spread(leave_out, part.max(initial=-1) + 1, _STEPS * out.size)
        return out

    def _search(self, lessons: Lessons, start: Added, close: float) -> Added:
        errors, h = _errors(lessons), lessons.biased.astype(np.float32)
        penalty = np.append(np.full(len(h), self._ridge), self._bias_ridge * self._ease).astype(np.float32)
        point = _pair(start.shares, start.constant / np.float32(self._ease))
        point[1, :, :-1], point[1, :, -1] = start.evidence - np.outer(start.constant, h), start.constant
        now, error, path = start.evidence, errors(start.evidence), Descent(point[0].size)
        slope = self._slope(point, error, penalty, h)
        for turn in range(_STEPS):
            step = path.direction(slope)
            gain = -product(slope[0], step[1])
            moved, eased = step[1, :, :-1] + step[1, :, -1:] * h, penalty * step[0]
            pull, firm = product(eased, point[1]), product(eased, step[1])
            if not (gain > close * close and firm > 0.0):  # nothing to gain, or nothing but rounding
                break

            def down(
                far: float, now: Sum = now, moved: Sum = moved, pull: float = pull, firm: float = firm
            ) -> tuple[float, Sum]:
                there = errors(now + np.float32(far) * moved)
                return product(there, moved) + pull + far * firm, there

            bend = 0.25 * float(lessons.weight @ np.square(moved).sum(axis=0)) + firm  # of the second derivative's size
            far, error = as_far_as_down(down, -gain, 1.0 if turn else gain / bend)
            step *= np.float32(far)
            moved *= np.float32(far)
            point, now = point + step, now + moved
            before, slope = slope, self._slope(point, error, penalty, h)
            path.remember(step, slope - before, 0.5 * far * far * firm)
        return Added(point[0, :, :-1], now, point[1, :, -1])

    def _slope(self, point: Sum, error: Sum, penalty: Sum, h: Sum) -> Sum:
        """The slope at a point, as a sum of rows and constants."""
        slope = _pair(error, np.dot(error, h))  # with @, NumPy may warn of what BLAS does beyond the end of an array
        slope[0] += penalty * point[0]
        slope[1, :, :-1] = self._products(slope[0, :, :-1])
        slope[1, :, -1] = self._ease * slope[0, :, -1]
        return slope


def _pair(of_rows: Sum, of_constants: Sum) -> Sum:
    """A sum of rows and constants, with room for its products below it."""
    pair = np.empty((2, len(of_rows), of_rows.shape[1] + 1), dtype=np.float32)
    pair[0, :, :-1], pair[0, :, -1] = of_rows, of_constants
    return pair


def _errors(lessons: Lessons) -> Callable[[Sum], Sum]:
    """By how much the rows' probabilities miss their targets, times their weight, if so much evidence is added."""
    q, w, o, _, either = lessons
    offset = np.ascontiguousarray(o.T, dtype=np.float32)
    wanted = np.ascontiguousarray((w[:, np.newaxis] * q).T, dtype=np.float32)
    mass = wanted.sum(axis=0)
    open_rows = np.zeros(0, dtype=np.intp) if either is None else np.flatnonzero(either)
    shut = np.where(q[open_rows] > 0.0, 0.0, -np.inf).T
    wanted[:, open_rows] = 0.0

    def errors(added: Sum) -> Sum:
        evidence = offset + added
        off: Sum = evidence - evidence.max(axis=0)
        np.exp(off, out=off)
        off *= mass / off.sum(axis=0)
        off -= wanted
        if open_rows.size:
            off[:, open_rows] -= mass[open_rows] * softmax(evidence[:, open_rows] + shut, axis=0)
        return off

    return errors
