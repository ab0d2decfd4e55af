"""Choosing the numbers of a learner on held-out folds, one at a time, until none gets better."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from teachback.errors import TeachbackError

Numbers = dict[str, float]


class BadSearch(TeachbackError, ValueError):
    """A search that could not begin."""


@dataclass
class Search:
    """Where a search has arrived."""

    # The best numbers so far and their score
    best: Numbers
    score: float
    # The score of everything tried, by the numbers in order
    tried: dict[tuple[float, ...], float] = field(default_factory=dict)


def alternating_search(
    score: Callable[[Numbers], float],
    start: Mapping[str, float],
    *,
    spread: Sequence[float] = (1.0,),
    step: float = 0.1,
    reach: int = 3,
    factors: bool = False,
    cycles: int = 10,
) -> Search:
    """The numbers with the highest score that are found by changing one at a time.

    Each number in turn moves to the best of the `reach` steps to either side, as often as that is better; then the
    next. The search ends when none has moved. Of numbers that score alike, the nearest to the old one wins.

    With factors, a step multiplies by 10 to the power of `step`, instead of adding it; numbers stay above 0. `spread`
    are factors, too: the search begins at the best of all combinations of the `start`'s numbers times these. Numbers
    that gain only when they change together are found so; one at a time never arrives there.

    >>> found = alternating_search(lambda at: -((at["C"] - 1.4) ** 2) - (at["mu"] - 0.8) ** 2, {"C": 1.0, "mu": 1.0})
    >>> found.best
    {'C': 1.4, 'mu': 0.8}
    """
    if not start or min(start.values()) <= 0 or not step > 0:
        raise BadSearch(f"A search starts at numbers and goes by a step above 0, not at {dict(start)} by {step!r}.")
    if not len(spread) or min(spread) <= 0:
        raise BadSearch(f"spread must be one or more factors above 0, such as (1, 0.1, 10), not {spread!r}.")
    tried: dict[tuple[float, ...], float] = {}

    def scored(at: Numbers) -> float:
        key = tuple(at.values())
        if key not in tried:
            tried[key] = score(dict(at))
        return tried[key]

    begins = [
        {name: round(start[name] * by, 10) for name, by in zip(start, combined, strict=True)}
        for combined in product(spread, repeat=len(start))
    ]
    best = max(begins, key=scored)  # of those that score alike, the first
    highest = scored(best)
    for _ in range(cycles):
        before = dict(best)
        for name in best:
            while True:
                centre = best
                for steps in sorted(range(-reach, reach + 1), key=abs):
                    by = steps * step
                    at = {**centre, name: round(centre[name] * 10**by if factors else centre[name] + by, 10)}
                    if at[name] > 0 and scored(at) > highest:
                        best, highest = at, scored(at)
                if best is centre:
                    break
        if best == before:
            break
    return Search(best, highest, tried)


def rotated_accuracy(
    make: Callable[[], Any], X: Any, y: ArrayLike, folds: ArrayLike, size: int, *, rationales: Any = None
) -> float:
    """The mean accuracy on each fold after learning from the `size` folds that follow it, round the circle.

    Folds are numbered from 0. Several are learned from at once.
    """
    y, folds = np.asarray(y), np.asarray(folds)
    number = int(folds.max()) + 1
    if not 1 <= size < number:
        raise BadSearch(f"Learn from 1 to {number - 1} of the {number} folds, not from {size}.")

    def accuracy(held_out: int) -> float:
        train = np.flatnonzero(np.isin(folds, [(held_out + k) % number for k in range(1, size + 1)]))
        test = np.flatnonzero(folds == held_out)
        reasons = {} if rationales is None else {"rationales": rationales[train]}
        return float(np.mean(make().fit(X[train], y[train], **reasons).predict(X[test]) == y[test]))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return float(np.mean(list(pool.map(accuracy, range(number)))))
