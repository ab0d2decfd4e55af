"""Choosing many documents at once: those that have a phrase, and those that are like others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import vstack

from teachback.errors import TeachbackError, UnknownDocument
from teachback.learners.catalogue import VIEWS
from teachback.project.history.ledger import Ledger
from teachback.project.models.terms import Terms
from teachback.queries.likeness import likeness
from teachback.record import Document

_NEAREST = 200  # documents that are like something: the rest are not, much


class NothingAlike(TeachbackError):
    """A word or passage of which no document has anything."""


@dataclass(frozen=True)
class Selection:
    """Documents that were chosen together.

    Attributes
    ----------
    documents
        Their ids.
    labelled
        Those of them that have a label: an act that labels many leaves them as they are.
    """

    documents: tuple[str, ...]
    labelled: tuple[str, ...]

    @property
    def open(self) -> tuple[str, ...]:
        """Those without a label."""
        known = frozenset(self.labelled)
        return tuple(id for id in self.documents if id not in known)


@dataclass(frozen=True)
class Phrases:
    """Words that must follow each other in a text."""

    patterns: tuple[re.Pattern[str], ...]

    def __bool__(self) -> bool:
        return bool(self.patterns)

    def all_in(self, text: str) -> bool:
        """Whether a text has every phrase."""
        return all(pattern.search(text) for pattern in self.patterns)


def phrases_in(query: str) -> Phrases:
    """The parts of a query between quotation marks, of more than one word.

    >>> phrases_in('"send back" lamp').all_in("I will send  back the lamp")
    True
    >>> phrases_in('"send back" lamp').all_in("I send the lamp back")
    False
    """
    quoted = (each.split() for each in re.findall(r'["“„]([^"“”]+)["“”]', query))
    return Phrases(
        tuple(
            re.compile(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", re.IGNORECASE)
            for words in quoted
            if len(words) > 1
        )
    )


def snippet_around(document: Document, words: str, width: int) -> str:
    """The beginning of a text on one line; where the first phrase or word that was searched stands later, that place.

    >>> snippet_around(Document("d1", "Dear all, " + "la " * 60 + "now send it back"), "send", 24)
    '… send it back'
    >>> snippet_around(Document("d1", "Send this " + "la " * 60 + "now send it back"), '"send it"', 24)
    '… send it back'
    """
    beginnings = "|".join(map(re.escape, re.findall(r"\w+", words)))
    any_word = (re.compile(rf"(?<!\w)(?:{beginnings})", re.IGNORECASE),) if beginnings else ()
    places = (pattern.search(document.text) for pattern in phrases_in(words).patterns or any_word)
    start = min((place.start() for place in places if place), default=0)
    if start <= width * 2 // 3:
        return document.snippet(width)
    begin = start - width // 6
    line = " ".join(document.text[begin : begin + 2 * width].split())
    line = f"… {line.partition(' ')[2]}"
    return line if len(line) <= width else line[: width - 1] + "…"


def alike(
    ledger: Ledger, terms: Terms, documents: Sequence[str], text: str, able: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """The rows of the documents that are most like these, or like a text, among those that are able to be.

    What is asked is not among them.
    """
    gone = ledger.gone
    terms.update()
    vectors = terms.make_vectors(gone)
    with terms.lock:
        counts = terms.pool("damped").counts
        if unknown := [id for id in documents if id not in terms.rows]:
            raise UnknownDocument(unknown[0])
        own = [terms.rows[id] for id in documents]
        asked = [counts[own]] if own else []
        if text.strip():
            asked.append(VIEWS["damped"](terms.counts.rows([text])))
        similarity = likeness(counts, vstack(asked, format="csr"), vectors, besides=own)
    similarity = np.where(able, similarity[: len(able)], 0.0)
    best = np.argsort(-similarity, kind="stable")[:_NEAREST]
    near = best[similarity[best] > 0.0]
    if not len(near) and text.strip() and not own:
        raise NothingAlike(f"No document has anything of {text[:60]!r}; try another word.")
    return np.asarray(near, dtype=np.intp)
