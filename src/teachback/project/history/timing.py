"""How long teaching takes: what was measured, or lies between two lessons; who does nothing for a minute is away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from teachback.record import Entry, Lesson
from teachback.record.entry import is_person

IDLE = 60.0  # seconds after which a teacher is taken to have done something else


@dataclass(frozen=True)
class Pace:
    """The seconds that a kind of lesson takes, and how many were measured."""

    median: float
    n: int


def active_seconds(entries: Iterable[Entry]) -> list[float]:
    """How long each entry took: what was measured, or the time since the teacher's last one; a minute at most.

    >>> from datetime import UTC, datetime
    >>> from teachback.record import Word
    >>> at = [datetime(2026, 1, 2, 3, minute, second, tzinfo=UTC) for minute, second in ((0, 0), (0, 4), (9, 0))]
    >>> active_seconds([Word("goal", "sport", time=time) for time in at])
    [0.0, 4.0, 60.0]
    """
    last: dict[str, Entry] = {}
    spent = []
    for entry in entries:
        before = last.get(entry.teacher)
        since = 0.0 if before is None else (entry.time - before.time).total_seconds()
        spent.append(min(max(since if entry.seconds is None else entry.seconds, 0.0), IDLE))
        last[entry.teacher] = entry
    return spent


def pace(record: Sequence[Entry]) -> dict[str, Pace]:
    """The seconds that each kind of lesson takes people, where they were measured."""
    kinds: dict[str, list[float]] = {}
    for entry in record:
        if isinstance(entry, Lesson) and entry.seconds is not None and is_person(entry.teacher):
            kinds.setdefault(entry.kind, []).append(min(entry.seconds, IDLE))
    return {kind: Pace(median(times), len(times)) for kind, times in sorted(kinds.items())}
