"""What the newest model says differently than one before it, and what was taught in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from teachback.errors import BadLesson, counted
from teachback.project.history.ledger import Ledger
from teachback.project.history.timeline import described
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.predictions import NewestPredictions, Predictions, differing, predicted
from teachback.project.models.quality import quality_of
from teachback.project.models.terms import Terms
from teachback.queries.quality import Estimate, Quality, percents
from teachback.record import Entry, Label, Lesson, NotAReason, Record, Retract, Word

_MOVES, _LISTED, _WIDTH = 60, 20, 160  # how many, and characters of a document
_LESSONS = 50  # that are told one by one
_NOT_LEARNED = ("skip", "flag")  # kinds of lessons that change no model
_CLASSES, _LEAST = 3, 0.01  # of which is told that more or less of them is found, and by how much at least


@dataclass(frozen=True)
class Move:
    """How many documents are of another class than before: from which to which."""

    from_: str
    to: str
    documents: int


@dataclass(frozen=True)
class ChangedDocument:
    """A document that the newest model takes for another class than the one before."""

    id: str
    snippet: str
    from_: str
    to: str


@dataclass(frozen=True)
class TaughtBetween:
    """A lesson between two models; of one that took another back, what the other was about.

    Attributes
    ----------
    id, kind, teacher
        By which it is taken back, what it is, and whose.
    class_, term, document
        What it is about, as far as it is about such a thing.
    """

    id: str
    kind: str
    teacher: str
    class_: str | None
    term: str | None
    document: str | None


@dataclass(frozen=True)
class Because:
    """What was taught between two models: lessons of each kind, and the words among them.

    Attributes
    ----------
    lessons
        How many of each kind, without those that were taken back in between.
    words
        The words that were taught or rejected, with the class, and the lesson's id to take it back by.
    taught
        The first of the lessons one by one: words, then what else is no label, then labels.
    """

    lessons: dict[str, int]
    words: tuple[tuple[str, str | None, str], ...]
    taught: tuple[TaughtBetween, ...]


@dataclass(frozen=True)
class RecallChange:
    """What share of a class was expected to be found, what share is now, and how much more (below 0: less) that is."""

    class_: str
    by: float
    before: Estimate
    now: Estimate


@dataclass(frozen=True)
class Changes:
    """What changed from one model to another.

    Attributes
    ----------
    since, model
        The numbers of the two models.
    documents, changed
        How many documents there are, and how many are of another class now.
    moves
        From which class to which, most first.
    listed
        Some of the documents, those first of which the newest model is surest.
    because
        What was taught in between.
    recall
        The classes of which most more or less is expected to be found; none where that cannot be told.
    accuracy_before, accuracy
        What is expected of the two models; None where that cannot be told.
    """

    since: int
    model: int
    documents: int
    changed: int
    moves: tuple[Move, ...]
    listed: tuple[ChangedDocument, ...]
    because: Because
    recall: tuple[RecallChange, ...]
    accuracy_before: Estimate | None
    accuracy: Estimate | None


@dataclass(frozen=True)
class LessonEffect:
    """What lessons did: the newest model beside the one that is learned from everything but them.

    Attributes
    ----------
    lessons, what
        How many lessons, and the first of them in words.
    model
        The number of the newest model.
    documents, changed, moves, listed
        As for :class:`Changes`, from the model without the lessons to the newest.
    accuracy, without
        The accuracy that is expected of the newest model, and of the one without the lessons; None where that cannot
        be told.
    """

    lessons: int
    what: str
    model: int
    documents: int
    changed: int
    moves: tuple[Move, ...]
    listed: tuple[ChangedDocument, ...]
    accuracy: Estimate | None
    without: Estimate | None

    def __str__(self) -> str:
        lines = [f"{self.what}{f' and {self.lessons - 1:,} more' if self.lessons > 1 else ''}:"]
        lines.append(f"  {self.changed:,} of {counted(self.documents, 'prediction')} changed because of it")
        lines += [f"    {move.from_} → {move.to}: {move.documents:,}" for move in self.moves]
        if self.accuracy is not None and self.without is not None:
            lines.append(f"  expected accuracy {percents(self.accuracy)}; without it {percents(self.without)}")
        return "\n".join(lines)


def lessons_named(record: Record, name: str, class_: str | None = None) -> list[str]:
    """The ids of the lessons that taught or rejected a word, else of the one whose id begins so; only those that count.

    With `class_`, only words of that class are meant.

    >>> from teachback.project import Project
    >>> from teachback.record import Word
    >>> project = Project.from_texts(["a refund", "a crash"], classes=["billing", "bug"])
    >>> refund = Word("refund", "billing")
    >>> _ = project.teach(refund, Word("crash", "bug"))
    >>> lessons_named(project.record, "Refund") == lessons_named(project.record, refund.id[:8]) == [refund.id]
    True
    """
    lessons = [entry for entry in record.active() if isinstance(entry, Lesson) and not isinstance(entry, Retract)]
    words = [each for each in lessons if isinstance(each, Word | NotAReason)]
    same = [each.id for each in words if each.term.casefold() == name.casefold() and class_ in (None, each.class_)]
    begin = [each.id for each in lessons if name and each.id.startswith(name)]
    if same or (len(begin) == 1 and class_ is None):
        return same or begin
    if class_ is None and len(begin) > 1:
        raise BadLesson(f"{len(begin)} lessons have ids that begin with {name!r}; write more of it.")
    terms = {each.term for each in words if class_ in (None, each.class_)}
    near = get_close_matches(name, terms, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    of = "" if class_ is None else f" for {class_}"
    raise BadLesson(f"No lesson that counts taught {name!r}{of}, or has that id.{meant} `teachback history` lists all.")


def effect_of(
    ledger: Ledger, models: Models, predictions: NewestPredictions, terms: Terms, ids: Sequence[str]
) -> LessonEffect:
    """What some lessons did, by learning without them."""
    record = ledger.record
    lessons: list[Lesson] = []
    for id in ids:
        lesson = record.entry(id)
        if not isinstance(lesson, Lesson) or isinstance(lesson, Retract):
            raise BadLesson(f"There is no lesson {id!r}; the history shows the ids of all of them.")
        if not record.is_active(lesson):
            raise BadLesson(f"“{described(lesson)}” was taken back: it does nothing now.")
        lessons.append(lesson)
    without = models.without(ids)
    now = models.newest
    size, changed, moves, listed = _moved(ledger, predicted(without, terms), predictions.of(now))
    with_them, without_them = _expected(ledger, terms, now), _expected(ledger, terms, without)
    return LessonEffect(
        lessons=len(lessons),
        what=described(lessons[0]),
        model=now.number,
        documents=size,
        changed=changed,
        moves=moves,
        listed=listed,
        accuracy=None if with_them is None else with_them.accuracy,
        without=None if without_them is None else without_them.accuracy,
    )


def _expected(ledger: Ledger, terms: Terms, learned: Learned) -> Quality | None:
    """The expected quality of a model by what it was taught; None where that is unknown."""
    if learned.teaching is None or (learned.teaching.labels and learned.left_out is None):
        return None
    with ledger.lock:
        by_chance, gone = ledger.record.by_chance, ledger.gone
    judged = quality_of(learned, terms, learned.teaching, by_chance=by_chance, gone=gone)
    return None if judged is None else judged[0]


def _moved(
    ledger: Ledger, before: Predictions, after: Predictions
) -> tuple[int, int, tuple[Move, ...], tuple[ChangedDocument, ...]]:
    """How many documents of the project both models have seen, how many moved, from which class to which, and some."""
    rows, was, now = differing(before, after)
    size, gone = min(len(before.documents), len(after.documents)), ledger.gone
    if gone:  # by an import that was taken back
        here = np.array([after.documents[row] not in gone for row in rows.tolist()], dtype=np.bool_)
        rows, was, now = rows[here], was[here], now[here]
        size -= sum(after.rows.get(id, size) < size for id in gone)
    moved = Counter(zip(was.tolist(), now.tolist(), strict=True))
    surest = np.argsort(-after.confidence[rows], kind="stable")[:_LISTED].tolist()
    ids = [after.documents[row] for row in rows[surest].tolist()]
    return (
        size,
        len(rows),
        tuple(Move(one, other, n) for (one, other), n in moved.most_common(_MOVES)),
        tuple(
            ChangedDocument(id, ledger.store.document(id).snippet(_WIDTH), str(was[at]), str(now[at]))
            for id, at in zip(ids, surest, strict=True)
        ),
    )


def changes(ledger: Ledger, terms: Terms, before: Predictions, after: Predictions) -> Changes:
    """What one model says differently than another, of the documents that both have seen."""
    size, changed, moves, listed = _moved(ledger, before, after)
    entries = ledger.record[before.learned.position : after.learned.position]
    new = {entry.id for entry in entries if isinstance(entry, Lesson)}
    counting = [entry for entry in entries if isinstance(entry, Lesson) and ledger.record.is_active(entry)]
    lessons = [each for each in counting if not isinstance(each, Retract) or each.lesson not in new]
    words = [each for each in lessons if isinstance(each, Word | NotAReason)]
    was, now = (_expected(ledger, terms, each.learned) for each in (before, after))
    return Changes(
        since=before.learned.number,
        model=after.learned.number,
        documents=size,
        changed=changed,
        moves=moves,
        listed=listed,
        because=Because(
            dict(Counter(each.kind for each in lessons)),
            tuple((each.term, each.class_, each.id) for each in words),
            _taught_between(ledger.record, lessons),
        ),
        recall=_recall_changes(was, now),
        accuracy_before=None if was is None else was.accuracy,
        accuracy=None if now is None else now.accuracy,
    )


def _taught_between(record: Record, lessons: Sequence[Lesson]) -> tuple[TaughtBetween, ...]:
    learned = [each for each in lessons if each.kind not in _NOT_LEARNED]
    learned.sort(key=lambda each: (not isinstance(each, Word | NotAReason), isinstance(each, Label)))
    return tuple(
        _taught(each, record.entry(each.lesson) if isinstance(each, Retract) else each) for each in learned[:_LESSONS]
    )


def _taught(lesson: Lesson, about: Entry | None) -> TaughtBetween:
    class_, term, document = (getattr(about, name, None) for name in ("class_", "term", "document"))
    return TaughtBetween(lesson.id, lesson.kind, lesson.teacher, class_, term, document)


def _recall_changes(before: Quality | None, after: Quality | None) -> tuple[RecallChange, ...]:
    if before is None or after is None:
        return ()
    was = {each.name: each.recall for each in before.classes}
    changes = [
        RecallChange(each.name, each.recall.value - was[each.name].value, was[each.name], each.recall)
        for each in after.classes
        if each.name in was
    ]
    changes.sort(key=lambda each: -abs(each.by))
    return tuple(each for each in changes[:_CLASSES] if abs(each.by) >= _LEAST)
