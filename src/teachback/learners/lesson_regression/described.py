"""What descriptions of classes say of terms: weak words, as far as they tell one class from the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.learners.base import TermLessons
from teachback.sweeps import Matrix
from teachback.vectors import spoken_of

Descriptions = tuple[Any, list[Any]]  # counts of what belongs to classes, and the class of each row

_FADING = 4.0  # labels and words for each class by which descriptions count half
_WEAK = 0.3  # strength of the rarest terms


def strengths(reach: Matrix, documents: int, classes: int) -> Matrix:
    """How strongly each term speaks where a description has it: the rarer, the more; one that most documents have, or
    hardly any of a class, says nothing.

    >>> strengths(np.array([1.0, 30.0, 100.0, 1000.0]), 1000, 2).round(2).tolist()
    [0.0, 0.15, 0.1, 0.0]
    """
    rare = np.log((1.0 + documents) / (1.0 + reach)) / np.log(1.0 + documents)
    tells = spoken_of(reach, documents, classes) & (2.0 * reach <= documents)
    return np.asarray(np.where(tells, _WEAK * rare, 0.0))


def described_words(
    X: csr_array, y: NDArray[np.intp], reach: Matrix, documents: int, classes: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], Matrix]:
    """The terms of descriptions that tell classes apart, their classes and how strongly they speak for them.

    A term that describes half of the described classes or more (of two, both) tells nothing; one that describes
    several shares its strength out.
    """
    described = np.zeros((X.shape[1], classes), dtype=np.bool_)
    described[X.indices, np.repeat(y, np.diff(X.indptr))] = True
    times = described.sum(axis=1)
    number = len(np.unique(y))
    strong = strengths(reach, documents, classes)
    telling = (times > 0) & ((times == 1) | (times < number / 2)) & (strong > 0.0)
    terms, of = np.nonzero(described & telling[:, np.newaxis])
    return terms, of, strong[terms] / times[terms]


def share_of_descriptions(lessons: int, classes: int) -> float:
    """What is left of descriptions the more labels and words there are: these know better. It falls in steps, so that
    what words say is not worked out anew for every lesson.

    >>> share_of_descriptions(0, 4), share_of_descriptions(16, 4), share_of_descriptions(48, 4)
    (1.0, 0.5, 0.25)
    """
    return float(2.0 ** (-np.floor(2.0 * np.log2(1.0 + lessons / (_FADING * classes))) / 2.0))


def firmness_of(words: int, classes: int) -> float:
    """How firmly to believe what words say where some of them come from descriptions: half, up to all of it the more
    words were taught themselves.

    >>> firmness_of(0, 4), firmness_of(4, 4), firmness_of(36, 4)
    (0.5, 0.75, 0.95)
    """
    return 1.0 - 0.5 * classes / (classes + words)


def not_spoken_of(X: csr_array, words: TermLessons, rejected: TermLessons) -> csr_array:
    """Descriptions without the terms of which something else was said, by a word or a rejection.

    >>> refund = TermLessons(np.array([0]), np.array([1]), np.ones(1), (2, 2))
    >>> nothing = TermLessons(np.zeros(0, int), np.zeros(0, int), np.zeros(0), (2, 2))
    >>> not_spoken_of(csr_array([[1.0, 1.0]]), refund, nothing).toarray().tolist()
    [[0.0, 1.0]]
    """
    spoken = np.zeros(X.shape[1], dtype=np.bool_)
    spoken[words.terms] = spoken[rejected.terms] = True
    left = csr_array((np.where(spoken[X.indices], 0.0, X.data), X.indices, X.indptr), shape=X.shape).copy()
    left.eliminate_zeros()
    return left


def with_described_terms(
    words: TermLessons, X: csr_array, y: NDArray[np.intp], reach: Matrix, documents: int, share: float = 1.0
) -> TermLessons:
    """The words, and the terms of descriptions, with a share of their strength.

    >>> nothing = TermLessons(np.zeros(0, int), np.zeros(0, int), np.zeros(0), (3, 2))
    >>> texts = csr_array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])               # the last is in both
    >>> found = with_described_terms(nothing, texts, np.array([1, 0]), np.array([9.0, 9.0, 9.0]), 99)
    >>> found.terms.tolist(), found.classes.tolist(), found.strength.round(2).tolist()
    ([0, 1], [1, 0], [0.15, 0.15])
    """
    terms, classes, strength = described_words(X, y, reach, documents, words.shape[1])
    return words.with_more(terms, classes, share * strength)
