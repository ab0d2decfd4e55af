"""The questions of a project on a server: chosen there, so that several teachers are asked different documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from teachback.classifier import Guess
from teachback.project.history.shown_fields import fields_shown
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.terms import Terms
from teachback.project.questions.batch import AskedDocument, AskedTerm, Questions
from teachback.project.questions.questioner import Questioner
from teachback.project.remote.ledger import RemoteLedger
from teachback.project.remote.store import OnTheServer
from teachback.record import Document


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
