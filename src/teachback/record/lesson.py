"""The lessons: one class per act of teaching.

A lesson names its document, class or term by the name it has at that moment; later renaming does not change it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import ClassVar

from teachback.errors import BadLesson, BadSpan, BadTerm
from teachback.record.entry import Entry
from teachback.record.texts import check_name, check_text

LONGEST_TERM = 200
LONGEST_DESCRIPTION = 20_000  # characters


def check_term(term: str) -> None:
    """Refuse what is not a term: nothing to read, a padded or broken string, several lines or a whole paragraph.

    >>> check_term("credit card")
    >>> check_term(" card")
    Traceback (most recent call last):
    teachback.errors.BadTerm: ' card' is not a term: ...
    """
    if not isinstance(term, str) or len(term) > LONGEST_TERM or term != term.strip() or not _is_readable(term):
        raise BadTerm(
            f"{term!r:.80} is not a term: a term is a word, phrase or sign of 1 to {LONGEST_TERM} characters on one "
            "line, with no space at either end and no control characters. Give one word or phrase at a time."
        )
    check_text(term, "The term")


def _is_readable(term: str) -> bool:
    kinds = {unicodedata.category(character) for character in term}
    return bool(kinds - {"Cf"}) and kinds.isdisjoint(("Cc", "Zl", "Zp"))  # format characters alone are invisible


@dataclass(frozen=True, slots=True)
class Lesson(Entry):
    """An act of teaching."""


@dataclass(frozen=True, slots=True)
class _OfDocumentAndClass(Lesson):
    """A lesson that says something of a document and a class."""

    document: str
    class_: str

    def _check(self) -> None:
        check_name(self.document, "a document's id")
        check_name(self.class_, "a class")


@dataclass(frozen=True, slots=True)
class Label(_OfDocumentAndClass):
    """This document is of that class.

    >>> Label("d17", "baseball", teacher="ines", seconds=3.2).class_
    'baseball'
    """

    kind: ClassVar[str] = "label"


@dataclass(frozen=True, slots=True)
class Exclude(_OfDocumentAndClass):
    """This document is not of that class, whatever else it is.

    >>> Exclude("d17", "hockey", teacher="ines").kind
    'exclude'
    """

    kind: ClassVar[str] = "exclude"


@dataclass(frozen=True, slots=True)
class Skip(Lesson):
    """I cannot or will not say what this document is."""

    kind: ClassVar[str] = "skip"
    document: str

    def _check(self) -> None:
        check_name(self.document, "a document's id")


@dataclass(frozen=True, slots=True)
class Word(Lesson):
    """This term speaks for that class; it may speak for several. A strength of 2 counts double."""

    kind: ClassVar[str] = "word"
    term: str
    class_: str
    strength: float = 1.0

    def _check(self) -> None:
        check_term(self.term)
        check_name(self.class_, "a class")
        object.__setattr__(self, "strength", self._number(self.strength, "strength"))
        if not self.strength:
            raise BadLesson(
                f"A word of strength 0 says nothing: to stop relying on {self.term!r}, teach NotAReason instead."
            )


@dataclass(frozen=True, slots=True)
class NotAReason(Lesson):
    """This term is no reason, for that class or (no class given) for any: stop asking, stop relying on it."""

    kind: ClassVar[str] = "not_a_reason"
    term: str
    class_: str | None = None

    def _check(self) -> None:
        check_term(self.term)
        if self.class_ is not None:
            check_name(self.class_, "a class")


@dataclass(frozen=True, slots=True)
class Rationale(_OfDocumentAndClass):
    """This passage of the document, from code point `start` up to but not including `end`, is why it is that class."""

    kind: ClassVar[str] = "rationale"
    start: int
    end: int

    def _check(self) -> None:
        _OfDocumentAndClass._check(self)
        if not all(isinstance(at, int) and not isinstance(at, bool) for at in (self.start, self.end)):
            raise BadSpan(f"A rationale runs between two whole numbers, not {self.start!r} and {self.end!r}.")
        if not 0 <= self.start < self.end:
            raise BadSpan(
                f"{self.start} to {self.end} is not a passage: it must start at 0 or later and end after it starts "
                "(code points, end not included). Mark at least one character."
            )


@dataclass(frozen=True, slots=True)
class Distinction(_OfDocumentAndClass):
    """This document is of that class, and unlike `versus` it has (`present`) or lacks the term."""

    kind: ClassVar[str] = "distinction"
    versus: str
    term: str
    present: bool = True

    def _check(self) -> None:
        _OfDocumentAndClass._check(self)
        check_name(self.versus, "a document's id")
        check_term(self.term)
        if not isinstance(self.present, bool):
            raise BadLesson(f"`present` is True (has the term) or False (lacks it), not {self.present!r}.")
        if self.document == self.versus:
            raise BadLesson(f"A distinction tells two documents apart; {self.document!r} is given as both.")


@dataclass(frozen=True, slots=True)
class Describe(Lesson):
    """What belongs to the class, in the codebook's words: a phrase or a paragraph, with examples and what does not.

    >>> Describe("billing", "Invoices, refunds. Not: how to pay.", teacher="ines").class_
    'billing'
    """

    kind: ClassVar[str] = "describe"
    class_: str
    text: str

    def _check(self) -> None:
        check_name(self.class_, "a class")
        check_text(self.text, "The description")
        if not self.text.strip() or len(self.text) > LONGEST_DESCRIPTION:
            raise BadLesson(
                f"A description has 1 to {LONGEST_DESCRIPTION:,} characters that are not all spaces; this one has "
                f"{len(self.text):,}. Write what belongs to {self.class_!r}, or take the description back."
            )


@dataclass(frozen=True, slots=True)
class Flag(Lesson):
    """Look at this document again."""

    kind: ClassVar[str] = "flag"
    document: str
    note: str = ""

    def _check(self) -> None:
        check_name(self.document, "a document's id")
        check_text(self.note, "The note")


@dataclass(frozen=True, slots=True)
class Adjudicate(_OfDocumentAndClass):
    """The owner's final word on a document where teachers disagree."""

    kind: ClassVar[str] = "adjudicate"


@dataclass(frozen=True, slots=True)
class Retract(Lesson):
    """Take back the entry with that id, whatever its kind; taking back a retraction restores. Nothing is deleted."""

    kind: ClassVar[str] = "retract"
    lesson: str

    def _check(self) -> None:
        check_name(self.lesson, "an entry's id")


LESSONS: tuple[type[Lesson], ...] = (
    Label,
    Exclude,
    Skip,
    Word,
    NotAReason,
    Rationale,
    Distinction,
    Describe,
    Flag,
    Adjudicate,
    Retract,
)
