"""Listening and stopping: one process, one port, and an orderly end within seconds."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import socket
import sys
import time
import warnings
from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Thread
from types import FrameType

import uvicorn
from fastapi import FastAPI
from pydantic.warnings import UnsupportedFieldAttributeWarning

from teachback import confined
from teachback.classroom import Classroom
from teachback.classroom.preparation import DRAWING, FIRST_PAGE
from teachback.errors import TeachbackError
from teachback.folders import user_folder
from teachback.warm_up import warm_up
from teachback.web.connection import TimedConnection, read_in_turns, room_for_connections
from teachback.web.security import LOOPBACK

_END = 1  # seconds that answers under way may take when the server stops
_KEEP = 75  # seconds that a connection may rest between two requests, and within one
_TAKEN = 128  # connections at once, before any of them is looked at
_QUEUE = 2048  # connections that may wait to be taken
_HEAD = 1 << 17  # bytes of a request's address and headers that are taken in any case
_LOOK = 0.05  # seconds between looks whether a page was opened
SWITCH = 0.0002  # seconds that learning may keep the interpreter while a request waits


class CannotListen(TeachbackError):
    """A port or an address that the server cannot have."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on that port, or on a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio spares a reply the 40 ms that TCP may hold small packets back, if the socket says that it is TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port or 0))
        listening.listen()  # from now on the port is taken
    except OSError as error:
        listening.close()
        where = host if port is None else f"{host}, port {port}"
        raise CannotListen(f"Cannot listen on {where} ({error.strerror}); choose another with --port.") from None
    return listening


def check_host(host: str, *, team: bool) -> None:
    """Refuse an address that other machines can reach while there are no accounts: every caller would be the owner."""
    if host not in LOOPBACK and not team:
        raise CannotListen(
            f"{host} can be reached from other machines, and without accounts everybody there could teach and read "
            "everything. Add --team, or leave --host out."
        )


def exchange_mark(port: int, mark: str) -> str | None:
    """Keep the mark of this start's cookie for the next start on the port, and hand out the one that was kept.

    It lies where only the user can write it, and opens nothing; None where none was kept.
    """
    file = user_folder("XDG_STATE_HOME") / f"cookie-{port}"
    before = None
    with suppress(OSError, UnicodeDecodeError):  # then pages that are open ask for the link
        before = file.read_text("ascii") if file.exists() else None
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = file.with_name(f"{file.name}-{secrets.token_hex(4)}")
        new.touch(mode=0o600)
        new.write_text(mark, "ascii")
        new.replace(file)
    return before


def _is_worth_showing(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's log is worth showing.

    Not that stopping the server cut off answers, and not what any stranger could have it write, as often as she likes.
    """
    cut = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cut and not any(each in record.getMessage() for each in ("graceful shutdown", "Invalid HTTP request"))


class Server(uvicorn.Server):
    """Ends open streams as soon as it has to stop, and returns instead of ending the process."""

    def __init__(self, app: FastAPI, ready: Callable[[], object], **tls: str) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=TimedConnection,
                ws="none",
                backlog=_TAKEN,
                h11_max_incomplete_event_size=_HEAD,
                access_log=False,  # addresses may hold a token
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEEP,
                timeout_graceful_shutdown=_END,
                **tls,  # type: ignore[arg-type]
            )
        )
        read_in_turns()
        self._ready = ready
        self._classrooms: dict[str, Classroom] = app.state.classrooms

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").addFilter(_is_worth_showing)
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(_QUEUE)  # asyncio would take as many at once
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for classroom in self._classrooms.values():
            classroom.events.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit  # asked twice
        self.should_exit = True


def serve(app: FastAPI, listening: socket.socket, ready: Callable[[], object], **tls: str) -> None:
    """Serve until Ctrl-C or the end of the process; kernels are compiled behind the first page."""
    sys.setswitchinterval(SWITCH)
    TimedConnection.most = room_for_connections()
    gc.freeze()
    warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)  # scikit-learn's, at every start
    # FastAPI hides these itself, unless another thread that compiles puts the filters back meanwhile.
    warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
    classrooms: dict[str, Classroom] = app.state.classrooms
    Thread(target=_warm_up, args=(classrooms.values(),), name="teachback-warm-up", daemon=True).start()
    Server(app, ready, **tls).run([listening])


def _warm_up(classrooms: Collection[Classroom]) -> None:
    """Compile what will be needed, once the first page stands: that page has the interpreter to itself.

    What was compiled stays, so a search for garbage (which stops every answer) need not look at it.
    """
    end = time.monotonic() + FIRST_PAGE
    while time.monotonic() < end and not any(classroom.is_opened for classroom in classrooms):
        time.sleep(_LOOK)
    time.sleep(DRAWING)
    warm_up()
    confined.warm_up()
    gc.freeze()
