"""Work that keeps a processor busy: one piece at a time, so that lessons never wait behind a crowd of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter
from anyio.to_thread import run_sync

T = TypeVar("T")

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, CapacityLimiter] = WeakKeyDictionary()


async def think(work: Callable[[], T]) -> T:
    """Do the work in a thread when its turn comes; those who wait for their turn keep no thread."""
    turn = _turns.setdefault(asyncio.get_running_loop(), CapacityLimiter(1))
    return await run_sync(work, limiter=turn)
