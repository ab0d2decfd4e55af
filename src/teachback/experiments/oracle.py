"""The simulated teacher of words: those with the highest information gain on the true labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import xlogy

from teachback.text import binary


def oracle_words(X: csr_array, y: NDArray[np.intp], classes: int, per_class: int) -> list[tuple[int, int]]:
    """(term, class) pairs: for each class the first terms, by information gain of the class against the rest, whose
    token rate in the class is more than 0.75 of the best class's.

    >>> X = csr_array([[2, 0, 1], [1, 0, 1], [0, 3, 1], [0, 1, 1]])
    >>> oracle_words(X, np.array([0, 0, 1, 1]), classes=2, per_class=1)
    [(0, 0), (1, 1)]
    """
    truth = np.eye(classes)[y]
    gain = one_against_rest(np.asarray(binary(X).T @ truth), truth.sum(axis=0), X.shape[0])
    rate = np.asarray(X.T @ truth) / np.maximum(truth.sum(axis=0), 1)
    typical = rate > 0.75 * rate.max(axis=1, keepdims=True)
    words = []
    for label in range(classes):
        ranked = np.argsort(-gain[:, label], kind="stable")
        words += [(int(term), label) for term in ranked[typical[ranked, label]][:per_class]]
    return words


def one_against_rest(having: NDArray[np.float64], sizes: NDArray[np.float64], documents: int) -> NDArray[np.float64]:
    """Information gain of each term's presence about each class against the rest, in nats.

    `having` counts, for each term and class, the documents that have the term.
    """
    with_term = having.sum(axis=1, keepdims=True)
    without = documents - with_term
    left = _entropy(np.divide(having, with_term, out=np.zeros_like(having), where=with_term > 0))
    right = _entropy(np.divide(sizes - having, without, out=np.zeros_like(having), where=without > 0))
    return _entropy(sizes / documents) - (with_term * left + without * right) / documents  # type: ignore[no-any-return]


def _entropy(share: NDArray[np.float64]) -> NDArray[np.float64]:
    rest = np.clip(1.0 - share, 0.0, 1.0)
    return -(xlogy(share, share) + xlogy(rest, rest))  # type: ignore[no-any-return]
