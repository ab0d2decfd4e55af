"""What to ask one teacher now, or several who must not be asked the same."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat

from teachback.project.history.agreement import TeacherAgreement, agreement
from teachback.project.history.ledger import Ledger
from teachback.project.history.reliability import blind_agreement
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.terms import Terms
from teachback.project.preferences import preferences_in
from teachback.project.questions.agenda import Agenda, WaitingDocument, ask_unread
from teachback.project.questions.asker import Asker, answered_by, first_answers
from teachback.project.questions.batch import AskedDocument, AskedTerm, Questions, room_for_words, wordless, words_wait
from teachback.project.questions.passed_over import lists_passed_over, most_passed_over, sunk
from teachback.project.questions.planning import Plan, Worth, plan
from teachback.queries.base import BadQuery
from teachback.queries.chance import chance
from teachback.record import DocumentsDrawn, Entry, HeldOutDrawn, Lesson, Record, Teaching

_CHECKER = "check"  # who draws the random checks
_MEASURES = "drawn by chance, so that accuracy can be measured"
_LATEST = 1000  # entries of the record that show a teacher's pace
_NEXT = 10  # words a class that are weighed against documents


class Questioner:
    """Asks about the documents of a project, by its newest model."""

    def __init__(self, ledger: Ledger, terms: Terms, models: Models, seed: int) -> None:
        self._ledger, self._terms, self._models, self._seed = ledger, terms, models, seed

    def ask(self, n: int, *, words: int, by: str, checks: float, teacher: str) -> Questions:
        """As :meth:`teachback.project.Project.ask`: the first n of what is worked out, with new checks drawn."""
        if n < 0 or words < 0:
            raise BadQuery(f"Cannot ask for {n} documents and {words} words; ask for 0 or more of each.")
        record, teaching, gone = self._state()
        if (by == "design" and n) or words:
            self._terms.update()
            self._terms.make_vectors(gone)
        passed = record.passed_over(teacher)
        more = words + most_passed_over(passed) if words else 0
        with self._terms.updated():
            asker = self._asker(record, teaching, gone)
            before = len(asker.answered)
            agenda = asker.agenda(n, words=more, by=by, checks=checks, position=len(record), asked=before)
        batch = agenda.first(n, before=before, checks=checks)
        self.draw(batch, teaching)
        read = self._ledger.store.document
        documents = tuple(waiting.asked(read(waiting.document), check=is_check) for waiting, is_check in batch)
        room = room_for_words(teaching, words)
        terms = {class_: sunk(column, class_, passed, room[class_]) for class_, column in agenda.words.items()}
        notes = [agenda.note, words_wait(room)] if words else [agenda.note]
        return Questions(documents, terms, " ".join(filter(None, notes)), wordless(teaching))

    def ahead(
        self,
        n: int = 60,
        *,
        words: int = 30,
        by: str = "design",
        checks: float = 0.1,
        overlap: float = 0.0,
        besides: Collection[str] = (),
    ) -> Agenda:
        """Work out what would be asked next, enough for several teachers; nothing is drawn or kept yet.

        The first four are as for :meth:`teachback.project.Project.ask`; about a share `checks` of the n documents are
        checks. A share `overlap` of the documents a second teacher should answer too; those that some teacher is
        answering now are `besides`.
        """
        record, teaching, gone = self._state()
        position = len(record)
        with self._terms.updated():
            asker = self._asker(record, teaching, gone, besides)
            words += most_passed_over(record.passed_over()) if words else 0
            seconds = asker.second_opinions(record, overlap, n)
            agenda = asker.agenda(n, words=words, by=by, checks=checks, position=position, seconds=seconds)
            right, checked = asker.checked()
            worth, quality = asker.worth(agenda.words), self._models.quality
            return replace(agenda, right=right, checked=checked, worth=worth, quality=quality)

    def blind_to(self, teacher: str, documents: Iterable[str]) -> frozenset[str]:
        """As :meth:`teachback.project.Project.blind_to`."""
        overlap = preferences_in(self._ledger.store).overlap
        if not overlap:
            return frozenset()
        with self._terms.updated():
            rows = {id: self._terms.rows[id] for id in documents if id in self._terms.rows}
            draw = chance(len(self._terms.documents), "second opinion", self._seed)
        with self._ledger.lock:
            record = self._ledger.record
            who = {id: answered_by(record, id) for id, row in rows.items() if draw[row] < overlap}
        return frozenset(id for id, people in who.items() if len(people) == 1 and teacher not in people)

    def agreement(self) -> TeacherAgreement:
        """As :meth:`teachback.project.Project.agreement`."""
        with self._ledger.lock:
            measured = agreement(self._ledger.record)
        return replace(measured, blind=blind_agreement(self.blind_answers()))

    def blind_answers(self) -> dict[str, dict[str, str]]:
        """What the first two people said at first of documents that are drawn to be answered by two.

        The second of them did not see the other's answer (:meth:`blind_to`); later teachers see both.
        """
        overlap = preferences_in(self._ledger.store).overlap
        if not overlap:
            return {}
        with self._ledger.lock:
            record = self._ledger.record
            first = {id: first_answers(record, id) for id, answers in record.answers().items() if len(answers) > 1}
        with self._terms.updated():
            rows, draw = self._terms.rows, chance(len(self._terms.documents), "second opinion", self._seed)
            drawn = {id for id in first if id in rows and draw[rows[id]] < overlap}
        return {id: answers for id, answers in first.items() if id in drawn and len(answers) == 2}

    def pass_over(self, words: Mapping[str | None, Iterable[str | AskedTerm]], teacher: str) -> list[int]:
        """As :meth:`teachback.project.Project.pass_over`."""
        return self._ledger.write(list(lists_passed_over(words, self._ledger.record, teacher)))

    def worth(self) -> Worth | None:
        """What the next words and documents would settle; None while that is unknown."""
        record, teaching, gone = self._state()
        self._terms.update()
        self._terms.make_vectors(gone)
        with self._terms.updated():
            asker = self._asker(record, teaching, gone)
            return asker.worth(asker.words(_NEXT))

    def plan(self, teacher: str | None = None, worth: Worth | None = None) -> Plan | None:
        """As :meth:`teachback.project.Project.plan`, by what was found out to be worth asking."""
        worth = worth or self.worth()
        if worth is None or not (worth.word or worth.document):
            return None
        return plan(worth, _lessons(self._ledger.record, teacher))

    def unread(self, n: int = 60) -> Agenda:
        """Documents drawn by chance, for as long as the documents are being read."""
        record, teaching, _ = self._state()
        return ask_unread(record, teaching, n, self._seed)

    def draw(self, batch: Sequence[tuple[WaitingDocument, bool]], teaching: Teaching) -> None:
        """Record what of a batch is drawn by chance, and with what probability; what was drawn before is not again.

        Checks are kept out of training (:meth:`draw_checks`).
        """
        known = self._ledger.record.by_chance if any(each.among for each, _ in batch) else frozenset[str]()
        new = [each for each, _ in batch if each.among and each.document not in known]
        if new:
            documents = tuple(each.document for each in new)
            probability = len(documents) / max(len(documents), *(each.among for each in new))
            self._ledger.write([DocumentsDrawn(documents, probability, teacher=_CHECKER)])
        checks = [each.document for each, is_check in batch if is_check and each.document not in teaching.held_out]
        if checks:
            self.draw_checks(*checks)

    def draw_checks(self, *documents: str) -> None:
        """Keep documents out of training, because their answers will measure accuracy."""
        self._ledger.write([HeldOutDrawn(documents, teacher=_CHECKER)])

    def measure(self, n: int, besides: Collection[str] = ()) -> tuple[Learned | None, list[AskedDocument]]:
        """Up to n held-out documents without an answer; where there are fewer, others are drawn by chance."""
        record, teaching, gone = self._state()
        closed = {*teaching.labels, *teaching.skips, *teaching.disputed, *besides, *gone}
        drawn = dict.fromkeys(id for entry in record.drawn for id in entry.documents if id not in closed)
        waiting = [*drawn][:n]
        closed |= self._terms.searched_for()  # which are not there by chance
        able = [id for id in record.documents if id not in closed and id not in teaching.held_out]
        draw = random.Random(f"{self._seed} {len(record)}")  # noqa: S311
        if more := draw.sample(able, min(n - len(waiting), len(able))):
            self._ledger.write([DocumentsDrawn(tuple(more), len(more) / len(able), teacher=_CHECKER)])
            self.draw_checks(*more)
        documents = [self._ledger.store.document(id) for id in (*waiting, *more)]
        learned = self._models.learned if teaching.classes else None
        guesses = learned.classifier.classify(map(learned.classifier.text_of, documents)) if learned else repeat(None)
        return learned, [
            AskedDocument(each, _MEASURES, guess, True) for each, guess in zip(documents, guesses, strict=False)
        ]

    def measured(self, n: int) -> Questions:
        """As :meth:`teachback.project.Project.measure`."""
        _, documents = self.measure(n)
        return Questions(tuple(documents), {}, "" if len(documents) == n else "No other document is left to be drawn.")

    def _state(self) -> tuple[Record, Teaching, frozenset[str]]:
        with self._ledger.lock:
            return self._ledger.record, self._ledger.teaching(), self._ledger.gone

    def _asker(self, record: Record, teaching: Teaching, gone: frozenset[str], besides: Collection[str] = ()) -> Asker:
        drawn = filter(is_drawn_check, record.drawn)
        there = (id for entry in drawn for id in entry.documents if id not in besides and id not in gone)
        waiting = tuple(dict.fromkeys(there))
        learned = self._models.learned if teaching.classes else None
        vectors = self._terms.made_vectors(gone)
        mask = self._terms.mask(gone.union(besides))
        return Asker(self._terms, teaching, learned, mask, waiting, self._seed, vectors)


def is_drawn_check(entry: Entry) -> bool:
    """Whether an entry draws random checks, rather than a held-out set."""
    return isinstance(entry, HeldOutDrawn) and entry.teacher == _CHECKER


def _lessons(record: Record, teacher: str | None) -> list[Lesson]:
    """The latest lessons of a teacher, or of any: enough to know a pace."""
    return [each for each in record[-_LATEST:] if isinstance(each, Lesson) and teacher in (None, each.teacher)]
