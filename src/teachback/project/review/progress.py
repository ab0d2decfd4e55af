"""How teaching goes: accuracy against minutes of teaching, by replaying the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.errors import BadLesson, TeachbackError
from teachback.learners import Learner
from teachback.learners.catalogue import DEFAULT
from teachback.project.history.ledger import Ledger
from teachback.project.history.timing import Pace, active_seconds, pace
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.predictions import labelled_held_out, predicted
from teachback.project.models.terms import Terms
from teachback.project.review.lexicon import ContradictedWord, contradicted_words
from teachback.project.review.status import Status
from teachback.queries import AnswerEvidence, Estimate, accuracy_interval
from teachback.record import (
    Adjudicate,
    DocumentsAdded,
    DocumentsDrawn,
    Entry,
    Event,
    HeldOutDrawn,
    Label,
    Lesson,
    Rationale,
    Record,
    Skip,
    Word,
    WordsPassedOver,
)
from teachback.record.entry import is_person

_POINTS = 30
_STEPS = [step * 10**power for power in range(7) for step in (1, 2, 5)]
_IMPORTER = "importer"


@dataclass(frozen=True)
class Point:
    """The model that a moment's teaching makes, on the held-out documents that have a label today.

    Attributes
    ----------
    position
        How many entries of the record it has heard.
    minutes, actions, labels, words, rationales
        How much was taught by then; minutes are those of active teaching.
    right, checked
        How many held-out documents it gets right, of how many.
    low, high
        Where its accuracy on all documents lies, with a confidence of 95 %.
    macro_f1
        The mean F1 of the classes that the held-out documents have.
    """

    position: int
    minutes: float
    actions: int
    labels: int
    words: int
    rationales: int
    right: int
    checked: int
    accuracy: float
    low: float
    high: float
    macro_f1: float


@dataclass(frozen=True)
class ExpectedPoint:
    """How good the model that a moment's teaching makes was expected to be: between `low` and `high` nine times out of
    ten. `position`, `minutes` and `actions` are those of :class:`Point`."""

    position: int
    minutes: float
    actions: int
    accuracy: float
    low: float
    high: float


@dataclass(frozen=True)
class Progress:
    """How teaching goes."""

    # Accuracy after more and more teaching, oldest first; empty while no held-out document has a label
    curve: tuple[Point, ...]
    # Accuracy from the labels alone, at the minutes that these alone took: what teaching documents only would have
    # given. Empty where nothing but labels was taught
    baseline: tuple[Point, ...]
    missing: int  # how many points are still to be worked out; ask again
    seconds: Mapping[str, Pace]  # by kind of lesson
    status: Status  # everything else
    # How good each of these models was expected to be, by its confidence and the answers of then; without checks too
    expected: tuple[ExpectedPoint, ...] = ()
    evidence: AnswerEvidence | None = None  # what answers show of the newest model; None while there is none
    contradicted: tuple[ContradictedWord, ...] = ()  # taught words that labels speak against


@dataclass(frozen=True)
class _Moment:
    """A position in the record, and how much had been taught by then, in all and by labels alone."""

    position: int
    minutes: float
    minutes_of_labels: float
    counts: tuple[int, int, int, int]


@dataclass(frozen=True)
class _Answers:
    """A model's classes of the documents that were there, by row."""

    classes: tuple[str, ...]
    best: NDArray[np.int16]
    expected: Estimate | None


