"""Giving a task to a child process: its answers are streamed, and an early end is an error with a sentence."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event, Lock, Timer
from typing import IO, Any

from teachback.confined.frames import TooMuch, frame, read_frame
from teachback.confined.limits import ChildLimits
from teachback.errors import TeachbackError

_CAN_FORK = hasattr(os, "fork") and hasattr(socket, "send_fds") and sys.platform != "darwin"  # whose libraries may not
_PROGRAM = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from teachback.confined import nursery; nursery."


class ChildEnded(TeachbackError):
    """A child that did not come to the end of its task."""


def call(task: str, arguments: Mapping[str, Any], limits: ChildLimits | None = None) -> Iterator[Any]:
    """What a function yields that runs in a child: `task` names it as ``module:function``; all values are JSON.

    An error that the function raises for a person comes out of here as it is. Anything else that ends the child is
    :class:`ChildEnded`, which says what happened.
    """
    limits = limits or ChildLimits()
    room = limits.output
    request = {"task": task, "folder": str(Path.cwd()), "arguments": dict(arguments), "limits": asdict(limits)}
    with _forked() if _CAN_FORK else _spawned(limits) as child:
        with suppress(OSError):  # one that is gone already says so below
            child.send(frame(request))
        while True:
            try:
                (kind, *content), size = read_frame(child.answers, room)
            except TooMuch:
                raise ChildEnded(f"what is in it comes to more than {_bytes(limits.output)}") from None
            except (EOFError, OSError):
                raise ChildEnded(_sentence(child.exit_code(), limits)) from None
            room -= size
            if kind == "value":
                yield content[0]
            elif kind == "refused":
                raise _refusal(*content)
            elif kind == "done":
                return
            else:
                raise ChildEnded(_needs(limits) if kind == "memory" else f"reading it failed ({content[0]})")


def warm_up() -> None:
    """Start the process that children come from, so that the first task finds it ready."""
    if _CAN_FORK:
        _nursery.start()


def _refusal(module: str, name: str, message: str, attributes: Mapping[str, str]) -> TeachbackError:
    """An error as the child had it, if it is one of ours; else one with its sentence."""
    kind = getattr(sys.modules.get(module), name, None)
    if not (isinstance(kind, type) and issubclass(kind, TeachbackError)):
        kind = TeachbackError
    error = kind.__new__(kind)
    TeachbackError.__init__(error, message)
    vars(error).update(attributes)
    return error


def _sentence(code: int | None, limits: ChildLimits) -> str:
    """Why the child ended, by its exit code."""
    if code == -getattr(signal, "SIGXCPU", 24) or code is None:
        return f"reading it takes more than {limits.seconds:,} seconds of computing"
    name = signal.Signals(-code).name if code < 0 and -code in signal.valid_signals() else f"code {code}"
    if name == "SIGABRT":  # libraries that get no more memory end so
        return f"it ends the program that reads it ({name}), so it is damaged, or {_needs(limits)}"
    return f"it ends the program that reads it ({name}), so it is damaged"


def _needs(limits: ChildLimits) -> str:
    return f"reading it needs more than {_bytes(limits.memory)} of memory"


def _bytes(size: int) -> str:
    return f"{size / (1 << 30):,.1f} GB"


class _Nursery:
    """The warm process of this program, started when it is first needed and again if it is gone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._owner = 0

    def start(self) -> socket.socket:
        """The control socket of a running process."""
        with self._lock:
            running = self._process is not None and self._owner == os.getpid() and self._process.poll() is None
            if not running or self._control is None:
                self._end()
                self._control, theirs = socket.socketpair()
                with theirs:
                    self._process = _started("serve", str(theirs.fileno()), pass_fds=[theirs.fileno()])
                self._owner = os.getpid()
            return self._control

    def send(self, *descriptors: int) -> None:
        """Hand a task over."""
        if sys.platform == "win32":
            return  # every task has a process of its own there
        for last in (False, True):
            control = self.start()
            try:
                with self._lock:
                    socket.send_fds(control, [b"t"], list(descriptors))
                return
            except OSError:
                if last:
                    raise ChildEnded("the process that reads files could not be started") from None
                with self._lock:
                    self._end()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None and self._owner == os.getpid():
            self._process.wait()
        self._process = self._control = None


_nursery = _Nursery()
atexit.register(_nursery.close)


def _started(function: str, *arguments: str, **how: Any) -> subprocess.Popen[bytes]:
    program = f"{_PROGRAM}{function}({', '.join(arguments)})"
    command = [sys.executable, "-W", "ignore", "-c", program, json.dumps([*filter(None, sys.path)])]
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    return subprocess.Popen(command, start_new_session=True, **{**nowhere, **how})  # noqa: S603


@dataclass(frozen=True)
class _Child:
    """A child that waits for its task; its exit code is known once it has ended."""

    send: Callable[[bytes], object]
    answers: IO[bytes]
    exit_code: Callable[[], int | None]


@contextmanager
def _forked() -> Iterator[_Child]:
    mine, theirs = socket.socketpair()
    ended, ends = os.pipe()
    try:
        with theirs, os.fdopen(ends, "wb"):
            _nursery.send(theirs.fileno(), ends)
        with mine.makefile("rb") as answers:
            yield _Child(mine.sendall, answers, lambda: int(os.read(ended, 20) or b"1"))
    finally:
        mine.close()
        os.close(ended)


@contextmanager
def _spawned(limits: ChildLimits) -> Iterator[_Child]:
    """A process of its own, ended by the clock, where the system knows no limits."""
    with _started("once", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        is_late = Event()

        def end() -> None:
            is_late.set()
            process.kill()

        late = Timer(2 * limits.seconds, end)
        late.daemon = True
        late.start()
        requests, answers = process.stdin, process.stdout
        if requests is None or answers is None:
            raise AssertionError("both were asked for")

        def send(content: bytes) -> None:
            with requests:
                requests.write(content)

        def exit_code() -> int | None:
            code = process.wait()
            return None if is_late.is_set() else code

        try:
            yield _Child(send, answers, exit_code)
        finally:
            late.cancel()
            process.kill()
