"""The project's history: every entry in words, and the state at any moment."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any

from teachback.errors import BadLesson
from teachback.notebook import ShownTable, escaped_text, table
from teachback.project.history.acts import Act, Summary
from teachback.record import (
    ClassesAdded,
    DocumentErased,
    DocumentsAdded,
    DocumentsDrawn,
    Entry,
    Event,
    HeldOutDrawn,
    Lesson,
    Policy,
    Record,
    Retract,
    Teaching,
    WordsPassedOver,
    majority,
)

_SHOWN = 50  # entries in a notebook
_NOT_UNDONE = (Retract, DocumentsAdded, DocumentErased, DocumentsDrawn, HeldOutDrawn, WordsPassedOver)
_COMMON = ("id", "time", "teacher", "seconds")


@dataclass(frozen=True)
class History(Sequence[Entry]):
    """The record up to a moment, and the policy by which it is read."""

    record: Record
    policy: Policy = majority

    def __len__(self) -> int:
        return len(self.record)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.record[place]

    @property
    def teaching(self) -> Teaching:
        """What counted at that moment."""
        return self.record.teaching(policy=self.policy)

    def lines(self, last: int | None = None) -> Iterator[str]:
        """The entries in words, oldest first; retracted ones are marked."""
        entries = list(self.record[-last:] if last else self.record)
        for entry in entries:
            mark = "" if self.record.is_active(entry) else "  (taken back)"
            yield f"{entry.time:%Y-%m-%d %H:%M:%S}  {entry.id[:8]}  {entry.teacher}: {described(entry)}{mark}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def to_frame(self) -> Any:
        """Every entry, as a frame of pandas."""
        columns: dict[str, list[object]] = {
            "time": [entry.time for entry in self.record],
            "teacher": [entry.teacher for entry in self.record],
            "kind": [entry.kind for entry in self.record],
            "what": [described(entry) for entry in self.record],
            "seconds": [entry.seconds for entry in self.record],
            "counts": [self.record.is_active(entry) for entry in self.record],
        }
        return ShownTable(columns, range(1, len(self) + 1), "position").to_frame()

    def _repr_html_(self) -> str:
        rows = [
            [f"{entry.time:%Y-%m-%d %H:%M:%S}", escaped_text(entry.teacher), escaped_text(described(entry))]
            for entry in self.record[-_SHOWN:]
        ]
        before = len(self) - len(rows)
        return table(["time", "teacher", "what"], rows, f"{before:,} entries before these" if before else "")


@dataclass(frozen=True)
class HistoryItem:
    """An entry of the record, or an act of several (:mod:`teachback.project.history.acts`)."""

    position: int  # where it stands; of an act, where the last entry does
    entry: Entry  # the entry; the first one of an act
    # Whether it counts now; of an act, whether anything does but classes, which stay when they are spoken of
    active: bool
    act: Summary | None = None  # what the act wrote
    # The retractions that count, of a single entry that was taken back: taken back themselves, they bring it back
    by: tuple[Retract, ...] = ()
    about: Entry | None = None  # of a retraction, or a retraction of a retraction: what it is about in the end
    again: bool = False  # whether it brings that back


def latest(
    record: Record,
    acts: Sequence[Act],
    summary: Callable[[Act], Summary],
    *,
    before: int | None = None,
    limit: int = 100,
    teacher: str | None = None,
    kinds: Container[str] | None = None,
) -> tuple[list[HistoryItem], int]:
    """What happened last before a position, newest first, and where that begins.

    An act is one of them. Of a teacher, or of some kinds, are also the acts that wrote such an entry.
    """

    def fits(entry: Entry) -> bool:
        return (teacher is None or entry.teacher == teacher) and (kinds is None or entry.kind in kinds)

    place = len(record) if before is None else max(0, min(before - 1, len(record)))
    ends = {act.last: act for act in acts}
    items: list[HistoryItem] = []
    while place and len(items) < limit:
        act = ends.get(place)
        entries = record[place - 1 : place] if act is None else act.entries(record)
        if any(map(fits, entries)):
            wrote = None if act is None or _is_plain(entries) else summary(act)
            about, again = _about(entries[0], record)
            items.append(HistoryItem(place, entries[0], _counts(entries, record), wrote, about=about, again=again))
        place -= len(entries)
    return _with_retractions(items, record), place


def _about(entry: Entry, record: Record) -> tuple[Entry | None, bool]:
    """What a retraction is about in the end, and whether it brings that back."""
    about, again = None, True
    while isinstance(entry, Retract) and (about := record.entry(entry.lesson)) is not None:
        entry, again = about, not again
    return about, again and about is not None


def _with_retractions(items: list[HistoryItem], record: Record) -> list[HistoryItem]:
    if all(each.active or each.act for each in items):
        return items
    by = taken_back_by(record)
    return [each if each.active or each.act else replace(each, by=tuple(by.get(each.entry.id, ()))) for each in items]


def taken_back_by(record: Record) -> Mapping[str, Sequence[Retract]]:
    """The retractions that count, by the id of what each takes back."""
    by: dict[str, list[Retract]] = {}
    for entry in record.active():
        if isinstance(entry, Retract):
            by.setdefault(entry.lesson, []).append(entry)
    return by


def taught_by(record: Record) -> tuple[str, ...]:
    """All teachers with a lesson, in order of appearance; drawing a check or adding documents is no lesson."""
    return tuple(dict.fromkeys(entry.teacher for entry in record if isinstance(entry, Lesson)))


def _is_plain(entries: Sequence[Entry]) -> bool:
    """Whether an act is shown like any entry: it wrote no more than one, which brought no documents."""
    return len(entries) == 1 and not isinstance(entries[0], DocumentsAdded)


def _counts(entries: Sequence[Entry], record: Record) -> bool:
    """Whether anything of an act counts but classes, or anything at all where it is nothing else."""
    others = (entry for entry in entries if not isinstance(entry, ClassesAdded))
    first = next(others, None)
    return any(map(record.is_active, entries if first is None else chain((first,), others)))


def described(entry: Entry) -> str:
    """An entry in words.

    >>> from teachback.record import Label, Word
    >>> described(Label("d17", "baseball")), described(Word("goalie", "hockey")), described(Word("puck", "hockey", 2.0))
    ('label d17 baseball', 'word goalie hockey', 'word puck hockey 2.0')
    """
    if isinstance(entry, DocumentsAdded | DocumentsDrawn | HeldOutDrawn):
        return f"{entry.kind.replace('_', ' ')}: {len(entry.documents):,}"
    if isinstance(entry, DocumentErased):
        return f"document erased: {entry.document}{' (what class it is still counts)' if entry.keep_lessons else ''}"
    usual = {"strength": 1.0}  # which says nothing of a word; of other fields, None does
    values = (
        value
        for each in fields(entry)
        if each.name not in _COMMON and (value := getattr(entry, each.name)) != usual.get(each.name)
    )
    words = (", ".join(value) if isinstance(value, tuple) else str(value) for value in values)
    return " ".join([entry.kind.replace("_", " "), *words])


def last_of(record: Record, teacher: str | None) -> Entry | None:
    """The last entry that can be taken back: a lesson or a change of classes that counts, of one teacher or any."""
    for entry in reversed(record):
        mine = teacher is None or entry.teacher == teacher
        if mine and record.is_active(entry) and not isinstance(entry, _NOT_UNDONE):
            return entry if isinstance(entry, Lesson | Event) else None
    return None


def retractions(record: Record, position: int, teacher: str) -> list[Retract]:
    """What to append so that just those entries count that counted after the first `position` ones, newest first.

    Documents that were held out since then stay so: they were kept out of training, and accuracy on them is honest.
    What was erased stays erased.

    >>> from teachback.record import ClassesAdded, Word
    >>> record = Record({}, [ClassesAdded(["bug"]), Word("crash", "bug", id="w1"), Word("crashed", "bug", id="w2")])
    >>> record.append(Retract("w1", id="r1"))
    >>> [retract.lesson for retract in retractions(record, 2, "ines")]     # w2 was not there then, and w1 counted
    ['w2', 'r1']
    """
    if not 0 <= position <= len(record):
        raise BadLesson(f"There is no position {position:,} to go back to; the record has {len(record):,} entries.")
    then = record.at(position)
    by = taken_back_by(record)
    out: list[Retract] = []
    for place in reversed(range(len(record))):
        entry = record[place]
        if isinstance(entry, Retract | DocumentErased | DocumentsDrawn | HeldOutDrawn):
            continue
        counted, counts = place < position and then.is_active(entry), record.is_active(entry)
        if counts and not counted:
            out.append(Retract(entry.id, teacher=teacher))
        elif counted and not counts:
            out += (Retract(each.id, teacher=teacher) for each in by[entry.id])
    return out
