"""Linear algebra whose last digits do not depend on the number of processors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from threading import Lock

from threadpoolctl import ThreadpoolController

_counting = Lock()  # the limit is the process's: who comes first sets it, who leaves last lifts it
_inside = 0
_limit = ExitStack()


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # looks through the loaded libraries, which takes a while


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS and LAPACK add up in one thread, hence in one order.

    >>> with one_thread():
    ...     pass
    """
    global _inside
    with _counting:
        _inside += 1
        if _inside == 1:
            _limit.enter_context(_controller().limit(limits=1, user_api="blas"))
    try:
        yield
    finally:
        with _counting:
            _inside -= 1
            if not _inside:
                _limit.close()
