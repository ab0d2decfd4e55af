"""The models of a project on a server: made there, and used here."""

from __future__ import annotations

from typing import Any

from teachback.learners.estimators import Over
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models, NotEstimator, kept_model
from teachback.project.models.terms import Advance, Terms
from teachback.project.models.trainer import Wanted
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
        model = self._server.newest()
        return None if model is None else self._opened(model)

    @property
    def quality(self) -> Quality | None:
        """As the server expects it: it knows what was left out of the newest model."""
        form = self._server.connection.get(self._server.path)["quality"]
        return None if form is None else Quality.from_dict(form)

    @property
    def evidence(self) -> AnswerEvidence | None:
        """As the server sees it."""
        form = self._server.connection.get(f"{self._server.path}/progress")["evidence"]
        return None if form is None else AnswerEvidence.from_dict(form)

    def learner(self, wanted: Any, over: Over | None) -> Wanted:
        """A learner by its name: the server has no estimators of its callers."""
        if wanted is not None and not isinstance(wanted, str):
            raise NotEstimator(
                "A project on a server learns there, with learners that it knows by name. For an estimator of your own "
                "open a backup of the project: teachback export PROJECT FILE --all"
            )
        return super().learner(wanted, over)

    def learn(self, learner: Wanted = None, progress: Advance | None = None) -> Learned:
        return self.trainer.learn(learner)

    def _learn(self, wanted: Wanted) -> Learned:
        return self._opened(self._server.learn(wanted))

    def _opened(self, model: Model) -> Learned:
        if self._learned is None or model is not self._kept:
            self._learned, self._kept = kept_model(model), model
        return self._learned
