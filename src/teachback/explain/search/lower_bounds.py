r"""How many words are proven to be too few: additive envelopes of perceptrons and kernel machines.

For removals of at most :math:`t` words every sum stays in a known range. In that range each unit (or support vector)
lies above a straight line where it speaks for the class, a tangent, and below one where it speaks against it, a chord.
Together they are an additive lower bound of the lead, and sorting says whether :math:`t` words can bring it to 0
(see :mod:`additive`). Where rows are divided by their length :math:`N`, the lead is multiplied by it, and :math:`N`
itself is bounded by a straight line in the squared length (see :mod:`normalised`).

What is not proven at once is looked at more closely. Any tangents will do; the best ones touch where the bound is
least, over removals of shares of words, and steps towards the sets that the lines suggest come near it (Frank and Wolfe
1956). And the ranges narrow: a removal that changes the class must lower the bound nearly as much as the best :math:`t`
words do, so that it cannot be far from them (see :mod:`ranges`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from teachback.explain.reading.model import Positions
from teachback.explain.reading.scorers import SumScorer
from teachback.explain.search.ranges import Range, RemovableWords
from teachback.explain.structures.kernel_machine import KernelMachine
from teachback.explain.structures.perceptron import Perceptron
from teachback.explain.structures.recognition import Structure
from teachback.sweeps import Matrix

_STEPS = 12  # of looking more closely
_HARDLY = 0.96  # what is missing, after two steps, of what was missing before: no hope


def too_few_proof(
    structure: Structure | None, scorer: SumScorer, free: Positions, winner: int
) -> Callable[[int], bool] | None:
    """A function that tells whether removing up to t words is proven to leave the class; None where none is known."""
    curves: list[_Curves] = []
    if isinstance(structure, Perceptron) and structure.activation == "relu" and len(structure.later) == 1:
        rivals = [k for k in range(max(2, len(structure.later[0][1]))) if k != winner]
        curves = [_Units(structure, winner, rival) for rival in rivals]
    elif isinstance(structure, KernelMachine) and structure.kernel == "rbf":
        divided = scorer.norm == "l2"
        curves = [_DividedVectors(structure, winner) if divided else _Vectors(structure, scorer, winner)]
    if not curves or scorer.norm == "l1":
        return None
    words = RemovableWords(scorer, free)
    return lambda t: all(_stays(words, each, t) for each in curves)


@dataclass(frozen=True)
class _Lines:
    """A lower bound: constant + slopes · sums + of_length · N + of_square · N²."""

    slopes: Matrix
    constant: float
    of_length: float = 0.0
    of_square: float = 0.0


class _Curves(ABC):
    """The lead over a rival (times something positive) as a sum of curves, each of one sum."""

    size: float  # of its numbers, to tell 0 from rounding

    @abstractmethod
    def within(self, bounds: Range) -> Callable[[Matrix, float], _Lines]:
        """Lines below the curves in that range: chords, and tangents at given sums and a given squared length."""


@np.errstate(over="ignore", invalid="ignore")  # numbers too large prove nothing
def _stays(words: RemovableWords, curves: _Curves, t: int) -> bool:
    """Whether removing at most t words is proven to leave a lead."""
    bounds = words.range(t)
    if words.divided and bounds.least <= 1e-9:
        return False
    shares, shorts = np.zeros(len(words.squares)), [np.inf, np.inf]
    for step in range(_STEPS):
        sums, square = words.left(shares)
        lines = curves.within(bounds)(sums, square)
        rise, at_zero = _root(bounds, square, lines.of_length)
        of_square = lines.of_square + lines.of_length * rise
        value = lines.constant + lines.of_length * at_zero + of_square * words.whole
        value += float((lines.slopes * words.total).sum())
        gains = words.gains(lines.slopes, of_square)
        best = np.argsort(-gains, kind="stable")[:t]
        short = float(np.maximum(gains[best], 0.0).sum()) - value + 1e-10 * curves.size
        if -np.inf < short <= 0:
            return True
        if not 0 < short < _HARDLY * shorts[-2]:
            return False
        shorts.append(short)
        bounds = words.narrowed(bounds, gains, best, short)
        shares *= step / (step + 2.0)
        shares[best[gains[best] > 0]] += 2.0 / (step + 2.0)
    return False


def _root(bounds: Range, square: float, factor: float) -> tuple[float, float]:
    """A line in N² for N: its tangent above, at this square, where the factor is negative; else its chord below."""
    if not bounds.divided:
        return 0.0, 1.0
    if factor < 0:
        length = float(np.sqrt(square))
        return 0.5 / length, 0.5 * length
    shortest, longest = bounds.lengths
    rise = 1.0 / (shortest + longest)
    return rise, shortest - rise * bounds.least


class _Units(_Curves):
    """The hidden units of a perceptron; times the length where rows are divided."""

    def __init__(self, structure: Perceptron, winner: int, rival: int) -> None:
        weights, bias = structure.later[0]
        if weights.shape[1] == 1:
            weights, bias = np.hstack([0 * weights, weights]), np.concatenate([[0.0], bias])
        self.speaks, self.constant = weights[:, winner] - weights[:, rival], float(bias[winner] - bias[rival])
        self.bias = structure.bias
        self.size = float(np.abs(self.speaks).sum()) + abs(self.constant)

    def within(self, bounds: Range) -> Callable[[Matrix, float], _Lines]:
        """Lines below max(0, S + bias N), times what the unit says."""
        shifts = [self.bias * length for length in bounds.lengths]
        low, high = bounds.low + np.minimum(*shifts), bounds.high + np.maximum(*shifts)
        width = np.where(high > low, high - low, 1.0)
        chord = np.where(high > low, (np.maximum(high, 0.0) - np.maximum(low, 0.0)) / width, 0.0)
        speaks_for = self.speaks > 0
        at_zero = np.where(speaks_for, 0.0, np.maximum(low, 0.0) - chord * low)
        constant = float((self.speaks * at_zero).sum())

        def touching(sums: Matrix, square: float) -> _Lines:
            length = np.sqrt(square) if bounds.divided else 1.0
            slopes = self.speaks * np.where(speaks_for, sums + self.bias * length > 0, chord)
            return _Lines(slopes, constant, float((slopes * self.bias).sum()) + self.constant)

        return touching


class _Vectors(_Curves):
    """Support vectors: the lead times exp(-gamma q) for what is removed, q its squared length."""

    def __init__(self, machine: KernelMachine, scorer: SumScorer, winner: int) -> None:
        sign = 1.0 if winner == 1 else -1.0
        self.total, self.whole, self.gamma = scorer.total[:-2], float(scorer.total[-2]), machine.gamma
        near = machine.kernels(self.total[np.newaxis], scorer.total[-2:-1])[0]
        self.scale = sign * np.append(machine.alpha * near, machine.constant)
        self.size = float(np.abs(self.scale).sum())

    def within(self, bounds: Range) -> Callable[[Matrix, float], _Lines]:
        """Lines below exp(2 gamma (S - S at first)) and, for the constant, exp(-gamma q)."""

        def exponents(sums: Matrix, square: float) -> Matrix:
            return self.gamma * np.append(2.0 * (sums - self.total), square - self.whole)

        lines = _exponentials(self.scale, exponents(bounds.low, bounds.least), exponents(bounds.high, bounds.most))

        def touching(sums: Matrix, square: float) -> _Lines:
            slopes, at_zero = lines(exponents(sums, square))
            along, of_square = 2.0 * self.gamma * slopes[:-1], self.gamma * float(slopes[-1])
            constant = float(at_zero.sum() - (along * self.total).sum()) - of_square * self.whole
            return _Lines(along, constant, of_square=of_square)

        return touching


class _DividedVectors(_Curves):
    """Support vectors of a row of length 1: the lead times N."""

    def __init__(self, machine: KernelMachine, winner: int) -> None:
        sign = 1.0 if winner == 1 else -1.0
        self.gamma, self.constant, self.scale = machine.gamma, sign * machine.constant, sign * machine.alpha
        self.far, self.reach = machine.gamma * (1.0 + machine.lengths), np.sqrt(machine.lengths)
        self.size = float(np.abs(self.scale).sum()) + abs(self.constant)

    def within(self, bounds: Range) -> Callable[[Matrix, float], _Lines]:
        """Lines below exp(2 gamma S / N - gamma (1 + |s|²)), times N; S / N is at most |s|."""
        by = np.array(bounds.lengths)[:, np.newaxis]
        low = np.maximum((bounds.low / by).min(axis=0), -self.reach)
        high = np.minimum((bounds.high / by).max(axis=0), self.reach)
        along = 2.0 * self.gamma
        lines = _exponentials(self.scale, along * low - self.far, along * np.maximum(low, high) - self.far)

        def touching(sums: Matrix, square: float) -> _Lines:
            slopes, at_zero = lines(along * sums / np.sqrt(square) - self.far)
            of_length = float((at_zero - slopes * self.far).sum()) + self.constant
            return _Lines(along * slopes, 0.0, of_length)

        return touching


def _exponentials(scale: Matrix, low: Matrix, high: Matrix) -> Callable[[Matrix], tuple[Matrix, Matrix]]:
    """Lines below scale · exp(x) on [low, high]: tangents at given places where scale is positive, else chords."""
    wide, bottom, top = high - low > 1e-12, np.exp(low), np.exp(high)
    chord = np.where(wide, (top - bottom) / np.where(wide, high - low, 1.0), top)
    chord_at_zero = np.where(wide, bottom - chord * low, top * (1.0 - low))

    def touching(near: Matrix) -> tuple[Matrix, Matrix]:
        curve = np.exp(near)
        slopes = np.where(scale > 0, curve, chord)
        at_zero = np.where(scale > 0, curve * (1.0 - near), chord_at_zero)
        return scale * slopes, scale * at_zero

    return touching
