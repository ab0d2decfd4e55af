"""Cohen's kappa: how far two judges agree beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeVar

Answer = TypeVar("Answer", bound=Hashable)


def cohen_kappa(table: Mapping[tuple[Answer, Answer], int]) -> float:
    r"""Agreement beyond chance, :math:`(A_o - A_e) / (1 - A_e)`; 1 where both always give the same one answer.

    The table says how often the two judges gave each pair of answers.

    >>> cohen_kappa(Counter([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")]))
    0.5
    """
    ones, others, same, total = Counter[Answer](), Counter[Answer](), 0, 0
    for (one, other), number in table.items():
        ones[one] += number
        others[other] += number
        same += number if one == other else 0
        total += number
    if same == total:
        return 1.0
    expected = sum(number * others[answer] for answer, number in ones.items()) / total
    return float((same - expected) / (total - expected))
