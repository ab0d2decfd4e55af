r"""Additive scores: the smallest explanation is exact, by sorting.

Removing the words :math:`E` lowers the lead over rival :math:`k` from :math:`m_k` to
:math:`m_k - \sum_{j \in E} \delta_{kj}`. For a fixed rival and size the largest sum is that of the largest
:math:`\delta`; so the minimum is the least number of largest :math:`\delta` that exceeds :math:`m_k`, over all rivals.
When no rival's positive :math:`\delta` exceed its lead, no explanation exists.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.explain.structures.scores import Columns
from teachback.kernels import kernel
from teachback.sweeps import Matrix, scores, spread


@dataclass(frozen=True)
class Additive:
    r"""Scores :math:`f_k = b_k + \sum_j \phi_{jk}(x_j)`, with :math:`\phi_{jk}(0) = 0`.

    Linear: :math:`\phi = x_j w_{jk}`. With `above`, a term says the same whatever its value, once it is above that.
    With `squares`, :math:`\phi = x_j w_{jk} + x_j^2 u_{jk}` (Gaussian naive Bayes).
    """

    weights: Matrix  # terms × classes
    constant: Matrix
    above: float | None = None
    squares: Matrix | None = None

    @property
    def linear(self) -> bool:
        """Whether scaling a row scales what its terms say."""
        return self.above is None and self.squares is None

    def head(self, sums: Matrix, squares: Matrix) -> Matrix:
        """The scores, from sums of what terms say."""
        return sums + self.constant

    def shifted(self, by: float) -> Additive:
        """A copy whose second score is lower by `by`."""
        return replace(self, constant=self.constant - [0.0, by])

    def term_parts(self, columns: Columns, values: Matrix) -> Matrix:
        """What each of these terms says for each class."""
        if self.above is not None:
            values = (values > self.above).astype(np.float64)
        parts = self.weights[columns] * values[:, np.newaxis]
        if self.squares is not None:
            parts += self.squares[columns] * (values * values)[:, np.newaxis]
        return parts

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        if self.linear:
            return scores(X, self.weights) + self.constant
        row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        added = np.tile(self.constant, (X.shape[0], 1))
        np.add.at(added, row, self.term_parts(X.indices, np.asarray(X.data, dtype=np.float64)))
        return added


@dataclass(frozen=True)
class SmallestSets:
    """The smallest explanation of each document."""

    starts: NDArray[np.int64]
    # The class, and how many words have to go; -1 where nothing changes it
    winner: NDArray[np.int64]
    size: NDArray[np.int64]
    bound: NDArray[np.int64]  # no fewer words change the class, proven; more than there are where nothing does
    # Which words go, as places among all documents' words: those of document i from `starts[i]` on, `used` many (the
    # words that come nearest where nothing is enough)
    order: NDArray[np.int64]
    used: NDArray[np.int64]
    curve: Matrix  # the lead after removing none, one, two … of them; that of document i from `starts[i] + i` on
    to: NDArray[np.int64]  # the class of what is left

    @property
    def certain(self) -> NDArray[np.bool_]:
        """Where the size is proven to be the smallest, or that there is none."""
        return np.where(self.size < 0, self.bound > np.diff(self.starts), self.bound == self.size)

    @staticmethod
    def room(starts: NDArray[np.int64]) -> SmallestSets:
        """Room for the answers."""
        documents, words = len(starts) - 1, int(starts[-1])
        whole = [np.zeros(documents, dtype=np.int64) for _ in range(5)]
        return SmallestSets(
            starts,
            whole[0],
            whole[1],
            whole[2],
            np.zeros(words, dtype=np.int64),
            whole[3],
            np.zeros(words + documents),
            whole[4],
        )


def smallest(
    starts: NDArray[np.int64],
    parts: Matrix,
    constant: Matrix,
    free: NDArray[np.bool_],
    *,
    last_wins: bool,
) -> SmallestSets:
    """The smallest explanation of each document.

    Document i has the words ``starts[i]:starts[i + 1]``. `parts` (words × classes) is what each word says for each
    class, and `free` says which words may be removed.
    """
    out = SmallestSets.room(starts)
    inputs = (starts, np.ascontiguousarray(parts), constant, free, last_wins)
    answers = (out.winner, out.size, out.order, out.used, out.curve, out.to)
    spread(lambda a, b: _smallest(inputs, a, b, answers), len(starts) - 1, parts.size)
    out.bound[:] = np.where(out.size < 0, np.diff(starts) + 1, out.size)
    return out


@kernel
def _winner(scores, last_wins):  # type: ignore[no-untyped-def]
    best = 0
    for k in range(1, len(scores)):
        if scores[k] > scores[best] or (last_wins and scores[k] == scores[best]):
            best = k
    return best


@kernel
def _lead(scores, c):  # type: ignore[no-untyped-def]
    """By how much class c leads the best other one."""
    best = -np.inf
    for k in range(len(scores)):
        if k != c and scores[k] > best:
            best = scores[k]
    return scores[c] - best


@kernel
def _left(parts, constant, removed, scores):  # type: ignore[no-untyped-def]
    """The scores of what is left, added up as the model does it."""
    scores[:] = constant
    for word in range(len(parts)):
        if not removed[word]:
            for k in range(len(scores)):
                scores[k] += parts[word, k]


@kernel(seconds=lambda inputs, *_: 1e-5 * inputs[1].size, patience=1.0)
def _smallest(inputs, first, stop, answers):  # type: ignore[no-untyped-def]
    starts, parts, constant, free, last_wins = inputs
    winner, size, order, used, curve, to = answers
    classes = parts.shape[1]
    scores, left = np.empty(classes), np.empty(classes)
    for row in range(first, stop):
        begin, m = starts[row], starts[row + 1] - starts[row]
        mine, loose = parts[begin : begin + m], free[begin : begin + m]
        removed, drop = np.zeros(m, dtype=np.bool_), np.empty(m)
        _left(mine, constant, removed, scores)
        c = _winner(scores, last_wins)
        best, lowest, path = m + 1, np.inf, np.zeros(0, dtype=np.int64)
        to[row] = c
        for k in range(classes):
            if k == c:
                continue
            lead = scores[c] - scores[k]
            count, total, largest, size_of = 0, 0.0, 0.0, abs(lead)
            for word in range(m):
                d = mine[word, c] - mine[word, k]
                drop[word] = d if loose[word] else -np.inf
                size_of += abs(d)
                if loose[word] and d > 0:
                    count, total, largest = count + 1, total + d, max(largest, d)
            slack = 1e-12 * size_of
            reaches = total >= lead - slack
            if (reaches and largest * best < lead - slack) or (not reaches and (best <= m or lead - total >= lowest)):
                continue  # another rival needs fewer words, or comes nearer
            ordered = np.argsort(-drop, kind="mergesort")[:count]
            gone, needed = 0.0, 0
            while needed < count and gone < lead - slack:
                gone += drop[ordered[needed]]
                needed += 1
            removed[:] = False
            removed[ordered[:needed]] = True
            while True:  # one word more where the sums are equal and that is not enough
                _left(mine, constant, removed, left)
                if needed == count or _winner(left, last_wins) != c:
                    break
                removed[ordered[needed]] = True
                needed += 1
            changed, after = _winner(left, last_wins) != c, left[c] - left[k]
            if (changed and (needed < best or (needed == best and after < lowest))) or (
                not changed and best > m and after < lowest
            ):
                best, lowest, path = needed if changed else best, after, ordered[:needed]
                to[row] = _winner(left, last_wins)
        winner[row], size[row], used[row] = c, best if best <= m else -1, len(path)
        left[:] = scores
        curve[begin + row] = _lead(left, c)
        for place in range(len(path)):
            order[begin + place] = begin + path[place]
            for k in range(classes):
                left[k] -= mine[path[place], k]
            curve[begin + row + place + 1] = _lead(left, c)
