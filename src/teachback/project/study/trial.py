"""A trial: one person teaches in one condition until the time is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from teachback.record import (
    Document,
    DocumentsDrawn,
    Entry,
    Event,
    HeldOutDrawn,
    Label,
    Lesson,
    Record,
    Retract,
    Skip,
    Teaching,
    Word,
    WordsPassedOver,
)
from teachback.record.entry import now

CONDITIONS: Mapping[str, str] = {
    "dual": "active dual: the model asks documents and words",
    "documents": "active documents: the model asks documents only",
    "passive": "passive documents: documents are drawn by chance",
}
DOCUMENTS, WORDS = 2, 100  # asked in a round
TEST_SHARE = 0.1


@dataclass(frozen=True)
class Round:
    """A page of questions: when it was asked for, and the model behind it on the test documents (None for none)."""

    seconds: float
    position: int
    right: int | None
    of: int


@dataclass(frozen=True)
class Trial:
    """One person in one condition."""

    id: str
    condition: str
    # Who takes part, and the name in the record under which she teaches
    subject: str
    teacher: str
    minutes: float
    # When it began, and how long it lasts
    started: datetime
    position: int  # how many entries the record had then
    stopped: datetime | None = None  # when it was stopped early
    # The pages of questions, and all words that were asked
    rounds: tuple[Round, ...] = ()
    asked: tuple[str, ...] = ()

    @property
    def end(self) -> datetime:
        """When it ended, or will end."""
        due = self.started + timedelta(minutes=self.minutes)
        return due if self.stopped is None else min(due, self.stopped)

    @property
    def seconds_left(self) -> float:
        """Until it ends; 0 when it is over."""
        return max(0.0, (self.end - now()).total_seconds())

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.seconds_left > 0.0

    def at(self, moment: datetime) -> float:
        """How many seconds after the beginning a moment is."""
        return (moment - self.started).total_seconds()

    def asked_for(self, round: Round, words: Iterable[str]) -> Trial:
        """The trial with one more page of questions."""
        return replace(self, rounds=(*self.rounds, round), asked=tuple(dict.fromkeys((*self.asked, *words))))

    def to_json(self) -> dict[str, Any]:
        """As a setting of the project."""
        form = asdict(self)
        form["started"] = self.started.isoformat()
        form["stopped"] = None if self.stopped is None else self.stopped.isoformat()
        return form

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Trial:
        """From the setting."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in form.items() if name in known}
        values["started"] = datetime.fromisoformat(form["started"])
        values["stopped"] = None if form["stopped"] is None else datetime.fromisoformat(form["stopped"])
        values["rounds"] = tuple(Round(**each) for each in form["rounds"])
        values["asked"] = tuple(form["asked"])
        return cls(**values)


def lessons_in(trial: Trial, record: Sequence[Entry]) -> list[Lesson]:
    """What the person taught in the trial, taken back or not, in order."""
    return [
        entry
        for entry in record[trial.position :]
        if isinstance(entry, Lesson) and entry.teacher == trial.teacher and entry.time <= trial.end
    ]


def is_open(trial: Trial, record: Sequence[Entry]) -> bool:
    """Whether nothing was taught since the last page of questions, so that it is still to be answered."""
    return bool(trial.rounds) and not lessons_in(replace(trial, position=trial.rounds[-1].position), record)


def heard_in(trial: Trial, record: Record) -> list[Entry]:
    """What its models hear: the classes and documents there were, and what the person taught, in order."""
    events = [
        entry
        for entry in record[: trial.position]
        if isinstance(entry, Event)
        and not isinstance(entry, DocumentsDrawn | HeldOutDrawn | WordsPassedOver)
        and record.is_active(entry)
    ]
    lessons = lessons_in(trial, record)
    mine = {lesson.id for lesson in lessons}
    return [*events, *(each for each in lessons if not isinstance(each, Retract) or each.lesson in mine)]


def taught_by(heard: Iterable[Entry], texts: Mapping[str, Document], test: frozenset[str]) -> Teaching:
    """What counts of it, as if nothing else had ever been taught; the test documents are held out."""
    return replace(Record(texts, heard).teaching(), held_out=test)


def split(gold: Iterable[str], seed: int) -> frozenset[str]:
    """The test documents: a tenth of those whose class is known, the same in every trial.

    >>> len(split(map(str, range(50)), seed=0))
    5
    """
    lots = sorted(gold, key=lambda id: blake2b(f"test {seed} {id}".encode(), digest_size=8).digest())
    return frozenset(lots[: max(1, round(len(lots) * TEST_SHARE))])


def action(lesson: Lesson, trial: Trial, retracted: Mapping[str, Entry]) -> str:
    """What was done, as the paper counts: ``label``, ``ignore``, ``word``, ``type``, ``unlabel``; else the kind."""
    match lesson:
        case Label():
            return "label"
        case Skip():
            return "ignore"
        case Word():
            return "word" if lesson.term in trial.asked else "type"
        case Retract() if isinstance(retracted.get(lesson.lesson), Word):
            return "unlabel"
    return lesson.kind
