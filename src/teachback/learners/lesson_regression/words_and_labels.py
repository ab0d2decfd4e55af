"""What labelled documents say of words: which of them they contradict, and which terms their marked passages add."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.learners.base import TermLessons
from teachback.sweeps import Matrix, sums

# The share of a word, by how many labelled documents of other classes have it and how much oftener than its own.
_CONTRADICTED = ((2, 1.5, 0.25), (4, 2.0, 1e-3))
_UNSURE = 10.0  # documents by which a term's share of marked documents is drawn to that of all terms
_AGAIN, _MORE_OFTEN, _WEAK = 2, 3.0, 0.3  # documents and times as often, for a marked term to be a word; its strength


def borne_out(words: TermLessons, X: csr_array, y: NDArray[np.intp]) -> TermLessons:
    """The words; weaker where more labelled documents of other classes have them, which a slip of the hand or another
    sense explains.

    >>> goal = TermLessons(np.array([0]), np.array([1]), np.ones(1), (2, 2))
    >>> borne_out(goal, csr_array([[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 3), np.array([0, 0, 0, 1, 1, 1])).strength.tolist()
    [0.25]
    """
    _, others, ratio = _for_and_against(words.terms, words.classes, X, y, words.shape[1])
    strength = words.strength.copy()
    for documents, least, share in _CONTRADICTED:
        doubtful = (others >= documents) & (ratio > least)
        strength[doubtful] = share * words.strength[doubtful]
    return replace(words, strength=strength)


def against(
    terms: NDArray[np.intp], classes: NDArray[np.intp], X: csr_array, y: NDArray[np.intp], J: int
) -> tuple[Matrix, Matrix, NDArray[np.bool_]]:
    """In how many labelled documents of its class and of others each word is, and whether that speaks against it.

    >>> X, y = csr_array([[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 3), np.array([0, 0, 0, 1, 1, 1])
    >>> own, others, doubtful = against(np.array([0, 1]), np.array([1, 1]), X, y, 2)
    >>> own.tolist(), others.tolist(), doubtful.tolist()
    ([0.0, 3.0], [3.0, 0.0], [True, False])
    """
    own, others, ratio = _for_and_against(terms, classes, X, y, J)
    documents, least, _ = _CONTRADICTED[0]
    return own, others, (others >= documents) & (ratio > least)


def _for_and_against(
    terms: NDArray[np.intp], classes: NDArray[np.intp], X: csr_array, y: NDArray[np.intp], J: int
) -> tuple[Matrix, Matrix, Matrix]:
    """Labelled documents with each word, of its class and of others, and how much more often of others."""
    labels = np.bincount(y, minlength=J)[classes]
    spoken_of, place = np.unique(terms, return_inverse=True)
    times = _documents_with_terms(X[:, spoken_of], y, J)[place]
    own = times[np.arange(len(times)), classes]
    others = times.sum(axis=1) - own
    return own, others, (others + 0.5) / (len(y) - labels + 1.0) * (labels + 1.0) / (own + 0.5)


def with_marked_terms(
    words: TermLessons, rejected: TermLessons, reasons: csr_array, y: NDArray[np.intp]
) -> TermLessons:
    """The words, and as weak words the terms that were marked again and again for one class more than for others, of
    which nothing else was said.

    >>> nothing = TermLessons(np.zeros(0, int), np.zeros(0, int), np.zeros(0), (2, 2))
    >>> marked = csr_array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> found = with_marked_terms(nothing, nothing, marked, np.array([1, 1, 0]))
    >>> found.terms.tolist(), found.classes.tolist(), found.strength.tolist()
    ([0], [1], [0.3])
    """
    times = _documents_with_terms(reasons, y, words.shape[1])
    most = times.max(axis=1)
    others = (times.sum(axis=1) - most) / (words.shape[1] - 1)
    again = (most >= _AGAIN) & (most + 0.5 >= _MORE_OFTEN * (others + 0.5))
    again[words.terms] = again[rejected.terms] = False
    added = np.flatnonzero(again)
    return words.with_more(added, times.argmax(axis=1)[added], np.full(len(added), _WEAK))


def attention(X: csr_array, reasons: csr_array) -> tuple[Matrix, float]:
    """How much each term counts, more the more often it is marked where a document with marked passages has it; and
    how much a term that none of them has.

    Documents whose rows are weighed so have length 1 in the squared mean.

    >>> counts, other = attention(csr_array([[0.8, 0.6]] * 9), csr_array([[1.0, 0.0]] * 9))
    >>> counts.round(2).tolist(), round(other, 2)
    ([1.21, 0.43], 0.82)
    """
    with_passages = np.diff(reasons.indptr) > 0
    has = np.bincount(X[with_passages].indices, minlength=X.shape[1])
    marked = np.bincount(reasons.indices, minlength=X.shape[1])
    usual = marked.sum() / max(has.sum(), 1)
    share = (marked / usual + _UNSURE) / (has + _UNSURE)
    length = float(np.sqrt(np.square(X.data * share[X.indices]).sum() / X.shape[0]))
    return share / length, 1.0 / length


def _documents_with_terms(X: csr_array, y: NDArray[np.intp], classes: int) -> Matrix:
    """How many documents of each class have each term: terms × classes."""
    having = csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    return sums(having, np.eye(classes)[y])
