"""Work that keeps a processor busy runs one piece at a time, so that lessons are answered meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

T = TypeVar("T")

_limiters: WeakKeyDictionary[asyncio.AbstractEventLoop, CapacityLimiter] = WeakKeyDictionary()


async def one_at_a_time(work: Callable[[], T]) -> T:
    """Do the work in a thread once the work asked for earlier is done; waiting takes no thread."""
    limiter = _limiters.setdefault(asyncio.get_running_loop(), CapacityLimiter(1))
    return await run_sync(work, limiter=limiter)
