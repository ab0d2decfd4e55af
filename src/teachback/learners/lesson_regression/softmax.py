"""Softmax regression over few features, on top of what is believed already."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh
from scipy.optimize import minimize

from teachback.sweeps import Matrix
from teachback.vectors import one_thread

_STEPS, _CLOSE = 150, 1e-3  # of the search for the best weights, and where it ends


class Lessons(NamedTuple):
    """What a regression is taught of its rows."""

    target: Matrix  # the probability that each class should have, rows × classes
    weight: Matrix  # how much each row counts
    offset: Matrix  # what is believed of each row already, rows × classes
    biased: Matrix  # 1 where the constants are part of a row's scores, 0 where they are not
    # True where any class of the target will do: only the probability of all of them together counts. None where that
    # is so of no row
    either: NDArray[np.bool_] | None = None


class Linear(NamedTuple):
    """A linear model: what each feature (or each row) adds for each class, and each class's constant."""

    weights: Matrix
    constant: Matrix
    # Of weights of terms, the part that is what their vectors' numbers add: numbers × classes
    of_vectors: Matrix | None = None

    def times(self, factor: float) -> Linear:
        """All of it, so much stronger."""
        of_vectors = None if self.of_vectors is None else factor * self.of_vectors
        return Linear(factor * self.weights, factor * self.constant, of_vectors)

    def shifted(self, constant: Matrix) -> Linear:
        """With more for each class, whatever the document."""
        return self._replace(constant=self.constant + constant)


def softmax_regression(features: Any, lessons: Lessons, *, ridge: float | Matrix, bias_ridge: float) -> Linear:
    r"""Minimise the weighted cross entropy of the rows, and the squared weights and constants.

    .. math:: \sum_i w_i\, H(q_i, p_i) + \tfrac{r}{2} |W|^2 + \tfrac{s}{2} |b|^2,
              \qquad p_i = \mathrm{softmax}(o_i + F_i W + h_i b)

    with :math:`q, w, o, h` of :class:`Lessons`, in that order. The ridge :math:`r` may be a number for each feature.

    >>> lessons = Lessons(np.eye(2), np.ones(2), np.zeros((2, 2)), np.ones(2))
    >>> model = softmax_regression(np.array([[1.0], [-1.0]]), lessons, ridge=0.1, bias_ridge=0.1)
    >>> bool(model.weights[0, 0] > 0 > model.weights[0, 1])
    True
    """
    q, w, o, h, _ = lessons
    shape = features.shape[1], q.shape[1]
    r = np.asarray(ridge).reshape(-1, 1)
    wq = w[:, np.newaxis] * q
    mass = wq.sum(axis=1)

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
        eased = r * W
        value += 0.5 * np.vdot(eased, W) + 0.5 * bias_ridge * np.vdot(b, b)
        eased += features.T @ off
        return float(value), np.concatenate([eased.ravel(), h @ off + bias_ridge * b])

    with one_thread():
        optimum = minimize(
            loss,
            np.zeros((shape[0] + 1) * shape[1]),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": _STEPS, "gtol": _CLOSE, "maxcor": 6},
        ).x
    return Linear(optimum[: -shape[1]].reshape(shape), optimum[-shape[1] :])


def whitened(features: Matrix, lessons: Lessons, *, ridge: float, bias_ridge: float) -> Linear:
    """The regression of soft targets in fewer steps: features are turned and scaled to be about equally curved.

    Where the model comes to say what it is taught, the second derivatives are about those at the targets.
    """
    variance = lessons.weight * (1.0 - np.square(lessons.target).sum(axis=1)) / lessons.target.shape[1]
    with one_thread():
        curved, turn = eigh((features * variance[:, np.newaxis]).T @ features, check_finite=False)
        turn /= np.sqrt(np.maximum(curved, 0.0) + ridge)
        features = features @ turn
    regression = softmax_regression(features, lessons, ridge=ridge * np.square(turn).sum(axis=0), bias_ridge=bias_ridge)
    with one_thread():
        return Linear(turn @ regression.weights, regression.constant)
