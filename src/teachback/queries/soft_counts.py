"""How much of each term belongs to each class, by the documents' probabilities."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teachback.pool import Pool
from teachback.queries.base import Matrix


class SoftCounts(NamedTuple):
    """Sums over the documents, each weighted by its probability of the class.

    Attributes
    ----------
    terms
        The terms (columns of X) that were counted, in order; those in too few documents were not.
    frequency
        How many documents have the term.
    presence
        How many documents of each class have the term, terms × classes.
    tokens
        How often the term occurs in each class, terms × classes.
    mass
        How many documents each class has.
    documents
        How many documents there are.
    """

    terms: NDArray[np.intp]
    frequency: NDArray[np.float64]
    presence: Matrix
    tokens: Matrix
    mass: NDArray[np.float64]
    documents: int


def soft_counts(pool: Pool, P: Matrix, min_documents: int = 1) -> SoftCounts:
    """Count the terms that are in at least `min_documents` documents."""
    terms, counted = pool.of_terms(max(min_documents, 1))
    presence = counted.presence(P)
    return SoftCounts(terms, counted.reach, presence, presence + counted.repeats(P), P.sum(axis=0), len(pool))
