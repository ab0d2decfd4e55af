"""Softmax regression on top of what is believed already: over features, or over similarities of few rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cholesky, eigh, solve_triangular
from scipy.optimize import minimize
from scipy.special import logsumexp

from teachback.sweeps import Matrix
from teachback.vectors import one_thread

_STEPS, _STEPS_AGAIN, _CLOSE = 150, 40, 1e-3  # of the search for the best weights (from nearby), and where it ends
_DIFFERENT = 3e-13  # of all rows' length, by which each differs from all others: as much as rounding


class Lessons(NamedTuple):
    """What a regression is taught of its rows.

    Attributes
    ----------
    target
        The probability that each class should have, rows × classes.
    weight
        How much each row counts.
    offset
        What is believed of each row already, rows × classes.
    biased
        1 where the constants are part of a row's scores, 0 where they are not.
    either
        True where any class of the target will do: only the probability of all of them together counts. None where
        that is so of no row.
    """

    target: Matrix
    weight: Matrix
    offset: Matrix
    biased: Matrix
    either: NDArray[np.bool_] | None = None

    def rows(self, which: NDArray[Any]) -> Lessons:
        """What is taught of some of the rows."""
        return Lessons(*(None if part is None else part[which] for part in self))  # type: ignore[arg-type]


class Linear(NamedTuple):
    """A linear model: what each feature (or each row) adds for each class, and each class's constant."""

    weights: Matrix
    constant: Matrix


def softmax_regression(
    features: Any,
    lessons: Lessons,
    *,
    ridge: float | Matrix,
    bias_ridge: float,
    start: Linear | None = None,
    steps: int = _STEPS,
) -> Linear:
    r"""Minimise the weighted cross entropy of the rows, and the squared weights and constants.

    .. math:: \sum_i w_i\, H(q_i, p_i) + \tfrac{r}{2} |W|^2 + \tfrac{s}{2} |b|^2,
              \qquad p_i = \mathrm{softmax}(o_i + F_i W + h_i b)

    with :math:`q, w, o, h` of :class:`Lessons`, in that order. A row of which any class of the target will do adds
    :math:`-w_i \log \sum_{c: q_{ic} > 0} p_{ic}` instead: its target is always what the model says of these classes.
    The ridge :math:`r` may be a number for each feature. The search begins at `start`, or at 0, and ends after `steps`
    steps at the latest.

    >>> lessons = Lessons(np.eye(2), np.ones(2), np.zeros((2, 2)), np.ones(2))
    >>> model = softmax_regression(np.array([[1.0], [-1.0]]), lessons, ridge=0.1, bias_ridge=0.1)
    >>> bool(model.weights[0, 0] > 0 > model.weights[0, 1])
    True
    """
    q, w, o, h, either = lessons
    shape = features.shape[1], q.shape[1]
    r = np.asarray(ridge).reshape(-1, 1)
    wq = w[:, np.newaxis] * q
    mass = wq.sum(axis=1)
    open_rows = np.zeros(0, dtype=np.intp) if either is None else np.flatnonzero(either)
    shut = np.where(q[open_rows] > 0.0, 0.0, -np.inf)
    wq[open_rows] = 0.0
    first = np.zeros(shape[0] * shape[1] + shape[1])
    if start is not None:
        first = np.concatenate([start.weights.ravel(), start.constant])

    def loss(parameters: Matrix) -> tuple[float, Matrix]:
        W, b = parameters[: -shape[1]].reshape(shape), parameters[-shape[1] :]
        evidence = o + features @ W
        evidence += h[:, np.newaxis] * b
        largest = evidence.max(axis=1)
        off = np.exp(evidence - largest[:, np.newaxis])
        total = off.sum(axis=1)
        value = mass @ (largest + np.log(total)) - np.vdot(wq, evidence)
        off *= (mass / total)[:, np.newaxis]
        off -= wq
        if open_rows.size:
            left = evidence[open_rows] + shut
            together = logsumexp(left, axis=1)
            value -= mass[open_rows] @ together
            off[open_rows] -= mass[open_rows, np.newaxis] * np.exp(left - together[:, np.newaxis])
        eased = r * W
        value += 0.5 * np.vdot(eased, W) + 0.5 * bias_ridge * np.vdot(b, b)
        eased += features.T @ off
        return float(value), np.concatenate([eased.ravel(), h @ off + bias_ridge * b])

    with one_thread():
        found = minimize(
            loss,
            first,
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": steps, "gtol": _CLOSE, "maxcor": 6},
        ).x
    return Linear(found[: -shape[1]].reshape(shape), found[-shape[1] :])


def whitened(features: Matrix, lessons: Lessons, *, ridge: float, bias_ridge: float) -> Linear:
    """The same regression of soft targets, in fewer steps: features are turned and scaled to be about equally curved.

    Where the model comes to say what it is taught, the second derivatives are about those at the targets.
    """
    variance = lessons.weight * (1.0 - np.square(lessons.target).sum(axis=1)) / lessons.target.shape[1]
    with one_thread():
        curved, turn = eigh((features * variance[:, np.newaxis]).T @ features, check_finite=False)
        turn /= np.sqrt(np.maximum(curved, 0.0) + ridge)
        features = features @ turn
    found = softmax_regression(features, lessons, ridge=ridge * np.square(turn).sum(axis=0), bias_ridge=bias_ridge)
    with one_thread():
        return Linear(turn @ found.weights, found.constant)


def cross_fitted(
    features: Any, lessons: Lessons, part: NDArray[np.intp], whole: Linear, *, ridge: float, bias_ridge: float
) -> Matrix:
    """The evidence in each row after learning from all other parts; rows of part -1 are always learned from.

    The search begins at the regression of the `whole`, and takes steps enough to forget what was left out.
    """
    out = lessons.offset.copy()
    for left_out in range(part.max(initial=-1) + 1):
        taught, asked = part != left_out, part == left_out
        found = softmax_regression(
            features[taught],
            lessons.rows(taught),
            ridge=ridge,
            bias_ridge=bias_ridge,
            start=whole,
            steps=_STEPS_AGAIN,
        )
        with one_thread():
            out[asked] += features[asked] @ found.weights + np.outer(lessons.biased[asked], found.constant)
    return out


class Similarities:
    r"""Rows of which only the dot products :math:`K` are known, as features.

    A linear model with penalised weights is a sum of the rows that it was taught, :math:`W = F^T A`. So there are as
    many unknowns as rows, whatever the number of features: any rows with the same dot products do.

    Attributes
    ----------
    rows
        Rows with these dot products, as many features as rows.
    """

    def __init__(self, K: Matrix) -> None:
        K = K.copy()
        K[np.diag_indices(len(K))] += _DIFFERENT * K.trace() + 1e-300
        with one_thread():
            self.rows: Matrix = np.ascontiguousarray(cholesky(K, lower=True, overwrite_a=True, check_finite=False))

    def shares(self, weights: Matrix) -> Matrix:
        """How much each row adds to weights of the features."""
        with one_thread():
            return np.asarray(solve_triangular(self.rows, weights, trans="T", lower=True, check_finite=False))
