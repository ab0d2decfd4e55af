"""What tells two documents apart: terms that exactly one of them has, the most general and most useful first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teachback.learners.base import BadTeaching
from teachback.pool import Pool
from teachback.sweeps import Matrix
from teachback.text import binary

_NEIGHBOURS = 150  # documents that stand for what a document is like


@dataclass(frozen=True)
class Suggestion:
    """A term that tells the one document from the other."""

    term: int  # the term's column
    present: bool  # whether the one has it; otherwise the other does, and the one lacks it
    # The share of the documents similar to the one, and to the other, that have the term
    here: float
    there: float

    @property
    def worth(self) -> float:
        """How much better it tells the two neighbourhoods apart than chance; below 0 when it does the opposite."""
        return self.here - self.there if self.present else self.there - self.here


def tell_apart(
    X: Any, one: int | Sequence[int], other: int | Sequence[int], n: int = 10, *, believed: ArrayLike | None = None
) -> list[Suggestion]:
    r"""Terms that exactly one of two documents has, and that hold best for the documents similar to them.

    Similar are the documents that share most terms with it, a rare term counting more: with :math:`f_k` of :math:`N`
    documents having term :math:`k`, document :math:`d` is as similar to :math:`a` as
    :math:`\sum_{k \in a \cap d} \log^2(N / f_k) / \sqrt{|d|}`. A term is worth the difference of its shares in the two
    neighbourhoods: a general term is in many documents of the one, a useful one in few of the other.

    Parameters
    ----------
    X
        Counts of all documents, or a :class:`~teachback.pool.Pool` of them (quicker from the second call on).
    one, other
        The two documents; or several rows each, of which more than half must have, or lack, a term.
    n
        How many terms at most.
    believed
        Where a model knows the two classes: each document's probability of the one's class and of the other's,
        documents × 2. They take the place of the similar documents.

    Examples
    --------
    >>> X = [[1, 1, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0]]     # columns: puck, ice, pitcher, monday
    >>> [(found.term, found.present) for found in tell_apart(X, 0, 3, n=3)]
    [(0, True), (1, True), (2, False)]
    """
    pool = X if isinstance(X, Pool) else Pool(X)
    rows = [_checked_rows(side, len(pool)) for side in (one, other)]
    has = [np.bincount(pool.counts[side].indices, minlength=pool.shape[1]) > len(side) / 2 for side in rows]
    different = np.flatnonzero(has[0] != has[1])
    weights = _near(pool, has, rows) if believed is None else _checked_weights(believed, len(pool))
    shares = _shares(pool, different, weights)
    present = has[0][different]
    worth = np.where(present, 1.0, -1.0) * (shares[:, 0] - shares[:, 1])
    best = np.lexsort((different, -pool.reach[different], -worth))[:n]
    return [Suggestion(int(different[k]), bool(present[k]), *shares[k].tolist()) for k in best.tolist()]


def _checked_rows(numbers: int | Sequence[int], documents: int) -> NDArray[np.intp]:
    rows = [numbers] if isinstance(numbers, int | np.integer) else list(numbers)
    if not rows or not all(0 <= index(row) < documents for row in rows):
        raise BadTeaching(f"There are no documents {numbers!r} to tell apart; there are rows 0 to {documents - 1}.")
    return np.array(rows, dtype=np.intp)


def _checked_weights(believed: ArrayLike, documents: int) -> Matrix:
    weights = np.asarray(believed, dtype=np.float64)
    if weights.shape != (documents, 2) or not (np.isfinite(weights) & (weights >= 0)).all():
        raise BadTeaching(
            f"believed must have two probabilities for each of the {documents:,} documents, of the one's class and "
            f"of the other's; its shape is {weights.shape}. Give two columns of predict_proba."
        )
    return weights


def _shares(pool: Pool, terms: NDArray[np.intp], weights: Matrix) -> Matrix:
    """The share of the weight, of either kind, that lies on documents with each of some terms: terms × 2."""
    sums = binary(pool.by_term[terms]) @ weights
    return np.asarray(sums / np.maximum(weights.sum(axis=0), 1e-300))


def _near(pool: Pool, has: Sequence[NDArray[np.bool_]], rows: Sequence[NDArray[np.intp]]) -> Matrix:
    """1 for the documents most similar to each of the two (a document is near the more similar one only), else 0."""
    rarity = np.log(len(pool) / np.maximum(pool.reach, 1.0)) ** 2
    weights = np.stack([np.where(terms, rarity, 0.0) for terms in has], axis=1)
    X = binary(pool.counts)
    similar = (X @ weights) / np.sqrt(np.maximum(np.diff(X.indptr), 1))[:, np.newaxis]
    near = np.zeros((len(pool), 2))
    for mine, others in ((0, 1), (1, 0)):
        nearer = np.flatnonzero(similar[:, mine] > similar[:, others])
        near[nearer[np.argsort(-similar[nearer, mine], kind="stable")[:_NEIGHBOURS]], mine] = 1.0
        near[rows[mine], mine] = 1.0
    return near
