"""Chance that can be repeated: a random order of the pool that does not change as documents come and go."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

_STEP, _FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def chance(documents: int, purpose: str, random_state: int = 0) -> NDArray[np.float64]:
    """A random number between 0 and 1 for each position: a function of the position, the purpose and the seed.

    Sorting by it is a random order in which labelled documents only leave gaps and new documents find a place by
    chance like all others. So drawing "the next open one" again and again is drawing without replacement, an
    unanswered question stays the same question, and nothing has to be remembered but the seed. (A generator seeded
    anew for each page would draw neighbours of what it drew before.) Different purposes have independent orders.

    >>> chance(3, "check").round(2).tolist()
    [0.28, 0.5, 0.65]
    >>> chance(5, "check")[:3].round(2).tolist()
    [0.28, 0.5, 0.65]
    """
    seed = np.random.SeedSequence([zlib.crc32(purpose.encode()), random_state]).generate_state(1, np.uint64)
    z = np.arange(1, documents + 1, dtype=np.uint64) * _STEP + seed  # splitmix64 (Steele, Lea & Flood 2014)
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    z = z ^ (z >> np.uint64(31))
    return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53
