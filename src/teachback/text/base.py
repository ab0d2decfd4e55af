"""What every analyzer can do: terms with offsets, passages masked, phrases joined."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from teachback.errors import BadTerm, TeachbackError, listed
from teachback.text.characters import text_of
from teachback.text.pairs import Span, mask, with_pairs
from teachback.text.phrases import LONGEST_PHRASE, PhraseJoiner
from teachback.text.scan import Scan


class BadAnalysis(TeachbackError):
    """A text or an analyzer that cannot be analyzed."""


class Token(NamedTuple):
    """A term where it stands in a text, from code point `start` up to but not including `end`."""

    start: int
    end: int
    term: str
    weight: float = 1.0

    def touched(self, start: int, end: int) -> bool:
        """Whether the passage has a part of it; of a token without length, whether the passage reaches its place."""
        none = self.start == self.end
        return self.start < end + none and self.end > start - none


class Analyzer(ABC):
    """From texts to terms. A subclass says what the tokens are; `bigrams` adds each two neighbours as a term.

    Where it `joins`, a phrase is a term as soon as a teacher says so (:meth:`joining`).
    """

    name: ClassVar[str]
    bigrams: ClassVar[bool] = False
    compiled: ClassVar[bool] = True
    joins: ClassVar[bool] = False
    columns: ClassVar[tuple[str, ...]] = ()  # beside the text, whose values are terms (:mod:`teachback.text.beside`)

    @property
    def plain_words(self) -> tuple[bool, bool] | None:
        """Whether it passes over markup and counts digits, where its terms are the words of :class:`Words` and no more:
        texts are then counted as they lie in a table."""
        return None

    @abstractmethod
    def tokens(self, texts: Sequence[str]) -> Scan:
        """The tokens of the texts."""

    def terms(self, texts: Sequence[str]) -> Scan:
        """The terms of the texts: the tokens, and their pairs where the analyzer has those."""
        tokens = self.tokens(texts)
        return with_pairs(tokens) if self.bigrams else tokens

    def __call__(self, text: str) -> list[Token]:
        """The terms of one text, with their offsets."""
        return _as_list(self.terms([text]))

    def words(self, text: str) -> list[Token]:
        """The tokens of one text, with their offsets and without their pairs."""
        return _as_list(self.tokens([text]))

    def spans(self, text: str, term: str) -> list[Span]:
        """Where the term stands in the text.

        >>> from teachback.text import analyzer
        >>> analyzer("words").spans("Card, card, CARD.", "card")
        [(0, 4), (6, 10), (12, 16)]
        """
        return [(token.start, token.end) for token in self.joining([term])(text) if token.term == term]

    @property
    def plain(self) -> Analyzer:
        """The analyzer without any phrases."""
        return self

    @property
    def of_text(self) -> Analyzer:
        """The analyzer of the text alone, without any phrases and columns."""
        return self

    def with_fields(self, text: str, fields: Mapping[str, object]) -> str:
        """What is read of a document: its text and, where there are `columns`, their values behind it."""
        return text

    def phrases(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Those of the terms that are phrases: several words, and one term only where a teacher says so.

        >>> from teachback.text import analyzer
        >>> analyzer("words").phrases(["cup", "world cup"])
        ('world cup',)
        """
        listed = list(terms)
        if not self.joins or not listed:
            return ()
        words = np.diff(self.plain.tokens(listed).rows).tolist()
        return tuple(term for term, number in zip(listed, words, strict=True) if number > 1)

    def joining(self, terms: Iterable[str]) -> Analyzer:
        """The analyzer to which the phrases among these terms are terms, too: each one term, and not its words.

        >>> from teachback.text import analyzer
        >>> [token.term for token in analyzer("words").joining(["world cup"])("the World Cup, a world record")]
        ['the', 'world cup', 'a', 'world', 'record']
        """
        phrases = self.phrases(terms)
        return Joined(self, phrases) if phrases else self

    def within(self, text: str, start: int, end: int) -> list[str]:
        """The terms that the passage touches, even partly, in order.

        >>> from teachback.text import analyzer
        >>> analyzer("words").within("the goalie saved us", 6, 16)
        ['goalie', 'saved']
        """
        return [token.term for token in self(text) if token.touched(start, end)]

    def without(self, texts: Sequence[str], passages: Sequence[tuple[int, Sequence[Span]]], *, close_up: bool) -> Scan:
        """The terms that are left of texts when passages are masked: one row for each (text, spans).

        A token that a passage touches is gone whole. With `close_up` the tokens on either side become neighbours, as
        if the passage had been deleted; otherwise it leaves a gap that no pair of words reaches across.
        """
        masked = mask(self.tokens(texts), passages)
        return with_pairs(masked.scan, None if close_up else masked.gap) if self.bigrams else masked.scan

    def term(self, typed: str) -> str:
        """How a term that a person typed is written, or a sentence that says why it can never occur.

        >>> from teachback.text import analyzer
        >>> analyzer("words").term(" Goalie ")
        'goalie'
        >>> analyzer("words").term("World-Cup")
        'world cup'
        """
        tokens = _as_list(self.tokens([typed]))
        if len(tokens) == 1:
            return tokens[0].term
        if 2 <= len(tokens) <= LONGEST_PHRASE and self.joins:
            return _phrase(tokens)
        if len(tokens) == 2 and self.bigrams:
            return f"{tokens[0].term} {tokens[1].term}"
        if not tokens:
            raise BadTerm(f"{typed!r:.80} has no word in it; teach a word that can occur in the texts.")
        raise BadTerm(
            f"{typed!r:.80} is read as {len(tokens)} words here: {listed([token.term for token in tokens], 5)}. Teach "
            f"one of them{self._or_more}."
        )

    @property
    def _or_more(self) -> str:
        return f", or a phrase of up to {LONGEST_PHRASE}" * self.joins + ", or two that are neighbours" * self.bigrams


