"""The ledger, models, questions, encoder and settings of a project on a server, which does the work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from teachback.encoders import Outside
from teachback.encoders.opening import Given
from teachback.guesses import Guess
from teachback.learners.estimators import Over
from teachback.project.history.columns import fields_shown
from teachback.project.history.ledger import Ledger
from teachback.project.models.encoder import ChosenEncoder, EncoderStatus, ProjectEncoder
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models, NotEstimator, kept_model
from teachback.project.models.terms import Advance
from teachback.project.models.trainer import Wanted
from teachback.project.preferences import Preferences
from teachback.project.questions.batch import AskedDocument, AskedTerm, Questions
from teachback.project.questions.questioner import Questioner
from teachback.project.remote.store import OnTheServer, RemoteStore
from teachback.project.settings import Guidelines, Outdated, Settings
from teachback.queries import AnswerEvidence, Quality
from teachback.record import Document, Entry, Lesson, Policy, Record
from teachback.record.columns import TableColumn
from teachback.store import Model, Reader

_FEW = 1000  # lessons that any teacher may send at once; more are an import, which is the owner's


class RemoteLedger(Ledger):
    """A record that follows that of a server, which checks and keeps what is written."""

    def __init__(self, store: RemoteStore, policy: Policy) -> None:
        super().__init__(store, policy)
        self.server = store

    def write(self, entries: Sequence[Entry]) -> list[int]:
        if not entries:
            return []
        if len(entries) <= _FEW and all(isinstance(entry, Lesson) for entry in entries):
            return self.server.teach(entries)
        return self.server.upload([((), entries)])

    def write_all(
        self,
        batches: Iterable[tuple[Iterable[Document], Sequence[Entry]]],
        table: Sequence[TableColumn] = (),
        *,
        at_once: bool = False,
    ) -> list[list[int]]:
        if at_once:
            return [self.server.teach(entries, at_once=True) for _, entries in batches]
        sizes: list[int] = []

        def counted() -> Iterable[tuple[Iterable[Document], Sequence[Entry]]]:
            for documents, entries in batches:
                sizes.append(len(entries))
                yield documents, entries

        positions = iter(self.server.upload(counted(), table))
        return [[next(positions) for _ in range(size)] for size in sizes]

    def _followed(self, reader: Reader) -> Record:
        if self._record is None:
            self._record = Record(self._mine)
        self._record.append(*reader.entries(after=len(self._record)))
        self._notice(self._record)
        return self._record


class RemoteModels(Models):
    """Lets the server learn, and fetches its newest model when there is a newer one."""

    _ledger: RemoteLedger
    _kept: Model | None = None

    @property
    def learned(self) -> Learned | None:
        model = self._ledger.server.newest()
        return None if model is None else self._opened(model)

    @property
    def quality(self) -> Quality | None:
        """As the server expects it: it knows what was left out of the newest model."""
        form = self._ledger.server.connection.get("")["quality"]
        return None if form is None else Quality.from_dict(form)

    @property
    def evidence(self) -> AnswerEvidence | None:
        """As the server sees it."""
        form = self._ledger.server.connection.get("/progress")["evidence"]
        return None if form is None else AnswerEvidence.from_dict(form)

    def learner(self, wanted: Any, over: Over | None) -> Wanted:
        """A learner by its name: the server has no estimators of its callers."""
        if wanted is not None and not isinstance(wanted, str):
            raise NotEstimator(
                "A project on a server learns there, with learners that it knows by name. For an estimator of your own "
                "open a backup of the project: teachback export PROJECT FILE --all"
            )
        return super().learner(wanted, over)

    def read(self, progress: Advance | None = None) -> None:
        """The server has counted them."""

    def _learn(self, wanted: Wanted) -> Learned:
        return self._opened(self._ledger.server.learn(wanted))

    def _opened(self, model: Model) -> Learned:
        if self._learned is None or model is not self._kept:
            self._learned, self._kept = kept_model(model), model
        return self._learned


class RemoteQuestioner(Questioner):
    """Asks the server for the next questions of the token's owner."""

    _ledger: RemoteLedger

    def ask(self, n: int, *, words: int, by: str, checks: float, teacher: str) -> Questions:
        """The next questions; the order and the share of checks are the project's, for everybody."""
        if (by, checks) != ("design", 0.1):
            raise OnTheServer(
                "On a server the order of documents and the share of checks are the same for everybody: leave out `by` "
                "and `checks` here, and change the project's settings."
            )
        query = {"n": n, "words": words, "wait": "true"}
        answer = self._ledger.server.connection.send("POST", "/questions", query=query)
        return _questions(answer.json())

    def measure(self, n: int, besides: Collection[str] = ()) -> tuple[Learned | None, list[AskedDocument]]:
        """Held-out documents for the token's owner; the server draws others where there are fewer."""
        answer = self._ledger.server.connection.send("POST", "/measure", query={"n": n})
        return self._models.learned, list(_questions(answer.json()).documents)

    def pass_over(self, words: Mapping[str | None, Iterable[str | AskedTerm]], teacher: str) -> list[int]:
        """Remember that the token's owner wants other words; the server does not say where that stands."""
        lists = {class_: [each if isinstance(each, str) else each.term for each in of] for class_, of in words.items()}
        seen = {"any": lists.pop(None, []), "words": lists, "n": 0}
        self._ledger.server.connection.post("/words/passed-over", seen)
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

    _ledger: RemoteLedger

    def prefer(self, values: Mapping[str, Any]) -> Preferences:
        self.preferences.changed(values)  # refused here as it is for a project in a file
        return Preferences(**self._ledger.server.connection.put("/settings", dict(values)))

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        self._ledger.server.connection.put("/stop-words", {"language": stop_words})
        self._terms.leave_out(stop_words)

    def let_learn_from(self, columns: Sequence[str]) -> None:
        self._ledger.server.connection.put("/learn-from", {"columns": list(columns)})
        self._terms.learn_from(columns)

    def write_guidelines(self, text: str, version: int, teacher: str) -> Guidelines:
        """Write the next version, in the name of the token's owner."""
        new = {"text": text, "version": version}
        try:
            return Guidelines(**self._ledger.server.connection.put("/guidelines", new))
        except Outdated:
            newest = self.guidelines
            if (newest.text, newest.version) != (text, version + 1):
                raise
            return newest  # it was written, and only the answer was lost


class RemoteEncoder(ProjectEncoder):
    """Asks the server how its encoder stands, and tells it which one to use."""

    _ledger: RemoteLedger

    def choose(self, given: Given | None, *, fetch: bool = False) -> ChosenEncoder | None:
        """Let the server use the encoder of this name, which must be there."""
        if given is not None and not isinstance(given, str):
            raise OnTheServer("An encoder runs on the server: give the name of one that is there.")
        self._ledger.server.connection.put("/encoder", {"encoder": given, "fetch": fetch})
        return self.chosen

    def status(self) -> EncoderStatus | None:
        now = self._ledger.server.connection.get("/encoder")["encoder"]
        return None if now is None else EncoderStatus(**now)

    def encode(
        self, progress: Callable[[int, int], object] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        return False  # the server does it by itself

    def outside(self) -> Outside | None:
        return None
