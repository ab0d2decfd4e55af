r"""How many words are needed at least: additive envelopes of perceptrons and kernel machines.

For removals of at most :math:`t` words every sum stays in a known range. In that range each unit (or support vector)
lies above a straight line where it speaks for the class, a tangent, and below one where it speaks against it, a chord.
Together they are an additive lower bound of the lead, and sorting says whether :math:`t` words can bring it to 0
(see :mod:`additive`). Where rows are divided by their length :math:`N`, the lead is multiplied by it, and :math:`N`
itself is bounded by a straight line in the squared length (see :mod:`normalised`).
"""

from __future__ import annotations

import numpy as np

from teachback.explain.cases import Summed
from teachback.explain.models import Positions
from teachback.explain.structures import Kernel, Layered, Structure
from teachback.sweeps import Matrix


def needed_at_least(structure: Structure | None, case: Summed, free: Positions, winner: int, most: int) -> int:
    """A number of words of which no fewer can change the class; at most `most` + 1."""
    if isinstance(structure, Layered) and structure.activation == "relu" and len(structure.later) == 1:
        return min(_perceptron(structure, case, free, winner, rival, most) for rival in _rivals(structure, winner))
    if isinstance(structure, Kernel) and structure.kernel == "rbf":
        return _machine(structure, case, free, winner, most)
    return 1


def _rivals(structure: Layered, winner: int) -> list[int]:
    return [k for k in range(max(2, len(structure.later[0][1]))) if k != winner]


class _Largest:
    """The sum of the t largest positive values of each column, for t = 1, 2, 3 … in turn."""

    def __init__(self, values: Matrix) -> None:
        self.left, self.taken, self.sums = values, 0, np.zeros(values.shape[1])
        self.positive = bool((values > 0).any())

    def upto(self, t: int) -> Matrix:
        """The sums of the t largest."""
        while self.positive and self.taken < t:
            if not self.taken:
                self.left = self.left.copy()
            place = self.left.argmax(axis=0)[np.newaxis]
            self.sums = self.sums + np.maximum(np.take_along_axis(self.left, place, axis=0)[0], 0.0)
            np.put_along_axis(self.left, place, 0.0, axis=0)
            self.taken += 1
        return self.sums


class _Ranges:
    """The ranges of sums over what is left after removing at most t words."""

    def __init__(self, case: Summed, free: Positions) -> None:
        self.parts, self.squares = case.parts[:, :-2], case.parts[:, -2]
        self.loose = self.parts[free]
        self.total, self.whole = self.parts.sum(axis=0), float(self.squares.sum())
        self.down, self.up = _Largest(self.loose), _Largest(-self.loose)
        self.q = self.squares[free]
        self.largest = np.cumsum(-np.sort(-self.q))

    def __call__(self, t: int) -> tuple[Matrix, Matrix]:
        """The least and the most that each sum can be."""
        return self.total - self.down.upto(t), self.total + self.up.upto(t)

    def length(self, t: int) -> tuple[float, float]:
        """The least and the most that the squared length can be."""
        return max(self.whole - float(self.largest[t - 1]), 0.0), self.whole

    def passes(self, t: int, slopes: Matrix, constant: float, of_length: float, divided: bool) -> bool:
        """Whether t words may bring constant + slopes · sums + of_length · N to 0 or below."""
        gains = self.loose @ slopes
        value = constant + float(self.total @ slopes)
        if divided:
            low, high = self.length(t)
            if of_length < 0:  # the root lies below its tangent
                middle = np.sqrt((low + high) / 2)
                rise, at_zero = 1 / (2 * middle), middle / 2
            else:  # and above its chord
                rise = 1 / (np.sqrt(low) + np.sqrt(high))
                at_zero = np.sqrt(low) - rise * low
            value += of_length * (at_zero + rise * self.whole)
            gains = gains + of_length * rise * self.q
        else:
            value += of_length
        best = np.sort(gains)[::-1][:t]
        return bool(value - best[best > 0].sum() <= 1e-9 * (1 + abs(value)))


