"""What open pages are told: events that any thread publishes and every subscriber hears in order."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, NamedTuple

_KEPT = 200  # events that a page may have missed while it was not connected
MOST_STREAMS = 50  # that one caller may have open: pages, and programs
_SLOW = 1000  # events after which a subscriber that does not read is let go; its page connects again
_QUIET = 15.0  # seconds after which something is sent anyway, so that nobody between takes the stream for dead


class Event(NamedTuple):
    """Something that happened; `id` tells where in the stream.

    It is written down once, however many hear it; `apart` has what some hear instead, by their names.
    """

    id: str
    name: str
    data: Mapping[str, Any]
    written: bytes
    apart: Mapping[str, bytes]

    def told_to(self, who: str) -> bytes:
        """As it goes over the wire to somebody."""
        return self.apart.get(who, self.written)


def written(name: str, data: Mapping[str, Any], *more: str) -> bytes:
    """An event as streams have it, perhaps with more lines such as ``id: 7``.

    >>> written("taught", {"position": 3}, "id: 7")
    b'event: taught\\ndata: {"position":3}\\nid: 7\\n\\n'
    """
    lines = (f"event: {name}", f"data: {json.dumps(data, separators=(',', ':'))}", *more)
    return "\n".join((*lines, "\n")).encode()


class Broadcast:
    """Events for whoever listens, and the last of them for those who come back.

    Publishing never waits: each subscriber has a queue in its own event loop.
    """

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)  # numbers of an earlier process mean nothing here
        self._number = 0
        self._kept: deque[Event] = deque(maxlen=_KEPT)
        self._lock = Lock()
        self._listeners: dict[_Queue, tuple[str, asyncio.AbstractEventLoop]] = {}
        self._closed = False

    def publish(self, name: str, data: Mapping[str, Any], apart: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        """Tell everybody, some of them (by their names) something else."""
        with self._lock:
            self._number += 1
            id = f"{self._run}-{self._number}"
            others = {who: written(name, instead, f"id: {id}") for who, instead in (apart or {}).items()}
            event = Event(id, name, data, written(name, data, f"id: {id}"), others)
            self._kept.append(event)
            self._tell(event)

    @contextmanager
    def listening(self, after: str | None = None, who: str = "") -> Iterator[AsyncIterator[Event | None]]:
        """The events from now on, and before them those that came after the one with the id `after`.

        None stands for a while in which nothing happened.
        """
        mine: _Queue = asyncio.Queue(_SLOW)
        with self._lock:
            missed = self._since(after)
            if self._closed:
                mine.put_nowait(None)
            else:
                self._listeners[mine] = who, asyncio.get_running_loop()
        try:
            yield _heard(missed, mine)
        finally:
            with self._lock:
                self._listeners.pop(mine, None)

    def __len__(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def streams(self, who: str) -> int:
        """How many of them listen."""
        with self._lock:
            return sum(name == who for name, _ in self._listeners.values())

    def close(self) -> None:
        """Say goodbye and end every stream."""
        self.publish("bye", {})
        with self._lock:
            self._closed = True
            self._tell(None)

    def _since(self, after: str | None) -> list[Event]:
        kept = list(self._kept)
        places = [place for place, event in enumerate(kept) if event.id == after]
        return kept[places[0] + 1 :] if places else []

    def _tell(self, event: Event | None) -> None:
        queues: dict[asyncio.AbstractEventLoop, list[_Queue]] = defaultdict(list)
        for queue, (_, loop) in self._listeners.items():
            queues[loop].append(queue)
        for loop, theirs in queues.items():
            with suppress(RuntimeError):  # the loop is gone, and so are those who listened
                loop.call_soon_threadsafe(_put, theirs, event)


_Queue = asyncio.Queue[Event | None]  # None is the end


async def _heard(missed: list[Event], queue: _Queue) -> AsyncIterator[Event | None]:
    for event in missed:
        yield event
    while True:
        try:
            async with asyncio.timeout(_QUIET):
                new = await queue.get()
        except TimeoutError:
            yield None
            continue
        if new is None:
            return
        yield new


def _put(queues: list[_Queue], event: Event | None) -> None:
    for queue in queues:
        if queue.full():
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(None)
        else:
            queue.put_nowait(event)
