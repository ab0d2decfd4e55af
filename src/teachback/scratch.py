"""Memory for large arrays that is used again, batch after batch.

The system hands out the memory of large arrays page by page and takes it back when they are gone, which takes as long
as filling them. Code that works through many batches, one after the other, keeps scratch memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from mmap import mmap
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

_used: ContextVar[Scratch | None] = ContextVar("scratch", default=None)


class Scratch(local):
    """Arrays by their names, each of them good until the next one of that name; every thread has its own.

    >>> with Scratch().used():
    ...     array("counts", 3, np.int32)[:] = 7
    ...     array("counts", 2, np.int32).tolist()
    [7, 7]
    """

    def __init__(self) -> None:
        self._memory: dict[str, mmap] = {}

    @contextmanager
    def used(self) -> Iterator[None]:
        """Within it, :func:`array` gives what this has."""
        token = _used.set(self)
        try:
            yield
        finally:
            _used.reset(token)

    def array(self, name: str, size: int, kind: type[np.generic]) -> NDArray[Any]:
        """The array of that name."""
        needed = size * np.dtype(kind).itemsize
        memory = self._memory.get(name)
        if memory is None or len(memory) < needed:
            memory = self._memory[name] = mmap(-1, needed + needed // 4 + 1)
        return np.frombuffer(memory, dtype=kind, count=size)


def array(name: str, size: int, kind: type[np.generic]) -> NDArray[Any]:
    """An array whose elements may be anything: of the scratch memory that is used, or a new one where none is."""
    scratch = _used.get()
    return np.empty(size, dtype=kind) if scratch is None else scratch.array(name, size, kind)


def shortened(long: NDArray[Any], size: int) -> NDArray[Any]:
    """The first elements of an :func:`array`, in their place; what was never used behind them is given back.

    >>> shortened(np.arange(3), 2).tolist()
    [0, 1]
    """
    if long.flags.owndata:
        long.resize(size, refcheck=False)
        return long
    memory: Any = long.base  # SciPy copies what is a small part of an array
    return np.frombuffer(memory, dtype=long.dtype, count=size)
