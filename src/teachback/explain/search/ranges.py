"""Between what sums over the words stay when some words are removed: at most t of them, or t that gain enough."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from teachback.explain.reading.model import Positions
from teachback.explain.reading.scorers import SumScorer
from teachback.kernels import kernel
from teachback.sweeps import Matrix

_HALVINGS = 4  # of a range, for bounds to choose from


@dataclass(frozen=True)
class Range:
    """Between what the sums and the row's squared length stay."""

    low: Matrix
    high: Matrix
    least: float
    most: float
    divided: bool  # whether rows are divided by their length

    @property
    def lengths(self) -> tuple[float, float]:
        """The least and the most by which rows are divided."""
        return (float(np.sqrt(self.least)), float(np.sqrt(self.most))) if self.divided else (1.0, 1.0)


class RemovableWords:
    """The words that may be removed, and what they add to the sums."""

    def __init__(self, scorer: SumScorer, free: Positions) -> None:
        self.starts, self.sums, self.values, self.squares = scorer.starts, scorer.sums, scorer.values, scorer.squares
        self.total, self.whole = scorer.total[:-2], float(scorer.total[-2])
        self.divided = scorer.norm == "l2"
        self.free = np.zeros(scorer.size, dtype=np.bool_)
        self.free[free] = True
        self._longest = np.concatenate([[0.0], np.cumsum(-np.sort(-self.squares[free]))])

    @cached_property
    def _ordered(self) -> tuple[Positions, Matrix]:
        first, ordered = _ordered(self.starts, self.sums, self.values, self.free, len(self.total))
        return first, ordered

    def range(self, t: int) -> Range:
        """Between what everything stays when at most t words are removed."""
        down, up = _farthest(*self._ordered, t)
        least = max(self.whole - float(self._longest[t]), 0.0)
        return Range(self.total - down, self.total + up, least, self.whole, self.divided)

    def narrowed(self, bounds: Range, gains: Matrix, best: Positions, short: float) -> Range:
        """The range for those removals alone whose gains fall short of those of the `best` words by at most `short`.

        There are at most as many removed words as best ones.
        """
        edge = gains - max(float(gains[best].min()), 0.0)
        down, up = _nearly_best(self.starts, self.sums, self.values, self.free, edge, short, bounds.high - bounds.low)
        low, high = np.maximum(bounds.low, self.total - down), np.minimum(bounds.high, self.total + up)
        alone = np.arange(len(edge) + 1), np.zeros(len(edge), dtype=np.int64)
        down, up = _nearly_best(*alone, self.squares, self.free, edge, short, np.array([bounds.most - bounds.least]))
        least, most = max(bounds.least, self.whole - float(down[0])), min(bounds.most, self.whole + float(up[0]))
        return Range(low, np.maximum(low, high), least, max(least, most), self.divided)

    def left(self, shares: Matrix) -> tuple[Matrix, float]:
        """The sums and the squared length when these shares of the words are removed."""
        gone = _gone(self.starts, self.sums, self.values, shares, len(self.total))
        return self.total - gone, self.whole - float((shares * self.squares).sum())

    def gains(self, slopes: Matrix, of_square: float) -> Matrix:
        """How much removing each word lowers slopes · sums + of_square · squared length; 0 for words that stay."""
        gains = _along(self.starts, self.sums, self.values, slopes) + of_square * self.squares
        return np.where(self.free, gains, 0.0)


@kernel
def _ordered(starts, sums, values, free, count):  # type: ignore[no-untyped-def]
    """What the free words add to each sum, in order of size: where the values of each sum start, and the values."""
    first = np.zeros(count + 1, dtype=np.int64)
    for word in range(len(free)):
        if free[word]:
            for at in range(starts[word], starts[word + 1]):
                first[sums[at] + 1] += 1
    first = np.cumsum(first)
    place, ordered = first[:-1].copy(), np.empty(first[-1])
    for word in range(len(free)):
        if free[word]:
            for at in range(starts[word], starts[word + 1]):
                ordered[place[sums[at]]] = values[at]
                place[sums[at]] += 1
    for column in range(count):
        ordered[first[column] : first[column + 1]].sort()
    return first, ordered


@kernel
def _farthest(first, ordered, t):  # type: ignore[no-untyped-def]
    """How far at most t words move each sum, down and up."""
    down, up = np.zeros(len(first) - 1), np.zeros(len(first) - 1)
    for column in range(len(down)):
        begin, end = first[column], first[column + 1]
        for at in range(min(t, end - begin)):
            down[column] += max(ordered[end - 1 - at], 0.0)
            up[column] -= min(ordered[begin + at], 0.0)
    return down, up


@kernel
def _nearly_best(starts, sums, values, free, edge, short, width):  # type: ignore[no-untyped-def]
    """How far words move each sum, down and up, when their gains fall short of the largest by at most `short`.

    With v for what a word adds and e for how far its gain is above the least of the best ones, the most is
    m short + sum of max(0, v + m e) - max(0, m e), whatever m >= 0: the dual of a linear program. Some m are tried.
    """
    down, up = np.full(len(width), np.inf), np.full(len(width), np.inf)
    for halvings in range(1, _HALVINGS + 1):
        falls = width * 0.5**halvings
        rises, m = falls.copy(), falls / short
        for word in range(len(free)):
            if free[word]:
                for at in range(starts[word], starts[word + 1]):
                    column, value = sums[at], values[at]
                    worth = m[column] * edge[word]
                    falls[column] += max(0.0, worth + value) - max(0.0, worth)
                    rises[column] += max(0.0, worth - value) - max(0.0, worth)
        down, up = np.minimum(down, falls), np.minimum(up, rises)
    return down, up


@kernel
def _gone(starts, sums, values, shares, count):  # type: ignore[no-untyped-def]
    """What these shares of the words add to the sums."""
    out = np.zeros(count)
    for word in range(len(shares)):
        if shares[word] != 0.0:
            for at in range(starts[word], starts[word + 1]):
                out[sums[at]] += shares[word] * values[at]
    return out


@kernel
def _along(starts, sums, values, slopes):  # type: ignore[no-untyped-def]
    """What each word adds to the sums, times their slopes."""
    out = np.zeros(len(starts) - 1)
    for word in range(len(out)):
        for at in range(starts[word], starts[word + 1]):
            out[word] += values[at] * slopes[sums[at]]
    return out