def _perceptron(structure: Layered, case: Summed, free: Positions, winner: int, rival: int, most: int) -> int:
    weights, bias = structure.later[0]
    if weights.shape[1] == 1:
        weights, bias = np.hstack([0 * weights, weights]), np.concatenate([[0.0], bias])
    speaks, constant = weights[:, winner] - weights[:, rival], float(bias[winner] - bias[rival])
    ranges = _Ranges(case, free)
    divided = case.norm == "l2"
    if case.norm == "l1":
        return 1
    for t in range(1, min(most, len(ranges.q)) + 1):
        low, high = ranges(t)
        shortest, longest = (np.sqrt(ranges.length(t)) if divided else np.ones(2)).tolist()
        shifts = structure.bias * shortest, structure.bias * longest
        low, high = low + np.minimum(*shifts), high + np.maximum(*shifts)
        now = ranges.total + structure.bias * longest
        chord = np.where(
            high > low, (np.maximum(high, 0) - np.maximum(low, 0)) / np.where(high > low, high - low, 1.0), 0.0
        )
        tangent = np.where(low >= 0, 1.0, np.where(high <= 0, 0.0, (now > 0).astype(float)))
        slope = np.where(speaks > 0, tangent, chord)
        at_zero = np.where(speaks > 0, 0.0, np.maximum(low, 0) - chord * low)
        along = speaks * slope
        if divided and shortest == 0:
            return t
        if ranges.passes(t, along, float(speaks @ at_zero), float(along @ structure.bias) + constant, divided):
            return t
    return most + 1


def _machine(structure: Kernel, case: Summed, free: Positions, winner: int, most: int) -> int:
    sign = 1.0 if winner == 1 else -1.0
    alpha, constant = sign * structure.alpha, sign * structure.constant
    ranges = _Ranges(case, free)
    if case.norm == "l1":
        return 1
    gamma = structure.gamma
    for t in range(1, min(most, len(ranges.q)) + 1):
        low, high = ranges(t)
        if case.norm == "l2":  # a row of length 1: exp(2 gamma S / N - gamma (1 + |s|²))
            shortest, longest = np.sqrt(ranges.length(t)).tolist()
            if shortest == 0:
                return t
            scale = alpha * np.exp(-gamma * (1 + structure.lengths))
            low, high = np.minimum(low / shortest, low / longest), np.maximum(high / shortest, high / longest)
            slope, at_zero = _line(scale, 2 * gamma * low, 2 * gamma * high, 2 * gamma * ranges.total / longest)
            if ranges.passes(t, 2 * gamma * slope, 0.0, float(at_zero.sum()) + constant, divided=True):
                return t
        elif _may_pass_undivided(structure, ranges, alpha, constant, t):
            return t
    return most + 1


def _may_pass_undivided(structure: Kernel, ranges: _Ranges, alpha: Matrix, constant: float, t: int) -> bool:
    """The lead times exp(-gamma q) for what is removed: a sum of exp(-P), P additive over the removed words."""
    gamma = structure.gamma
    near = alpha * np.exp(-gamma * (ranges.whole + structure.lengths - 2 * ranges.total))
    removed = 2 * gamma * ranges.loose  # what each word adds to each P
    most = 2 * gamma * ranges.down.upto(t)
    least = -2 * gamma * ranges.up.upto(t)
    slope, at_zero = _line(near, -most, -least, -0.5 * most)
    gains = removed @ slope
    long = gamma * float(ranges.largest[t - 1])
    rise, base = _line(np.array([constant]), np.array([-long]), np.array([0.0]), np.array([-0.5 * long]))
    gains = gains + gamma * ranges.q * rise[0]
    best = np.sort(gains)[::-1][:t]
    value = float(at_zero.sum() + base[0])
    return bool(value - best[best > 0].sum() <= 1e-12 * float(np.abs(near).sum()))


def _line(scale: Matrix, low: Matrix, high: Matrix, near: Matrix) -> tuple[Matrix, Matrix]:
    """Lines below scale · exp(x) on [low, high]: tangents near `near` where scale is positive, else chords."""
    width = high - low
    chord = np.where(width > 1e-12, (np.exp(high) - np.exp(low)) / np.where(width > 1e-12, width, 1.0), np.exp(high))
    slope = np.where(scale > 0, np.exp(near), chord)
    at_zero = np.where(scale > 0, np.exp(near) * (1 - near), np.exp(low) - chord * low)
    narrow = (scale <= 0) & (width <= 1e-12)
    at_zero = np.where(narrow, np.exp(high) * (1 - low), at_zero)
    return scale * slope, scale * at_zero
