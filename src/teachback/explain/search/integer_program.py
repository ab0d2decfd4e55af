"""The fewest choices that satisfy linear constraints, where only the model itself can judge ties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import Bounds, LinearConstraint, milp

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
