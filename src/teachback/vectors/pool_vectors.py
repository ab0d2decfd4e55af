"""What a pool of documents says by itself: how rare its terms are, and in which directions its documents differ."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from functools import cached_property
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.encoders import Outside
from teachback.pool import Pool
from teachback.sweeps import Matrix, scores, spread
from teachback.vectors.blas import one_thread
from teachback.vectors.directions import main_directions
from teachback.vectors.outside_directions import WordMap, length_beside, outside_directions, vectors_of_terms
from teachback.vectors.unit_rows import rarity, unit_rows, weighted_lengths

_DIRECTIONS = 150
_SAMPLE = 10_000  # documents from which directions are learned; the others are folded in
_ROUNDING = 1e-9  # of what documents have in common: less is no difference between them
_BLOCK = 2048  # terms that are multiplied at a time
_REMEMBERED = 16  # things that were worked out from the pool, for the next round

T = TypeVar("T")


class PoolVectors:
    r"""Rarity-weighted unit rows of a pool, and a vector of few numbers for each document.

    With :math:`a_d` a document's row (damped counts times rarity, divided by the length), its vector is

    .. math:: z_d = (a_d - \bar a)\, V S, \qquad S_{ii} \propto i^{-1/2},

    :math:`V` the main directions of a sample of the rows and :math:`\bar a` their mean; :math:`S` is scaled so that
    vectors have length 1 on average. A vector is a sum over the document's terms: whatever is linear in vectors is
    linear in terms, so that explanations stay exact.

    Where an encoder says what the terms mean (:mod:`outside_directions`), its directions stand beside the pool's own,
    shorter, and the shorter the less documents bear them out; they are sums over terms, too.

    The weight :math:`i^{-1/2}` is a choice: with equal weights, the many minor directions drown the main ones while
    labels are few (docs/learner.md says what else was tried).

    Directions are turned towards the documents that they were learned from, the more, the fewer there are; new texts
    are not so near to them. :meth:`places_without` says where a document would be without that.

    Parameters
    ----------
    pool
        Damped counts of all documents, labelled or not.
    directions
        How many numbers a vector has, at most.
    without
        True for documents from which nothing is to be learned; all are by default.
    outside
        What an encoder says of the pool's terms or documents, where there is one.

    Attributes
    ----------
    rarity
        The weight of each term.
    directions
        :math:`V S`, terms × numbers.
    centre
        What the mean row has in these directions.
    of_words
        What leads from what an encoder says of a word that no document has to the word's part in the last of the
        directions; None where there is no encoder, or nothing bears it out.
    given, pool
        All documents, and those from which vectors are learned.
    sample
        Positions of documents drawn once by chance, all of them where they are few: what is estimated from the pool is
        estimated from these.
    rows
        The positions of the sample's documents among all documents.

    Examples
    --------
    >>> pool = Pool([[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 0]])
    >>> vectors = PoolVectors(pool)
    >>> z = vectors.places_of(vectors.unit_rows(pool.counts))
    >>> bool(z[0] @ z[1] > 0 > z[0] @ z[3])
    True
    """

    def __init__(
        self,
        pool: Pool,
        directions: int = _DIRECTIONS,
        *,
        without: NDArray[np.bool_] | None = None,
        outside: Outside | None = None,
    ) -> None:
        self.given = pool
        there = np.arange(len(pool)) if without is None else np.flatnonzero(~without)
        self._there = there
        self.pool = pool.of_rows(there)
        self.rarity = rarity(self.pool.reach, self.pool.documents)
        drawn = np.random.default_rng(0).permutation(len(self.pool))[:_SAMPLE]
        self.sample, self.rows = drawn, there[drawn]
        pool = self.pool
        rows = unit_rows(pool.counts[np.sort(self.sample)], self.rarity)
        shared = np.flatnonzero(pool.reach >= 2)  # a term of one document alone relates it to no other
        own = main_directions(rows[:, shared], directions)
        in_columns = np.zeros((pool.shape[1], own.shape[1]))
        in_columns[shared] = own
        self._own = _as_long_as(in_columns, rows, 1.0)
        self._lock, self._remembered = RLock(), dict[Hashable, Any]()
        self._stand_beside(outside)

    def beside(self, outside: Outside | None) -> PoolVectors:
        """These vectors beside those of another encoder, or of the same encoder with more documents."""
        other = self._copied()
        other._stand_beside(outside)
        return other

    def with_phrases(self, pool: Pool, place: NDArray[np.intp], parts: Mapping[int, Sequence[int]]) -> PoolVectors:
        """These vectors in the columns of a pool in which phrases stand in place of their words.

        A phrase has the part in each direction that its words have together. `place` has the column there of each of
        this pool's terms, `parts` the columns of each phrase's words, by the phrase's column.
        """
        other = self._copied()
        other.given, other.pool = pool, pool.of_rows(self._there)
        other.rarity = rarity(other.pool.reach, other.pool.documents)
        other.directions = np.zeros((pool.shape[1], self.directions.shape[1]))
        other.directions[place] = self.directions
        weights = np.zeros(pool.shape[1])
        weights[place] = self.rarity
        for phrase, words in parts.items():
            together = weights[words] @ other.directions[words]
            other.directions[phrase] = together / max(float(other.rarity[phrase]), _ROUNDING)
        return other

    def _copied(self) -> PoolVectors:
        """A copy for which nothing has been worked out yet."""
        other = copy(self)
        for known in ("places", "_related"):
            vars(other).pop(known, None)
        other._lock, other._remembered = RLock(), {}
        return other

    def _stand_beside(self, outside: Outside | None) -> None:
        """Add the directions that an encoder knows to the pool's own."""
        self.outside = outside
        self.of_words: WordMap | None
        self.directions, self.centre, self.of_words = self._own.of_terms, self._own.centre, None
        if outside is None or not len(self.pool):
            return
        rows = unit_rows(self.pool.counts[np.sort(self.sample)], self.rarity)
        known = vectors_of_terms(outside, self.given.counts, self.pool.reach, self.rarity)
        length = length_beside(known, rows, outside.terms)
        if not length:
            return
        turn = outside_directions(rows, known.vectors, _DIRECTIONS)
        with one_thread():
            more = _as_long_as(known.vectors @ turn, rows, length)
        self.directions = np.hstack([self.directions, more.of_terms])
        self.centre = np.append(self.centre, more.centre)
        self.of_words = None if known.of_words is None else known.of_words.then(turn * more.length)

    def unit_rows(self, X: csr_array, weights: Matrix | None = None) -> csr_array:
        """Rows of damped counts times rarity, or times other weights of the terms, of length 1."""
        return unit_rows(X, self.rarity if weights is None else weights)

    def places_of(self, rows: csr_array) -> Matrix:
        """The vectors of unit rows."""
        return scores(rows, self.directions) - self.centre

    def places_without(self, rows: csr_array) -> Matrix:
        r"""The vectors that documents of the sample would have if directions had been learned without each of them.

        A document has turned a direction towards itself. With :math:`p_d` what its row has in the direction, and
        :math:`s^2 = \sum_d p_d^2`, the direction is :math:`\sum_d p_d a_d / s^2`: what of the document lies in none of
        the directions, of squared length :math:`\rho`, is in there, too, :math:`p_d / s^2` times. Without it, it has

        .. math:: p_d \left(1 - \frac{\rho}{s^2 - t}\right) ,

        and never less than nothing; :math:`t` is what the others have in the direction of its rest, by a guess half of
        the least :math:`s^2`.
        """
        places, (own, _, length, squares) = self.places_of(rows), self._own
        if not length.all() or not len(length):
            return places
        had = places[:, : own.shape[1]] + self.centre[: own.shape[1]]
        squared = np.square(weighted_lengths(rows, np.ones(rows.shape[1])))
        rest = np.maximum(squared - np.square(had / length).sum(axis=1), 0.0)
        places[:, : own.shape[1]] -= had * np.minimum(np.outer(rest, 1.0 / (squares - 0.5 * squares[-1])), 1.0)
        return places

    def of_terms(self, weights: Matrix) -> Matrix:
        """What weights of the vectors' numbers (numbers × classes) are as weights of the terms: terms × classes.

        In single precision, which is closer than any model is to what it was taught.
        """
        terms, directions = self._related
        out, narrow = np.zeros((len(self.directions), weights.shape[1])), weights.astype(np.float32)
        blocks = -(-len(terms) // _BLOCK)  # of a fixed size: the same sums, however many threads share them

        def multiply(first: int, stop: int) -> None:
            for block in range(first, stop):
                rows = slice(block * _BLOCK, (block + 1) * _BLOCK)
                out[terms[rows]] = directions[rows] @ narrow

        with one_thread():
            spread(multiply, blocks, directions.size)
        return out

    @cached_property
    def _related(self) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The terms that have a part in any direction, and these parts."""
        terms = np.flatnonzero(self.directions.any(axis=1))
        return terms, self.directions[terms].astype(np.float32)

    @cached_property
    def places(self) -> Matrix:
        """The vectors of the sample's documents, in its order."""
        return self.places_of(self.unit_rows(self.pool.counts[self.sample]))

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under this key, or make it: for what follows from the pool and the key alone."""
        with self._lock:
            value = self._remembered.pop(key) if key in self._remembered else make()
            self._remembered[key] = value
            while len(self._remembered) > _REMEMBERED:
                del self._remembered[next(iter(self._remembered))]
            return value


class _Directions(NamedTuple):
    """Directions that stand at right angles in the rows' terms, scaled."""

    of_terms: Matrix  # terms × numbers
    centre: Matrix  # what the mean row has in each
    length: Matrix  # by how much each is scaled
    squares: Matrix  # of what the rows have in each before it is scaled: their sum


def _as_long_as(directions: Matrix, rows: csr_array, length: float) -> _Directions:
    """Directions, minor ones shorter, scaled so that the rows' vectors have this length on average.

    Directions in which rows do not differ are 0.
    """
    places = scores(rows, directions)
    squares, shorter = np.square(places).sum(axis=0), np.arange(1, directions.shape[1] + 1) ** -0.5
    places *= shorter
    mean = places.mean(axis=0) if len(places) else np.zeros(directions.shape[1])
    is_long = np.sqrt(np.square(places - mean).sum(axis=1).mean()) if len(places) else 0.0
    scale = length / is_long if is_long > _ROUNDING * np.abs(places).max(initial=0.0) else 0.0
    return _Directions(directions * (scale * shorter), mean * scale, scale * shorter, squares)
