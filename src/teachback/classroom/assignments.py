"""Which teacher has which document: different teachers get different documents, as long as there are others."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from teachback.project import Agenda, WaitingDocument
from teachback.queries import is_due
from teachback.record import Exclude, Record

LEASE = 600.0  # seconds after which a document that was not answered is free again
_LATER = 20  # entries after which a teacher may be asked again what a document is, having said what it is not
Reason = Literal["unsure", "check", "cold", "second"]


@dataclass(frozen=True)
class Assignment:
    """A document for a teacher, and the kind of reason why she gets it."""

    waiting: WaitingDocument
    reason: Reason


class Assignments:
    """Assigns the documents of an agenda to teachers.

    What a teacher has is hers until she answers it, asks for more, or :data:`LEASE` is over. Checks and second opinions
    come at regular turns, counted over all teachers; more of them come only when nothing else is left.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._holders: dict[str, tuple[str, float]] = {}  # document → teacher, and until when
        self._assigned = 0
        self._agenda: Agenda | None = None
        self._unsure: deque[WaitingDocument] = deque()
        self._checks: deque[WaitingDocument] = deque()
        self._seconds: deque[WaitingDocument] = deque()
        self._again: deque[WaitingDocument] = deque()  # assigned before, and not answered

    def put(self, agenda: Agenda) -> None:
        """Assign the documents of this agenda from now on."""
        with self._lock:
            self._agenda = agenda
            self._assigned = max(self._assigned, len(agenda.teaching.labels) + len(agenda.teaching.skips))
            self._unsure, self._checks = deque(agenda.documents), deque(agenda.checks)
            self._seconds, self._again = deque(agenda.seconds), deque()

    @property
    def held(self) -> frozenset[str]:
        """The documents that some teacher has."""
        with self._lock:
            self._free()
            return frozenset(self._holders)

    def held_by_others(self, teacher: str) -> frozenset[str]:
        """The documents that some other teacher has."""
        with self._lock:
            self._free()
            return frozenset(document for document, (who, _) in self._holders.items() if who != teacher)

    @property
    def teachers(self) -> int:
        """How many teachers have a document."""
        with self._lock:
            self._free()
            return len({teacher for teacher, _ in self._holders.values()})

    @property
    def left(self) -> int:
        """How many documents of the agenda were not assigned yet."""
        return len(self._unsure)

    def give(
        self, teacher: str, n: int, record: Record, *, checks: float, overlap: float, draw: bool = True
    ) -> tuple[Agenda | None, list[Assignment]]:
        """The agenda, and up to n documents of it that she has not answered and no other teacher has.

        What she had before is free again. `checks` and `overlap` are the shares of random checks and of second
        opinions; `draw` says whether checks that were never asked may be among them, which have to be recorded as
        drawn.
        """
        with self._lock:
            self._free(teacher)
            assignments: list[Assignment] = []
            drawn = self._checks if draw else deque(each for each in self._checks if self._is_drawn(each.document))
            while len(assignments) < n and (next_one := self._next(teacher, record, checks, overlap, drawn)):
                assignments.append(next_one)
                self._assigned += 1
                self._holders[next_one.waiting.document] = teacher, self._clock() + LEASE
            return self._agenda, assignments

    def hold(self, teacher: str, documents: Iterable[str]) -> None:
        """Give a teacher documents that are not of the agenda; what she had before is free again."""
        with self._lock:
            self._free(teacher)
            self._holders.update((document, (teacher, self._clock() + LEASE)) for document in documents)

    def release(self, documents: Iterable[str]) -> None:
        """Free documents that were answered."""
        with self._lock:
            for document in documents:
                self._holders.pop(document, None)

    def _next(
        self, teacher: str, record: Record, checks: float, overlap: float, drawn: deque[WaitingDocument]
    ) -> Assignment | None:
        is_cold = self._agenda is None or self._agenda.learned is None or self._agenda.untaught
        unsure: Reason = "cold" if is_cold else "unsure"
        turns: list[tuple[Reason, deque[WaitingDocument]]] = [(unsure, self._unsure)]
        if is_due(self._assigned, overlap):
            turns.insert(0, ("second", self._seconds))
        if is_due(self._assigned, checks):
            turns.insert(0, ("check", drawn))
        for reason, waiting in [*turns, (unsure, self._again), ("check", drawn), ("second", self._seconds)]:
            while waiting:
                candidate = waiting.popleft()
                if self._is_free(candidate.document, teacher, record, second=reason == "second"):
                    return Assignment(candidate, reason)
        return None

    def _is_drawn(self, document: str) -> bool:
        return self._agenda is not None and document in self._agenda.teaching.held_out

    def _is_free(self, document: str, teacher: str, record: Record, *, second: bool) -> bool:
        if document in self._holders:
            return False
        answered = {
            taught.lesson.teacher
            for taught in record.about("answer", document)
            if not isinstance(taught.lesson, Exclude)
            or (taught.lesson.teacher == teacher and not second and taught.position >= len(record) - _LATER)
        }
        return len(answered) == 1 and teacher not in answered if second else not answered

    def _free(self, teacher: str | None = None) -> None:
        """Take back what was held too long, and all that one teacher has."""
        now = self._clock()
        freed = {document for document, (who, until) in self._holders.items() if until <= now or who == teacher}
        if freed and self._agenda is not None:
            self._again.extend(each for each in self._agenda.documents if each.document in freed)
        for document in freed:
            del self._holders[document]
