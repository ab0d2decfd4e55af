"""The warm process: it has imported what tasks need, and forks a child for each of them.

A task is given as two descriptors: a socket for the request and the answers, and a pipe for how the child ended. The
child that does the work is watched by another, which says how it ended once it has. Without `fork`, the process does
the one task that it was started for (:func:`once`).
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import IO, Any

from teachback.confined.frames import frame, read_frame
from teachback.confined.limits import ChildLimits, confine
from teachback.errors import TeachbackError

_REQUEST = 1 << 28  # bytes
_PRELOADED = ("teachback.formats.plan.tasks", "pyarrow.parquet", "pyarrow.compute")


def serve(control: int) -> None:
    """Fork a child for each task that comes, until the other end of the control socket is closed."""
    if sys.platform == "win32":
        return  # it has no fork
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the watching processes need no wait()
    sys.dont_write_bytecode = True
    waiting = list(_PRELOADED)
    with socket.socket(fileno=control) as requests:
        while True:
            if waiting and not select.select([requests], [], [], 0)[0]:
                _preload(waiting.pop(0))
                continue
            message, descriptors, _, _ = socket.recv_fds(requests, 1, 2)
            if not message:
                return
            if os.fork() == 0:
                requests.close()
                _watch(*descriptors)
            for descriptor in descriptors:
                os.close(descriptor)


def _preload(module: str) -> None:
    try:
        if find_spec(module.partition(".")[0]) is not None:
            import_module(module)
    except ImportError:
        return


def _watch(answers: int, ended: int) -> None:
    """Let a child do the task, and say how it ended."""
    if sys.platform == "win32":
        return
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        os.close(ended)
        connection = socket.socket(fileno=answers)
        _answer(connection.makefile("rb"), connection.sendall)
        os._exit(0)
    os.close(answers)
    _, status = os.waitpid(child, 0)
    try:
        os.write(ended, str(os.waitstatus_to_exitcode(status)).encode())
    finally:
        os._exit(0)


def once() -> None:
    """Do the one task that comes in, and send its answers out."""

    def send(content: bytes) -> None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()

    _answer(sys.stdin.buffer, send)


def _answer(requests: IO[bytes], send: Callable[[bytes], object]) -> None:
    """Do a task, which is a function that yields JSON values; an error that a person can mend is passed on as it is."""
    try:
        request, _ = read_frame(requests, _REQUEST)
        os.chdir(request["folder"])
        confine(ChildLimits(**request["limits"]))
        for value in _task(request["task"])(**request["arguments"]):
            send(frame(["value", value]))
        send(frame(["done"]))
    except (BrokenPipeError, ConnectionResetError, EOFError):
        return  # the caller does not want the rest
    except TeachbackError as error:
        kind, attributes = type(error), {name: value for name, value in vars(error).items() if isinstance(value, str)}
        send(frame(["refused", kind.__module__, kind.__qualname__, str(error), attributes]))
    except MemoryError:
        send(frame(["memory"]))
    except Exception as error:  # whatever a library makes of a damaged file
        send(frame(["failed", f"{type(error).__name__}: {error}"[:500]]))


def _task(name: str) -> Callable[..., Iterator[Any]]:
    module, _, function = name.partition(":")
    task: Callable[..., Iterator[Any]] = getattr(import_module(module), function)
    return task
