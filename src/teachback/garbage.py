"""Python's search for garbage among all objects stops every thread, the longer the more objects there are."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_NEVER = 1_000_000  # searches of the younger objects before all are searched

_lock = Lock()
_blocks = 0
_before = gc.get_threshold()


@contextmanager
def young_garbage_only() -> Iterator[None]:
    """For a block that makes many objects which stay, search only what is young; several threads may be in one.

    >>> with young_garbage_only():
    ...     gc.get_threshold()[2]
    1000000
    >>> gc.get_threshold() == _before
    True
    """
    global _blocks, _before
    with _lock:
        if not _blocks:
            _before = gc.get_threshold()
            gc.set_threshold(*_before[:2], _NEVER)
        _blocks += 1
    try:
        yield
    finally:
        with _lock:
            _blocks -= 1
            if not _blocks:
                gc.set_threshold(*_before)
