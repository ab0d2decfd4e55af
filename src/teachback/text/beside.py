"""Columns beside a text that a model learns from: each value is a term such as ``source=email``.

What stands beside a text comes along with it (:mod:`teachback.column_terms`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from teachback.column_terms import on_a_line, taken_apart, text_beside, value_text
from teachback.text.base import Wrapping
from teachback.text.interning import spell
from teachback.text.pairs import Span, mask
from teachback.text.scan import Scan


@dataclass(frozen=True)
class Beside(Wrapping):
    """Another analyzer, and columns beside the text whose values are terms, too.

    >>> from teachback.text import analyzer
    >>> read = Beside(analyzer("words"), ("source",))
    >>> [token.term for token in read(read.with_fields("Refund me!", {"source": "email", "stars": 2}))]
    ['refund', 'me', 'source=email']
    """

    columns: tuple[str, ...] = ()  # type: ignore[misc]

    @property
    def bigrams(self) -> bool:  # type: ignore[override]
        """Whether the other analyzer has terms of two words; a column's value has no neighbours."""
        return self.of.bigrams

    @property
    def compiled(self) -> bool:  # type: ignore[override]
        """Whether the other analyzer is compiled."""
        return self.of.compiled

    @property
    def joins(self) -> bool:  # type: ignore[override]
        """Whether the other analyzer has phrases."""
        return self.of.joins

    def with_fields(self, text: str, fields: Mapping[str, object]) -> str:
        """The text, and behind it the values of the columns."""
        return text_beside(text, {column: fields.get(column) for column in self.columns})

    def tokens(self, texts: Sequence[str]) -> Scan:
        """The other analyzer's tokens, then the values of the columns."""
        own, beside = self._apart(texts)
        return _joined(self.of.tokens(own), beside)

    def terms(self, texts: Sequence[str]) -> Scan:
        """The other analyzer's terms, then the values of the columns."""
        own, beside = self._apart(texts)
        return _joined(self.of.terms(own), beside)

    def without(self, texts: Sequence[str], passages: Sequence[tuple[int, Sequence[Span]]], *, close_up: bool) -> Scan:
        """Without the passages; a value is gone where a passage touches it."""
        own, beside = self._apart(texts)
        return _joined(self.of.without(own, passages, close_up=close_up), mask(beside, passages).scan)

    def phrases(self, terms: Iterable[str]) -> tuple[str, ...]:
        """Those of the terms that are phrases; a value of a column is none, however many words it has."""
        return super().phrases(term for term in terms if self._column(term) is None)

    def term(self, typed: str) -> str:
        """A value of a column as it is, anything else as the other writes it.

        >>> from teachback.text import analyzer
        >>> Beside(analyzer("words"), ("Source",)).term("source= Web  form")
        'Source=Web form'
        """
        column = self._column(typed)
        if column is None:
            return self.of.term(typed)
        name = on_a_line(column)
        return f"{name}={value_text(typed.strip()[len(name) + 1 :])}"

    def _column(self, term: str) -> str | None:
        """The column that a term is a value of."""
        folded = term.strip().casefold()
        return next((column for begin, column in self._beginnings if folded.startswith(begin)), None)

    @cached_property
    def _beginnings(self) -> list[tuple[str, str]]:
        return [(f"{on_a_line(column)}=".casefold(), column) for column in self.columns]

    def _apart(self, texts: Sequence[str]) -> tuple[list[str], Scan]:
        """The texts themselves, and what stands beside them."""
        own: list[str] = []
        named: list[tuple[int, str]] = []
        rows = np.zeros(len(texts) + 1, dtype=np.int64)
        for row, text in enumerate(texts, start=1):
            alone, lines = taken_apart(text)
            own.append(alone)
            named += (line for line in lines if self._column(line[1]) is not None)  # not what a passage left of one
            rows[row] = len(named)
        start = np.array([at for at, _ in named], dtype=np.int32)
        size = np.array([len(term) for _, term in named], dtype=np.int32)
        return own, Scan(rows, start, start + size, *spell([term for _, term in named]))


def _joined(own: Scan, beside: Scan) -> Scan:
    """The tokens of each text, then those beside it."""
    if not len(beside):
        return own
    rows = own.rows + beside.rows
    order = np.empty(len(own) + len(beside), dtype=np.int64)
    for scan, other, first in ((own, beside.rows[:-1], 0), (beside, own.rows[1:], len(own))):
        order[np.arange(len(scan)) + np.repeat(other, np.diff(scan.rows))] = first + np.arange(len(scan))
    lengths = np.concatenate([np.diff(own.spelling_at), np.diff(beside.spelling_at)])[order]
    begins = np.concatenate([own.spelling_at[:-1], beside.spelling_at[:-1] + len(own.spelling)])[order]
    spelling_at = np.concatenate([[0], np.cumsum(lengths)])
    letters = np.concatenate([own.spelling, beside.spelling])
    spelling = letters[np.repeat(begins - spelling_at[:-1], lengths) + np.arange(spelling_at[-1])]
    weight = None if own.weight is None else np.concatenate([own.weight, np.ones(len(beside))])[order]
    start, end = (np.concatenate(sides)[order] for sides in ((own.start, beside.start), (own.end, beside.end)))
    return Scan(rows, start, end, spelling, spelling_at, weight)
