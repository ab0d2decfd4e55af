"""How many documents of each class there are: what a few labels suggest, and moving guesses to it."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax

from teachback.learners.lesson_regression.softmax import Linear
from teachback.sweeps import Matrix, scores
from teachback.vectors import one_thread

_SHARES = 10.0  # labels by which the belief in the shares that labels suggest is halved
_MOST = 0.85  # the share of a class of most documents
_MOVES = 30  # of constants, until the mean is as wanted


def with_likely_shares(believed: Linear, rows: csr_array, labels: Matrix, words: int = 0) -> Linear:
    """A model moved so that its mean guess of documents is nearer to the shares that the classes' numbers of labels
    suggest; the more labels and words there are, the less."""
    if not rows.shape[0]:
        return believed
    odds = softmax(scores(rows, believed.weights) + believed.constant, axis=1)
    belief = _SHARES / (_SHARES + labels.sum() + words)
    wanted = (1.0 - belief) * odds.mean(axis=0) + belief * likely_shares(labels)
    return believed.shifted(moved_to(odds, wanted))


def likely_shares(labels: Matrix) -> Matrix:
    """The classes' shares that so many labels of each suggest: equal ones, or one class of most documents, as each
    explains the labels.

    >>> likely_shares(np.array([3, 2])).round(2).tolist(), likely_shares(np.array([5, 0])).round(2).tolist()
    ([0.55, 0.45], [0.81, 0.19])
    """
    classes = len(labels)
    kinds = np.full((classes, classes), (1.0 - _MOST) / (classes - 1))
    np.fill_diagonal(kinds, _MOST)
    kinds = np.vstack([np.full(classes, 1.0 / classes), kinds])
    log = np.log(kinds) @ labels - np.log(np.r_[2.0, np.full(classes, 2.0 * classes)])
    return np.asarray(softmax(log) @ kinds)


def moved_to(odds: Matrix, wanted: Matrix) -> Matrix:
    """What to add to the evidence for each class, so that the mean of the documents' probabilities is as wanted.

    >>> odds = np.array([[0.5, 0.5], [0.5, 0.5]])
    >>> np.exp(moved_to(odds, np.array([0.8, 0.2]))).round(2).tolist()
    [1.6, 0.4]
    """
    factor = np.ones(len(wanted))
    with one_thread():
        for _ in range(_MOVES):
            factor *= wanted / (factor * ((1.0 / (odds @ factor)) @ odds) / len(odds))
    return np.asarray(np.log(factor))
