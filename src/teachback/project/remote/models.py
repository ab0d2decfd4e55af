"""The models of a project on a server: made there, and used here."""

from __future__ import annotations

from teachback.project.models.learned import Learned
from teachback.project.models.models import Models, kept_model
from teachback.project.models.terms import Advance, Terms
from teachback.project.remote.ledger import RemoteLedger
from teachback.queries import AnswerEvidence, Quality
from teachback.store import Model


class RemoteModels(Models):
    """Lets the server learn, and fetches its newest model when there is a newer one."""

    def __init__(self, ledger: RemoteLedger, terms: Terms, seed: int) -> None:
        super().__init__(ledger, terms, seed)
        self._server = ledger.server
        self._kept: Model | None = None

    @property
    def learned(self) -> Learned | None:
        kept = self._server.newest()
        return None if kept is None else self._opened(kept)

    @property
    def quality(self) -> Quality | None:
        """As the server expects it: it knows what was left out of the newest model."""
        found = self._server.connection.get(self._server.path)["quality"]
        return None if found is None else Quality.from_dict(found)

    @property
    def evidence(self) -> AnswerEvidence | None:
        """As the server sees it."""
        found = self._server.connection.get(f"{self._server.path}/progress")["evidence"]
        return None if found is None else AnswerEvidence.from_dict(found)

    def learn(self, learner: str | None = None, progress: Advance | None = None) -> Learned:
        return self.trainer.learn(learner)

    def _learn(self, name: str | None) -> Learned:
        return self._opened(self._server.learn(name))

    def _opened(self, kept: Model) -> Learned:
        if self._learned is None or kept is not self._kept:
            self._learned, self._kept = kept_model(kept), kept
        return self._learned
