"""The vocabulary: which terms there are, how often they occur, and which of them count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from teachback.errors import TeachbackError
from teachback.text.interning import CountedBytes, Interner, spell
from teachback.text.scan import Scan, TextColumn


class BadVocabulary(TeachbackError):
    """A vocabulary that could hold no term."""


class Vocabulary:
    """Every term seen so far has a number that never changes; a selection of them are the columns of a matrix.

    Terms that a teacher typed are kept whatever the limits say. One that no document has yet waits aside and comes
    alive with the first document that has it.

    A term counts when it occurs at least `min_count` times in all documents together, and is no stop word or was typed;
    if these are more than `max_size`, the most frequent ones (earlier ones where frequencies are equal).
    """

    def __init__(
        self, *, min_count: float = 1, max_size: int | None = None, stop_words: Iterable[str] = frozenset()
    ) -> None:
        if min_count < 0 or (max_size is not None and max_size < 1):
            raise BadVocabulary(
                f"min_count must be at least 0 and max_size at least 1 (or None), not {min_count} and {max_size}."
            )
        self.min_count, self.max_size = min_count, max_size
        self.stop_words = frozenset(stop_words)
        self._interner = Interner()
        self._terms: list[str] = []
        self._totals = np.zeros(0, dtype=np.int64)
        self._typed: dict[str, None] = {}
        self._selected: NDArray[np.int64] | None = None  # worked out when it is asked for

    @classmethod
    def of(cls, terms: Iterable[str]) -> Vocabulary:
        """A vocabulary whose columns are just these terms, in this order.

        >>> Vocabulary.of(["puck", "goal"]).columns
        ['puck', 'goal']
        """
        made, spelled = cls(), list(terms)
        made._interner.intern(*spell(spelled))
        if len(made) == len(spelled):  # each is there once, so they need not be spelled again
            made._terms = spelled
        made.totals[:] = 1
        return made

    def __len__(self) -> int:
        return len(self._interner)

    @property
    def terms(self) -> list[str]:
        """Every term seen or typed so far; term k has the number k."""
        if len(self._terms) < len(self):
            self._terms += self._interner.spelled(len(self._terms))
        return self._terms

    @property
    def totals(self) -> NDArray[np.int64]:
        """How often each term occurs in all documents together."""
        if len(self._totals) < len(self):
            new = np.zeros(len(self) - len(self._totals), dtype=np.int64)
            self._totals = np.concatenate([self._totals, new])
        return self._totals

    @property
    def aside(self) -> list[str]:
        """Typed terms that no document has yet."""
        typed = list(self._typed)
        return [term for term, number in zip(typed, self.numbers(typed), strict=True) if not self.totals[number]]

    @property
    def columns(self) -> list[str]:
        """The terms that count, in order."""
        terms, selected = self.terms, self.selected()
        return terms.copy() if len(selected) == len(terms) else [terms[number] for number in selected.tolist()]

    def keep(self, terms: Iterable[str]) -> bool:
        """Let these terms count from now on, as soon as a document has them; says whether that changes the columns."""
        new = [term for term in terms if term not in self._typed]
        if not new:
            return False
        before = self.selected()
        self._interner.intern(*spell(new))
        self._typed |= dict.fromkeys(new)
        self._selected = None
        return not np.array_equal(before, self.selected())

    def drop(self, terms: Iterable[str]) -> None:
        """Forget which terms were typed."""
        for term in terms:
            self._typed.pop(term, None)
        self._selected = None

    def untyped(self, terms: Iterable[str]) -> list[str]:
        """The terms that were not typed."""
        return [term for term in terms if term not in self._typed]

    def set_totals(self, totals: Mapping[str, int]) -> None:
        """How often terms occur that are counted apart."""
        self.totals[self.numbers(totals)] = list(totals.values())
        self._selected = None

    def leave_out(self, stop_words: Iterable[str]) -> None:
        """Let other words not count, unless they are typed."""
        self.stop_words, self._selected = frozenset(stop_words), None

    def numbers(self, terms: Iterable[str]) -> NDArray[np.int32]:
        """The number of each term, -1 for one that was never seen."""
        return self._interner.find(*spell(list(terms)))

    @property
    def spellings(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """All terms as letters, and where each begins and ends; for :meth:`places`."""
        return self._interner.spellings

    @classmethod
    def spelled(cls, letters: NDArray[np.uint32], at: NDArray[np.int64]) -> Vocabulary:
        """A vocabulary of terms that another had as :attr:`spellings`.

        >>> Vocabulary.spelled(*Vocabulary.of(["puck", "goal"]).spellings).columns
        ['puck', 'goal']
        """
        made = cls()
        made._interner.intern(letters, at)
        made.totals[:] = 1
        return made

    def places(self, letters: NDArray[np.uint32], at: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number here of each of another vocabulary's :attr:`spellings`, -1 for one that was never seen.

        >>> Vocabulary.of(["puck", "goal"]).places(*Vocabulary.of(["goal", "bat"]).spellings).tolist()
        [1, -1]
        """
        return self._interner.find(letters, at)

    def read(self, scan: Scan, *, grow: bool) -> NDArray[np.int32]:
        """The numbers of scanned terms; new ones are added (`grow`) or are -1."""
        give = self._interner.intern if grow else self._interner.find
        return give(scan.spelling, scan.spelling_at)

    def count_column(self, column: TextColumn, markup: bool, digits: bool, *, grow: bool) -> CountedBytes:
        """The numbers of the words of texts and how often each is there, without a scan in between; new ones are added
        (`grow`) or left out."""
        counted = self._interner.count(column.data, column.at, markup, digits, add=grow)
        if grow:
            self.totals[:] += np.bincount(counted.indices, counted.counts, minlength=len(self)).astype(np.int64)
            self._selected = None
        return counted

    def count(self, numbers: NDArray[np.int32]) -> None:
        """Add occurrences to the totals, each once whatever its weight."""
        self.totals[:] += np.bincount(numbers, minlength=len(self))
        self._selected = None

    def forget(self, size: int, totals: NDArray[np.int64]) -> None:
        """Go back to the first `size` terms and these totals, as if nothing had been read since."""
        self._interner.forget(size)
        del self._terms[size:]
        self._totals = totals
        self._selected = None

    def selected(self) -> NDArray[np.int64]:
        """The numbers of the terms that count, in order."""
        if self._selected is None:
            self._selected = self._select()
        return self._selected

    def _select(self) -> NDArray[np.int64]:
        counts = (self.totals >= self.min_count) & (self.totals > 0)
        for set_aside in (self.numbers(self.stop_words), self.numbers(self._typed)):
            counts[set_aside[set_aside >= 0]] = False
        candidates = np.flatnonzero(counts)
        if self.max_size is not None and len(candidates) > self.max_size:
            by_frequency = np.argsort(-self.totals[candidates], kind="stable")
            candidates = candidates[by_frequency[: self.max_size]]
        typed = self.numbers(self._typed)
        return np.sort(np.concatenate([candidates, typed[self.totals[typed] > 0]]).astype(np.int64))
