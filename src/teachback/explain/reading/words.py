"""Where the words of a text stand, for every kind of vectoriser."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import Any

from sklearn.feature_extraction.text import CountVectorizer

from teachback.text import Analyzer, TermCounts, Vectorizer

Span = tuple[int, int]
Finder = Callable[[str], list[tuple[int, int, str]]]  # a text's words: start, end, how the word is written
SIMPLE_PATTERNS = (r"(?u)\b\w\w+\b", r"(?u)\b\w+\b", r"\b\w\w+\b", r"\b\w+\b", r"\w+", r"(?u)\w+")
_ANY_WORD = re.compile(r"\w+")


def analyzer_of(vectorizer: Any) -> Analyzer | None:
    """The analyzer of one of our own vectorisers."""
    if isinstance(vectorizer, TermCounts):
        return vectorizer.analyzer
    return vectorizer.analyzer_ if isinstance(vectorizer, Vectorizer) else None


def finder(vectorizer: Any, *, terms: bool = False) -> Finder:
    """How to find the words (or terms of several words) that a vectoriser reads; plain words where nothing is known."""
    analyzer = analyzer_of(vectorizer)
    if analyzer is not None:
        read = analyzer if terms else analyzer.words
        return lambda text: [(token.start, token.end, token.term) for token in read(text) if token.end > token.start]
    if reads_plain_words(vectorizer):
        words = _pattern_finder(vectorizer)
        return _joined(words, *vectorizer.ngram_range) if terms else words
    return lambda text: [(match.start(), match.end(), match.group().casefold()) for match in _ANY_WORD.finditer(text)]


def reads_plain_words(vectorizer: Any) -> bool:
    """Whether a vectoriser of scikit-learn finds words by a plain pattern, each whatever stands beside it."""
    return (
        isinstance(vectorizer, CountVectorizer)
        and vectorizer.analyzer == "word"
        and vectorizer.tokenizer is None
        and vectorizer.preprocessor is None
        and not callable(vectorizer.strip_accents)
        and vectorizer.token_pattern in SIMPLE_PATTERNS
    )


def _pattern_finder(vectorizer: CountVectorizer) -> Finder:
    read, pattern = vectorizer.build_preprocessor(), re.compile(vectorizer.token_pattern)
    passed_over = vectorizer.get_stop_words() or ()

    def find(text: str) -> list[tuple[int, int, str]]:
        plain = read(text)
        words = [
            (*match.span(), match.group()) for match in pattern.finditer(plain) if match.group() not in passed_over
        ]
        if len(plain) == len(text):
            return words
        # Lower case and accents change lengths: find out which letter each letter was.
        reach = list(accumulate((len(read(letter)) for letter in text), initial=0))
        at = [0] * (reach[-1] + 1)
        for letter, (start, end) in enumerate(pairwise(reach)):
            at[start:end] = [letter] * (end - start)
        at[-1] = len(text)
        return [(at[start], at[end - 1] + 1, word) for start, end, word in words]

    return find


def _joined(words: Finder, shortest: int, longest: int) -> Finder:
    """Neighbouring words as terms, as scikit-learn joins them."""

    def find(text: str) -> list[tuple[int, int, str]]:
        places = words(text)
        return [
            (
                places[first][0],
                places[first + length - 1][1],
                " ".join(word for *_, word in places[first : first + length]),
            )
            for first in range(len(places))
            for length in range(shortest, min(longest, len(places) - first) + 1)
        ]

    return find


def without(text: str, spans: list[Span]) -> str:
    """The text with passages (in order) deleted; a space keeps what stood beside them apart.

    >>> without("very good-natured people", [(5, 9)])
    'very  -natured people'
    """
    pieces, reached = [], 0
    for start, end in spans:
        if start >= reached:
            pieces += [text[reached:start], " "]
        reached = max(reached, end)
    pieces.append(text[reached:])
    return "".join(pieces)
