"""Counting guessed documents so that neither uncertain guesses nor small classes distort what is learned."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.special import xlogy

from teachback.sweeps import Matrix, sums


def certain_counts(pool: csr_array, guessed: Matrix) -> Matrix:
    """The counts of the pool's terms in each class, every guess weighed by its certainty squared."""
    certainty = 1.0 + xlogy(guessed, guessed).sum(axis=1, keepdims=True) / np.log(guessed.shape[1])
    return sums(pool, guessed * np.square(certainty))


def equal_masses(counts: Matrix, totals: Matrix) -> Matrix:
    """Scale the counts, in place, to the mass of the smallest class; one of which nothing was heard looks average."""
    mass = counts.sum(axis=0)
    heard = mass > 0
    if not heard.any():
        return counts
    smallest = mass[heard].min()
    counts *= smallest / np.where(heard, mass, 1.0)
    if not heard.all():
        counts[:, ~heard] = (smallest * totals / totals.sum())[:, np.newaxis]
    return counts


def filled_up(counts: Matrix, totals: Matrix | float = 0.0) -> Matrix:
    """Every class's counts with average text added, up to the mass of the largest.

    Without it smoothing weighs more in the classes with fewer counts, and they win every word that they never had.
    """
    missing = counts.sum(axis=0).max() - counts.sum(axis=0)
    if not missing.any():
        return counts
    average = totals + counts.sum(axis=1)
    return counts + np.outer(average / max(average.sum(), 1.0), missing)
