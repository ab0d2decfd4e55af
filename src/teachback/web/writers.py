"""Requests run in a few threads for each caller, those that write in others: no caller waits behind another's.

A writer waits for its turn at the project, for an import perhaps a while; a reader may have much to read. Waiting for a
thread takes none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from inspect import iscoroutinefunction, signature
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from fastapi import APIRouter

from teachback.web.access import Caller
from teachback.web.answers import AnswerRoute
from teachback.web.errors import REFUSED, TooManyTries

T = TypeVar("T")

MOST_OF_ONE = 64  # requests of one caller that wait or write at a time
READ_AT_ONCE = 8  # requests of one caller that are read for at a time, of the forty of all; more of hers wait
_THREADS = 128
_COME_BACK = 2  # seconds


class TooMuchAtOnce(TooManyTries):
    """One caller has more requests waiting than the server takes from one."""

    def __init__(self, who: str) -> None:
        super().__init__(
            f"{who} has {MOST_OF_ONE} requests waiting to be written, and more are not taken from one caller at once. "
            f"Nothing of this one was kept; send it again in {_COME_BACK} seconds, or several lessons in one request.",
            seconds=_COME_BACK,
        )


class _Queue:
    def __init__(self) -> None:
        self.threads = CapacityLimiter(_THREADS)
        self.waiting = Counter[str]()
        self.reading = Counter[str]()
        self.turns: dict[str, CapacityLimiter] = {}  # of those who read


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue] = WeakKeyDictionary()


async def write_for(who: str, work: Callable[[], T]) -> T:
    """Do what writes in a thread for writers; refused where the caller has too much waiting."""
    queue = _queues.setdefault(asyncio.get_running_loop(), _Queue())
    if queue.waiting[who] >= MOST_OF_ONE:
        raise TooMuchAtOnce(who)
    queue.waiting[who] += 1
    try:
        return await run_sync(work, limiter=queue.threads)
    finally:
        queue.waiting[who] -= 1
        if not queue.waiting[who]:
            del queue.waiting[who]


async def read_for(who: str, work: Callable[[], T]) -> T:
    """Do what only reads in a thread, once the caller has not too much under way."""
    queue = _queues.setdefault(asyncio.get_running_loop(), _Queue())
    turn = queue.turns.setdefault(who, CapacityLimiter(READ_AT_ONCE))
    queue.reading[who] += 1
    try:
        async with turn:
            return await run_sync(work)
    finally:
        queue.reading[who] -= 1
        if not queue.reading[who]:
            del queue.reading[who], queue.turns[who]


class ProjectRoute(AnswerRoute):
    """A route of a project; what is not asked by GET is done as a writer, and all in the name of the caller."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        if not iscoroutinefunction(endpoint) and "caller" in signature(endpoint).parameters:
            endpoint = _for_caller(endpoint, read_for if "GET" in (options.get("methods") or ("GET",)) else write_for)
        super().__init__(path, endpoint, **options)


class ProjectRouter(APIRouter):
    """Routes below a project's address, and a path of their own below that."""

    def __init__(self, *, path: str = "", **options: Any) -> None:
        prefix = "/api/v1/projects/{project}" + path
        super().__init__(prefix=prefix, route_class=ProjectRoute, responses=REFUSED, **options)


def _for_caller(endpoint: Callable[..., Any], do: Callable[..., Awaitable[Any]]) -> Callable[..., Any]:
    @wraps(endpoint)
    async def answer(*, caller: Caller, **arguments: Any) -> Any:
        return await do(caller.name, partial(endpoint, caller=caller, **arguments))

    return answer


_limiters: WeakKeyDictionary[asyncio.AbstractEventLoop, CapacityLimiter] = WeakKeyDictionary()


async def one_at_a_time(work: Callable[[], T]) -> T:
    """Do work that keeps a processor busy in a thread, once such work asked for earlier is done; waiting takes none."""
    limiter = _limiters.setdefault(asyncio.get_running_loop(), CapacityLimiter(1))
    return await run_sync(work, limiter=limiter)
