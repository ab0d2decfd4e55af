"""A learned model as one formula from counts to probabilities, for programs that have no teachback."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from teachback.sweeps import Matrix, scores, share_out


@dataclass(frozen=True)
class LinearForm:
    r"""Probabilities that are a softmax of sums over terms.

    With :math:`x` a row of counts as the learner sees them, or 1 where a term occurs (`present`), times the terms'
    `factors`, and divided by its Euclidean length (`unit`):

    .. math:: P = \mathrm{softmax}\left(\frac{x W + b}{\max(1, \sum_k x_k)^p}\right)

    >>> form = LinearForm(np.array([[1.0, 0.0], [0.0, 1.0]]), np.zeros(2), unit=True)
    >>> form.probabilities(csr_array([[3.0, 4.0]])).round(3).tolist()
    [[0.45, 0.55]]
    """

    weights: Matrix  # W, terms × classes
    constant: Matrix  # b
    factors: Matrix | None = None
    present: bool = False
    unit: bool = False
    power: float = 0.0  # p; 0 where the length of a document does not temper what is said of it

    def probabilities(self, X: csr_array) -> Matrix:
        """The probabilities of rows of counts."""
        data = np.ones(X.nnz) if self.present else np.asarray(X.data, dtype=np.float64)
        if self.factors is not None:
            data = data * self.factors[X.indices]
        row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        if self.unit:
            length = np.sqrt(np.bincount(row, data * data, minlength=X.shape[0]))
            data = data / np.where(length > 0, length, 1.0)[row]
        logits = scores(csr_array((data, X.indices, X.indptr), shape=X.shape), self.weights) + self.constant
        if self.power:
            logits /= np.maximum(np.bincount(row, data, minlength=X.shape[0]), 1.0)[:, np.newaxis] ** self.power
        return share_out(logits)
