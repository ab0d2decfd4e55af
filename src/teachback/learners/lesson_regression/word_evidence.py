"""What taught words say of documents, by themselves and with the help of the pool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from teachback.learners.lesson_regression.softmax import Lessons, Linear, whitened
from teachback.learners.naive_bayes import LabelledWordNB
from teachback.sweeps import Matrix, scores
from teachback.vectors import PoolVectors, one_thread
from teachback.vectors.unit_rows import specificity, weighted_lengths

_MASS, _RIDGE, _BIAS_RIDGE = 100.0, 0.1, 0.01  # of what the vectors are taught
_STRETCH = 8.0  # of the vectors, as for labels
_LEAST = 1e-6  # strength of a word that is everywhere
_HALVINGS = 30  # of the range in which the scale is searched for


def word_evidence(
    vectors: PoolVectors,
    weights: Matrix,
    sample: csr_array,
    places: Matrix,
    *,
    words: Sequence[tuple[int, int, float]],
    not_a_reason: Sequence[tuple[int, int]],
    classes: int,
) -> Linear:
    r"""What the words say of unit rows, as the mean of two linear models.

    The first is :class:`LabelledWordNB` of the words and the pool. What it says of a document is the sum of
    :math:`\log \theta` over its damped counts. Here that is divided by the length of the document's row: the same class
    is ahead, but long documents are no surer than short ones, and it is a linear model of unit rows. One scale for all
    makes documents of the sample as sure, on average, as naive Bayes is when it is calibrated. The second is a
    regression over the documents' vectors that is taught those calibrated guesses, sure ones most: it carries what
    words say to documents that have none of them.

    Naive Bayes is calibrated for two classes. Of many it is far too unsure: each of the others keeps a little. So the
    mean is scaled until it is as sure of its first class, on average, as naive Bayes is between its first two; by no
    more than the bits that tell so many classes apart, lest next to nothing be taken for something.

    `weights` has the weight of each term in a row: its rarity, or 0 where it is no reason at all; `sample` and `places`
    are damped counts of some documents of the pool, and their vectors without such terms. The `words` are (column,
    class, strength), and `not_a_reason` is (column, class); classes by position.
    """
    specific = np.maximum(specificity(vectors.pool.reach, vectors.pool.documents, classes), _LEAST)
    words = [(term, class_, strength * specific[term]) for term, class_, strength in words]
    teacher = LabelledWordNB().fit(
        None, words=words, not_a_reason=not_a_reason, pool=vectors.pool, classes=list(range(classes))
    )
    theta = teacher.log_theta_ - teacher.log_theta_.mean(axis=1, keepdims=True)
    theta[weights == 0.0] = 0.0
    prior = teacher.log_prior_ - teacher.log_prior_.mean()
    if not sample.shape[0]:
        return Linear(theta / np.where(weights > 0.0, weights, 1.0)[:, np.newaxis], prior)
    guessed = teacher.predict_calibrated_proba(sample)
    sums = scores(sample, theta) / weighted_lengths(sample, weights)[:, np.newaxis]
    scale = _scale(sums, prior, float(guessed.max(axis=1).mean()))
    theta *= scale / np.where(weights > 0.0, weights, 1.0)[:, np.newaxis]

    surety = np.square(1.0 + (guessed * np.log(np.maximum(guessed, 1e-300))).sum(axis=1) / np.log(classes))
    taught = Lessons(guessed, _MASS * surety / max(surety.sum(), 1e-300), np.zeros_like(guessed), np.ones(len(guessed)))
    places = _STRETCH * places
    carried = whitened(places, taught, ridge=_RIDGE, bias_ridge=_BIAS_RIDGE)
    far = _STRETCH * carried.weights
    theta += vectors.of_terms(far)
    with one_thread():
        together = 0.5 * (scale * sums + prior + places @ carried.weights + carried.constant)
        constant = prior + carried.constant - vectors.centre @ far
    scale = min(_scale(together, np.zeros(classes), _between_two(guessed)), float(np.log2(classes)))
    return Linear(theta, constant, far).times(0.5 * scale)


def _between_two(guessed: Matrix) -> float:
    """How probable the likelier of the two likeliest classes of a document is beside the other, on average.

    >>> _between_two(np.array([[0.3, 0.1, 0.0, 0.1], [0.25, 0.25, 0.25, 0.25]]))
    0.625
    """
    second, first = np.partition(guessed, -2, axis=1)[:, -2:].T
    return float((first / (first + second)).mean())


def _scale(scores: Matrix, prior: Matrix, surety: float) -> float:
    """The factor with which the likeliest classes of the documents are so likely on average."""
    low, high = 1e-3, 1e3
    for _ in range(_HALVINGS):
        middle = float(np.sqrt(low * high))
        evidence = middle * scores + prior
        evidence -= evidence.max(axis=1, keepdims=True)
        if (1.0 / np.exp(evidence).sum(axis=1)).mean() < surety:
            low = middle
        else:
            high = middle
    return low
