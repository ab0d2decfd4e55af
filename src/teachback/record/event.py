"""The project's own events, kept in the same record so that its state at any moment can be replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from teachback.errors import BadLesson, listed
from teachback.record.entry import Entry
from teachback.record.lesson import check_term
from teachback.record.texts import check_name


@dataclass(frozen=True, slots=True)
class Event(Entry):
    """A change of the project itself."""

    def _check_names(self, field: str, what: str, check: Callable[[str, str], None] = check_name) -> None:
        names: Sequence[str] = getattr(self, field)
        if not isinstance(names, tuple | list):
            raise BadLesson(f"{self.kind} takes a list of names, not {names!r:.80}.")
        if not names:
            raise BadLesson(f"{self.kind} without any name changes nothing; give at least one.")
        for name in names:
            check(name, what)
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            raise BadLesson(f"{listed(map(repr, twice))} is given more than once; give each name once.")
        object.__setattr__(self, field, tuple(names))


@dataclass(frozen=True, slots=True)
class ClassesAdded(Event):
    """The project has these classes from now on.

    >>> ClassesAdded(["bug", "billing"]).classes
    ('bug', 'billing')
    """

    kind: ClassVar[str] = "classes_added"
    classes: tuple[str, ...]

    def _check(self) -> None:
        self._check_names("classes", "a class")


@dataclass(frozen=True, slots=True)
class ClassRenamed(Event):
    """The class is called something else from now on; what was taught about it stays."""

    kind: ClassVar[str] = "class_renamed"
    class_: str
    to: str

    def _check(self) -> None:
        for name in (self.class_, self.to):
            check_name(name, "a class")
        if self.class_ == self.to:
            raise BadLesson(f"{self.class_!r} is called that already; give it another name.")


@dataclass(frozen=True, slots=True)
class ClassesMerged(Event):
    """What was and will be taught about these classes counts for the class `into`."""

    kind: ClassVar[str] = "classes_merged"
    classes: tuple[str, ...]
    into: str

    def _check(self) -> None:
        self._check_names("classes", "a class")
        check_name(self.into, "a class")
        if self.into in self.classes:
            raise BadLesson(f"{self.into!r} cannot be merged into itself; leave it out of the classes to merge.")


@dataclass(frozen=True, slots=True)
class ClassArchived(Event):
    """The class is no longer taught or predicted; its lessons sleep until the archiving is retracted.

    A sleeping label is still its teacher's last word: what she said before it does not come back.
    """

    kind: ClassVar[str] = "class_archived"
    class_: str

    def _check(self) -> None:
        check_name(self.class_, "a class")


@dataclass(frozen=True, slots=True)
class RestDeclared(Event):
    """The class is everything else from now on, whatever the others are not; None: no class is.

    There is one such class at most: the last declaration counts. No words are asked for it.
    """

    kind: ClassVar[str] = "rest_declared"
    class_: str | None

    def _check(self) -> None:
        if self.class_ is not None:
            check_name(self.class_, "a class")


@dataclass(frozen=True, slots=True)
class DocumentsAdded(Event):
    """These documents belong to the project from now on (their texts are kept beside the record)."""

    kind: ClassVar[str] = "documents_added"
    documents: tuple[str, ...]

    def _check(self) -> None:
        self._check_names("documents", "a document's id")


@dataclass(frozen=True, slots=True)
class DocumentErased(Event):
    """The document's text and fields are removed for good; that it was there stays. This is never taken back.

    What was taught about it counts no more, unless `keep_lessons`: then what class it is still does. Passages,
    distinctions and flags, which are about the text, never do.

    >>> DocumentErased("d17").keep_lessons
    False
    """

    kind: ClassVar[str] = "document_erased"
    document: str
    keep_lessons: bool = False

    def _check(self) -> None:
        check_name(self.document, "a document's id")
        if not isinstance(self.keep_lessons, bool):
            raise BadLesson(f"`keep_lessons` is True or False, not {self.keep_lessons!r:.80}.")


@dataclass(frozen=True, slots=True)
class HeldOutDrawn(Event):
    """These documents are never trained on, so that accuracy on them is honest; the retraction releases them."""

    kind: ClassVar[str] = "held_out_drawn"
    documents: tuple[str, ...]

    def _check(self) -> None:
        self._check_names("documents", "a document's id")


@dataclass(frozen=True, slots=True)
class DocumentsDrawn(Event):
    """These documents were drawn by chance to be asked, with this probability each of those that could have been.

    What was asked and never drawn was chosen, and had a probability of 1.

    >>> DocumentsDrawn(["d3", "d8"], 0.02).probability
    0.02
    """

    kind: ClassVar[str] = "documents_drawn"
    documents: tuple[str, ...]
    probability: float

    def _check(self) -> None:
        self._check_names("documents", "a document's id")
        object.__setattr__(self, "probability", self._number(self.probability, "probability"))
        if not 0.0 < self.probability <= 1.0:
            raise BadLesson(f"A probability is above 0 and at most 1, not {self.probability!r:.80}.")


@dataclass(frozen=True, slots=True)
class WordsPassedOver(Event):
    """The teacher saw these words on a list for the class, or for any (None), and took none of them.

    >>> WordsPassedOver(["please", "today"], "billing").words
    ('please', 'today')
    """

    kind: ClassVar[str] = "words_passed_over"
    words: tuple[str, ...]
    class_: str | None = None

    def _check(self) -> None:
        self._check_names("words", "a term", lambda term, _: check_term(term))
        if self.class_ is not None:
            check_name(self.class_, "a class")


def teaches(entry: Entry) -> bool:
    """Whether a model can learn from an entry: what was drawn and words that were passed over teach nothing.

    >>> teaches(DocumentsAdded(["d1"])), teaches(HeldOutDrawn(["d1"]))
    (True, False)
    """
    return not isinstance(entry, HeldOutDrawn | DocumentsDrawn | WordsPassedOver)


EVENTS: tuple[type[Event], ...] = (
    ClassesAdded,
    ClassRenamed,
    ClassesMerged,
    ClassArchived,
    RestDeclared,
    DocumentsAdded,
    DocumentErased,
    HeldOutDrawn,
    DocumentsDrawn,
    WordsPassedOver,
)
