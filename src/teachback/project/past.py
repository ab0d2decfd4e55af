"""The project's history: every entry in words, and the state at any moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from teachback.project.notebook import said, table
from teachback.record import (
    DocumentsAdded,
    Entry,
    Event,
    HeldOutDrawn,
    Lesson,
    Policy,
    Record,
    Retract,
    Teaching,
    majority,
)

_SHOWN = 50  # entries in a notebook
_COMMON = ("id", "time", "teacher", "seconds")


@dataclass(frozen=True)
class Past(Sequence[Entry]):
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

    def _repr_html_(self) -> str:
        rows = [
            [f"{entry.time:%Y-%m-%d %H:%M:%S}", said(entry.teacher), said(described(entry))]
            for entry in self.record[-_SHOWN:]
        ]
        before = len(self) - len(rows)
        return table(["time", "teacher", "what"], rows, f"{before:,} entries before these" if before else "")


@dataclass(frozen=True)
class Happened:
    """An entry of the record: its position, and whether it counts now."""

    position: int
    entry: Entry
    active: bool


def latest(record: Record, before: int | None = None, limit: int = 100) -> list[Happened]:
    """The last entries before a position, newest first."""
    end = len(record) if before is None else max(0, min(before - 1, len(record)))
    return [
        Happened(place + 1, record[place], record.is_active(record[place]))
        for place in range(end - 1, max(-1, end - 1 - limit), -1)
    ]


def described(entry: Entry) -> str:
    """An entry in words.

    >>> from teachback.record import Label, Word
    >>> described(Label("d17", "baseball")), described(Word("goalie", "hockey", 2.0))
    ('label d17 baseball', 'word goalie hockey 2.0')
    """
    if isinstance(entry, DocumentsAdded | HeldOutDrawn):
        return f"{entry.kind.replace('_', ' ')}: {len(entry.documents):,}"
    shown = (getattr(entry, each.name) for each in fields(entry) if each.name not in _COMMON)
    words = (", ".join(value) if isinstance(value, tuple) else str(value) for value in shown if value is not None)
    return " ".join([entry.kind.replace("_", " "), *words])


def last_of(record: Record, teacher: str | None) -> Entry | None:
    """The last entry that can be taken back: a lesson or a change of classes that counts, of one teacher or anybody."""
    for entry in reversed(record):
        mine = teacher is None or entry.teacher == teacher
        if mine and record.is_active(entry) and not isinstance(entry, Retract | DocumentsAdded | HeldOutDrawn):
            return entry if isinstance(entry, Lesson | Event) else None
    return None
