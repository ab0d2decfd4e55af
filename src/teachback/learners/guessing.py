"""Counting guessed documents so that neither uncertain guesses nor small classes distort what is learned."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from teachback.pool import Pool
from teachback.sweeps import Matrix, entropies


def certain_counts(pool: Pool, guessed: Matrix) -> Matrix:
    """The counts of the pool's terms in each class, every guess weighed by its certainty squared, and equal masses.

    All classes get the mass of the smallest; one of which nothing was heard looks like average text.
    """
    return of_equal_mass(*certain_sums(pool, guessed), pool.totals)


def certain_sums(pool: Pool, guessed: Matrix) -> tuple[Matrix, Matrix]:
    """The counts of the pool's terms in each class, every guess weighed by its certainty squared; and their masses."""
    certainty = 1.0 - entropies(guessed) / np.log(guessed.shape[1])
    shares = guessed * np.square(certainty)[:, np.newaxis]
    mass = np.einsum("d,dj->j", pool.lengths, shares)  # not with BLAS: it adds up in an order of its own
    return pool.sums(shares), mass


def of_equal_mass(counts: Matrix, mass: Matrix, totals: Matrix, unspoken: ArrayLike = False) -> Matrix:
    """The counts of each class, scaled in place to the mass of the smallest; average text where nothing was heard."""
    heard = (mass > 0) & np.logical_not(unspoken)
    if not heard.any():
        return np.zeros_like(counts)
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
