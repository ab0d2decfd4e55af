"""The growing matrix of a project: documents × terms, with the texts' own offsets a call away."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.text.analyzers import analyzer as as_analyzer
from teachback.text.base import Analyzer
from teachback.text.counts import chosen, count, in_columns, refuse_single_text, stacked, stream
from teachback.text.pairs import Span
from teachback.text.phrase_counts import PhraseCounts
from teachback.text.stop_words import stop_words as as_words
from teachback.text.vocabulary import Vocabulary


class TermCounts:
    """The counts of every term in every document added so far.

    Rows are never computed twice: adding documents appends rows, and may bring in new columns at the end of the old
    ones or between them (a term that has become frequent enough, a typed term that has come alive).

    A typed phrase is one term, in place of its words, where these stand side by side. It is looked for in the documents
    that have its words, and no others are read again.

    Parameters
    ----------
    analyzer
        What counts as a term: a name, an :class:`Analyzer`, or a function from a text to its terms.
    min_count, max_size
        Which terms are columns (see :class:`Vocabulary`).
    stop_words
        A language, or words, that are no columns unless typed.
    texts
        Reads the texts of rows again, to find typed phrases; without it phrases are no terms.

    Examples
    --------
    >>> counts = TermCounts("words")
    >>> counts.add(["the goalie saved", "the pitcher"])
    >>> counts.terms
    ['the', 'goalie', 'saved', 'pitcher']
    >>> counts.keep("Referee")                  # typed by a teacher, in no document yet
    'referee'
    >>> counts.add(["a referee, the referee"])
    >>> counts.terms, counts.X.toarray()[-1].tolist()
    (['the', 'goalie', 'saved', 'pitcher', 'referee', 'a'], [1, 0, 0, 0, 2, 1])
    """

    def __init__(
        self,
        analyzer: str | Analyzer | Callable[[str], Iterable[str | Sequence[object]]] = "words",
        *,
        min_count: float = 1,
        max_size: int | None = None,
        stop_words: str | Iterable[str] | None = None,
        texts: Callable[[Sequence[int]], Iterable[str]] | None = None,
    ) -> None:
        self._plain_analyzer = as_analyzer(analyzer)
        self._phrases = PhraseCounts(self._plain_analyzer)
        self._texts = texts
        self.vocabulary = Vocabulary(min_count=min_count, max_size=max_size, stop_words=as_words(stop_words))
        self._blocks: list[csr_array] = []
        self._chosen: tuple[csr_array, list[str]] | None = None
        self._columns: tuple[list[str], dict[str, int]] | None = None
        self._plain: tuple[csr_array, NDArray[np.int64], csr_array, list[str]] | None = None

    @property
    def analyzer(self) -> Analyzer:
        """What a term is, typed phrases among them."""
        return self._phrases.analyzer

    @property
    def phrases(self) -> tuple[str, ...]:
        """The phrases that are terms."""
        return self._phrases.phrases

    def __len__(self) -> int:
        return sum(block.shape[0] for block in self._blocks)

    def add(self, texts: Iterable[str], progress: Callable[[int], object] | None = None) -> None:
        """Append a row for each text, all of them or (when it is interrupted) none.

        `progress` is called now and then with the number of rows made since the last call.
        """
        refuse_single_text(texts)
        before, size, totals = len(self._blocks), len(self.vocabulary), self.vocabulary.totals.copy()
        try:
            for block in stream(self._plain_analyzer, self.vocabulary, texts, grow=True):
                self._blocks.append(block)
                if progress is not None:
                    progress(block.shape[0])
        except BaseException:
            del self._blocks[before:]
            self.vocabulary.forget(size, totals)
            raise
        finally:
            self._chosen = None

    def keep(self, typed: str) -> str:
        """Let a typed term count, at once or when a document has it; returns how the term is written.

        What is a term already, letter for letter, is taken as it is; anything else is read as a text would be.
        """
        is_term = self.vocabulary.numbers([typed])[0] >= 0
        term = typed if is_term else self.analyzer.term(typed)
        self.keep_terms([term])
        return term

    def keep_terms(self, terms: Iterable[str]) -> None:
        """Let terms count that are written as the analyzer writes them."""
        new = self.vocabulary.untyped(terms)
        if new and self._texts is not None and (phrases := self._plain_analyzer.phrases(new)):
            self._join((*self.phrases, *phrases))
        if self.vocabulary.keep(new):
            self._chosen = None

    def drop_phrases(self, besides: Container[str]) -> None:
        """Let no phrases be terms but these: what was typed has been taken back."""
        if gone := [phrase for phrase in self.phrases if phrase not in besides]:
            self.vocabulary.drop(gone)
            self._join(tuple(phrase for phrase in self.phrases if phrase in besides))
            self.vocabulary.set_totals(dict.fromkeys(gone, 0))

    def rows_with(self, phrase: str) -> NDArray[np.intp]:
        """The rows whose texts have a phrase, whether it is a term or not."""
        looked = PhraseCounts(self._plain_analyzer).joined((phrase,), self._stacked(), self.vocabulary, self._read)
        return looked.rows

    def read_by(self, phrases: Sequence[str], columns: Mapping[str, int]) -> csr_array:
        """The counts in other columns, as an analyzer sees the texts that has other phrases."""
        base = self._stacked()
        place = np.full(len(self.vocabulary), -1, dtype=np.int64)
        numbers = self.vocabulary.numbers(columns)
        known = numbers >= 0
        place[numbers[known]] = np.fromiter(columns.values(), dtype=np.int64, count=len(columns))[known]
        X = chosen(base, place, len(columns))
        X.sort_indices()
        read = self._phrases.joined(tuple(phrases), base, self.vocabulary, self._read)
        return read.in_place_of_words(X, columns)

    def leave_out(self, stop_words: str | Iterable[str] | None) -> None:
        """Let a language's words, or the given ones, not count from now on; texts are not read again.

        >>> counts = TermCounts("words", stop_words="english")
        >>> counts.add(["the goalie"])
        >>> counts.leave_out(None)
        >>> counts.terms
        ['the', 'goalie']
        """
        self.vocabulary.leave_out(as_words(stop_words))
        self._chosen = None

    @property
    def X(self) -> csr_array:
        """The counts: a row for each document, a column for each of :attr:`terms`."""
        return self._choose()[0]

    @property
    def terms(self) -> list[str]:
        """The columns' terms."""
        return self._choose()[1]

    @property
    def columns(self) -> dict[str, int]:
        """Which column a term has; worked out again when columns have come."""
        terms = self.terms
        if self._columns is None or self._columns[0] is not terms:
            self._columns = terms, {term: column for column, term in enumerate(terms)}
        return self._columns[1]

    def rows(self, texts: Iterable[str]) -> csr_array:
        """The counts of other texts in the same columns; nothing is added."""
        refuse_single_text(texts)
        self._choose()  # which counts phrases in documents that came
        return in_columns(list(stream(self.analyzer, self.vocabulary, texts, grow=False)), self.vocabulary)

    def contrast(
        self, texts: Sequence[str], passages: Sequence[tuple[int, Sequence[Span]]], *, close_up: bool = True
    ) -> csr_array:
        """The counts of texts with passages masked, a row for each (text, spans) of `passages`.

        See :meth:`Analyzer.without` for what masking does to words that a passage only touches and to pairs.
        """
        self._choose()
        scan = self.analyzer.without(texts, passages, close_up=close_up)
        block = count(scan, self.vocabulary.read(scan, grow=False), len(self.vocabulary))
        return in_columns([block], self.vocabulary)

    @property
    def plain(self) -> tuple[csr_array, list[str]]:
        """The counts and their terms as if no phrase were a term: the same objects, whatever phrases are typed."""
        base, selected = self._stacked(), self.vocabulary.selected()
        if self.phrases:
            selected = np.setdiff1d(selected, self.vocabulary.numbers(self.phrases))
        if self._plain is None or self._plain[0] is not base or not np.array_equal(self._plain[1], selected):
            place = np.full(len(self.vocabulary), -1, dtype=np.int64)
            place[selected] = np.arange(len(selected))
            terms = [self.vocabulary.terms[number] for number in selected.tolist()]
            self._plain = base, selected, chosen(base, place, len(selected)), terms
        return self._plain[2:]

    def _choose(self) -> tuple[csr_array, list[str]]:
        if self.phrases and len(self) > self._phrases.known:
            self._join(self.phrases)
        if self._chosen is None:
            self._chosen = self.plain
            if self.phrases:
                wide = stacked([self._stacked()], len(self.vocabulary))
                joined = self._phrases.in_place_of_words(wide, self._phrases.numbers(self.vocabulary))
                self._chosen = in_columns([joined], self.vocabulary), self.vocabulary.columns
        return self._chosen

    def _join(self, phrases: tuple[str, ...]) -> None:
        """Let just these phrases be terms, in all documents that are there."""
        self._phrases = self._phrases.joined(phrases, self._stacked(), self.vocabulary, self._read)
        self.vocabulary.keep(phrases)
        self.vocabulary.set_totals(self._phrases.totals)
        self._chosen = None

    def _read(self, rows: Sequence[int]) -> Iterable[str]:
        return () if self._texts is None else self._texts(rows)

    def _stacked(self) -> csr_array:
        """All counts of the words, by number; the same object until documents come."""
        if len(self._blocks) != 1:
            self._blocks = [stacked(self._blocks, len(self.vocabulary))]
        return self._blocks[0]
