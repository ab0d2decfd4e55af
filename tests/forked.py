"""`teachback` in processes of their own that start at once: they are forked from one that has imported it already."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_LARGEST = 1 << 20  # bytes of an environment and a command


class Forked:
    """A command that was started in the current folder, as a person starts it.

    Parameters
    ----------
    errors
        A file for what it prints to its error output.
    fresh
        Whether it is a new interpreter, which has to import everything.
    typed
        What a person types who then waits.
    program
        Python that runs instead, with the same words.

    Attributes
    ----------
    output
        What it prints, to be read line by line.
    code
        What it ended with, negative where a signal ended it; None while it runs.
    """

    def __init__(
        self,
        *words: str,
        errors: Path,
        environment: Mapping[str, str] = os.environ,
        fresh: bool = False,
        typed: str = "",
        program: str = "",
    ) -> None:
        (keyboard, self._keyboard), (read, write) = os.pipe(), os.pipe()
        os.write(self._keyboard, typed.encode())
        self._told, telling = socket.socketpair()
        request = {"words": words, "fresh": fresh, "program": program}
        request |= {"folder": str(Path.cwd()), "environment": dict(environment)}
        with errors.open("ab") as printed, telling:
            handed = [keyboard, write, printed.fileno(), telling.fileno()]
            socket.send_fds(_parent(), [json.dumps(request).encode()], handed)
        os.close(keyboard)
        os.close(write)
        self.output = open(read, encoding="utf-8")  # noqa: PTH123, SIM115
        self.code: int | None = None
        self.pid = self._number()

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.code is None:
            os.kill(self.pid, how)

    def wait(self, patience: float) -> int:
        """Wait until it has ended, and then put it away."""
        if self.code is None:
            self._told.settimeout(patience)
            self.code = self._number()
            self._told.close()
            os.close(self._keyboard)
        return self.code

    def _number(self) -> int:
        return int.from_bytes(self._told.recv(4), "big", signed=True)


@cache
def _parent() -> socket.socket:
    """The line to the process that others are forked from; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", "tests.forked", str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[1])
    atexit.register(process.wait)
    atexit.register(ours.close)  # which comes first, and ends it
    return ours


def _serve(line: socket.socket) -> str:
    """Fork a process for each request; comes back in that process, with the program that it is to run."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        request, handed, _, _ = socket.recv_fds(line, _LARGEST, 4)
        if not request:
            sys.exit()
        if os.fork() == 0:
            break
        for each in handed:
            os.close(each)
    line.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    telling = socket.socket(fileno=handed.pop())
    if child := os.fork():
        telling.sendall(child.to_bytes(4, "big"))
        telling.sendall(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]).to_bytes(4, "big", signed=True))
        os._exit(0)
    telling.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, each in enumerate(handed):
        os.dup2(each, place)
        os.close(each)
    sys.stdin, sys.stdout, sys.stderr = (open(place, mode, closefd=False) for place, mode in enumerate("rww"))  # noqa: SIM115
    asked = json.loads(request)
    sys.argv = ["teachback", *asked["words"]]
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    if asked["fresh"]:
        os.execv(sys.executable, [sys.executable, "-m", *sys.argv])
    return str(asked["program"])


if __name__ == "__main__":
    import uvicorn.loops.asyncio  # noqa: F401
    import uvicorn.protocols.http.h11_impl  # noqa: F401

    import teachback.web.team_app  # noqa: F401
    from teachback.cli import main
    from teachback.cli.projects import serving  # noqa: F401
    from teachback.warm_up import warm_up

    warm_up()
    if program := _serve(socket.socket(fileno=int(sys.argv[1]))):
        exec(program)
    else:
        main()