class LearningCurves:
    """Works out learning curves by replaying the record: the same lessons always make the same model.

    The model of a moment never changes, so its answers are kept, and are scored again when more held-out documents
    have a label. All moments are learned by the learner of the newest model.
    """

    def __init__(self, ledger: Ledger, terms: Terms, models: Models) -> None:
        self._ledger, self._terms, self._models = ledger, terms, models
        self._lock = Lock()
        self._changes: tuple[str, ...] = ()  # of classes, by their ids, and the learner: another one, and all is new
        self._kept: dict[tuple[int, bool], _Answers | None] = {}  # by position, and whether of labels alone

    def progress(self, seconds: float, status: Callable[[], Status]) -> Progress:
        """As :meth:`teachback.project.Project.progress`; how the project stands is asked when the curve is there."""
        curve, baseline, expected, missing = self.points(seconds)
        stands = status()
        if expected and stands.quality is not None:  # which has heard machines, too, and knows of an encoder
            now = stands.quality.accuracy
            last = replace(expected[-1], accuracy=now.value, low=now.low, high=now.high)
            expected = (*expected[:-1], last)
        contradicted = contradicted_words(self._ledger.teaching(), self._terms)
        times = pace(self._ledger.record[:])
        return Progress(curve, baseline, missing, times, stands, expected, self._models.evidence, contradicted)

    def points(self, seconds: float) -> tuple[tuple[Point, ...], tuple[Point, ...], tuple[ExpectedPoint, ...], int]:
        """The curve, its baseline, what was expected and how many points are missing, after that many seconds."""
        with self._ledger.lock:
            record, teaching = self._ledger.record, self._ledger.teaching()
            entries = record[:]
            changes = [each for each in entries if _changes_classes(each) and record.is_active(each)]
        gold = labelled_held_out(teaching)
        apart = teaching.rationales or teaching.distinctions or teaching.exclusions
        more = bool(gold) and bool(teaching.words or teaching.not_a_reason or apart)
        moments = _spread(_moments(entries))
        wanted = [(moment, alone) for moment in moments for alone in ((False, True) if more else (False,))]
        if self._lock.acquire(blocking=False):  # callers that come meanwhile get what there is
            try:
                self._work(entries, changes, [(moment.position, alone) for moment, alone in wanted], seconds)
            finally:
                self._lock.release()
        known = dict(self._kept)
        order = sorted(moments, key=lambda moment: moment.position)
        expected = tuple(
            ExpectedPoint(moment.position, moment.minutes, moment.counts[0], mean.value, mean.low, mean.high)
            for moment in order
            if (answers := known.get((moment.position, False))) and (mean := answers.expected)
        )
        curves = {
            kind: tuple(
                self._point(moment, answers, gold, alone)
                for moment, alone in sorted(wanted, key=lambda one: one[0].position)
                if gold and alone is kind and (answers := known.get((moment.position, alone)))
            )
            for kind in (False, True)
        }
        missing = sum((moment.position, alone) not in known for moment, alone in wanted)
        return curves[False], curves[True], expected, missing

    def _work(
        self, entries: Sequence[Entry], changes: Sequence[Entry], wanted: Iterable[tuple[int, bool]], seconds: float
    ) -> None:
        """Work out what is wanted and not there yet, in that order, for that many seconds."""
        newest = self._models.learned
        learner = DEFAULT if newest is None or newest.learner == DEFAULT else newest.classifier.learner
        until, named = monotonic() + seconds, (*(each.id for each in changes), repr(learner))
        if named != self._changes:
            self._kept, self._changes = {}, named
        for position, alone in wanted:
            if (position, alone) not in self._kept and monotonic() < until:
                self._kept[position, alone] = self._answers(entries, changes, position, alone, learner)

    def _answers(
        self,
        entries: Sequence[Entry],
        changes: Sequence[Entry],
        position: int,
        alone: bool,
        learner: str | Learner,
    ) -> _Answers | None:
        """What the model of a moment says of all documents, in today's classes; None where there was too little."""
        first = entries[:position]
        known = {entry.id for entry in first}
        try:
            then = Record(self._ledger.texts, [*first, *(each for each in changes if each.id not in known)])
        except BadLesson:  # a change that makes no sense without the lessons between
            then = Record(self._ledger.texts, first)
        teaching = then.teaching(policy=self._ledger.policy)
        if alone:
            kinds = ("exclusions", "words", "not_a_reason", "rationales", "descriptions", "machines")
            without: dict[str, Any] = {kind: {} for kind in kinds}
            teaching = replace(teaching, distinctions=(), **without)
        if not teaching.labels and not teaching.words and not teaching.exclusions:
            return None
        try:
            model, unheard = self._models.fitted(teaching, learner)
        except TeachbackError:
            return None
        name = learner if isinstance(learner, str) else learner.name
        guesses = predicted(Learned(model, name, "it answers now", position, 0.0, unheard), self._terms)
        quality = None if alone else self._models.expected(model, teaching, then.by_chance)
        return _Answers(guesses.classes, guesses.best.astype(np.int16), None if quality is None else quality.accuracy)

    def _point(self, moment: _Moment, answers: _Answers, gold: Mapping[str, str], alone: bool) -> Point:
        known = len(answers.best)
        rows = {id: row for id in gold if (row := self._terms.rows.get(id, known)) < known}
        truth = [gold[id] for id in rows]
        guess = [answers.classes[answers.best[row]] for row in rows.values()]
        right, checked = sum(map(str.__eq__, truth, guess)), len(truth)
        low, high = accuracy_interval(right, checked)
        actions, labels, words, rationales = moment.counts
        return Point(
            position=moment.position,
            minutes=moment.minutes_of_labels if alone else moment.minutes,
            actions=labels if alone else actions,
            labels=labels,
            words=0 if alone else words,
            rationales=0 if alone else rationales,
            right=right,
            checked=checked,
            accuracy=right / checked if checked else 0.0,
            low=low,
            high=high,
            macro_f1=macro_f1(truth, guess),
        )


