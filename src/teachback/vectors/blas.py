"""Linear algebra whose last digits do not depend on the number of processors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import RLock

from threadpoolctl import ThreadpoolController

_turn = RLock()  # the limit is the process's, so that two who set and lift it would lift each other's


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # looks through the loaded libraries, which takes a while


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS and LAPACK add up in one thread, hence in one order.

    >>> with one_thread():
    ...     pass
    """
    with _turn, _controller().limit(limits=1, user_api="blas"):
        yield
