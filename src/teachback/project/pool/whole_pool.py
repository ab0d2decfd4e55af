"""All documents of a pool that stays where it is, as learners see them: some of them here, the sums over all."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.learners.catalogue import VIEWS
from teachback.pool import Given, Pool
from teachback.project.pool.drawing import texts_of
from teachback.project.pool.part_counts import CountedPart, PartCounts
from teachback.sweeps import Matrix, columns, scores
from teachback.text import analyzer_from_json
from teachback.text.phrase_counts import PhraseCounts
from teachback.text.vocabulary import Vocabulary

_MOST = 40_000_000  # counts that a worker keeps ready for the next round: about half a gigabyte
Summed = tuple[Matrix, ...]
Work = Callable[[Pool, Any], Summed]
Ask = Callable[[bytes], Summed]  # what all parts say of a question, added up


class WholePool(Pool):
    """A sample of a pool, drawn by chance, with the sums over all of its documents.

    What learners take from a pool is a sum or is estimated from a sample. Rows and their counts are those of the
    sample; how often terms occur, in how many documents, and whatever is :meth:`added_up` is of all documents.

    Every part is read in the columns of the `layout`; together they have so many `documents`. `ask` puts a question to
    all parts and adds their answers up, in the parts' order.
    """

    def __init__(self, sample: Pool, layout: Layout, documents: int, ask: Ask) -> None:
        self.counts = sample.counts
        self._layout, self._documents, self._ask = layout, documents, ask

    @property
    def documents(self) -> int:
        """How many documents all parts have."""
        return self._documents

    def of_rows(self, rows: NDArray[np.intp]) -> Pool:
        """The sums of the whole pool, with only these rows of the sample."""
        if len(rows) == len(self):
            return self
        other = WholePool(Pool(self.counts[rows]), self._layout, self._documents, self._ask)
        vars(other)["_columns"] = self._columns
        return other

    def added_up(self, work: Callable[[Pool, Given], Summed], argument: Given) -> Summed:
        """The sums over the documents of all parts."""
        return self._ask(pickle.dumps((self._layout, work, argument)))

    @cached_property
    def _columns(self) -> tuple[Matrix, Matrix]:
        totals, reach = self.added_up(_sums_of_columns, None)
        return totals, reach


@dataclass(frozen=True, eq=False)
class Layout:
    """The columns in which parts are read."""

    # The columns' terms (:attr:`Vocabulary.spellings`)
    letters: NDArray[np.uint32]
    at: NDArray[np.int64]
    phrases: tuple[str, ...]  # those of them that are phrases, each in place of its words
    analyzer: str  # reads texts again in which a phrase may be
    # How learners see counts; the column of the texts
    view: str
    text: str
    key: str  # tells it from every other

    @classmethod
    def of(cls, terms: Sequence[str], phrases: Sequence[str], analyzer: str, view: str, text: str) -> Layout:
        """The layout of these columns."""
        letters, at = Vocabulary.of(terms).spellings
        about = json.dumps([list(phrases), analyzer, view, text]).encode()
        key = sha256(about + letters.tobytes() + at.tobytes()).hexdigest()
        return cls(letters, at, tuple(phrases), analyzer, view, text, key)

    def read(self, part: CountedPart) -> csr_array:
        """The counts of a part in these columns, as learners see them."""
        counts, vocabulary = PartCounts.load(part.counts), Vocabulary.spelled(self.letters, self.at)
        X = counts.in_columns(vocabulary)
        if self.phrases:
            own, plain = Vocabulary.spelled(counts.letters, counts.at), analyzer_from_json(json.loads(self.analyzer))
            phrases = PhraseCounts(plain).joined(
                self.phrases, counts.X, own, lambda rows: texts_of(part.source, part.groups, self.text, rows)
            )
            X = phrases.in_place_of_words(X, phrases.numbers(vocabulary))
        return VIEWS[self.view](X)


class PartPool(Pool):
    """A part of a pool in a worker, which looks at it once in a round: no second form of the counts is made."""

    @property
    def wide(self) -> bool:
        """Sums are made by document."""
        return False

    def scores_of(self, terms: NDArray[np.intp], weights: Matrix) -> Matrix:
        """The sum of the weights of some terms in each document."""
        all_weights = np.zeros((self.shape[1], weights.shape[1]))
        all_weights[terms] = weights
        return scores(self.counts, all_weights)


class _Ready:
    """The first parts that this worker looked at, in the columns of the newest layout.

    Rounds go through all parts in the same order: were the last ones kept, none of a large pool would be there when it
    is needed again.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._key = ""
        self._parts: dict[str, PartPool] = {}

    def part(self, part: CountedPart, layout: Layout) -> PartPool:
        """The part in these columns, read again unless it is kept."""
        with self._lock:
            if layout.key != self._key:
                self._key = layout.key
                self._parts.clear()
            pool = self._parts.get(part.counts)
            if pool is None:
                pool = PartPool(layout.read(part))
                if sum(each.counts.nnz for each in (pool, *self._parts.values())) <= _MOST:
                    self._parts[part.counts] = pool
            return pool


_ready = _Ready()


def part_pool(part: CountedPart, layout: Layout) -> PartPool:
    """A part of a pool as a worker sees it."""
    return _ready.part(part, layout)


def sums_of_part(question: bytes, part: CountedPart) -> Summed:
    """What a part adds to the sums; a worker calls it."""
    layout, work, argument = pickle.loads(question)  # noqa: S301 - as engines send tasks: from our own process
    return tuple(work(part_pool(part, layout), argument))


def _sums_of_columns(pool: Pool, _: None) -> Summed:
    """How often each term occurs, and in how many documents."""
    return columns(pool.counts)
