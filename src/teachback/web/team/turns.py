"""Work that strangers can ask for: a few at a time, and a crowd is turned away, so that others' requests go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from teachback.web.team.problems import too_many_tries


class Turns:
    """Lets `at_once` threads do something, `waiting` others wait for that, and refuses more."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._room, self._queue = BoundedSemaphore(at_once), BoundedSemaphore(at_once + waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for room; refused where too many wait already."""
        if not self._queue.acquire(blocking=False):
            raise too_many_tries(1)
        try:
            with self._room:
                yield
        finally:
            self._queue.release()
