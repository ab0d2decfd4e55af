"""The settings of a project on a server, which only an owner changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from teachback.project.guidelines import Guidelines, Outdated
from teachback.project.models.terms import Terms
from teachback.project.preferences import Preferences
from teachback.project.remote.ledger import RemoteLedger
from teachback.project.settings import Settings


class RemoteSettings(Settings):
    """Reads the settings from the server, and sends changes there."""

    def __init__(self, ledger: RemoteLedger, terms: Terms) -> None:
        super().__init__(ledger, terms)
        self._server = ledger.server

    def prefer(self, values: Mapping[str, Any]) -> Preferences:
        self.preferences.changed(values)  # refused here as it is for a project in a file
        return Preferences(**self._server.connection.put(f"{self._server.path}/settings", dict(values)))

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        self._server.connection.put(f"{self._server.path}/stop-words", {"language": stop_words})
        self._terms.leave_out(stop_words)

    def let_learn_from(self, columns: Sequence[str]) -> None:
        self._server.connection.put(f"{self._server.path}/learn-from", {"columns": list(columns)})
        self._terms.learn_from(columns)

    def write_guidelines(self, text: str, version: int, teacher: str) -> Guidelines:
        """Write the next version, in the name of the token's owner."""
        new = {"text": text, "version": version}
        try:
            return Guidelines(**self._server.connection.put(f"{self._server.path}/guidelines", new))
        except Outdated:
            newest = self.guidelines
            if (newest.text, newest.version) != (text, version + 1):
                raise
            return newest  # it was written, and only the answer was lost
