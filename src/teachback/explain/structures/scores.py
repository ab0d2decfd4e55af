"""What the structures share: columns, and decision values as scores."""

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
