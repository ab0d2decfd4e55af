"""How uncertain a model is about each document, and the pool in that order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teachback.errors import listed, near_miss
from teachback.queries.base import BadQuery, Matrix, Positions, checked_open, checked_posteriors, checked_size
from teachback.sweeps import entropies

Scores = NDArray[np.float64]


def entropy(P: ArrayLike) -> Scores:
    r"""Entropy of the class in nats, :math:`-\sum_j P_{dj} \log P_{dj}`; the paper's choice.

    >>> entropy([[1.0, 0.0], [0.5, 0.5]]).round(3).tolist()
    [0.0, 0.693]
    """
    P = checked_posteriors(P)
    return np.maximum(entropies(P), 0.0)


def margin(P: ArrayLike) -> Scores:
    r"""How close the second class comes to the first, :math:`1 - (P_{d(1)} - P_{d(2)})`.

    >>> margin([[0.6, 0.3, 0.1], [1.0, 0.0, 0.0]]).round(3).tolist()
    [0.7, 0.0]
    """
    P = checked_posteriors(P)
    best, second = np.zeros((2, len(P)))
    for of_class in P.T:  # rows of a few classes are too short for NumPy
        np.maximum(second, np.minimum(best, of_class), out=second)
        np.maximum(best, of_class, out=best)
    return 1.0 - (best - second)


def least_confidence(P: ArrayLike) -> Scores:
    r"""How improbable the best class is, :math:`1 - P_{d(1)}`.

    >>> least_confidence([[0.6, 0.3, 0.1], [1.0, 0.0, 0.0]]).round(3).tolist()
    [0.4, 0.0]
    """
    best: Scores = checked_posteriors(P).max(axis=1)
    return 1.0 - best


UNCERTAINTIES: Mapping[str, Callable[[ArrayLike], Scores]] = {
    "entropy": entropy,
    "margin": margin,
    "least_confidence": least_confidence,
}


def rank(
    P: ArrayLike,
    *,
    by: str = "entropy",
    open: ArrayLike | None = None,
    n: int | None = None,
) -> Positions:
    """Positions of the open documents, the most uncertain first; ties by position.

    `P` has the model's probabilities, documents × classes. Documents may be asked about where `open` is true, all of
    them by default.

    >>> P = [[0.9, 0.1], [0.5, 0.5], [0.6, 0.4], [0.5, 0.5]]
    >>> rank(P).tolist()
    [1, 3, 2, 0]
    >>> rank(P, open=[True, False, True, True], n=2).tolist()
    [3, 2]
    """
    P = checked_posteriors(P)
    mask = checked_open(open, len(P))
    if n is not None:
        checked_size(n, "documents")
    return highest(uncertainty_of(P, by), np.flatnonzero(mask), n)


def uncertainty_of(P: Matrix, by: str) -> Scores:
    """The score of each document under an uncertainty of that name."""
    if by not in UNCERTAINTIES:
        known = ["design", *UNCERTAINTIES, "random"]
        raise BadQuery(f"{by!r} is no order of documents.{near_miss(by, known)} Use one of {listed(known)}.")
    return UNCERTAINTIES[by](P)


def highest(scores: Scores, among: Positions, n: int | None = None) -> Positions:
    """The positions `among` which the scores are highest, best first, ties by position; at most n.

    Only the best n are sorted: a million scores take a few milliseconds.
    """
    values = scores[among]
    if n is not None and n < len(values):
        least = np.partition(values, len(values) - n)[len(values) - n]
        above, level = np.flatnonzero(values > least), np.flatnonzero(values == least)
        chosen = np.sort(np.concatenate([above, level[: n - len(above)]]))
        among, values = among[chosen], values[chosen]
    return among[np.argsort(-values, kind="stable")]
