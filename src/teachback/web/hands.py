"""Which documents are in whose hands: different teachers get different documents, as long as there are others."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from teachback.project import Agenda, WaitingDocument
from teachback.record import Exclude, Record

LEASE = 600.0  # seconds after which a document that nobody answered is free again
_LATER = 20  # entries after which a teacher may be asked again what a document is, having said what it is not
Reason = Literal["unsure", "check", "cold", "second"]


@dataclass(frozen=True)
class Given:
    """A document for a teacher, and the kind of reason why she gets it."""

    waiting: WaitingDocument
    reason: Reason


class Hands:
    """Deals documents out of what was worked out ahead.

    What a teacher holds is hers until she answers it, asks for more, or :data:`LEASE` is over. Every so manieth
    document is a check and every so manieth a second opinion, counted over all teachers; further ones come only when
    nothing else is left.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._held: dict[str, tuple[str, float]] = {}  # document → teacher, and until when
        self._dealt = 0
        self._page: Agenda | None = None
        self._unsure: deque[WaitingDocument] = deque()
        self._checks: deque[WaitingDocument] = deque()
        self._seconds: deque[WaitingDocument] = deque()
        self._again: deque[WaitingDocument] = deque()  # given before, and not answered

    def put(self, page: Agenda) -> None:
        """Deal from this page from now on."""
        with self._lock:
            self._page = page
            self._dealt = max(self._dealt, len(page.teaching.labels) + len(page.teaching.skips))
            self._unsure, self._checks = deque(page.documents), deque(page.checks)
            self._seconds, self._again = deque(page.seconds), deque()

    @property
    def held(self) -> frozenset[str]:
        """The documents that somebody is answering."""
        with self._lock:
            self._forget()
            return frozenset(self._held)

    @property
    def teachers(self) -> int:
        """How many teachers hold a document."""
        with self._lock:
            self._forget()
            return len({teacher for teacher, _ in self._held.values()})

    @property
    def left(self) -> int:
        """How many documents of the page nobody has been given."""
        return len(self._unsure)

    def give(self, teacher: str, n: int, record: Record, *, checks: float, overlap: float) -> list[Given]:
        """Up to n documents that she has not answered and nobody else holds; what she held before is free again."""
        with self._lock:
            self._forget(teacher)
            given: list[Given] = []
            while len(given) < n and (found := self._next(teacher, record, checks, overlap)):
                given.append(found)
                self._dealt += 1
                self._held[found.waiting.document] = teacher, self._clock() + LEASE
            return given

    def release(self, documents: Iterable[str]) -> None:
        """These were answered."""
        with self._lock:
            for document in documents:
                self._held.pop(document, None)

    def _next(self, teacher: str, record: Record, checks: float, overlap: float) -> Given | None:
        unsure: Reason = "cold" if self._page is None or self._page.learned is None or self._page.untaught else "unsure"
        turns: list[tuple[Reason, deque[WaitingDocument]]] = [(unsure, self._unsure)]
        if _is_due(self._dealt, overlap):
            turns.insert(0, ("second", self._seconds))
        if _is_due(self._dealt, checks):
            turns.insert(0, ("check", self._checks))
        for reason, waiting in [*turns, (unsure, self._again), ("check", self._checks), ("second", self._seconds)]:
            while waiting:
                found = waiting.popleft()
                if self._is_free(found.document, teacher, record, second=reason == "second"):
                    return Given(found, reason)
        return None

    def _is_free(self, document: str, teacher: str, record: Record, *, second: bool) -> bool:
        if document in self._held:
            return False
        answered = {
            taught.lesson.teacher
            for taught in record.about("answer", document)
            if not isinstance(taught.lesson, Exclude)
            or (taught.lesson.teacher == teacher and not second and taught.position >= len(record) - _LATER)
        }
        return len(answered) == 1 and teacher not in answered if second else not answered

    def _forget(self, teacher: str | None = None) -> None:
        """Take back what was held too long, and all that one teacher holds."""
        now = self._clock()
        gone = {document for document, (who, until) in self._held.items() if until <= now or who == teacher}
        if gone and self._page is not None:
            self._again.extend(each for each in self._page.documents if each.document in gone)
        for document in gone:
            del self._held[document]


def _is_due(before: int, share: float) -> bool:
    """Whether one of a share is due after so many.

    >>> [_is_due(before, 0.25) for before in range(8)]
    [False, False, False, True, False, False, False, True]
    """
    return math.floor((before + 1) * share + 1e-9) > math.floor(before * share + 1e-9)
