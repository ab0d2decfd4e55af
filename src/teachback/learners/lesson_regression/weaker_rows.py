"""Rows that are taught beside labelled documents: those that are not of some class, described classes, documents of
which a teacher that is no person said the class, words as texts of their own, and unlabelled documents with what words
say of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax
from sklearn.utils.validation import check_consistent_length

from teachback.learners.base import TermLessons
from teachback.learners.lesson_regression.documents import PoolDocuments
from teachback.learners.lesson_regression.row_regression import TaughtRows
from teachback.learners.lesson_regression.softmax import Linear
from teachback.sweeps import Matrix, scores
from teachback.vectors import specificity

_ANCHORS = 200  # documents of the pool that hold on to what words say, fewer the less they hold
_FADING = 15.0  # labels by which their hold is halved
_WORDS = 3.0  # labels for each class, at most, that its words weigh as texts
AdvisedRows = tuple[Any, Sequence[Hashable], Sequence[float]]  # counts, classes and weights, in labels


def weaker_rows(
    documents: PoolDocuments, X: csr_array, target: Matrix, weight: Any, *, biased: bool = True, either: bool = False
) -> TaughtRows:
    """Rows with these targets that are always learned from; a weight for each, in labels, or one for all."""
    rows, places = documents.read(X)
    check_consistent_length(rows, target)
    weights = np.broadcast_to(np.asarray(weight, dtype=np.float64), len(target)).copy()
    return TaughtRows(rows, places, target, weights, np.full(len(target), -1), biased=biased, either=either)


def texts_of_words(documents: PoolDocuments, words: TermLessons) -> TaughtRows:
    """Every word as a text of its class: what is learned from whole documents then holds for a text of few words, too.
    A word weighs at most as much as a label, less the more documents have it and the more words there are."""
    (terms, classes), pool = words.shape, documents.vectors.pool
    strength = words.strength * specificity(pool.reach[words.terms], pool.documents, classes)
    known = np.flatnonzero((documents.weights[words.terms] > 0.0) & (strength > 0.0))
    X = csr_array((np.ones(len(known)), words.terms[known], np.arange(len(known) + 1)), shape=(len(known), terms))
    weight = min(1.0, _WORDS * classes / max(strength.sum(), 1e-300)) * strength[known]
    return weaker_rows(documents, X, np.eye(classes)[words.classes[known]], weight)


def held_documents(documents: PoolDocuments, believed: Linear, hold: float, labels: int) -> TaughtRows:
    """Unlabelled documents with what words say of them, sure guesses most. They weigh `hold` labels at most in all,
    less the more labels there are; and the less they weigh, the fewer they are, but of a small pool they are all."""
    fading, many = 1.0 + labels / _FADING, _ANCHORS
    if documents.rows.shape[0] > many:
        many = max(1, int(many / max(1.0, fading / 2.0)))
    rows = documents.rows[:many]
    guessed = softmax(scores(rows, believed.weights) + believed.constant, axis=1)
    sure = np.square(1.0 + (guessed * np.log(np.maximum(guessed, 1e-300))).sum(axis=1) / np.log(guessed.shape[1]))
    weight = hold / fading * sure / len(sure)
    return TaughtRows(rows, documents.places[:many], guessed, weight, np.full(len(guessed), -1))
