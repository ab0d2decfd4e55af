"""What the structures share: columns, decision values as scores, and which of scikit-learn's classes a model is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from teachback.sweeps import Matrix

Columns = NDArray[np.int32]


def with_zero(values: Matrix) -> Matrix:
    """Decision values as scores: one column f means the two scores 0 and f."""
    return np.hstack([np.zeros_like(values), values]) if values.shape[1] == 1 else values


def product(values: Matrix, weights: Matrix) -> Matrix:
    """The matrix product; of a single column row by row, since other threads take longer to wake than to help."""
    return np.vecdot(values, weights[:, 0])[:, np.newaxis] if weights.shape[1] == 1 else values @ weights


def is_a(model: object, *names: str) -> bool:
    """Whether a model is of one of these classes of scikit-learn, or of one derived from it; without importing them.

    >>> from sklearn.svm import SVC
    >>> is_a(SVC(), "SVC", "NuSVC"), is_a(SVC(), "MLPClassifier"), is_a("SVC", "SVC")
    (True, False, False)
    """
    classes = type(model).__mro__
    return any(each.__name__ in names and each.__module__.partition(".")[0] == "sklearn" for each in classes)
