"""Documents of which is known what they are not: the classes that are left to them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.errors import listed
from teachback.learners.base import BadTeaching
from teachback.sweeps import Matrix

Exclusions = tuple[Any, Sequence[Iterable[Hashable]]]  # counts of documents, and of each the classes that it is not


def shared_out(excluded: Sequence[Iterable[Hashable]], position: Mapping[Hashable, int]) -> Matrix:
    """Of each document, equal shares of the classes that it may still be of: documents × classes.

    >>> shared_out([["bug"], ["bug", "praise"]], {"bug": 0, "how-to": 1, "praise": 2}).tolist()
    [[0.0, 0.5, 0.5], [0.0, 1.0, 0.0]]
    """
    left = np.ones((len(excluded), len(position)))
    for row, names in enumerate(excluded):
        for name in names:
            if name not in position:
                raise BadTeaching(f"{name!r} is not a class; the classes are {listed(map(str, position))}.")
            left[row, position[name]] = 0.0
    if not left.any(axis=1).all():
        raise BadTeaching(
            f"A document is excluded from all classes ({listed(map(str, position))}); leave it at least one, or leave "
            "it out."
        )
    return np.asarray(left / left.sum(axis=1, keepdims=True))


def settled(shares: Matrix) -> NDArray[np.intp]:
    """The classes of the documents to which only one is left.

    >>> settled(np.array([[0.0, 0.5, 0.5], [0.0, 1.0, 0.0]])).tolist()
    [1]
    """
    return np.asarray(np.flatnonzero(shares == 1.0) % shares.shape[1])
