"""A real `teachback` in a process of its own, started as a person would start it."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from tests.forked import Forked

_LINK = re.compile(r"Open (http\S+)")
_PATIENCE = 60  # seconds until it has stopped
_JOIN = re.compile(r"(http\S+#/join\S+)")


class Teachback:
    """A server that can be stopped, killed, and started again where it was; `fresh` ones import everything anew.

    Attributes
    ----------
    link
        The address that it printed; for one person alone the key to the page is in it.
    join
        The link that it printed for the first owner of a team, if it did.
    """

    def __init__(self, *arguments: str, home: Path, fresh: bool = False) -> None:
        self.arguments, self.home, self.fresh = arguments, home, fresh
        self.link = self.join = ""
        self._errors = home / "errors.txt"
        self._process: Forked | None = None
        self._port: str | None = None

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return "/".join(self.link.split("/")[:3])

    @property
    def errors(self) -> str:
        """All that it wrote to its error output."""
        return self._errors.read_text("utf-8") if self._errors.exists() else ""

    def start(self) -> None:
        """Start it, on the port it had before, and wait until it says that it can be opened."""
        self.home.mkdir(parents=True, exist_ok=True)
        port = ["--port", self._port] if self._port else []
        environment = os.environ | {"XDG_CACHE_HOME": str(self.home), "XDG_STATE_HOME": str(self.home)}
        words = (*self.arguments, "--no-browser", *port)
        self._process = Forked(*words, errors=self._errors, environment=environment, fresh=self.fresh)
        printed = ""
        while line := self._process.output.readline():
            printed += line
            if match := _JOIN.search(line):
                self.join = match[1]
            if match := _LINK.search(line):
                self.link = match[1]
                self._port = self.origin.rpartition(":")[2]
                return
        raise AssertionError(f"the server did not start: {printed}{self.errors}")

    def kill(self) -> None:
        """End it at once, in the middle of its work."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(_PATIENCE)
        finally:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(_PATIENCE)
            self._process.output.close()
            self._process = None
