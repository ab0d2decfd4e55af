"""Which documents are in the project: events add them, and taking these events back takes the documents out again."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Self

from teachback.errors import BadLesson, UnknownDocument
from teachback.record.entry import Entry
from teachback.record.event import DocumentErased, DocumentsAdded
from teachback.record.lesson import Distinction, Flag, Lesson, Rationale

_ABOUT_THE_TEXT = (Rationale, Distinction, Flag)


def documents_of(lesson: Entry) -> tuple[str, ...]:
    """The documents that a lesson is about.

    >>> documents_of(Distinction("d1", "bug", "d2", "crash"))
    ('d1', 'd2')
    """
    if isinstance(lesson, Distinction):
        return lesson.document, lesson.versus
    document = getattr(lesson, "document", None) if isinstance(lesson, Lesson) else None
    return () if document is None else (document,)


class Membership:
    """The documents that events have added; `retracted` has by an event's id how many retractions of it count now.

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
        self._erased: dict[str, bool] = {}  # document id → whether its lessons are kept

    def __contains__(self, document: str) -> bool:
        return self._erased.get(document, True) and any(
            not self._retracted.get(event) for event in self._added.get(document, ())
        )

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of the documents, in the order they were first added."""
        return tuple(document for document in self._added if document in self)

    def gone(self) -> frozenset[str]:
        """The documents that were added, and taken out again."""
        if self._gone is None:
            back = (event for event in self._events if self._retracted.get(event.id))
            left = [id for event in back for id in event.documents]
            self._gone = frozenset(id for id in (*left, *self._erased) if id not in self)
        return self._gone

    @property
    def erased(self) -> frozenset[str]:
        """The documents whose texts are gone for good."""
        return frozenset(self._erased)

    def counts(self, lesson: Entry) -> bool:
        """Whether the documents of a lesson are there, and their texts where it is about these."""
        documents = documents_of(lesson)
        if self._erased and isinstance(lesson, _ABOUT_THE_TEXT) and not self._erased.keys().isdisjoint(documents):
            return False
        return all(map(self.__contains__, documents))

    def are_new(self, event: Entry) -> bool:
        """Whether an event, the last one, added documents that were never there, so that no lesson is about them."""
        return isinstance(event, DocumentsAdded) and all(len(self._added[id]) == 1 for id in event.documents)

    def look_again(self) -> None:
        """Forget which documents are gone: retractions have come or gone."""
        self._gone = None

    def add(self, event: DocumentsAdded | DocumentErased) -> None:
        """Add the documents of an event, or let one be erased."""
        if isinstance(event, DocumentErased):
            self._erased[event.document] = event.keep_lessons
            return
        self._events.append(event)
        self._added |= {document: (*self._added.get(document, ()), event.id) for document in event.documents}

    def take_back_last(self, event: DocumentsAdded | DocumentErased) -> None:
        """Undo the last :meth:`add`."""
        if isinstance(event, DocumentErased):
            del self._erased[event.document]
            return
        for document in self._events.pop().documents:
            self._added[document] = self._added[document][:-1]
            if not self._added[document]:
                del self._added[document]

    def copy(self, retracted: Mapping[str, int]) -> Self:
        """These documents, to grow apart from here."""
        other = type(self)(retracted)
        other._events, other._added, other._erased = self._events[:], self._added.copy(), self._erased.copy()
        return other

    def check_known(self, documents: Iterable[str]) -> None:
        """Refuse documents that are not in the project, or have no text any more."""
        for document in documents:
            if document in self._erased:
                raise BadLesson(f"The text of document {document!r} was erased; nothing more can be said of it.")
            if document not in self:
                raise UnknownDocument(document)

    def check(self, event: DocumentsAdded | DocumentErased, texts: Container[str]) -> None:
        """Refuse to add documents that are there already or have no text, and to erase what is not there or erased."""
        if isinstance(event, DocumentsAdded):
            self._check_new(event.documents, texts)
        elif event.document in self._erased:
            raise BadLesson(f"The text of document {event.document!r} was erased before.")
        elif event.document not in self._added:
            raise UnknownDocument(event.document)

    def _check_new(self, documents: Iterable[str], texts: Container[str]) -> None:
        for document in documents:
            if document in self._erased:
                raise BadLesson(f"Document {document!r} was erased and does not come back; leave it out.")
            if document in self._added and document in self:  # which is quick for one that never was there
                raise BadLesson(f"Document {document!r} is in the project already; give a new document a new id.")
            if document not in texts:
                raise BadLesson(f"Document {document!r} has no text; add its text before the event that adds it.")
