"""The main directions of sparse rows: a truncated singular value decomposition by random projection."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, qr
from scipy.sparse import csr_array

from teachback.sweeps import Matrix, scores
from teachback.vectors.blas import one_thread

_MORE = 10  # directions that are followed beyond those that are wanted
_TURNS = 3  # multiplications by the rows and back; each brings the directions closer to the true ones


def main_directions(X: csr_array, number: int) -> Matrix:
    """The right singular vectors of the largest singular values, terms × number, the largest first.

    There are fewer where the rows have no more. A direction's sign is chosen so that its entry of largest size is above
    0, and sums are added in one order: the same rows give the same directions, on any number of processors.

    >>> X = csr_array([[2.0, 0.0, 0.0], [0.0, 1.0, 1.0], [2.0, 0.0, 0.0]])
    >>> main_directions(X, 2).round(3).T.tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.707, 0.707]]

    References
    ----------
    Halko, Martinsson & Tropp (2011). Finding structure with randomness. SIAM Review 53.
    """
    width = min(number + _MORE, *X.shape)
    if number < 1 or width < 1 or not X.nnz:
        return np.zeros((X.shape[1], 0))
    by_term = csr_array(X.T)
    followed = np.random.default_rng(0).standard_normal((X.shape[1], width))
    with one_thread():
        for _ in range(_TURNS):
            basis = qr(scores(X, followed), mode="economic", check_finite=False)[0]
            followed = scores(by_term, basis)  # terms × width: how much of each term lies in each direction
        squares, turn = eigh(followed.T @ followed)
        order = np.argsort(-squares, kind="stable")[:number]
        real = order[squares[order] > 1e-10 * squares.max()]
        directions = followed @ (turn[:, real] / np.sqrt(squares[real]))
    largest = np.abs(directions).argmax(axis=0)
    return np.asarray(directions * np.sign(directions[largest, np.arange(directions.shape[1])]))
