"""What a project on a server learns, asks and is told by its settings: worked out there, and used here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from teachback.classifier import Guess
from teachback.encoders import Outside
from teachback.encoders.opening import Given
from teachback.learners.estimators import Over
from teachback.project.guidelines import Guidelines, Outdated
from teachback.project.history.shown_fields import fields_shown
from teachback.project.models.encoder import ChosenEncoder, EncoderStatus, ProjectEncoder
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models, NotEstimator, kept_model
from teachback.project.models.terms import Advance, Terms
from teachback.project.models.trainer import Wanted
from teachback.project.preferences import Preferences
from teachback.project.questions.batch import AskedDocument, AskedTerm, Questions
from teachback.project.questions.questioner import Questioner
from teachback.project.remote.ledger import RemoteLedger
from teachback.project.remote.store import OnTheServer
from teachback.project.settings import Settings
from teachback.queries import AnswerEvidence, Quality
from teachback.record import Document
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


class RemoteQuestioner(Questioner):
    """Asks the server for the next questions of the token's owner."""

    def __init__(self, ledger: RemoteLedger, terms: Terms, models: Models, seed: int) -> None:
        super().__init__(ledger, terms, models, seed)
        self._server = ledger.server

    def ask(self, n: int, *, words: int, by: str, checks: float, teacher: str) -> Questions:
        """The next questions; the order and the share of checks are the project's, for everybody."""
        if (by, checks) != ("design", 0.1):
            raise OnTheServer(
                "On a server the order of documents and the share of checks are the same for everybody: leave out `by` "
                "and `checks` here, and change the project's settings."
            )
        query = {"n": n, "words": words, "wait": "true"}
        answer = self._server.connection.send("POST", f"{self._server.path}/questions", query=query)
        return _questions(answer.json())

    def measure(self, n: int, besides: Collection[str] = ()) -> tuple[Learned | None, list[AskedDocument]]:
        """Held-out documents for the token's owner; the server draws others where there are fewer."""
        answer = self._server.connection.send("POST", f"{self._server.path}/measure", query={"n": n})
        return self._models.learned, list(_questions(answer.json()).documents)

    def pass_over(self, words: Mapping[str | None, Iterable[str | AskedTerm]], teacher: str) -> list[int]:
        """Remember that the token's owner wants other words; the server does not say where that stands."""
        lists = {class_: [each if isinstance(each, str) else each.term for each in of] for class_, of in words.items()}
        seen = {"any": lists.pop(None, []), "words": lists, "n": 0}
        self._server.connection.post(f"{self._server.path}/words/passed-over", seen)
        return []


def _questions(form: dict[str, Any]) -> Questions:
    documents = tuple(
        AskedDocument(
            Document(each["id"], each["text"], fields_shown(each.get("fields", ()))),
            each["why"],
            None if each["guess"] is None else Guess(each["guess"]["class"], each["guess"]["probabilities"]),
            each["check"],
            tuple(each["alike"]),
        )
        for each in form["documents"]
    )
    words = {class_: _terms(column) for class_, column in form["words"].items()}
    asked = {**words, None: _terms(form["any"])} if form["any"] else words
    return Questions(documents, asked, form["note"], tuple(form["wordless"]))


def _terms(column: list[dict[str, Any]]) -> tuple[AskedTerm, ...]:
    return tuple(AskedTerm(each["term"], each["why"], each["documents"]) for each in column)


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
