"""Documents as rows of length 1, rare terms weighing more."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, TransformerMixin

from teachback.kernels import kernel
from teachback.sweeps import Matrix, spread


def rarity(reach: Matrix, documents: int) -> Matrix:
    r"""How rare each term is, :math:`1 + \log \frac{1 + N}{1 + d_k}`: from the numbers of documents that have it.

    >>> rarity(np.array([3.0, 0.0]), 3).round(2).tolist()
    [1.0, 2.39]
    """
    return np.asarray(1.0 + np.log((1.0 + documents) / (1.0 + reach)))


def unit_rows(X: csr_array, weights: Matrix) -> csr_array:
    """Each row times the terms' weights, divided by its Euclidean length; an empty row stays empty.

    >>> unit_rows(csr_array([[3.0, 2.0], [0.0, 0.0]]), np.array([1.0, 2.0])).toarray().tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    data = np.empty(X.nnz)
    spread(lambda a, b: _unit(X.indptr, X.indices, X.data, weights, a, b, data), X.shape[0], X.nnz)
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def weighted_lengths(X: csr_array, weights: Matrix) -> Matrix:
    """The Euclidean length of each row times the terms' weights; 1 for an empty row.

    >>> weighted_lengths(csr_array([[3.0, 2.0], [0.0, 0.0]]), np.array([1.0, 2.0])).tolist()
    [5.0, 1.0]
    """
    lengths = np.empty(X.shape[0])
    spread(lambda a, b: _lengths(X.indptr, X.indices, X.data, weights, a, b, lengths), X.shape[0], X.nnz)
    return lengths


class UnitRows(TransformerMixin, BaseEstimator):
    """The same as a step of a pipeline.

    >>> UnitRows(np.array([1.0, 2.0])).transform(csr_array([[3.0, 2.0]])).toarray().tolist()
    [[0.6, 0.8]]
    """

    def __init__(self, weights: Matrix) -> None:
        self.weights = weights

    def fit(self, X: Any, y: Any = None) -> Self:
        """There is nothing to learn."""
        return self

    def transform(self, X: Any) -> csr_array:
        """Rows of length 1; terms without weight are left out."""
        rows = unit_rows(csr_array(X), self.weights)
        rows.eliminate_zeros()
        return rows

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


@kernel
def _unit(indptr, indices, data, weights, first, stop, out):  # type: ignore[no-untyped-def]
    for row in range(first, stop):
        squared = 0.0
        for place in range(indptr[row], indptr[row + 1]):
            value = data[place] * weights[indices[place]]
            out[place] = value
            squared += value * value
        if squared > 0.0:
            length = np.sqrt(squared)
            for place in range(indptr[row], indptr[row + 1]):
                out[place] /= length


@kernel
def _lengths(indptr, indices, data, weights, first, stop, out):  # type: ignore[no-untyped-def]
    for row in range(first, stop):
        squared = 0.0
        for place in range(indptr[row], indptr[row + 1]):
            value = data[place] * weights[indices[place]]
            squared += value * value
        out[row] = np.sqrt(squared) if squared > 0.0 else 1.0
