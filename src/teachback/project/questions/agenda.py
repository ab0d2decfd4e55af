"""Questions worked out before anybody asks, enough for several teachers; handing one out is then a look-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from teachback.classifier import Guess
from teachback.project.models.learned import Learned
from teachback.project.models.terms import Terms
from teachback.project.questions.asker import AskedTerm, Asker
from teachback.project.questions.planning import Worth
from teachback.queries import accuracy_interval, ask_documents
from teachback.queries.chance import chance
from teachback.record import Exclude, Record, Teaching


@dataclass(frozen=True)
class WaitingDocument:
    """A document that waits to be asked.

    Attributes
    ----------
    document
        Its id; the text is read when it is shown.
    why, guess, alike
        As for an :class:`~teachback.project.questions.asker.AskedDocument`.
    """

    document: str
    why: str
    guess: Guess | None
    alike: tuple[str, ...] = ()


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
        as drawn when it is handed out (:meth:`Questioner.draw_checks`).
    seconds
        Documents that one teacher has answered, and another should.
    words
        For each class, words to teach or reject; under None, words that may be typical of some class.
    note
        Why there are fewer documents than were asked for.
    right, checked
        Of the held-out documents that somebody labelled: how many the model gets right.
    unread
        Whether the documents are still being read, so that chance alone says what to ask.
    worth
        What the next words and documents would settle; None while that cannot be told.
    """

    position: int
    learned: Learned | None
    teaching: Teaching
    documents: tuple[WaitingDocument, ...]
    checks: tuple[WaitingDocument, ...]
    seconds: tuple[WaitingDocument, ...]
    words: Mapping[str | None, tuple[AskedTerm, ...]]
    note: str
    right: int
    checked: int
    unread: bool = False
    worth: Worth | None = None

    @property
    def untaught(self) -> tuple[str, ...]:
        """Classes without a label and without a word; until there are none, documents are drawn by chance.

        Everything else is heard of as soon as words were taught for others.
        """
        words = {class_ for classes in self.teaching.words.values() for class_ in classes}
        heard = {*words, *self.teaching.labels.values(), *((self.teaching.rest,) if words else ())}
        return tuple(class_ for class_ in self.teaching.classes if class_ not in heard)

    @property
    def cold(self) -> ColdStart | None:
        """What a start still needs; None once a model has heard of every class."""
        return ColdStart(self.untaught) if self.untaught or self.learned is None else None

    @property
    def accuracy(self) -> Accuracy | None:
        """How many checks the model gets right; None while there are none."""
        if not self.checked:
            return None
        return Accuracy(self.right, self.checked, *accuracy_interval(self.right, self.checked))


def ask_ahead(
    asker: Asker, record: Record, position: int, n: int, *, words: int, by: str, checks: float, overlap: float
) -> Agenda:
    """The next n documents, some of them checks, with second opinions and words."""
    terms, teaching = asker.terms, asker.teaching
    page = ask_documents(
        n,
        asker.P if asker.learned else None,
        classes=teaching.classes,
        X=terms.pool(),
        open=asker.open,
        taught=asker.taught,
        by=by if by != "design" else "margin",
        order=asker.order(n) if by == "design" else None,
        checks=checks,
        asked=0,
        drawn=asker.pending,
        random_state=asker.seed,
    )
    second = _second_opinions(record, teaching, terms, overlap, n, asker.seed)
    to_check = list(dict.fromkeys((*asker.pending, *(question.position for question in page if question.check))))
    shown = [*to_check, *(question.position for question in page if not question.check), *second]
    guesses = dict(zip(shown, asker.guesses(shown), strict=True))

    def waiting(row: int, why: str, alike: Sequence[int] = ()) -> WaitingDocument:
        return WaitingDocument(
            terms.documents[row], why, guesses[row], tuple(terms.documents[other] for other in alike)
        )

    right, checked = _accuracy(asker)
    asked = asker.words(words) if words else {}
    return Agenda(
        position=position,
        learned=asker.learned,
        teaching=teaching,
        documents=tuple(waiting(each.position, each.why, each.alike) for each in page if not each.check),
        checks=tuple(waiting(row, "a random check, so that accuracy can be measured") for row in to_check),
        seconds=tuple(waiting(row, "a second opinion: a colleague has answered it") for row in second),
        words=asked,
        note=page.note,
        right=right,
        checked=checked,
        worth=asker.worth(asked),
    )


def ask_unread(record: Record, teaching: Teaching, n: int, seed: int) -> Agenda:
    """Documents drawn by chance that nobody has answered, while nothing is known of their terms."""
    documents = record.documents
    order = np.argsort(-chance(len(documents), "start", seed), kind="stable")
    closed = {*teaching.labels, *teaching.skips, *teaching.disputed, *teaching.held_out}
    drawn = islice((documents[row] for row in order.tolist() if documents[row] not in closed), n)
    found = tuple(WaitingDocument(document, "random: the documents are still being read", None) for document in drawn)
    note = "The documents are still being read."
    return Agenda(len(record), None, teaching, found, (), (), {}, note, 0, 0, unread=True)


def _second_opinions(record: Record, teaching: Teaching, terms: Terms, overlap: float, n: int, seed: int) -> list[int]:
    """Rows of documents with one teacher's answer, among those of which chance says that two are wanted."""
    if not overlap:
        return []
    draw = chance(len(terms.documents), "second opinion", seed)
    labelled = np.flatnonzero(terms.mask(teaching.labels) & ~terms.blank)
    wanted = labelled[draw[labelled] < overlap].tolist()
    alone = (row for row in wanted if _teachers(record, terms.documents[row]) == 1)
    return list(islice(alone, n))


def _teachers(record: Record, document: str) -> int:
    """How many have answered it."""
    about = record.about("answer", document)
    return len({taught.lesson.teacher for taught in about if not isinstance(taught.lesson, Exclude)})


def _accuracy(asker: Asker) -> tuple[int, int]:
    """How many of the labelled held-out documents the model gets right, of how many."""
    teaching, rows = asker.teaching, asker.terms.rows
    gold = [(rows[id], teaching.labels[id]) for id in teaching.held_out if id in teaching.labels and id in rows]
    if not gold or asker.learned is None:
        return 0, 0
    best: NDArray[np.intp] = asker.P[[row for row, _ in gold]].argmax(axis=1)
    names = [teaching.classes[column] for column in best.tolist()]
    return sum(name == class_ for name, (_, class_) in zip(names, gold, strict=True)), len(gold)
