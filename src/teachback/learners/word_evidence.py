"""What taught words say of documents, by themselves and with the help of the pool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax

from teachback.learners.naive_bayes import LabelledWordNB
from teachback.learners.softmax import Lessons, Linear, softmax_regression
from teachback.sweeps import Matrix, scores
from teachback.vectors import PoolVectors, one_thread
from teachback.vectors.unit_rows import weighted_lengths

_MASS, _RIDGE, _BIAS_RIDGE = 100.0, 0.1, 0.01  # of what the vectors are taught
_STRETCH = 8.0  # of the vectors, as for labels
_PRECISION, _MOST, _LEAST = 0.9, 0.95, 1e-6  # of taught words
_HALVINGS = 40  # of the range in which the scale is searched for


def word_evidence(
    vectors: PoolVectors,
    weights: Matrix,
    sample: csr_array,
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

    Parameters
    ----------
    weights
        The weight of each term in a row: its rarity, or 0 where it is no reason at all.
    sample
        Damped counts of some documents of the pool.
    words, not_a_reason
        (column, class, strength) and (column, class); classes by position.
    """
    believable = _believable(vectors, classes)
    words = [(term, class_, strength * believable[term]) for term, class_, strength in words]
    teacher = LabelledWordNB().fit(
        None, words=words, not_a_reason=not_a_reason, pool=vectors.pool, classes=list(range(classes))
    )
    guessed = teacher.predict_calibrated_proba(sample)
    theta = teacher.log_theta_ - teacher.log_theta_.mean(axis=1, keepdims=True)
    theta[weights == 0.0] = 0.0
    prior = teacher.log_prior_ - teacher.log_prior_.mean()
    said = scores(sample, theta) / weighted_lengths(sample, weights)[:, np.newaxis]
    theta *= _scale(said, prior, float(guessed.max(axis=1).mean())) / np.where(weights > 0.0, weights, 1.0)[:, None]

    places = _STRETCH * vectors.places_of(vectors.unit_rows(sample, weights))
    surety = np.square(1.0 + (guessed * np.log(np.maximum(guessed, 1e-300))).sum(axis=1) / np.log(classes))
    taught = Lessons(guessed, _MASS * surety / max(surety.sum(), 1e-300), np.zeros_like(guessed), np.ones(len(guessed)))
    carried = softmax_regression(places, taught, ridge=_RIDGE, bias_ridge=_BIAS_RIDGE)
    with one_thread():
        far = _STRETCH * carried.weights
        theta += vectors.directions @ far
        return Linear(0.5 * theta, 0.5 * (prior + carried.constant - vectors.centre @ far))


def _believable(vectors: PoolVectors, classes: int) -> Matrix:
    r"""How much of a rare word's strength each term may have, from 0 to 1.

    Suppose that of the documents with a taught word, nine in ten are of its class. A word that is in a share :math:`f`
    of all documents is then in :math:`\min(0.9 f J, 0.95)` of those of its class, and in what is left of :math:`f` of
    the others. The more frequent it is beyond its class's share, the nearer are the two: *to* cannot say much.
    """
    share = vectors.pool.reach / max(len(vectors.pool), 1)
    own = np.minimum(_PRECISION * share * classes, _MOST)
    others = np.maximum((share - own / classes) / (1.0 - 1.0 / classes), 1e-9)
    rare = _PRECISION * (classes - 1) / (1.0 - _PRECISION)
    says = np.where(share > 0.0, own / others, rare)
    return np.asarray(np.clip((says - 1.0) / (rare - 1.0), _LEAST, 1.0))


def _scale(said: Matrix, prior: Matrix, surety: float) -> float:
    """The factor with which the likeliest classes of the documents are so likely on average."""
    low, high = 1e-3, 1e3
    for _ in range(_HALVINGS):
        middle = float(np.sqrt(low * high))
        if softmax(middle * said + prior, axis=1).max(axis=1).mean() < surety:
            low = middle
        else:
            high = middle
    return low
