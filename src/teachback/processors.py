"""How many threads may work at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_one: ContextVar[bool] = ContextVar("one processor", default=False)


def processors() -> int:
    """How many processors there are for this work."""
    return 1 if _one.get() else os.cpu_count() or 1


@contextmanager
def one_processor() -> Iterator[None]:
    """Within it there is one, as for each of many workers that share a machine: threads would only stand in line.

    >>> with one_processor():
    ...     processors()
    1
    """
    token = _one.set(True)
    try:
        yield
    finally:
        _one.reset(token)
