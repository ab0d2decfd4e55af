"""Rows that are taught beside labelled documents: those that are not of some class, described classes, documents of
which a teacher that is no person said the class, and words as texts of their own."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils.validation import check_consistent_length

from teachback.learners.base import TermLessons
from teachback.learners.lesson_regression.documents import PoolDocuments
from teachback.learners.lesson_regression.row_regression import TaughtRows
from teachback.sweeps import Matrix
from teachback.vectors import specificity

_WORDS = 3.0  # labels for each class, at most, that its words weigh as texts
AdvisedRows = tuple[Any, Sequence[Hashable], Sequence[float]]  # counts, classes and weights, in labels


def weaker_rows(
    read: tuple[csr_array, Matrix], target: Matrix, weight: Any, *, biased: bool = True, either: bool = False
) -> TaughtRows:
    """Rows and their vectors with these targets that are always learned from; a weight for each, in labels, or one for
    all."""
    rows, places = read
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
    return weaker_rows(documents.read_new(X), np.eye(classes)[words.classes[known]], weight)
