"""Beginning, asking and ending trials; everything is kept with the project, so a trial survives a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from teachback.errors import TeachbackError, counted, listed
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.predictions import labelled_held_out, predicted
from teachback.project.models.terms import Terms
from teachback.project.questions.asker import Asker
from teachback.project.questions.batch import AskedDocument, Questions
from teachback.project.study.report import Report, reported
from teachback.project.study.trial import (
    CONDITIONS,
    DOCUMENTS,
    WORDS,
    Round,
    Trial,
    heard_in,
    is_open,
    split,
    taught_by,
)
from teachback.queries import accuracy_interval
from teachback.record import Teaching
from teachback.record.entry import now
from teachback.store import reading_setting

_KEY = "study"
_LEARNER = "LabelledWordNB"
_IMPORTER = "importer"
_LONGEST = 24 * 60.0  # minutes
_ENOUGH = 100  # test documents that tell an accuracy to within ten points
_NONE = "A study needs documents whose class is known: import a file with labels, or hold documents out and label them."


class StudyProblem(TeachbackError):
    """A trial that cannot begin, or is not there."""


@dataclass(frozen=True)
class Known:
    """What a study can measure by: documents whose true class is known, and those of them that test the models.

    >>> print(Known(30, 3))
    The class of 30 documents is known: 3 of them test the models, and 27 may be asked.
    >>> print(Known(5, 1))
    The class of 5 documents is known: 1 of them tests the models, and 4 may be asked.
    >>> for doubt in Known(3, 3).doubts:
    ...     print(doubt.partition(";")[0])
    An accuracy measured on 3 documents may be off by 37 points
    No document that will be asked has a known class, so wrong labels cannot be counted.
    """

    documents: int
    test: int

    @property
    def asked(self) -> int:
        """How many documents of known class may be asked, so that wrong answers can be counted."""
        return self.documents - self.test

    @property
    def doubts(self) -> tuple[str, ...]:
        """Sentences about what would be measured badly or not at all; none where all is well, or nothing is known."""
        if not self.documents:
            return ()
        doubts: list[str] = []
        if self.test < _ENOUGH:
            low, high = accuracy_interval(self.test // 2, self.test)
            doubts.append(
                f"An accuracy measured on {counted(self.test, 'document')} may be off by {50 * (high - low):.0f} "
                f"points; {_ENOUGH} give it to within 10. Import more documents with labels, or hold more out and "
                "label them."
            )
        if not self.asked:
            doubts.append("No document that will be asked has a known class, so wrong labels cannot be counted.")
        return tuple(doubts)

    def __str__(self) -> str:
        if not self.documents:
            return _NONE
        test = f"{self.test:,} of them test{'s' if self.test == 1 else ''} the models, and {self.asked:,} may be asked"
        known = counted(self.documents, "document")
        return f"The class of {known} is known: {test if self.asked else 'all of them test the models'}."


class Study:
    """Trials in this project, compared on the same test documents.

    A trial knows nothing but what its person teaches in it, although the record keeps all. The true classes are the
    labels that came with an import; a tenth of those documents test the models and are never asked. Without imported
    labels, the held-out documents that have a label are the test documents.

    Examples
    --------
    >>> from teachback.formats import Item
    >>> from teachback.project import Project
    >>> from teachback.record import Document, Label, Word
    >>> project = Project.create()
    >>> texts = {"m1": "a refund", "m2": "it crashed", "m3": "refund me", "m4": "crashed twice"}
    >>> label = {"m1": "billing", "m2": "bug", "m3": "billing", "m4": "bug"}
    >>> rows = [Item(Document(id, text), (Label(id, label[id], teacher="importer"),)) for id, text in texts.items()]
    >>> _ = project.add_rows(rows)
    >>> trial = project.study.start("dual", minutes=6, subject="p1", teacher="ines")
    >>> len(project.study.ask("ines").documents)
    2
    >>> _ = project.teach(Word("refund", "billing", teacher="ines", seconds=3.1))
    >>> project.study.stop("ines").running
    False
    """

    def __init__(self, ledger: Ledger, terms: Terms, models: Models, seed: int) -> None:
        self._ledger, self._terms, self._models, self._seed = ledger, terms, models, seed
        self._given: dict[str, tuple[str, int, Questions]] = {}  # teacher → trial, rounds and questions of the last

    @property
    def trials(self) -> list[Trial]:
        """All trials, oldest first."""
        return _kept(self._ledger.store.settings())

    def running(self, teacher: str) -> Trial | None:
        """The trial in which a teacher takes part now."""
        forms = _forms(self._ledger.store.settings())
        newest = next((form for form in reversed(forms) if form["teacher"] == teacher), None)  # those before are over
        trial = None if newest is None else Trial.from_json(newest)
        return trial if trial and trial.running else None

    def takers(self) -> list[str]:
        """The teachers who take part in a trial now."""
        return [trial.teacher for trial in self.trials if trial.running]

    def start(self, condition: str, *, minutes: float = 6.0, subject: str, teacher: str) -> Trial:
        """Begin a trial: until it is over, the teacher's lessons belong to it."""
        if condition not in CONDITIONS:
            raise StudyProblem(f"{condition!r} is not a condition; choose one of {listed(CONDITIONS)}.")
        if not 0.0 < minutes <= _LONGEST:
            raise StudyProblem(f"A trial cannot last {minutes:g} minutes; give more than 0 and at most {_LONGEST:g}.")
        self.gold()  # refused before anything begins
        trial = Trial(uuid4().hex, condition, subject, teacher, minutes, now(), len(self._ledger.record))
        with self._ledger.store.writing() as writer:
            before = _kept(writer.settings())
            if any(each.teacher == teacher and each.running for each in before):
                raise StudyProblem(f"{teacher} takes part in a trial already; let it end, or stop it first.")
            writer.put(_KEY, [each.to_json() for each in (*before, trial)])
        return trial

    def stop(self, teacher: str) -> Trial:
        """End a teacher's trial early."""
        return self._change(self._running(teacher), lambda trial: replace(trial, stopped=now()))

    def gold(self) -> tuple[dict[str, str], frozenset[str]]:
        """The true classes that are known, and the test documents among them; refused where there are none."""
        gold, test = self._gold()
        if not gold:
            raise StudyProblem(_NONE)
        return gold, test

    def known(self) -> Known:
        """What a trial would be measured by."""
        gold, test = self._gold()
        return Known(len(gold), len(test))

    def _gold(self) -> tuple[dict[str, str], frozenset[str]]:
        with self._ledger.lock:
            record, teaching = self._ledger.record, self._ledger.teaching()
            imported = dict(record.teaching(teacher=_IMPORTER).labels)
        if imported:
            return imported, split(imported, self._seed)
        held_out = labelled_held_out(teaching)
        return held_out, frozenset(held_out)

    def teaching(self, trial: Trial) -> Teaching:
        """What the person has taught in the trial until now."""
        _, test = self.gold()
        with self._ledger.lock:
            heard = heard_in(trial, self._ledger.record)
        return taught_by(heard, self._ledger.texts, test)

    def ask(self, teacher: str, *, noted: bool = True) -> Questions:
        """The next two documents and, with words, a hundred of them; without guesses. Notes how good the model is.

        Until something is taught, asking again gives the same round, and notes nothing. If it is not to be `noted`, the
        round is only looked at, and the trial has not got that far.
        """
        trial = self._running(teacher)
        with self._ledger.lock:
            again = is_open(trial, self._ledger.record)
        if again and teacher in self._given:
            id, rounds, questions = self._given[teacher]
            if (id, rounds) == (trial.id, len(trial.rounds)):
                return questions
        gold, test = self.gold()
        with self._ledger.lock:
            heard, gone = heard_in(trial, self._ledger.record), self._ledger.gone
            position = len(self._ledger.record)
        teaching = taught_by(heard, self._ledger.texts, test)
        learned = self._learned(teaching, position)
        with self._terms.updated():
            asker = Asker(self._terms, teaching, learned, self._terms.mask(gone), (), self._seed)
            by = "random" if trial.condition == "passive" else "entropy"
            each = -(-WORDS // max(1, len(teaching.classes))) if trial.condition == "dual" else 0
            agenda = asker.agenda(DOCUMENTS, words=each, by=by, checks=0.0, position=position)
        if not again and noted:
            right = None if learned is None else self._right(learned, gold, test)
            page = Round(trial.at(now()), position, right, len(test))
            terms = [asked.term for column in agenda.words.values() for asked in column]
            seen = len(trial.rounds)  # another request may have noted this round at the same moment
            trial = self._change(trial, lambda each: each if len(each.rounds) > seen else each.asked_for(page, terms))
        read = self._ledger.store.document  # without the model's guess
        documents = tuple(AskedDocument(read(each.document), each.why, alike=each.alike) for each in agenda.documents)
        questions = Questions(documents, agenda.words, agenda.note)
        if again or noted:
            self._given[teacher] = trial.id, len(trial.rounds), questions
        return questions

    def report(self) -> Report:
        """What came of the trials that are over, with the paper's tests."""
        over = [trial for trial in self.trials if not trial.running]
        gold, test = self.gold()
        with self._ledger.lock:
            heard = {trial.id: heard_in(trial, self._ledger.record) for trial in over}
            entries = self._ledger.record[:]
        last: dict[str, int | None] = {}
        for trial in over:
            learned = self._learned(taught_by(heard[trial.id], self._ledger.texts, test), len(entries))
            last[trial.id] = None if learned is None else self._right(learned, gold, test)
        return reported(over, entries, gold, last, len(test))

    def _learned(self, teaching: Teaching, position: int) -> Learned | None:
        if not teaching.labels and not teaching.words:
            return None
        model, unheard = self._models.fitted(teaching, _LEARNER)
        return Learned(model, _LEARNER, "every trial learns alike", position, 0.0, unheard)

    def _right(self, learned: Learned, gold: Mapping[str, str], test: frozenset[str]) -> int:
        return predicted(learned, self._terms).right({id: gold[id] for id in test})[0]

    def _running(self, teacher: str) -> Trial:
        trial = self.running(teacher)
        if trial is None:
            raise StudyProblem(f"{teacher} takes part in no trial now; start one first.")
        return trial

    def _change(self, trial: Trial, change: Callable[[Trial], Trial]) -> Trial:
        """Change a trial as it is kept, with all changes that others made meanwhile."""
        with self._ledger.store.writing() as writer:
            trials = {each.id: each for each in _kept(writer.settings())}
            changed = trials[trial.id] = change(trials[trial.id])
            writer.put(_KEY, [each.to_json() for each in trials.values()])
        return changed


@reading_setting(_KEY)
def _kept(settings: Mapping[str, object]) -> list[Trial]:
    return [Trial.from_json(form) for form in _forms(settings)]


def _forms(settings: Mapping[str, object]) -> list[dict[str, Any]]:
    forms = settings.get(_KEY, [])
    return forms if isinstance(forms, list) else []