@dataclass(frozen=True)
class Wrapping(Analyzer):
    """Another analyzer, which reads something more."""

    of: Analyzer

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the other analyzer."""
        return self.of.name

    @property
    def of_text(self) -> Analyzer:
        """What reads the text alone."""
        return self.of.of_text


@dataclass(frozen=True)
class Joined(Wrapping):
    """Another analyzer, to which some phrases are one term each (:meth:`Analyzer.joining`)."""

    joined: tuple[str, ...]
    joins: ClassVar[bool] = True

    @property
    def plain(self) -> Analyzer:
        """The other analyzer."""
        return self.of

    @property
    def columns(self) -> tuple[str, ...]:  # type: ignore[override]
        """The columns that the other analyzer reads."""
        return self.of.columns

    def with_fields(self, text: str, fields: Mapping[str, object]) -> str:
        """The text with the fields that the other analyzer reads behind it."""
        return self.of.with_fields(text, fields)

    def phrases(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Which of the terms are phrases to the other analyzer."""
        return self.of.phrases(terms)

    @cached_property
    def finder(self) -> PhraseJoiner:
        """Finds the phrases."""
        return PhraseJoiner({phrase: [token.term for token in self.of.words(phrase)] for phrase in self.joined})

    def tokens(self, texts: Sequence[str]) -> Scan:
        """The other analyzer's tokens, those of a phrase as one."""
        return self.finder.join(self.of.tokens(texts))

    def joining(self, terms: Iterable[str]) -> Analyzer:
        """With the phrases among these terms beside its own."""
        more = tuple(phrase for phrase in self.phrases(terms) if phrase not in self.joined)
        return Joined(self.of, (*self.joined, *more)) if more else self

    def without(self, texts: Sequence[str], passages: Sequence[tuple[int, Sequence[Span]]], *, close_up: bool) -> Scan:
        """Without the passages; words that become neighbours may be a phrase."""
        masked = mask(self.tokens(texts), passages)
        return self.finder.join(masked.scan, None if close_up else masked.gap)

    def term(self, typed: str) -> str:
        """The term that the other analyzer takes a word for."""
        return self.of.term(typed)


def _phrase(tokens: Sequence[Token]) -> str:
    """How a phrase is written: its words with a space between them; where words share letters, without these."""
    written = tokens[0].term
    for before, token in pairwise(tokens):
        shared = before.end - token.start
        written += token.term[shared:] if shared > 0 else f" {token.term}"
    return written


def _as_list(scan: Scan) -> list[Token]:
    letters = text_of(scan.spelling)
    at = scan.spelling_at.tolist()
    terms = [letters[i:j] for i, j in pairwise(at)]
    weights = [1.0] * len(terms) if scan.weight is None else scan.weight.tolist()
    return list(map(Token, scan.start.tolist(), scan.end.tolist(), terms, weights))
