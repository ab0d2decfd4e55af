"""An agenda: questions worked out ahead, enough for several teachers. A batch is the first n of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from teachback.guesses import Guess
from teachback.project.models.learned import Learned
from teachback.project.models.quality import untaught
from teachback.project.questions.batch import AskedDocument, AskedTerm
from teachback.project.questions.planning import Worth
from teachback.queries import Quality, accuracy_interval, is_due
from teachback.queries.chance import chance
from teachback.record import Document, Record, Teaching


@dataclass(frozen=True)
class WaitingDocument:
    """A document that waits to be asked."""

    document: str  # its id; the text is read when it is shown
    # As for an :class:`~teachback.project.questions.batch.AskedDocument`
    why: str
    guess: Guess | None
    alike: tuple[str, ...] = ()
    among: int = 0  # how many documents it was drawn from by chance; 0 where it was chosen

    def asked(self, document: Document, *, check: bool) -> AskedDocument:
        """The question, with the document's text."""
        return AskedDocument(document, self.why, self.guess, check, self.alike)


@dataclass(frozen=True)
class Accuracy:
    """How many random checks the model gets right, with the 95 % interval of the share."""

    right: int
    checked: int
    low: float
    high: float


@dataclass(frozen=True)
class ColdStart:
    """The classes without a label and without a word: until there are none, documents are drawn by chance."""

    needs: tuple[str, ...]


@dataclass(frozen=True)
class Agenda:
    """What can be asked next, best first.

    Attributes
    ----------
    position
        How many entries of the record this takes into account.
    learned
        The model that it comes from, if there is one.
    teaching
        What counted then.
    documents
        Documents to learn from.
    checks
        Documents drawn by chance to measure accuracy, first those that were drawn and not answered. A new one counts
        as drawn when it is handed out (:meth:`Questioner.draw`).
    seconds
        Documents that one teacher has answered, and another should.
    words
        For each class, words to teach or reject; under None, words that may be typical of some class.
    note
        Why there are fewer documents than were asked for.
    right, checked
        Of the held-out documents that have a label: how many the model gets right.
    unread
        Whether the documents are still being read, so that chance alone says what to ask.
    worth
        What the next words and documents would settle; None while that cannot be told.
    quality
        How good the model is expected to be; None while there is none.
    """

    position: int
    learned: Learned | None
    teaching: Teaching
    documents: tuple[WaitingDocument, ...]
    checks: tuple[WaitingDocument, ...]
    seconds: tuple[WaitingDocument, ...]
    words: Mapping[str | None, tuple[AskedTerm, ...]]
    note: str
    right: int = 0
    checked: int = 0
    unread: bool = False
    worth: Worth | None = None
    quality: Quality | None = None

    @property
    def untaught(self) -> tuple[str, ...]:
        """Classes without a label and without a word; until there are none, documents are drawn by chance."""
        return untaught(self.teaching)

    @property
    def cold(self) -> ColdStart | None:
        """What a start still needs; None once a model knows every class."""
        return ColdStart(self.untaught) if self.untaught or self.learned is None else None

    @property
    def accuracy(self) -> Accuracy | None:
        """How many checks the model gets right; None while there are none."""
        if not self.checked:
            return None
        return Accuracy(self.right, self.checked, *accuracy_interval(self.right, self.checked))

    def first(self, n: int, *, before: int, checks: float) -> list[tuple[WaitingDocument, bool]]:
        """The first n documents in the order to ask one teacher, and whether each is a check.

        `before` is how many documents were asked before, which says when the next check is due; `checks` is the share
        of checks, of which more come only when no other document is left.
        """
        documents, to_check = iter(self.documents), iter(self.checks)
        batch: list[tuple[WaitingDocument, bool]] = []
        for place in range(n):
            is_check = is_due(before + place, checks)
            if waiting := next(to_check if is_check else documents, None):
                batch.append((waiting, is_check))
        batch += ((waiting, False) for waiting in documents)
        batch += ((waiting, True) for waiting in to_check)
        return batch[:n]


def ask_unread(record: Record, teaching: Teaching, n: int, seed: int) -> Agenda:
    """Documents drawn by chance among those without an answer, while nothing is known of their terms."""
    documents = record.documents
    order = np.argsort(-chance(len(documents), "start", seed), kind="stable")
    closed = {*teaching.labels, *teaching.skips, *teaching.disputed, *teaching.held_out}
    open = [documents[row] for row in order.tolist() if documents[row] not in closed]
    why = "random: the documents were still being read"
    waiting = tuple(WaitingDocument(document, why, None, among=len(open)) for document in open[:n])
    note = "The documents are still being read."
    return Agenda(len(record), None, teaching, waiting, (), (), {}, note, unread=True)
