"""Documents as rows of length 1, rare terms weighing more."""

from __future__ import annotations

from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator, TransformerMixin

from teachback.kernels import kernel
from teachback.sweeps import Matrix, rows_of, scores, spread

_PRECISION, _MOST = 0.9, 0.95  # of taught words
_SPOKEN = 0.05  # the share of a class of average size that has a term which tells anything


def rarity(reach: Matrix, documents: int) -> Matrix:
    r"""How rare each term is, :math:`1 + \log \frac{1 + N}{1 + d_k}`: from the numbers of documents that have it.

    >>> rarity(np.array([3.0, 0.0]), 3).round(2).tolist()
    [1.0, 2.39]
    """
    return np.asarray(1.0 + np.log((1.0 + documents) / (1.0 + reach)))


def spoken_of(reach: Matrix, documents: int, classes: int) -> NDArray[np.bool_]:
    """Whether enough documents have a term for what it says of a class to be told from chance: of a class of average
    size, one in twenty.

    >>> spoken_of(np.array([1.0, 3.0]), 100, 2).tolist()
    [False, True]
    """
    return np.asarray(reach * classes >= _SPOKEN * documents)


def specificity(reach: Matrix, documents: int, classes: int) -> Matrix:
    r"""How much of a rare word's evidence for one class each term may have, from 0 to 1.

    Suppose that of the documents with a word, nine in ten are of its class. A word that is in a share :math:`f` of all
    documents is then in :math:`\min(0.9 f J, 0.95)` of those of its class, and in what is left of :math:`f` of the
    others. The more frequent it is beyond a class's share, the nearer are the two: *to* cannot say much.

    >>> specificity(np.array([1.0, 30.0, 60.0, 99.0]), 100, 2).round(3).tolist()
    [1.0, 1.0, 0.35, 0.0]
    """
    share = reach / max(documents, 1)
    own = np.minimum(_PRECISION * share * classes, _MOST)
    others = np.maximum((share - own / classes) / (1.0 - 1.0 / classes), 1e-9)
    rare = _PRECISION * (classes - 1) / (1.0 - _PRECISION)
    says = np.where(share > 0.0, own / others, rare)
    return np.asarray(np.clip((says - 1.0) / (rare - 1.0), 0.0, 1.0))


def unit_rows(X: csr_array, weights: Matrix) -> csr_array:
    """Each row times the terms' weights, divided by its Euclidean length; an empty row stays empty.

    >>> unit_rows(csr_array([[3.0, 2.0], [0.0, 0.0]]), np.array([1.0, 2.0])).toarray().tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    data = X.data * weights[X.indices]
    data /= np.repeat(_lengths(X, data), np.diff(X.indptr))
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def unit_row_scores(X: csr_array, factors: Matrix, weights: Matrix) -> Matrix:
    """The sum of the weights of each row's terms after :func:`unit_rows`, to the last bit, without making the rows.

    >>> X, weights = csr_array([[3.0, 2.0], [0.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> unit_row_scores(X, np.array([1.0, 2.0]), weights).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    weights = np.ascontiguousarray(weights)
    out = np.zeros((X.shape[0], weights.shape[1]))
    work = partial(_unit_row_scores, X.indptr, X.indices, X.data, factors, weights)
    spread(lambda first, stop: work(first, stop, out), X.shape[0], X.nnz)
    return out


def weighted_lengths(X: csr_array, weights: Matrix) -> Matrix:
    """The Euclidean length of each row times the terms' weights; 1 for an empty row.

    >>> weighted_lengths(csr_array([[3.0, 2.0], [0.0, 0.0]]), np.array([1.0, 2.0])).tolist()
    [5.0, 1.0]
    """
    return _lengths(X, X.data * weights[X.indices])


def _lengths(X: csr_array, data: Matrix) -> Matrix:
    """The Euclidean length of rows that have these data; 1 for an empty row."""
    squared = csr_array((data * data, X.indices, X.indptr), shape=X.shape) @ np.ones(X.shape[1])
    return np.where(squared > 0.0, np.sqrt(squared), 1.0)


class UnitRows(TransformerMixin, BaseEstimator):
    """Unit rows as a step of a pipeline.

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
        rows = unit_rows(csr_array(X), self.weights).copy()  # its positions are X's, and are about to change
        rows.eliminate_zeros()
        return rows

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _unit_row_scores_by_scipy(
    indptr: NDArray[np.integer],
    indices: NDArray[np.integer],
    data: Matrix,
    factors: Matrix,
    weights: Matrix,
    first: int,
    stop: int,
    out: Matrix,
) -> None:
    X = csr_array((data, indices, indptr), shape=(len(indptr) - 1, len(weights)))
    out[first:stop] = scores(unit_rows(rows_of(X, first, stop), factors), weights)


def _seconds(*arguments: Any) -> float:
    indptr, _, _, _, weights, first, stop, _ = arguments
    return 2e-9 * float((weights.shape[1] + 4) * (indptr[stop] - indptr[first]))


_ONE, _FOUR = np.uint64(1), np.uint64(4)  # unsigned, and four terms at a time: as in :func:`teachback.sweeps.scores`


@kernel(meanwhile=_unit_row_scores_by_scipy, seconds=_seconds, patience=1.0)
def _unit_row_scores(indptr, indices, data, factors, weights, first, stop, out):  # type: ignore[no-untyped-def]
    classes = np.uint64(weights.shape[1])
    for row in range(np.uint64(first), np.uint64(stop)):
        place, end = np.uint64(indptr[row]), np.uint64(indptr[row + _ONE])
        squared = 0.0
        for at in range(place, end):
            part = data[at] * factors[np.uint64(indices[at])]
            squared += part * part
        length = np.sqrt(squared) if squared > 0.0 else 1.0
        while place + _FOUR <= end:
            a, b = np.uint64(indices[place]), np.uint64(indices[place + _ONE])
            c, d = np.uint64(indices[place + _ONE + _ONE]), np.uint64(indices[place + _FOUR - _ONE])
            of_a, of_b = data[place] * factors[a] / length, data[place + _ONE] * factors[b] / length
            of_c = data[place + _ONE + _ONE] * factors[c] / length
            of_d = data[place + _FOUR - _ONE] * factors[d] / length
            for j in range(classes):
                first_two = (out[row, j] + of_a * weights[a, j]) + of_b * weights[b, j]  # in order, as SciPy does
                out[row, j] = (first_two + of_c * weights[c, j]) + of_d * weights[d, j]
            place += _FOUR
        while place < end:
            term = np.uint64(indices[place])
            of_term = data[place] * factors[term] / length
            for j in range(classes):
                out[row, j] += of_term * weights[term, j]
            place += _ONE
