"""A batch of questions for one teacher: documents and words, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from teachback.errors import listed
from teachback.guesses import Guess
from teachback.notebook import ShownTable, bar, escaped_text, paragraphs, table
from teachback.record import Document, Teaching

_AHEAD = 4  # words that a class may have more than the one with fewest, as long as there are no labels


@dataclass(frozen=True)
class AskedDocument:
    """A document to label."""

    document: Document
    why: str  # it is asked
    guess: Guess | None = None  # what the model thinks; None while there is no model
    check: bool = False  # whether it was drawn by chance to measure accuracy; the project keeps it out of training
    alike: tuple[str, ...] = ()  # the ids of near-duplicates that the same answer could serve


@dataclass(frozen=True)
class AskedTerm:
    """A word to teach or to reject, why it is asked, and in how many documents it is."""

    term: str
    why: str
    documents: int = 0


@dataclass(frozen=True)
class Questions:
    """What the project asks.

    Attributes
    ----------
    documents
        Documents to label, in this order.
    words
        For each class, words that seem to speak for it; under None, words that may be typical of some class.
    note
        Why there are fewer documents or words than were asked for.
    wordless
        Classes of which no word was said yet, while others have some; their words come first.
    """

    documents: tuple[AskedDocument, ...]
    words: Mapping[str | None, tuple[AskedTerm, ...]]
    note: str = ""
    wordless: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [
            f"{place}. {asked.document.id}: {asked.document.snippet(70)}\n   {asked.why}"
            for place, asked in enumerate(self.documents, 1)
        ]
        for class_, words in self.words.items():
            if words:
                lines.append(f"{self.heading(class_)}: {', '.join(asked.term for asked in words)}")
        return "\n".join([*lines, *([self.note] if self.note else [])])

    __repr__ = __str__

    def heading(self, class_: str | None) -> str:
        """What stands over a list of words: its class, and that it has none yet."""
        return f"{class_ or 'any class'}{' (no word has been said for it yet)' if class_ in self.wordless else ''}"

    def to_frame(self) -> Any:
        """The documents that are asked, as a frame of pandas."""
        guesses = [asked.guess for asked in self.documents]
        columns: dict[str, list[object]] = {
            "text": [asked.document.text for asked in self.documents],
            "why": [asked.why for asked in self.documents],
            "guess": [guess and guess.class_ for guess in guesses],
            "probability": [guess and guess.probability for guess in guesses],
            "check": [asked.check for asked in self.documents],
        }
        return ShownTable(columns, [asked.document.id for asked in self.documents], "document").to_frame()

    def _repr_html_(self) -> str:
        rows = [
            [
                escaped_text(asked.document.id),
                escaped_text(asked.document.snippet(200)),
                escaped_text(asked.why),
                "" if asked.guess is None else f"{escaped_text(asked.guess.class_)} {bar(asked.guess.probability)}",
            ]
            for asked in self.documents
        ]
        words = [
            [escaped_text(self.heading(class_)), escaped_text(", ".join(asked.term for asked in terms))]
            for class_, terms in self.words.items()
            if terms
        ]
        html = table(["document", "text", "why it is asked", "the model's guess"], rows) if rows else ""
        return html + (table(["class", "words to teach or reject"], words) if words else "") + paragraphs(self.note)


def wordless(teaching: Teaching) -> tuple[str, ...]:
    """Classes of which no word was said, when others have some; everything else needs none."""
    spoken = {class_ for classes in teaching.words.values() for class_ in classes}
    silent = (class_ for class_ in teaching.classes if class_ not in spoken and class_ != teaching.rest)
    return tuple(silent) if spoken else ()


def room_for_words(teaching: Teaching, n: int) -> dict[str | None, int]:
    """How many words to offer for each class, and under None for any: n, but none gets far ahead of the others.

    A class with many more words than another takes its documents, too. As labels come, they tell how many documents
    there are of each class, and the limit goes.
    """
    words = Counter(class_ for classes in teaching.words.values() for class_ in classes)
    fewest = min((words[class_] for class_ in teaching.classes if class_ != teaching.rest), default=0)
    most = fewest + _AHEAD + len(teaching.labels)
    return {None: n, **{class_: max(0, min(n, most - words[class_])) for class_ in teaching.classes}}


def words_wait(room: Mapping[str | None, int]) -> str:
    """Which classes are far ahead, so that no word is offered for them; nothing where there is none.

    >>> words_wait({None: 10, "bug": 0, "how-to": 4})
    'Words for bug wait until other classes have more, or until documents are labelled.'
    """
    ahead = [class_ for class_, left in room.items() if class_ is not None and not left]
    waits = "Words for {} wait until other classes have more, or until documents are labelled."
    return waits.format(listed(ahead)) if ahead else ""
