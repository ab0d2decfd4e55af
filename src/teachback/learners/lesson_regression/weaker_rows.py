"""Rows that are taught beside labelled documents: those that are not of some class, described classes, and documents of
which a teacher that is no person said the class."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.utils.validation import check_consistent_length

from teachback.learners.lesson_regression.documents import PoolDocuments
from teachback.learners.lesson_regression.row_regression import TaughtRows
from teachback.sweeps import Matrix

AdvisedRows = tuple[Any, Sequence[Hashable], Sequence[float]]  # counts, classes and weights, in labels


def weaker_rows(
    documents: PoolDocuments, X: csr_array, target: Matrix, weight: Any, *, biased: bool = True, either: bool = False
) -> TaughtRows:
    """Rows with these targets that are always learned from; a weight for each, in labels, or one for all."""
    rows, places = documents.read(X)
    check_consistent_length(rows, target)
    weights = np.broadcast_to(np.asarray(weight, dtype=np.float64), len(target)).copy()
    return TaughtRows(rows, places, target, weights, np.full(len(target), -1), biased=biased, either=either)
