"""A project that is kept and taught on a server, used like any other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from teachback.classifier import Guess
from teachback.errors import listed
from teachback.project.guidelines import Guidelines, Outdated
from teachback.project.preferences import Preferences
from teachback.project.project import Project
from teachback.project.questions.asker import AskedDocument, AskedTerm, Questions
from teachback.project.remote.address import BadAddress, read_address
from teachback.project.remote.connection import Connection, Refused
from teachback.project.remote.ledger import RemoteLedger
from teachback.project.remote.models import RemoteModels
from teachback.project.remote.store import OnTheServer, RemoteStore
from teachback.record import Document

_UNKNOWN = 401
_WHO = (
    "does not know who is calling. Give a token: Project.open(…, token=…), or ?token=… at the end of the address. In a "
    "team everybody makes one on the page (Data, API tokens); else it is in the link that `teachback serve` printed."
)


class RemoteProject(Project):
    """A project on a server, in the name of whoever owns the token.

    What is taught is on the server's disk when :meth:`teach` returns. The server learns and chooses the questions, so
    that several teachers are asked different documents; its newest model comes here to classify and to explain, so
    texts that are classified stay here. Lessons that name no teacher are the caller's.
    """

    def __init__(self, store: RemoteStore) -> None:
        super().__init__(store, ledger=RemoteLedger, models=RemoteModels)
        self._server = store

    @classmethod
    def connect(cls, address: str, token: str | None = None) -> Self:
        """The project at an address such as ``https://team.example/projects/mails``."""
        where = read_address(address, token)
        connection = Connection(where.origin, where.token)
        try:
            return cls(RemoteStore(connection, where.project or _only_project(connection, where.token)))
        except BaseException as error:
            connection.close()
            if isinstance(error, Refused) and error.status == _UNKNOWN and where.token is None:
                raise Refused(f"{where.origin} {_WHO}", error.kind, error.status) from None
            raise

    def ask(
        self, n: int = 5, *, words: int = 10, by: str = "design", checks: float = 0.1, teacher: str = "teacher"
    ) -> Questions:
        """The next questions for the caller; the order and the share of checks are the project's, for everybody."""
        if (by, checks) != ("design", 0.1):
            raise OnTheServer(
                "On a server the order of documents and the share of checks are the same for everybody: leave out `by` "
                "and `checks` here, and change the project's settings."
            )
        query = {"n": n, "words": words, "wait": "true"}
        answer = self._server.connection.send("POST", f"{self._server.path}/questions", query=query)
        return _questions(answer.json())

    def pass_over(
        self, words: Mapping[str | None, Iterable[str | AskedTerm]], *, teacher: str = "teacher"
    ) -> list[int]:
        """Remember that the caller wants other words; where that stands in the record is the server's business."""
        lists = {class_: [each if isinstance(each, str) else each.term for each in of] for class_, of in words.items()}
        seen = {"any": lists.pop(None, []), "words": lists, "n": 0}
        self._server.connection.post(f"{self._server.path}/words/passed-over", seen)
        return []

    def leave_out(self, stop_words: str | Sequence[str] | None) -> None:
        """Let the words of another language be no terms, or None; only an owner may."""
        self._server.connection.put(f"{self._server.path}/stop-words", {"language": stop_words})
        self._terms.leave_out(stop_words)

    def prefer(self, **values: Any) -> Preferences:
        """Change the project's settings, for everybody; only an owner may."""
        self.preferences.changed(values)  # refused here as it is for a project in a file
        return Preferences(**self._server.connection.put(f"{self._server.path}/settings", values))

    def write_guidelines(self, text: str, *, version: int, teacher: str = "teacher") -> Guidelines:
        """Write the next version after the one that was read, in the caller's name."""
        written = {"text": text, "version": version}
        try:
            return Guidelines(**self._server.connection.put(f"{self._server.path}/guidelines", written))
        except Outdated:
            newest = self.guidelines
            if (newest.text, newest.version) != (text, version + 1):
                raise
            return newest  # it was written, and only the answer was lost


def _only_project(connection: Connection, token: str | None) -> str:
    names = [each["name"] for each in connection.get("/session")["projects"]]
    if not names and token is None:
        raise BadAddress(f"{connection.origin} {_WHO}")
    if len(names) != 1:
        known = f"its projects are {listed(names)}" if names else "it shows no project to this token"
        raise BadAddress(f"{connection.origin} is a server: {known}. Write {connection.origin}/projects/NAME.")
    return str(names[0])


def _questions(form: dict[str, Any]) -> Questions:
    documents = tuple(
        AskedDocument(
            Document(each["id"], each["text"]),
            each["why"],
            None if each["guess"] is None else Guess(each["guess"]["class"], each["guess"]["probabilities"]),
            each["check"],
            tuple(each["alike"]),
        )
        for each in form["documents"]
    )
    words = {class_: _terms(found) for class_, found in form["words"].items()}
    asked = {**words, None: _terms(form["any"])} if form["any"] else words
    return Questions(documents, asked, form["note"], tuple(form["wordless"]))


def _terms(found: list[dict[str, Any]]) -> tuple[AskedTerm, ...]:
    return tuple(AskedTerm(each["term"], each["why"], each["documents"]) for each in found)
