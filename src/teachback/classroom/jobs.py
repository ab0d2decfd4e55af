"""Work that takes a while, as open pages hear of it."""

from __future__ import annotations

import time

from teachback.classroom.broadcast import Broadcast

_EVERY = 0.25  # seconds between two announcements of how far it is


class Job:
    """Work that takes a while; listeners hear how far it is, and how it ended.

    A page knows it by its `name`; `what` says what is done, in words, and `total` how much, where that is known at the
    beginning. All listeners hear of it, or the only one `to` whom it is announced.
    """

    def __init__(self, events: Broadcast, name: str, what: str, *, total: int = 0, to: str | None = None) -> None:
        self._events, self._to = events, to
        self._state: dict[str, object] = {"job": name, "what": what, "done": 0, "total": total}
        self._announced: float | None = None

    @property
    def is_announced(self) -> bool:
        """Whether listeners have heard of it."""
        return self._announced is not None

    def advance(self, done: int, total: int) -> None:
        """Announce how far it is, unless that was announced a moment ago."""
        self._state.update(done=done, total=total)
        if self._announced is None or time.monotonic() > self._announced + _EVERY:
            self._announced = time.monotonic()
            self._publish(finished=False)

    def end(self, *, error: str | None = None, result: object = None) -> None:
        """Announce that it is over: all of it is done, unless there was an error."""
        if error is None:
            self._state["done"] = self._state["total"]
        self._publish(finished=True, error=error, result=result)

    def _publish(self, *, finished: bool, error: str | None = None, result: object = None) -> None:
        state = {**self._state, "finished": finished, "error": error, "result": result}
        self._events.publish("progress", state, to=self._to)
