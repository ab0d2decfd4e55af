r"""All minimal explanations of an additive model, smallest first.

Order the words by :math:`\delta_k`, what their removal takes from the lead over rival :math:`k`. A set that flips the
class to :math:`k` is minimal for that rival iff all its words are needed, that is, iff it does not flip without its
last word. So a search that goes on only while the class has not flipped meets every such set once, and no other.
With several rivals a part of the set might flip to another one; the largest sum over proper parts tells: that of the
positive :math:`\delta` when some are not, otherwise that of all but the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from teachback.sweeps import Matrix

Words = tuple[int, ...]


def minimal_sets(
    drops: Matrix, leads: Matrix, at_tie: list[bool], sizes: range, n: int | None, budget: int, until: float
) -> tuple[list[Words], bool]:
    """Minimal explanations of these sizes, smallest first, and whether they are all that were asked for.

    `drops` is what each word's removal takes from the lead over each rival (words × rivals), `leads` are these leads,
    and `at_tie` says whether each rival wins when it has caught up, or must be ahead. It stops with `n` sets, after
    `budget` partial ones, or at the time `until` (of `perf_counter`).
    """
    orders = [np.flatnonzero(drops[:, k] > 0) for k in range(len(leads))]
    orders = [order[np.argsort(-drops[order, k], kind="stable")] for k, order in enumerate(orders)]
    sets: dict[frozenset[int], Words] = {}
    left = _Budget(budget, until)
    for size in sizes:
        for k, order in enumerate(orders):
            for places in _of_size(drops[order, k].tolist(), float(leads[k]), at_tie[k], size, left):
                words = order[list(places)]
                if is_minimal(drops[words], leads, at_tie):
                    sets.setdefault(frozenset(words.tolist()), tuple(words.tolist()))
                if n is not None and len(sets) >= n:
                    return list(sets.values()), True
            if left.spent:
                return list(sets.values()), False
    return list(sets.values()), True


class _Budget:
    def __init__(self, steps: int, until: float) -> None:
        self.steps, self.until, self.spent = steps, until, False

    def step(self) -> None:
        self.steps -= 1
        self.spent = self.steps < 0 or (self.steps % 256 == 0 and perf_counter() > self.until)


def is_minimal(drops: Matrix, leads: Matrix, at_tie: list[bool]) -> bool:
    """Whether no proper part of a set, given what its words take from each lead, changes the class.

    >>> p, q, r = (2, 2), (2, -5), (2, -5)  # from leads of 5 and 1
    >>> is_minimal(np.array([p, q, r]), np.array([5, 1]), [False, False])  # p alone is enough for the second
    False
    """
    positive = np.where(drops > 0, drops, 0.0).sum(axis=0)
    best = np.where((drops <= 0).any(axis=0), positive, positive - drops.min(axis=0))
    return not any(_passes(gone, lead, tie) for gone, lead, tie in zip(best, leads, at_tie, strict=True))


def _passes(gone: float, lead: float, at_tie: bool) -> bool:
    return gone > lead or (at_tie and gone >= lead)


def _of_size(drops: list[float], lead: float, at_tie: bool, size: int, left: _Budget) -> Iterator[Words]:
    """Sets of places among falling drops that pass the lead with their last word and not before."""
    ahead = np.concatenate([[0.0], np.cumsum(drops)]).tolist()
    chosen: list[int] = []
    gone = [0.0]
    place = 0
    while not left.spent:
        more = size - len(chosen)
        if place + more > len(drops) or not _passes(gone[-1] + ahead[place + more] - ahead[place], lead, at_tie):
            if not chosen:
                return
            place = chosen.pop() + 1
            gone.pop()
            continue
        left.step()
        now = gone[-1] + drops[place]
        if more == 1:
            yield (*chosen, place)
        elif not _passes(now, lead, at_tie):
            chosen.append(place)
            gone.append(now)
        place += 1
