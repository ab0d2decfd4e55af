"""Python's search for garbage among all objects stops every thread, the longer the more objects there are."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_NEVER = 1_000_000  # searches of the younger objects before all are searched
_MANY = 10  # such searches, each after some thousand new objects, after which what is there is never searched again

_lock = Lock()
_blocks = 0
_before = gc.get_threshold()
_searched = 0  # times, when the first block began


@contextmanager
def young_garbage_only() -> Iterator[None]:
    """For a block that makes many objects which stay, search only what is young; several threads may be in one.

    Where there were many, they are left out of every later search, too: the first would stop everybody as well.

    >>> with young_garbage_only():
    ...     gc.get_threshold()[2]
    1000000
    >>> gc.get_threshold() == _before
    True
    """
    global _blocks, _before, _searched
    with _lock:
        if not _blocks:
            _before, _searched = gc.get_threshold(), gc.get_count()[2]
            gc.set_threshold(*_before[:2], _NEVER)
        _blocks += 1
    try:
        yield
    finally:
        with _lock:
            _blocks -= 1
            if not _blocks:
                if gc.get_count()[2] > _searched + _MANY:
                    gc.freeze()
                gc.set_threshold(*_before)
