"""How often typed phrases are in documents that are counted already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.text.base import Analyzer
from teachback.text.phrases import PhraseJoiner
from teachback.text.vocabulary import Vocabulary

_TEXTS = 2000  # read at a time


class PhraseCounts:
    r"""Counts of phrases, documents × phrases, from the texts that have their words.

    With :math:`X` the counts of words, :math:`C` those of phrases and :math:`M_{pw}` how often phrase p has word w, the
    counts in which a phrase stands in place of its words are :math:`[X - C M, C]`.
    """

    def __init__(self, analyzer: Analyzer, phrases: tuple[str, ...] = (), counts: csr_array | None = None) -> None:
        self._plain, self.phrases = analyzer, phrases
        self.analyzer = analyzer.joining(phrases)  # reads texts with these phrases as terms
        self._words = {phrase: Counter(token.term for token in analyzer.words(phrase)) for phrase in phrases}
        self._counts = csr_array((0, len(phrases)), dtype=np.int32) if counts is None else counts
        self.known: int = self._counts.shape[0]  # documents that it has counted

    @property
    def totals(self) -> dict[str, int]:
        """How often each phrase occurs in all documents together."""
        return dict(zip(self.phrases, np.asarray(self._counts.sum(axis=0)).ravel().tolist(), strict=True))

    @property
    def rows(self) -> NDArray[np.intp]:
        """The documents that have any of the phrases."""
        return np.flatnonzero(np.diff(self._counts.indptr))

    def numbers(self, vocabulary: Vocabulary) -> dict[str, int]:
        """The vocabulary's numbers of the phrases and their words."""
        terms = list(dict.fromkeys([*self.phrases, *(word for words in self._words.values() for word in words)]))
        return dict(zip(terms, vocabulary.numbers(terms).tolist(), strict=True))

    def joined(
        self,
        phrases: tuple[str, ...],
        X: csr_array,
        vocabulary: Vocabulary,
        texts: Callable[[Sequence[int]], Iterable[str]],
    ) -> PhraseCounts:
        """The counts of other phrases in the documents X; only texts where they may differ are read."""
        other = PhraseCounts(self._plain, phrases, csr_array((X.shape[0], len(phrases)), dtype=np.int32))
        new = [phrase for phrase in phrases if phrase not in self._words]
        looked = np.zeros(X.shape[0], dtype=np.bool_)
        for phrase in phrases:
            first = 0 if phrase in new else self.known
            looked[first:] |= _has_all(X, vocabulary.numbers(other._words[phrase]))[first:]
        gone = [place for place, phrase in enumerate(self.phrases) if phrase not in other._words]
        old = self._counts.tocoo()
        looked[old.row[np.isin(old.col, gone)]] = True
        at = np.array([phrases.index(each) if each in other._words else -1 for each in self.phrases], dtype=np.int64)
        stays = ~looked[old.row]
        rows, columns, data = [old.row[stays]], [at[old.col[stays]]], [old.data[stays]]
        if phrases:
            finder = PhraseJoiner({phrase: [token.term for token in self._plain.words(phrase)] for phrase in phrases})
            again = np.flatnonzero(looked)
            for first in range(0, len(again), _TEXTS):
                some = again[first : first + _TEXTS]
                counted = finder.counts(self._plain.tokens(list(texts(some.tolist())))).tocoo()
                rows.append(some[counted.row])
                columns.append(counted.col)
                data.append(counted.data)
        cells = np.concatenate(rows), np.concatenate(columns)
        counts = csr_array((np.concatenate(data), cells), shape=(X.shape[0], len(phrases)))
        return PhraseCounts(self._plain, phrases, counts)

    def in_place_of_words(self, X: csr_array, columns: Mapping[str, int]) -> csr_array:
        """The counts X of words with the phrases in their columns, and without the words that these consist of."""
        change = [
            (place, columns[term], times)
            for place, phrase in enumerate(self.phrases)
            for term, times in [(phrase, 1), *((word, -n) for word, n in self._words[phrase].items())]
            if columns.get(term, -1) >= 0
        ]
        if not change:
            return X
        row, column, times = np.array(change, dtype=np.int64).T
        changes = csr_array((times.astype(X.dtype), (row, column)), shape=(len(self.phrases), X.shape[1]))
        joined = csr_array(X + self._counts @ changes)
        joined.eliminate_zeros()
        joined.sort_indices()
        return joined


def _has_all(X: csr_array, columns: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which rows have all of these columns; none where one of them is no column (-1)."""
    have = np.full(X.shape[0], bool((columns >= 0).all()))
    for column in columns.tolist() if have.any() else ():
        row = np.searchsorted(X.indptr, np.flatnonzero(X.indices == column), side="right") - 1
        have &= np.isin(np.arange(X.shape[0]), row)
    return have
