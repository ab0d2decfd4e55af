r"""Changing to a given class: it must beat every other one, which is a covering problem.

If the words that lower the lead of the present class over the target most already let the target win, no smaller set
does. Otherwise: the fewest words such that the target gets ahead of every class, an integer program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import Bounds, LinearConstraint, milp

from teachback.explain.search.best_first import FoundSets
from teachback.explain.search.question import Limits, Question
from teachback.explain.structures.additive import smallest
from teachback.sweeps import Matrix


def change_to(question: Question, target: int, parts: Matrix, constant: Matrix, limits: Limits) -> FoundSets:
    """The smallest set of words without which the target wins, for an additive model."""
    free = question.removal(question.free)
    pair = sorted((question.winner, target))
    starts = np.array([0, len(parts)], dtype=np.int64)
    two = smallest(starts, parts[:, pair], constant[pair], free, last_wins=question.model.last_wins)
    words = tuple(two.order[: two.used[0]].tolist())
    impossible = FoundSets(bound=len(parts) + 1, exhausted=True, nearest=words)
    if two.size[0] < 0:  # even the present class alone stays ahead
        return impossible
    if not question.changes(words):
        others = [k for k in range(parts.shape[1]) if k != target]
        scores = constant + parts.sum(axis=0)
        gains = parts[:, others] - parts[:, [target]]
        needs = scores[others] - scores[target] - 1e-9 * (1.0 + np.abs(gains).sum(axis=0))

        def accept(choice: Choice) -> bool:
            return question.changes(tuple(question.free[list(choice)].tolist()))

        choice, certain = fewest(len(question.free), gains[question.free].T, needs, np.inf, accept)
        if choice is None:
            return impossible if certain else FoundSets(bound=int(two.size[0]), nearest=words)
        words = tuple(question.free[list(choice)].tolist())
    result = FoundSets(bound=len(words), exhausted=True, nearest=words)
    if len(words) <= limits.max_words:
        result.sets.append((words, "minimum"))
    return result


_REFUSED = 20  # choices that the model may refuse before the search is given up
Choice = tuple[int, ...]


def fewest(
    choices: int, matrix: Any, low: ArrayLike, high: ArrayLike, accept: Callable[[Choice], bool]
) -> tuple[Choice | None, bool]:
    """The fewest of the first `choices` variables (0 or 1; the others are between) that meet low ≤ matrix · x ≤ high.

    The solver is right up to a small tolerance, and at a tie that decides. So the constraints leave room, `accept` has
    the last word, and a choice that it refuses is cut off. Returns the choice, or None, and whether that is certain.
    """
    count = matrix.shape[1]
    cost = np.concatenate([np.ones(choices), np.zeros(count - choices)])
    constraints = [LinearConstraint(matrix, low, high)]
    for _ in range(_REFUSED):
        answer = milp(
            cost, integrality=cost, bounds=Bounds(0, 1), constraints=constraints, options={"mip_rel_gap": 0.0}
        )
        if answer.x is None:
            return None, answer.status == 2  # infeasible
        chosen = np.round(answer.x[:choices]) > 0
        choice = tuple(np.flatnonzero(chosen).tolist())
        if accept(choice):
            return choice, True
        other = np.concatenate([np.where(chosen, -1.0, 1.0), np.zeros(count - choices)])
        constraints.append(LinearConstraint(other[np.newaxis], lb=1.0 - chosen.sum()))
    return None, False
