"""What every line of the record has: an id, a time, a teacher and the seconds it took."""

from __future__ import annotations

import math
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import ClassVar

from teachback.errors import BadLesson
from teachback.record.document import check_name


def new_id() -> str:
    """An id that no other entry has, made without asking anybody."""
    return uuid.uuid4().hex


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One immutable line of the record.

    Attributes
    ----------
    id
        Made by whoever makes the entry, so that sending it twice can be noticed.
    time
        When it happened; any time zone is accepted and kept as UTC.
    teacher
        Who did it: a person, an importer, a simulation.
    seconds
        How long it took, where that was measured.
    """

    kind: ClassVar[str]

    id: str = field(default_factory=new_id)
    time: datetime = field(default_factory=now)
    teacher: str = "teacher"
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_name(self.id, "an entry's id")
        check_name(self.teacher, "a teacher's name")
        if self.time.tzinfo is None:
            raise BadLesson(f"The time {self.time} has no time zone; give one, for example datetime.now(UTC).")
        object.__setattr__(self, "time", self.time.astimezone(UTC))
        if self.seconds is not None:
            object.__setattr__(self, "seconds", self._finite(self.seconds, "seconds", least=0.0))
        self._check()

    def _check(self) -> None:
        """Refuse what no project could accept; what depends on the project is checked when the entry is appended."""

    def _finite(self, value: float, name: str, least: float) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < least:
            raise BadLesson(f"The {name} of a {self.kind} must be a number of at least {least:g}, not {value!r}.")
        return float(value)
