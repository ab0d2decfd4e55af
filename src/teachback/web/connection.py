"""Closes idle connections: before a request, between two, and in the middle of one.

A process can hold some thousand connections. One that sends no request, or a request that does not go on, is closed,
and so is one that does not take its answer; a slow one, as over a bad line, is not. Where there are too many, those
that wait for their clients make room, first those of the address that has the most.
"""

from __future__ import annotations

import asyncio
from asyncio.sslproto import SSLProtocol
from collections import Counter
from heapq import nlargest
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

resource: Any = import_module("resource") if find_spec("resource") else None  # not on every system

_PACE = 1000  # bytes of a request that earn another second, and bytes of an answer to be taken in each
_READ = 1 << 13  # bytes that are parsed before others have their turn: in chunks of one byte they take 15 ms
_FILES = 8192  # that the process may have open, where the system lets it


def room_for_connections() -> int:
    """How many connections are held at most: half as many as the files that the process may then have open."""
    if resource is None:
        return _FILES // 2
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, int(hard))
    if soft != resource.RLIM_INFINITY and soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files // 2


def read_in_turns() -> None:
    """Let no encrypted connection hand over much more at once than a plain one does: a record or two."""
    SSLProtocol.max_size = _READ


class TimedConnection(H11Protocol):
    """A connection of uvicorn's whose keep-alive timer also runs before the first request and within a request.

    uvicorn's own timer runs between two requests only, and stops at the first byte of the next.
    """

    most = _FILES // 2  # connections of a server
    _taking: asyncio.TimerHandle | None = None  # looks whether the client takes the answer
    _untaken = 0  # bytes of it, at the last look
    _due: float  # when the rest of a request has to be there, by the loop's clock

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.max_size = _READ  # type: ignore[attr-defined]
        # pause_writing tells of every answer that is not taken at once; encrypted, 0 bytes would already be too many.
        transport.set_write_buffer_limits(high=int(self.scheme == "https"))
        self._wait_until(self._latest())
        if len(self.connections) > self.most:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait_until(min(self._due + len(data) / _PACE, self._latest()))

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP, unless an answer has begun, or was given before the request ended."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        self._due = self._latest()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        self._stop_waiting_for_reader()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting_for_reader()
        super().connection_lost(exc)

    def _wait_for_reader(self) -> None:
        self._untaken = self.transport.get_write_buffer_size()
        self._taking = self.loop.call_later(self.timeout_keep_alive, self._look_at_reader)

    def _look_at_reader(self) -> None:
        taken = self._untaken - self.transport.get_write_buffer_size()
        if taken < _PACE * self.timeout_keep_alive:
            self.transport.abort()
        else:
            self._wait_for_reader()

    def _stop_waiting_for_reader(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def timeout_keep_alive_handler(self) -> None:
        if self.flow.read_paused:  # the app has not yet taken what came
            self._wait_until(self._latest())
        else:
            self.transport.close()

    def _make_room(self) -> None:
        """Close those that wait longest for their clients, of the address that has the most of them: some at once."""
        connections = [each for each in self.connections if isinstance(each, TimedConnection)]
        held = Counter(each._address() for each in connections)
        waiting = [each for each in connections if each._waits_for_client()]
        for each in nlargest(1 + self.most // 16, waiting, key=lambda each: (held[each._address()], -each._due)):
            self.connections.discard(each)  # now, for more may come before it is gone
            each.transport.abort()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _waits_for_client(self) -> bool:
        return (
            self.conn.their_state in (h11.IDLE, h11.SEND_BODY) or self.flow.write_paused or self.transport.is_closing()
        )

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing to warn of: what asks for another protocol is answered in this one."""

    def _latest(self) -> float:
        return self.loop.time() + self.timeout_keep_alive

    def _wait_until(self, due: float) -> None:
        self._unset_keepalive_if_required()
        self._due = due
        self.timeout_keep_alive_task = self.loop.call_at(due, self.timeout_keep_alive_handler)
