"""Announcements that any thread publishes and every listener receives in order."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from threading import Lock
from typing import Any, NamedTuple

_KEPT = 200  # announcements that a listener may have missed while it was not connected
_SLOW = 1000  # announcements after which a listener that does not read is let go; its page connects again
_QUIET = 15.0  # seconds of silence after which a listener is told so: a stream without a sign of life is taken for dead


class Announcement(NamedTuple):
    """Something that happened.

    It is written as JSON once, however many hear it.
    """

    id: str  # where it stands in the stream
    # What happened
    name: str
    data: Mapping[str, Any]
    json: str  # the data, written
    apart: Mapping[str, str]  # what some listeners hear instead of that, by their names
    to: str | None = None  # the name of the only listener who hears it; None where all do

    def json_for(self, listener: str) -> str:
        """The data as one listener receives it."""
        return self.apart.get(listener, self.json)


class Broadcast:
    """Announcements to all who listen, the last of them kept for those who come back.

    Publishing never waits: each listener has a queue in its own event loop.
    """

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)  # numbers of an earlier process mean nothing here
        self._number = 0
        self._kept: deque[Announcement] = deque(maxlen=_KEPT)
        self._lock = Lock()
        self._listeners: dict[_Queue, tuple[str, asyncio.AbstractEventLoop]] = {}
        self._closed = False

    def publish(
        self,
        name: str,
        data: Mapping[str, Any],
        apart: Mapping[str, Mapping[str, Any]] | None = None,
        to: str | None = None,
    ) -> None:
        """Tell every listener, some of them (by their names) something else; or only the listener of one name."""
        with self._lock:
            self._number += 1
            others = {listener: written(instead) for listener, instead in (apart or {}).items()}
            announcement = Announcement(f"{self._run}-{self._number}", name, data, written(data), others, to)
            self._kept.append(announcement)
            self._tell(announcement)

    @contextmanager
    def listening(self, after: str | None = None, who: str = "") -> Iterator[AsyncIterator[Announcement | None]]:
        """The announcements from now on, and before them those that came after the one with the id `after`.

        None stands for a while in which nothing happened.
        """
        mine: _Queue = asyncio.Queue(_SLOW)
        with self._lock:
            missed = [each for each in self._since(after) if each.to in (None, who)]
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
        """How many listeners there are."""
        return len(self._listeners)

    def streams(self, who: str) -> int:
        """How many of them have this name."""
        with self._lock:
            return sum(name == who for name, _ in self._listeners.values())

    def close(self) -> None:
        """Say goodbye and end every stream."""
        self.publish("bye", {})
        with self._lock:
            self._closed = True
            self._tell(None)

    def _since(self, after: str | None) -> list[Announcement]:
        announcements = list(self._kept)
        places = [place for place, announcement in enumerate(announcements) if announcement.id == after]
        return announcements[places[0] + 1 :] if places else []

    def _tell(self, announcement: Announcement | None) -> None:
        queues: dict[asyncio.AbstractEventLoop, list[_Queue]] = defaultdict(list)
        for queue, (who, loop) in self._listeners.items():
            if announcement is None or announcement.to in (None, who):
                queues[loop].append(queue)
        for loop, theirs in queues.items():
            with suppress(RuntimeError):  # the loop is gone, and so are its listeners
                loop.call_soon_threadsafe(_put, theirs, announcement)


_Queue = asyncio.Queue[Announcement | None]  # None is the end


def written(data: Mapping[str, Any]) -> str:
    """The data as JSON on one line; dataclasses are written as objects.

    >>> written({"position": 3})
    '{"position":3}'
    """
    return json.dumps(data, separators=(",", ":"), default=asdict)


async def _heard(missed: list[Announcement], queue: _Queue) -> AsyncIterator[Announcement | None]:
    for announcement in missed:
        yield announcement
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


def _put(queues: list[_Queue], announcement: Announcement | None) -> None:
    for queue in queues:
        if queue.full():
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(None)
        else:
            queue.put_nowait(announcement)
