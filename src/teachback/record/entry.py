"""What every line of the record has: an id, a time, a teacher (a person or a machine) and the seconds it took."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import ClassVar

from teachback.errors import BadLesson
from teachback.record.texts import check_name

LARGEST = 1e12  # of any number in a lesson
MACHINE = "machine:"  # how the names of teachers begin that are no person: language models and other programs


def new_id() -> str:
    """An id that no other entry has, made without asking the store."""
    return uuid.uuid4().hex


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def in_utc(time: datetime) -> datetime:
    """A time in UTC; a time without a zone, which could be many moments, is refused."""
    if not isinstance(time, datetime):
        raise BadLesson(f"{time!r:.80} is not a time; give a datetime with a time zone, such as datetime.now(UTC).")
    if time.tzinfo is None:
        raise BadLesson(f"The time {time} has no time zone; give one, for example datetime.now(UTC).")
    try:
        return time.astimezone(UTC)
    except OverflowError:
        raise BadLesson(f"The time {time} is outside the years 1 to 9999 in UTC; give a time inside them.") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One immutable line of the record."""

    kind: ClassVar[str]

    id: str = field(default_factory=new_id)  # made with the entry, so that one that is sent twice is recognised
    time: datetime = field(default_factory=now)  # when it happened; any time zone is accepted and kept as UTC
    teacher: str = "teacher"  # who did it: a person, an importer, a simulation
    seconds: float | None = None  # how long it took, where that was measured

    def __post_init__(self) -> None:
        check_name(self.id, "an entry's id")
        check_name(self.teacher, "a teacher's name")
        object.__setattr__(self, "time", in_utc(self.time))
        if self.seconds is not None:
            object.__setattr__(self, "seconds", self._number(self.seconds, "seconds"))
        self._check()

    def _check(self) -> None:
        """Refuse what no project could accept; what depends on the project is checked when the entry is appended."""

    def _number(self, value: float, name: str) -> float:
        """The value as a float, neither below 0 nor so large that sums over a record could overflow."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0.0 <= value <= LARGEST:
            raise BadLesson(f"The {name} of a {self.kind} must be a number from 0 to {LARGEST:g}, not {value!r:.80}.")
        return float(value)


def is_person(teacher: str) -> bool:
    """Whether the lessons of a teacher count as a person's.

    Those of machines are in the record like everybody's, under a name that says so. They have no vote in what people
    teach, and count apart (:attr:`~teachback.record.teaching.Teaching.machines`).

    >>> is_person("ines"), is_person("machine:llama")
    (True, False)
    """
    return not teacher.startswith(MACHINE)
