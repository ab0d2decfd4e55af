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
from teachback.project.pool.min_hash import Signatures, different, signatures
from teachback.project.pool.part_counts import CountedPart, PartCounts
from teachback.project.pool.whole_pool import Layout, part_pool
from teachback.sweeps import Matrix
from teachback.text.vocabulary import Vocabulary

_LOOKED_AT = (10, 1_000)  # times as many of the best rows as are wanted, in which different ones are looked for


@dataclass(frozen=True)
class PoolSearch:
    """What is looked for."""

    # The model, and its columns
    model: bytes
    layout: Layout
    # Documents are in the project already whose number is at most the limit, or one of these
    limit: int
    known: NDArray[np.uint64]
    # The signatures of documents that searches brought: what hardly differs from one of them does not come
    brought: Signatures
    classes: tuple[int, ...]  # the positions of the classes with few labels, of which likely documents are looked for
    words: tuple[str, ...]  # taught words that few documents of the project have
    most: int  # how many documents are wanted of which the model is least sure, and for each class and each word


@dataclass(frozen=True)
class FoundRows:
    """The best rows of a part for one of the aims of a search, of which no two are near-duplicates.

    Each has a score, the number that chance gave it, its place in the part, and its signature.
    """

    scores: Matrix
    numbers: NDArray[np.uint64]
    rows: NDArray[np.int64]
    signatures: Signatures


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
    best = [_found(counts, search, rows, aim) for aim in aims]
    if search.words:
        of = Vocabulary.of(search.words).places(counts.letters, counts.at)
        for word in range(len(search.words)):
            having = np.isin(counts.X.indices, np.flatnonzero(of == word))
            with_word = np.unique(np.searchsorted(counts.X.indptr, np.flatnonzero(having), side="right") - 1)
            with_word = with_word[able[with_word]]
            best.append(_found(counts, search, with_word, np.zeros(len(with_word))))
    return best


def _found(counts: PartCounts, search: PoolSearch, rows: NDArray[np.int64], scores: Matrix) -> FoundRows:
    """The best rows of these."""
    for times in _LOOKED_AT:
        best = _best(scores, counts.numbers[rows], times * search.most)
        made = signatures(counts.X[rows[best]], counts.letters, counts.at)
        chosen = different(made, search.most, search.brought)
        if len(chosen) == search.most or len(best) == len(rows):
            break
    best = best[chosen]
    return FoundRows(scores[best], counts.numbers[rows[best]], rows[best], made[chosen])


def _best(scores: Matrix, numbers: NDArray[np.uint64], most: int) -> NDArray[np.intp]:
    """The places of the highest scores, in order; where these are equal, chance decides."""
    among = np.arange(len(scores))
    if len(scores) > most:
        among = np.flatnonzero(scores >= np.partition(scores, -most)[-most])
    return among[np.lexsort((numbers[among], -scores[among]))][:most]


def best_rows(answers: Sequence[Sequence[FoundRows]], search: PoolSearch) -> dict[int, list[int]]:
    """The best rows of all parts for each aim, of which no two are near-duplicates: by the part's place, in order."""
    chosen: dict[int, set[int]] = {}
    brought = search.brought
    for of_aim in zip(*answers, strict=True):
        part = np.repeat(np.arange(len(of_aim)), [len(each.rows) for each in of_aim])
        rows = np.concatenate([each.rows for each in of_aim])
        scores, numbers = (np.concatenate([getattr(each, name) for each in of_aim]) for name in ("scores", "numbers"))
        best = _best(scores, numbers, len(scores))
        made = np.concatenate([each.signatures for each in of_aim])[best]
        new = different(made, search.most, brought)
        brought = np.concatenate([brought, made[new]])
        for place in best[new].tolist():
            chosen.setdefault(int(part[place]), set()).add(int(rows[place]))
    return {place: sorted(rows) for place, rows in sorted(chosen.items())}


def read_rows(asked: bytes, task: RowsTask) -> bytes:
    """Rows of a part with all their columns, as an Arrow stream; a worker calls it."""
    how, part = json.loads(asked), task.part
    read = rows_of(part.source, part.groups, task.rows)
    return as_stream([with_numbers(batch, places, part.source, how)[0] for places, batch in read])


@lru_cache(maxsize=1)
def _model(content: bytes) -> TextClassifier:
    return TextClassifier.from_bytes(content, "The model")