def macro_f1(truth: Sequence[str], guess: Sequence[str]) -> float:
    """The mean over the true classes of F1, the harmonic mean of precision and recall.

    >>> macro_f1(["a", "a", "b", "b"], ["a", "a", "a", "b"])
    0.7333333333333334
    """
    scores = []
    for name in sorted(set(truth)):
        both = sum(one == other == name for one, other in zip(truth, guess, strict=True))
        scores.append(2 * both / (truth.count(name) + guess.count(name)))
    return sum(scores) / len(scores) if scores else 0.0


def _changes_classes(entry: Entry) -> bool:
    apart = DocumentsAdded | DocumentsDrawn | HeldOutDrawn | WordsPassedOver
    return isinstance(entry, Event) and not isinstance(entry, apart)


def _moments(entries: Sequence[Entry]) -> list[_Moment]:
    """The moment after each lesson that a person taught (and not a file)."""
    taught = [(place, each) for place, each in enumerate(entries, 1) if isinstance(each, Lesson)]
    taught = [(place, each) for place, each in taught if each.teacher != _IMPORTER and is_person(each.teacher)]
    spent = active_seconds(each for _, each in taught)
    moments, total, of_labels = [], 0.0, 0.0
    counts = [0, 0, 0, 0]
    for (place, entry), seconds in zip(taught, spent, strict=True):
        total += seconds
        of_labels += seconds if isinstance(entry, Label | Skip | Adjudicate) else 0.0
        counts[0] += 1
        for at, kind in enumerate((Label, Word, Rationale), 1):
            counts[at] += isinstance(entry, kind)
        so_far = counts[0], counts[1], counts[2], counts[3]
        moments.append(_Moment(place, total / 60.0, of_labels / 60.0, so_far))
    return moments or [_Moment(len(entries), 0.0, 0.0, (0, 0, 0, 0))]


def _spread(moments: Sequence[_Moment]) -> list[_Moment]:
    """Some thirty moments and the last; those that halve what lies between two come first."""
    step = next(step for step in _STEPS if len(moments) <= _POINTS * step or step == _STEPS[-1])
    places = sorted({*range(step - 1, len(moments), step), len(moments) - 1})
    order, parts = [places[-1]], [(0, len(places) - 1)]
    while parts:
        first, stop = parts.pop(0)
        if first < stop:
            middle = (first + stop) // 2
            order.append(places[middle])
            parts += [(first, middle), (middle + 1, stop)]
    return [moments[place] for place in order]
