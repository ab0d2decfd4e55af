"""The way down to a minimum: each step is bent by what the last ones met, and goes as far as it leads down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dtrtrs

_REMEMBERED = 12  # steps by which the next one is bent
_FLAT, _TRIALS = 0.2, 20  # a step ends at so much of the slope at its beginning; how often that is looked for
_FURTHER = 10.0  # times what is tried first: a step goes no further

Sum = NDArray[np.float32]
T = TypeVar("T")


class Descent:
    r"""Directions of descent where points are sums of rows, :math:`F^T A`, of which only the products are known.

    The product of two such sums is :math:`\langle A, K B \rangle` with :math:`K = F F^T`. So each of them is given as
    :math:`A` and :math:`K A`, one above the other. Directions are those of L-BFGS. Single precision is enough: what
    is lost in one step, the next one mends. Of `size` are all numbers of :math:`A`.

    References
    ----------
    Liu & Nocedal (1989). On the limited memory BFGS method for large scale optimization. Mathematical Programming 45.
    """

    def __init__(self, size: int) -> None:
        self._steps, self._changes = np.empty((2, 2, 2 * _REMEMBERED, size), dtype=np.float32)
        self._met = np.zeros((2 * _REMEMBERED, 2 * _REMEMBERED))  # the products of steps and changes
        self._first = self._stop = 0
        self._scale = 1.0

    def direction(self, slope: Sum) -> Sum:
        """Where to go from a point of this slope."""
        if self._first == self._stop:
            return -slope
        known = slice(self._first, self._stop)
        steps, changes, R = self._steps[:, known], self._changes[:, known], self._met[known, known]
        G = slope.reshape(2, -1)
        back, _ = dtrtrs(R, steps[1] @ G[0])
        bent: Sum = G - back.astype(np.float32) @ changes
        bent *= np.float32(self._scale)
        forth, _ = dtrtrs(R, R.diagonal() * back - changes[0] @ bent[1], trans=1)
        bent += forth.astype(np.float32) @ steps
        return -bent.reshape(slope.shape)

    def remember(self, step: Sum, change: Sum, least: float) -> None:
        """Take note of a step and of how it changed the slope; not if that is less, along it, than it should be."""
        if self._stop == len(self._met):  # the newest move to the front
            newest, self._first, self._stop = slice(1 - _REMEMBERED, None), 0, _REMEMBERED - 1
            for each in (self._steps, self._changes):
                each[:, : self._stop] = each[:, newest]
            self._met[: self._stop, : self._stop] = self._met[newest, newest]
        new = self._stop
        self._steps[:, new], self._changes[:, new] = step.reshape(2, -1), change.reshape(2, -1)
        self._met[: new + 1, new] = self._steps[1, : new + 1] @ self._changes[0, new]
        if self._met[new, new] > least:
            self._scale = self._met[new, new] / float(self._changes[0, new] @ self._changes[1, new])
            self._stop += 1
            self._first = max(self._first, self._stop - _REMEMBERED)


def as_far_as_down(slope: Callable[[float], tuple[float, T]], begin: float, length: float) -> tuple[float, T]:
    """How far to go until it hardly leads down any more, and what was found there.

    `slope` gives the slope after going so far, and whatever else is known there; `begin` is the slope at the beginning,
    below 0, and `length` what to try first.

    >>> as_far_as_down(lambda far: (far - 3.0, "there"), begin=-3.0, length=1.0)
    (3.0, 'there')
    """
    low, at_low, high, at_high, far = 0.0, begin, np.inf, np.inf, length
    here, state = slope(far)
    for _ in range(_TRIALS):
        if abs(here) <= -_FLAT * begin or (here < 0.0 and far >= _FURTHER * length):
            break
        if here >= 0.0:
            high, at_high = far, here
        else:
            rise, low, at_low = (here - at_low) / (far - low), far, here
        if high < np.inf:  # to where a straight line is 0, but not too near to either end
            far = low + (high - low) * min(max(at_low / (at_low - at_high), 0.1), 0.9)
        else:
            far = min(low - at_low / rise if rise > 0.0 else np.inf, 4.0 * low, _FURTHER * length)
        here, state = slope(far)
    return far, state


def product(a: NDArray[Any], b: NDArray[Any]) -> float:
    """The sum of the products of all numbers."""
    return float(np.vdot(a, b))
