"""Closes idle connections: before a request, between two, and in the middle of one.

A process can hold some thousand connections. One that sends no request, or a request that does not go on, is closed,
and so is one that does not take its answer; a slow one, as over a bad line, is not.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_PACE = 1000  # bytes of a request that earn another second


class TimedConnection(H11Protocol):
    """A connection of uvicorn's whose keep-alive timer also runs before the first request and within a request.

    uvicorn's own timer runs between two requests only, and stops at the first byte of the next.
    """

    _taking: asyncio.TimerHandle | None = None  # when the client has to have taken some of the answer
    _due: float  # when the rest of a request has to be there, by the loop's clock

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_until(self._latest())

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait_until(min(self._due + len(data) / _PACE, self._latest()))

    def on_response_complete(self) -> None:
        self._due = self._latest()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_waiting_for_reader()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting_for_reader()
        super().connection_lost(exc)

    def _stop_waiting_for_reader(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def timeout_keep_alive_handler(self) -> None:
        if self.flow.read_paused:  # the app has not yet taken what came
            self._wait_until(self._latest())
        else:
            self.transport.close()

    def _latest(self) -> float:
        return self.loop.time() + self.timeout_keep_alive

    def _wait_until(self, due: float) -> None:
        self._unset_keepalive_if_required()
        self._due = due
        self.timeout_keep_alive_task = self.loop.call_at(due, self.timeout_keep_alive_handler)
