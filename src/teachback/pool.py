"""A pool of documents: counts that are checked once and kept in the forms that every round of teaching needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.errors import TeachbackError
from teachback.sweeps import Matrix, columns, extremes, scores, sums

Given = TypeVar("Given")


class BadCounts(TeachbackError, ValueError):
    """Numbers that are no counts of terms in documents."""


class Pool:
    """Counts of documents, ready for round after round of learning and asking.

    Learners and queries take a matrix or a pool wherever they ask for counts. A matrix is checked and summed up at each
    call; a pool is looked at once, and what does not depend on the teaching (how often each term occurs, in how many
    documents, where) is kept.

    Parameters
    ----------
    X
        Counts, documents × terms: sparse or dense.

    Attributes
    ----------
    counts
        The counts by document: sparse rows of floats, each term once, in order.

    Examples
    --------
    >>> pool = Pool([[2, 0, 1], [0, 0, 1]])
    >>> pool.totals.tolist(), pool.reach.tolist(), pool.lengths.tolist()
    ([2.0, 0.0, 2.0], [1.0, 0.0, 2.0], [3.0, 1.0])
    """

    _frequent: tuple[int, NDArray[np.intp], Pool] | None = None  # the last answer of of_terms

    def __init__(self, X: Any) -> None:
        self.counts = tidy(X if isinstance(X, csr_array) else csr_array(X))
        if self.counts.ndim != 2:
            raise BadCounts(f"Counts have a row for each document and a column for each term, not {X!r}.")

    @property
    def shape(self) -> tuple[int, int]:
        """How many documents and terms there are."""
        return self.counts.shape  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def documents(self) -> int:
        """How many documents are summed up; more than there are rows, where these are a sample of them."""
        return len(self)

    def of_rows(self, rows: NDArray[np.intp]) -> Pool:
        """A pool that has just these rows, which is this one where they are all."""
        return self if len(rows) == len(self) else Pool(self.counts[rows])

    def added_up(self, work: Callable[[Pool, Given], tuple[Matrix, ...]], argument: Given) -> tuple[Matrix, ...]:
        """The sums over all documents that `work` makes of a pool and what it is given.

        A pool that is in parts elsewhere asks each of them and adds up in their order.
        """
        return work(self, argument)

    @property
    def totals(self) -> Matrix:
        """How often each term occurs."""
        return self._columns[0]

    @property
    def reach(self) -> Matrix:
        """How many documents have each term."""
        return self._columns[1]

    @cached_property
    def _columns(self) -> tuple[Matrix, Matrix]:
        return columns(self.counts)

    @cached_property
    def lengths(self) -> Matrix:
        """How many terms each document has, repeats included."""
        return np.asarray(self.counts.sum(axis=1), dtype=np.float64)

    @cached_property
    def by_term(self) -> csr_array:
        """The counts, transposed: terms × documents."""
        return csr_array(self.counts.T)

    @property
    def wide(self) -> bool:
        """Whether there are more terms than documents: then sums are quicker by term."""
        return self.shape[1] > self.shape[0]

    def sums(self, shares: Matrix) -> Matrix:
        r"""How much of each term belongs to each class, :math:`\sum_d p_{dj} n_{dk}`: terms × classes."""
        return scores(self.by_term, shares) if self.wide else sums(self.counts, shares)

    def of_terms(self, least: int) -> tuple[NDArray[np.intp], Pool]:
        """The terms that at least `least` documents have, and a pool with these alone; kept for the next round."""
        if self._frequent is None or self._frequent[0] != least:
            terms = np.flatnonzero(self.reach >= least)
            some = self if len(terms) == self.shape[1] else Pool(self.counts[:, terms])
            self._frequent = least, terms, some
        return self._frequent[1:]

    def presence(self, shares: Matrix) -> Matrix:
        """How many documents of each class have each term: terms × classes."""
        return scores(self._once, shares)

    def repeats(self, shares: Matrix) -> Matrix:
        """How often each term occurs in each class after its first time in a document: terms × classes."""
        return scores(self._again, shares)

    @cached_property
    def _once(self) -> csr_array:
        X = self.by_term
        return csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)

    @cached_property
    def _again(self) -> csr_array:
        X = self.by_term
        X = csr_array((X.data - 1.0, X.indices.copy(), X.indptr.copy()), shape=X.shape)
        X.eliminate_zeros()
        return X

    def scores_of(self, terms: NDArray[np.intp], weights: Matrix) -> Matrix:
        """The sum of the weights of some terms in each document, as if all others weighed nothing.

        The terms are different columns, and `weights` has a row for each of them: terms × classes.
        """
        return np.asarray(self.by_term[terms].T @ weights)


def tidy(X: csr_array, name: str = "the pool", refusal: type[TeachbackError] = BadCounts) -> csr_array:
    """Counts as floats, each term once a row and in order, without stored zeros; the caller's are not changed."""
    if X.dtype != np.float64:
        X = X.astype(np.float64)
    smallest, largest = extremes(X.data)
    if not np.isfinite(smallest) or largest == np.inf:
        raise refusal(f"{name} contains NaN or infinity, which are no counts. Put 0 where a term does not occur.")
    if smallest < 0:
        raise refusal(
            f"Negative values in data: {name} has counts, which are never below 0; the smallest given is "
            f"{smallest:g}. Do not centre counts or subtract from them."
        )
    if smallest == 0 or not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
        X.eliminate_zeros()
    return X
