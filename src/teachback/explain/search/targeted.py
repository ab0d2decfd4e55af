r"""Changing to a given class: it must beat every other one, which is a covering problem.

If the words that lower the lead of the present class over the target most already let the target win, no smaller set
does. Otherwise: the fewest words such that the target gets ahead of every class, an integer program.
"""

from __future__ import annotations

import numpy as np

from teachback.explain.search.best_first import FoundSets
from teachback.explain.search.integer_program import Choice, fewest
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
