"""A real server for the length of a block, in a thread of the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from fastapi import FastAPI

from teachback.web.server import Server, listen


@contextmanager
def served(app: FastAPI, **tls: str) -> Iterator[int]:
    """Serve the app on a free port of this machine; the port is the block's value."""
    ready = Event()
    listening = listen("127.0.0.1", None)
    server = Server(app, ready.set, **tls)
    thread = Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    assert ready.wait(30), "the server did not start"
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()
    assert not thread.is_alive(), "the server did not stop"
