"""How far to trust evidence: what words say by the labels, and the whole by labels that were left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array

from teachback.learners.lesson_regression.softmax import Linear
from teachback.sweeps import Matrix, scores
from teachback.vectors import one_thread

_SCALE_RIDGE, _SHIFT_RIDGE = 10.0, 3.0  # how firmly what words say is believed before any label
_FEW, _HALF = 30.0, 5.0  # labels by which half of what they add is believed at least, and is expected to hold
_FIRM, _LOOSE = 4.0, 0.5  # how firmly that is expected, and at any temperature
# The logarithm of the temperature that is expected and its spread: where there are labels alone, and beside many words.
# What is heard of the pool later (`own_guesses`) makes the model less sure, so it is below 0 for labels
_LABELS, _WORDS = (-0.2, 0.5), (0.4, 0.3)
_SOME = 2.0  # words for each class: halfway from none to many


def trusted(believed: Linear, rows: csr_array, y: NDArray[np.intp]) -> Linear:
    r"""What words say, scaled and shifted as the labels suggest.

    No label had a part in what words say, so labels tell how far to trust it. With :math:`o` what words say of a
    labelled document, the scale :math:`a` and the constants :math:`c` minimise the cross entropy of
    :math:`\mathrm{softmax}(a o + c)` and :math:`\tfrac{1}{2} k (a - 1)^2 + \tfrac{1}{2} l |c|^2`.

    >>> believed = Linear(np.array([[1.0, -1.0], [-1.0, 1.0]]), np.zeros(2))
    >>> rows, wrong = csr_array(np.eye(2)[[0, 1] * 20]), np.array([1, 0] * 20)
    >>> bool(trusted(believed, rows, wrong).weights[0, 0] < 0.1)          # all labels contradict it
    True
    """
    o = scores(rows, believed.weights) + believed.constant
    classes = o.shape[1]
    wanted = np.eye(classes)[y]

    def loss(parameters: Matrix) -> tuple[float, Matrix]:
        a, c = parameters[0], parameters[1:]
        logits = a * o + c
        logits -= logits.max(axis=1, keepdims=True)
        off = np.exp(logits)
        total = off.sum(axis=1)
        value = (np.log(total) - logits[np.arange(len(y)), y]).sum()
        off /= total[:, np.newaxis]
        off -= wanted
        value += 0.5 * _SCALE_RIDGE * (a - 1.0) ** 2 + 0.5 * _SHIFT_RIDGE * (c @ c)
        of_scale, of_shift = (off * o).sum() + _SCALE_RIDGE * (a - 1.0), off.sum(axis=0) + _SHIFT_RIDGE * c
        return float(value), np.concatenate([[of_scale], of_shift])

    with one_thread():
        optimum = minimize(
            loss,
            np.concatenate([[1.0], np.zeros(classes)]),
            jac=True,
            method="L-BFGS-B",
            bounds=[(0.0, None), *[(None, None)] * classes],
        ).x
    return believed.times(optimum[0]).shifted(optimum[1:])


def share_of_addition(scores: Matrix, added: Matrix, y: NDArray[np.intp]) -> float:
    """How much of what labels add to what words say is to be believed, by labels that were left out: all of it where
    these are right for it, and where labels are many. A few difficult documents say little of all others.

    >>> scores, y = np.array([[1.0, 0.0], [0.0, 1.0]] * 5), np.array([0, 1] * 5)
    >>> share_of_addition(np.tile(scores, (9, 1)), np.tile(3.0 * scores, (9, 1)), np.tile(y, 9)) > 0.8
    True
    >>> share_of_addition(scores, -3.0 * scores, y) < 0.5                           # labels that contradict each other
    True
    """
    away = np.linspace(-2.0, 4.0, 13)
    warmths, costs = np.exp(_WORDS[0] + _LOOSE * away), 0.5 * np.square(away)
    shares, expected = np.linspace(len(y) / (len(y) + _FEW), 1.0, 6), len(y) / (len(y) + _HALF)
    losses = [
        (_losses(scores + share * added, warmths, y) + costs).min() + 0.5 * _FIRM * (expected - share) ** 2
        for share in shares
    ]
    return float(shares[int(np.argmin(losses))])


def temperature(evidence: Matrix, y: NDArray[np.intp], words: int = 0) -> float:
    """What to divide the evidence by, so that documents that were left out are as likely as they were: about 1 unless
    labels say otherwise, and more where there are many words, of which none is left out.

    >>> sure = np.array([[9.0, 0.0]] * 20)
    >>> temperature(sure, np.array([0, 1] * 10)) > 2.0 > temperature(sure, np.zeros(20, int))
    True
    """
    steps = np.linspace(-1.0, 2.5, 71)
    many = words / (words + _SOME * evidence.shape[1])
    expected, spread = (1.0 - many) * np.array(_LABELS) + many * np.array(_WORDS)
    losses = _losses(evidence, np.exp(steps), y) + 0.5 * np.square((steps - expected) / spread)
    return float(np.exp(steps[np.argmin(losses)]))


def _losses(evidence: Matrix, warmths: Matrix, y: NDArray[np.intp]) -> Matrix:
    """The cross entropy of the labels, for the evidence divided by each of the temperatures."""
    right = evidence[np.arange(len(y)), y]
    off = (evidence - right[:, np.newaxis])[np.newaxis] / warmths[:, np.newaxis, np.newaxis]
    largest = off.max(axis=2)
    return np.asarray((largest + np.log(np.exp(off - largest[:, :, np.newaxis]).sum(axis=2))).sum(axis=1))
