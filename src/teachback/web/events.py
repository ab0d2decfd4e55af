"""What open pages are told: events that any thread publishes and every subscriber hears in order."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, NamedTuple

_KEPT = 200  # events that a page may have missed while it was not connected
MOST_STREAMS = 50  # that one caller may have open: pages, and programs
_SLOW = 1000  # events after which a subscriber that does not read is let go; its page connects again


class Event(NamedTuple):
    """Something that happened; `id` tells where in the stream."""

    id: str
    name: str
    data: Mapping[str, Any]


class Broadcast:
    """Events for whoever listens, and the last of them for those who come back.

    Publishing never waits: each subscriber has a queue in its own event loop.
    """

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)  # numbers of an earlier process mean nothing here
        self._number = 0
        self._kept: deque[Event] = deque(maxlen=_KEPT)
        self._lock = Lock()
        self._listeners: dict[asyncio.Queue[Event | None], tuple[str, asyncio.AbstractEventLoop]] = {}
        self._closed = False

    def publish(self, name: str, data: Mapping[str, Any]) -> None:
        """Tell everybody."""
        with self._lock:
            self._number += 1
            event = Event(f"{self._run}-{self._number}", name, data)
            self._kept.append(event)
            self._tell(event)

    @contextmanager
    def listening(self, after: str | None = None, who: str = "") -> Iterator[AsyncIterator[Event]]:
        """The events from now on, and before them those that came after the one with the id `after`."""
        mine: asyncio.Queue[Event | None] = asyncio.Queue(_SLOW)
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
        for queue, (_, loop) in self._listeners.items():
            with suppress(RuntimeError):  # its loop is gone, and so is the one who listened
                loop.call_soon_threadsafe(_put, queue, event)


async def _heard(missed: list[Event], queue: asyncio.Queue[Event | None]) -> AsyncIterator[Event]:
    for event in missed:
        yield event
    while (new := await queue.get()) is not None:
        yield new


def _put(queue: asyncio.Queue[Event | None], event: Event | None) -> None:
    if queue.full():
        while not queue.empty():
            queue.get_nowait()
        event = None
    queue.put_nowait(event)
