"""How much the presence of a term tells about each class, over what the model believes of every document."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teachback.pool import Pool
from teachback.queries.base import (
    BadQuery,
    Mask,
    Matrix,
    checked_pool,
    checked_posteriors,
    checked_size,
    rows_of,
    same_length,
)


class SoftCounts(NamedTuple):
    """Sums over the documents, each weighted by its probability of the class."""

    terms: NDArray[np.intp]  # the terms (columns of X) that were counted, in order; those in too few documents were not
    frequency: NDArray[np.float64]  # how many documents have the term
    presence: Matrix  # how many documents of each class have the term, terms × classes
    tokens: Matrix  # how often the term occurs in each class, terms × classes
    mass: NDArray[np.float64]  # how many documents each class has
    documents: int  # how many documents there are


def soft_counts(pool: Pool, P: Matrix, min_documents: int = 1) -> SoftCounts:
    """Count the terms that are in at least `min_documents` documents."""
    terms, counted = pool.of_terms(max(min_documents, 1))
    presence = counted.presence(P)
    return SoftCounts(terms, counted.reach, presence, presence + counted.repeats(P), P.sum(axis=0), len(pool))


def information_gain(X: Any, P: ArrayLike, *, min_documents: int = 1) -> Matrix:
    r"""Information gain of every term for every class against the rest, in nats: terms × classes.

    With :math:`I` for whether a document has the term and :math:`C` for whether it is of the class,

    .. math:: \sum_{I \in \{0, 1\}} \sum_{C \in \{0, 1\}} P(I, C) \log \frac{P(I, C)}{P(I)\, P(C)}

    where a document belongs to a class by its probability. The paper sums over all classes at once; a term is then
    asked for a class that it says little about, and the words of rare classes never come up. One class against the
    rest is what the paper's own program does.

    Parameters
    ----------
    X
        Counts, documents × terms.
    P
        Probabilities, documents × classes; 0 or 1 for labelled documents (:func:`with_labels`).
    min_documents
        Terms in fewer documents have gain 0.

    Examples
    --------
    A term that is in all documents says nothing; one that is in just the documents of a class says everything.

    >>> information_gain([[1, 1], [1, 0]], [[1.0, 0.0], [0.0, 1.0]]).round(3).tolist()
    [[0.0, 0.0], [0.693, 0.693]]

    References
    ----------
    Settles (2011), section 2.3.
    """
    same_length(X=rows_of(X), P=rows_of(P))
    pool, P = checked_pool(X), checked_posteriors(P)
    counted = soft_counts(pool, P, checked_size(min_documents, "documents a term"))
    gains = np.zeros((pool.shape[1], P.shape[1]))
    gains[counted.terms] = gains_of(counted)
    return gains


def with_labels(P: ArrayLike, rows: ArrayLike, classes: ArrayLike) -> Matrix:
    """Probabilities in which the labelled documents are certain: row `rows[i]` is of class number `classes[i]`.

    >>> with_labels([[0.5, 0.5], [0.4, 0.6]], [1], [0]).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    P = checked_posteriors(P).copy()
    positions, labels = np.asarray(rows, dtype=np.intp), np.asarray(classes, dtype=np.intp)
    if positions.shape != labels.shape or positions.ndim != 1:
        raise BadQuery(f"There are {positions.size} rows and {labels.size} classes; give one class for each row.")
    if positions.size and (positions.min() < 0 or positions.max() >= len(P)):
        raise BadQuery(f"There are rows from {positions.min()} to {positions.max()}; P has rows 0 to {len(P) - 1}.")
    if labels.size and (labels.min() < 0 or labels.max() >= P.shape[1]):
        raise BadQuery(f"There are classes from {labels.min()} to {labels.max()}; P has columns 0 to {P.shape[1] - 1}.")
    P[positions] = 0.0
    P[positions, labels] = 1.0
    return P


def gains_of(counted: SoftCounts, often: float | None = None, closed: Mask | None = None) -> Matrix:
    """Information gain from counts, terms × classes.

    It is 0 where a term occurs, in tokens a document, not more than `often` times as often as in the class where it
    occurs most, and where it is `closed` (terms × classes).
    """
    frequency, every = counted.frequency, float(counted.documents)
    rate = counted.tokens / np.where(counted.mass > 0.0, counted.mass, np.inf)
    open = rate > (-1.0 if often is None else often) * reduce(np.maximum, rate.T)[:, np.newaxis]
    open &= counted.mass > 0.0
    open &= frequency[:, np.newaxis] < every  # what all have says nothing; rounding would say a little
    if closed is not None:
        open &= ~closed
    term, class_ = np.nonzero(open)
    has, of, both = frequency[term], counted.mass[class_], counted.presence[term, class_]
    gain = _told(both, has * of, every) + _told(has - both, has * (every - of), every)
    gain += _told(of - both, (every - has) * of, every)
    gain += _told(every - has - of + both, (every - has) * (every - of), every)
    gains = np.zeros_like(counted.presence)
    gains[term, class_] = np.maximum(gain / every, 0.0)
    return gains


def _told(both: Matrix, apart: Matrix, every: float) -> Matrix:
    """What two things tell of each other by being true together so often, where they ever are."""
    ratio = np.ones_like(both)
    np.divide(both * every, apart, out=ratio, where=(both > 0.0) & (apart > 0.0))
    return both * np.log(ratio)
