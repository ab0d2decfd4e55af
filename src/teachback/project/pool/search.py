"""Documents of a whole pool that are worth asking, looked for part by part."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from teachback.classifier import TextClassifier
from teachback.project.pool.drawing import as_stream, rows_of, with_numbers
from teachback.project.pool.part_counts import CountedPart, PartCounts
from teachback.project.pool.whole_pool import Layout, part_pool
from teachback.sweeps import Matrix
from teachback.text.vocabulary import Vocabulary


@dataclass(frozen=True)
class PoolSearch:
    """What is looked for.

    Attributes
    ----------
    model, layout
        The model, and its columns.
    limit, known
        Documents are in the project already whose number is at most the limit, or one of these.
    classes
        The positions of the classes with few labels, of which likely documents are looked for.
    words
        Taught words that few documents of the project have.
    most
        How many documents are wanted of which the model is least sure, and for each class and each word.
    """

    model: bytes
    layout: Layout
    limit: int
    known: NDArray[np.uint64]
    classes: tuple[int, ...]
    words: tuple[str, ...]
    most: int


@dataclass(frozen=True)
class FoundRows:
    """Rows of a part for one of the aims of a search: a score, the number that chance gave each, and where it is."""

    scores: Matrix
    numbers: NDArray[np.uint64]
    rows: NDArray[np.int64]

    def best(self, most: int) -> NDArray[np.intp]:
        """The places of those with the highest scores; where these are equal, chance decides."""
        return np.lexsort((self.numbers, -self.scores))[:most]


@dataclass(frozen=True)
class RowsTask:
    """Rows of a part that are to be read."""

    part: CountedPart
    rows: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.part)


def search_part(question: bytes, part: CountedPart) -> list[FoundRows]:
    """What a part has for each aim: unsure documents, then those of each class, then those with each word."""
    search: PoolSearch = pickle.loads(question)  # noqa: S301 - as engines send tasks: from our own process
    pool, counts = part_pool(part, search.layout), PartCounts.load(part.counts)
    numbers = counts.numbers
    able = (np.diff(counts.X.indptr) > 0) & (numbers > np.uint64(search.limit)) & ~np.isin(numbers, search.known)
    rows = np.flatnonzero(able)
    P = _model(search.model).row_probabilities(pool.counts)[rows]
    highest = np.partition(P, -2, axis=1)[:, -2:]
    aims = [highest[:, 0] - highest[:, 1], *(P[:, class_] for class_ in search.classes)]
    best_rows = [FoundRows(aim, numbers[rows], rows) for aim in aims]
    if search.words:
        of = Vocabulary.of(search.words).places(counts.letters, counts.at)
        for word in range(len(search.words)):
            having = np.isin(counts.X.indices, np.flatnonzero(of == word))
            with_word = np.unique(np.searchsorted(counts.X.indptr, np.flatnonzero(having), side="right") - 1)
            with_word = with_word[able[with_word]]
            best_rows.append(FoundRows(np.zeros(len(with_word)), numbers[with_word], with_word))
    return [_cut(each, search.most) for each in best_rows]


def _cut(rows: FoundRows, most: int) -> FoundRows:
    best = rows.best(most)
    return FoundRows(rows.scores[best], rows.numbers[best], rows.rows[best])


def best_rows(answers: Sequence[Sequence[FoundRows]], most: int) -> dict[int, list[int]]:
    """The best rows of all parts for each aim: by the part's place, in order."""
    chosen: dict[int, set[int]] = {}
    for of_aim in zip(*answers, strict=True):
        part = np.repeat(np.arange(len(of_aim)), [len(each.rows) for each in of_aim])
        together = FoundRows(
            np.concatenate([each.scores for each in of_aim]),
            np.concatenate([each.numbers for each in of_aim]),
            np.concatenate([each.rows for each in of_aim]),
        )
        for place in together.best(most).tolist():
            chosen.setdefault(int(part[place]), set()).add(int(together.rows[place]))
    return {place: sorted(rows) for place, rows in sorted(chosen.items())}


def read_rows(asked: bytes, task: RowsTask) -> bytes:
    """Rows of a part with all their columns, as an Arrow stream; a worker calls it."""
    how, part = json.loads(asked), task.part
    read = rows_of(part.source, part.groups, task.rows)
    return as_stream([with_numbers(batch, places, part.source, how)[0] for places, batch in read])


@lru_cache(maxsize=1)
def _model(content: bytes) -> TextClassifier:
    return TextClassifier.from_bytes(content, "The model")
