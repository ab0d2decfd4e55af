"""Which documents are in the project: events add them, and taking these events back takes the documents out again."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Self

from teachback.errors import BadLesson, UnknownDocument
from teachback.record.event import DocumentsAdded


class Membership:
    """The documents that events have added.

    Parameters
    ----------
    retracted
        By the id of an event: how many retractions of it count. The record changes it as retractions come.

    Examples
    --------
    >>> retracted = {}
    >>> members = Membership(retracted)
    >>> members.add(DocumentsAdded(["d1", "d2"], id="e1"))
    >>> retracted["e1"] = 1
    >>> "d1" in members, members.documents, sorted(members.gone())
    (False, (), ['d1', 'd2'])
    """

    def __init__(self, retracted: Mapping[str, int]) -> None:
        self._retracted = retracted
        self._events: list[DocumentsAdded] = []
        self._added: dict[str, tuple[str, ...]] = {}  # document id → ids of the events that added it
        self._gone: frozenset[str] | None = None

    def __contains__(self, document: str) -> bool:
        return any(not self._retracted.get(event) for event in self._added.get(document, ()))

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the documents, in the order they were first added."""
        return tuple(document for document in self._added if document in self)

    def gone(self) -> frozenset[str]:
        """The documents that were added, and taken out again."""
        if self._gone is None:
            back = (event for event in self._events if self._retracted.get(event.id))
            self._gone = frozenset(id for event in back for id in event.documents if id not in self)
        return self._gone

    def look_again(self) -> None:
        """Forget which documents are gone: retractions have come or gone."""
        self._gone = None

    def add(self, event: DocumentsAdded) -> None:
        """Add the documents of an event."""
        self._events.append(event)
        self._added |= {document: (*self._added.get(document, ()), event.id) for document in event.documents}

    def take_back_last(self) -> None:
        """Undo the last :meth:`add`."""
        for document in self._events.pop().documents:
            self._added[document] = self._added[document][:-1]
            if not self._added[document]:
                del self._added[document]

    def copy(self, retracted: Mapping[str, int]) -> Self:
        """These documents, to grow apart from here."""
        other = type(self)(retracted)
        other._events, other._added = self._events[:], self._added.copy()
        return other

    def check_known(self, documents: Iterable[str]) -> None:
        """Refuse documents that are not in the project."""
        for document in documents:
            if document not in self:
                raise UnknownDocument(document)

    def check_new(self, documents: Iterable[str], texts: Container[str]) -> None:
        """Refuse documents that are in the project already, or have no text."""
        for document in documents:
            if document in self:
                raise BadLesson(f"Document {document!r} is in the project already; give a new document a new id.")
            if document not in texts:
                raise BadLesson(f"Document {document!r} has no text; add its text before the event that adds it.")
