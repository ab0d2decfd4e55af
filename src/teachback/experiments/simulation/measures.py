"""What is measured of a session, and what several sessions say together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import t as student_t
from sklearn.metrics import f1_score

BINS = 15


class Interval(NamedTuple):
    """A mean over runs and its 95 % interval; one run alone has none."""

    mean: float
    low: float | None
    high: float | None
    runs: int


def accuracy(P: NDArray[np.float64], truth: NDArray[np.intp]) -> float:
    """The share of texts whose likeliest class is the true one, in percent."""
    return 100.0 * float(np.mean(P.argmax(axis=1) == truth))


def macro_f1(P: NDArray[np.float64], truth: NDArray[np.intp]) -> float:
    """The mean over the test texts' classes of F1, in percent."""
    there = np.unique(truth)
    return 100.0 * float(f1_score(truth, P.argmax(axis=1), labels=there, average="macro", zero_division=0))


def calibration_error(P: NDArray[np.float64], truth: NDArray[np.intp], bins: int = BINS) -> float:
    """Expected calibration error, in points: how far the likeliest class's probability is from how often it is right.

    Texts are put in bins of the same number, the least certain first; the bins' differences are averaged.

    >>> P = np.array([[0.9, 0.1], [0.8, 0.2], [0.6, 0.4], [0.4, 0.6]])
    >>> round(calibration_error(P, np.array([0, 0, 1, 1]), bins=2), 6)     # |0.5 - 0.6| and |1 - 0.85|
    12.5
    """
    certainty, right = P.max(axis=1), P.argmax(axis=1) == truth
    order = np.argsort(certainty, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    return 100.0 * sum(len(part) * abs(float(right[part].mean() - certainty[part].mean())) for part in parts) / len(P)


def interval(values: ArrayLike) -> Interval:
    """The mean and Student's 95 % interval around it.

    >>> interval([70.0])
    Interval(mean=70.0, low=None, high=None, runs=1)
    """
    of = np.asarray(values, dtype=np.float64)
    mean, runs = float(of.mean()), len(of)
    if runs < 2:
        return Interval(mean, None, None, runs)
    half = float(student_t.ppf(0.975, runs - 1) * of.std(ddof=1) / np.sqrt(runs))
    return Interval(mean, mean - half, mean + half, runs)


def paired_difference(a: ArrayLike, b: ArrayLike) -> Interval:
    """By how much `a` is above `b` in the same runs."""
    return interval(np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64))


def area(seconds: Sequence[float], values: Sequence[float]) -> float:
    """The area under a curve between its first and its last point, divided by their distance: a mean over time.

    >>> area([60, 120, 240], [50.0, 70.0, 80.0])
    70.0
    """
    if len(seconds) == 1:
        return float(values[0])
    return float(np.trapezoid(values, seconds) / (seconds[-1] - seconds[0]))


def seconds_to(level: float, seconds: Sequence[float], values: Sequence[float]) -> float:
    """When a curve first reaches a level, straight between its points; its last second if it never does.

    >>> seconds_to(75.0, [60, 120, 240], [50.0, 70.0, 80.0]), seconds_to(90.0, [60, 120, 240], [50.0, 70.0, 80.0])
    (180.0, 240.0)
    """
    if values[0] >= level:
        return float(seconds[0])
    for k in range(1, len(values)):
        if values[k] >= level:
            share = (level - values[k - 1]) / (values[k] - values[k - 1])
            return float(seconds[k - 1] + share * (seconds[k] - seconds[k - 1]))
    return float(seconds[-1])
