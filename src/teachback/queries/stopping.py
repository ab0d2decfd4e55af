"""Whether to go on teaching: do predictions still change, and how accurate are they?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from teachback.errors import percent
from teachback.queries.base import BadQuery, Positions, checked_size
from teachback.queries.chance import chance
from teachback.queries.quality import Estimate, percents
from teachback.queries.uncertainty import highest
from teachback.record import kappa

_SETTLED, _ROUNDS = 0.99, 3  # the mean agreement of that many rounds at which predictions have settled
_CHECKS = 20  # random checks to answer before stopping


def stop_set(documents: int, n: int = 2000, random_state: int = 0) -> Positions:
    """Documents on which successive models are compared: up to n of them, drawn by chance, in order.

    >>> stop_set(10, 3).tolist()
    [3, 5, 9]
    """
    checked_size(n, "documents")
    return np.sort(highest(chance(documents, "stop set", random_state), np.arange(documents, dtype=np.intp), n))


def cohen_kappa(before: ArrayLike, after: ArrayLike) -> float:
    r"""How far two lists of classes agree beyond chance, :math:`(A_o - A_e) / (1 - A_e)`.

    Where only one class occurs in both lists, agreement is no more than chance would give; it counts as 1, because
    nothing has changed.

    >>> cohen_kappa(["bug", "bug", "how-to", "how-to"], ["bug", "bug", "how-to", "bug"])
    0.5
    """
    a, b = np.asarray(before), np.asarray(after)
    if a.ndim != 1 or a.shape != b.shape or not a.size:
        raise BadQuery(
            f"Agreement needs two lists of classes for the same documents, at least one; their shapes are {a.shape} "
            f"and {b.shape}."
        )
    return kappa.cohen_kappa(Counter(zip(a.tolist(), b.tolist(), strict=True)))


@dataclass(frozen=True)
class Stability:
    """The agreement of successive models on the stop set.

    Models that are one lesson apart agree whatever is left to learn, so two models are compared only when at least
    `step` lessons lie between them.

    >>> stability = Stability(step=10)
    >>> for lessons, predicted in [(0, "aabb"), (4, "abab"), (10, "aabb"), (25, "aaba")]:
    ...     stability = stability.seen(lessons, list(predicted))
    >>> stability.kappas
    (1.0, 0.5)
    """

    kappas: tuple[float, ...] = ()  # the agreement of each two models that were compared, oldest first
    lessons: int = 0  # of the last compared model
    predicted: tuple[Any, ...] = ()  # its classes for the stop set
    step: int = 10

    def __post_init__(self) -> None:
        checked_size(self.step, "lessons between two models")

    def seen(self, lessons: int, predicted: ArrayLike) -> Self:
        """The stability after one more model; with another stop set it begins again."""
        classes = tuple(np.asarray(predicted).tolist())
        if len(classes) != len(self.predicted):
            return replace(self, kappas=(), lessons=lessons, predicted=classes)
        if abs(lessons - self.lessons) < self.step:
            return self
        kappas = (*self.kappas, cohen_kappa(self.predicted, classes))
        return replace(self, kappas=kappas, lessons=lessons, predicted=classes)


def accuracy_interval(right: int, checked: int, confidence: float = 0.95) -> tuple[float, float]:
    """Between what shares the true share lies when `right` of `checked` were right (Wilson's score interval).

    >>> low, high = accuracy_interval(46, 50)
    >>> round(low, 3), round(high, 3)
    (0.812, 0.968)
    >>> accuracy_interval(0, 0)
    (0.0, 1.0)
    """
    if not 0 <= right <= checked:
        raise BadQuery(f"{right} of {checked} random checks cannot be right; give a number from 0 to {checked}.")
    if not 0.0 < confidence < 1.0:
        raise BadQuery(f"confidence must be between 0 and 1, not {confidence!r}.")
    if not checked:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1.0 + confidence) / 2.0)
    share, grown = right / checked, 1.0 + z * z / checked
    centre = (share + z * z / (2 * checked)) / grown
    half = z / grown * math.sqrt(share * (1.0 - share) / checked + z * z / (4 * checked * checked))
    low = 0.0 if right == 0 else max(centre - half, 0.0)
    return low, 1.0 if right == checked else min(centre + half, 1.0)


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether teaching can end, and what that rests on.

    Attributes
    ----------
    stop
        Whether more lessons of the same kind are likely to be in vain.
    why
        The advice in words.
    agreement
        The mean agreement of the last models; None while there are too few.
    settled
        Whether that is high enough.
    accuracy
        Between what shares the model's accuracy lies, from the random checks; 0 and 1 when there are none.
    """

    stop: bool
    why: str
    agreement: float | None
    settled: bool
    accuracy: tuple[float, float]


def stop_advice(
    kappas: Sequence[float],
    *,
    right: int = 0,
    checked: int = 0,
    expected: Estimate | None = None,
) -> Advice:
    """Advise to stop when predictions have settled and the random checks say how good they are.

    Predictions have settled when the mean of the last three agreements is at least 0.99; nobody should stop before
    twenty random checks are answered.

    Parameters
    ----------
    kappas
        The agreement of successive models, oldest first (:class:`Stability`).
    right, checked
        How many of the random checks the model gets right, of how many.
    expected
        The accuracy that is expected of the model (:func:`expected_quality`), if that was found out: what is said then.

    Examples
    --------
    >>> advice = stop_advice([0.8, 0.99, 0.992, 0.995], right=46, checked=50)
    >>> advice.stop, advice.why
    (True, 'You may stop: new lessons hardly change what the model says any more, and 46 of 50 random checks are right,
    so accuracy is between 81 % and 97 %.')

    References
    ----------
    Bloodgood & Vijay-Shanker (2009). A Method for Stopping Active Learning Based on Stabilizing Predictions and the
    Need for User-Adjustable Stopping. CoNLL.
    """
    last = [float(each) for each in kappas[-_ROUNDS:]]
    if any(not -1.0 <= each <= 1.0 for each in last):
        raise BadQuery(f"An agreement is a number from -1 to 1; given are {', '.join(map(str, last))}.")
    low, high = interval = accuracy_interval(right, checked)
    mean = math.fsum(last) / _ROUNDS if len(last) == _ROUNDS else None
    settled = mean is not None and mean >= _SETTLED - 1e-9  # the mean of three times 0.99 is a little less
    measured = (
        f"{right:,} of {checked:,} random checks are right, so accuracy is between {percent(low)} and {percent(high)}"
        if checked
        else "no random check has been answered, so nobody knows the accuracy"
    )
    if expected is not None:
        measured = f"accuracy is expected to be {percents(expected)}"
    if mean is None:
        more = _ROUNDS - len(last)
        why = (
            f"Go on: it takes {more} more round{'s' if more > 1 else ''} to see whether new lessons still change what "
            f"the model says; {measured}."
        )
    elif not settled:
        why = f"Go on: new lessons still change what the model says; {measured}."
    elif checked < _CHECKS and expected is not None:
        why = f"Measure it now: new lessons hardly change what the model says any more; {measured}. "
        why += f"{_CHECKS - checked:,} more random checks would tell it for sure."
    elif checked < _CHECKS:
        why = "Answer more random checks: new lessons hardly change what the model says any more, but "
        why += f"{measured}. {_CHECKS - checked:,} more would tell."
    else:
        why = f"You may stop: new lessons hardly change what the model says any more, and {measured}."
    return Advice(settled and checked >= _CHECKS, why, mean, settled, interval)
