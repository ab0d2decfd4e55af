"""The encoder of a project on a server, which runs there."""

from __future__ import annotations

from collections.abc import Callable

from teachback.encoders import Outside
from teachback.encoders.opening import Given
from teachback.project.models.encoder import ChosenEncoder, EncoderStatus, ProjectEncoder
from teachback.project.models.terms import Terms
from teachback.project.remote.ledger import RemoteLedger
from teachback.project.remote.store import OnTheServer


class RemoteEncoder(ProjectEncoder):
    """Asks the server how its encoder stands, and tells it which one to use."""

    def __init__(self, ledger: RemoteLedger, terms: Terms) -> None:
        super().__init__(ledger, terms)
        self._server = ledger.server

    def choose(self, given: Given | None, *, fetch: bool = False) -> ChosenEncoder | None:
        """Let the server use the encoder of this name, which must be there."""
        if given is not None and not isinstance(given, str):
            raise OnTheServer("An encoder runs on the server: give the name of one that is there.")
        self._server.connection.put(f"{self._server.path}/encoder", {"encoder": given, "fetch": fetch})
        return self.chosen

    def status(self) -> EncoderStatus | None:
        now = self._server.connection.get(f"{self._server.path}/encoder")["encoder"]
        return None if now is None else EncoderStatus(**now)

    def encode(
        self, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        return False  # the server does it by itself

    def outside(self) -> Outside | None:
        return None
