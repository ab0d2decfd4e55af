"""Which documents are like some others, or like a word or a passage."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.queries.design import of_length_one
from teachback.queries.uncertainty import highest
from teachback.sweeps import scores
from teachback.vectors import PoolVectors

_BLOCK = 8192  # documents whose vectors are in memory at a time
_NEAR = 20  # documents that share words with what is asked, and say what goes with it


def likeness(
    counts: csr_array, asked: csr_array, vectors: PoolVectors, *, besides: Sequence[int] = ()
) -> NDArray[np.float64]:
    """How like each document is to what is asked: at most 1, and 0 for nothing in common.

    It is the mean of two cosines, each divided by the highest that any document has: of the rows of rarity-weighted
    terms with that of what is asked, high where the same telling words occur; and of the documents' vectors with the
    middle of the documents that come first by that, high where words occur that go with them.

    `counts` and `asked` are damped counts: of the documents, and of the documents, words or passages that are asked.
    Documents that are asked themselves are `besides`; they have 0.

    >>> from teachback.pool import Pool
    >>> pool = Pool([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 2]])   # send, back, return, bill
    >>> word = csr_array([[1, 0, 0, 0]])
    >>> found = likeness(pool.counts, word, PoolVectors(pool))
    >>> found.argsort()[::-1][:2].tolist(), bool(found[2] < 0.1)
    ([0, 1], True)
    """
    rows, wanted = vectors.unit_rows(counts), vectors.unit_rows(asked)
    middle = np.asarray(wanted.sum(axis=0)).reshape(-1, 1)
    length = np.sqrt(float(np.square(middle).sum()))
    if not length:
        return np.zeros(len(counts.indptr) - 1)
    others = np.ones(rows.shape[0], dtype=np.bool_)
    others[list(besides)] = False
    shared = scores(rows, middle / length)[:, 0]
    terms = _beside_the_best(shared, others)
    near = highest(shared, np.flatnonzero(shared > 0.0), _NEAR)  # a word alone says little of what goes with it
    place = of_length_one((shared[near] @ of_length_one(vectors.places_of(rows[near])))[np.newaxis])[0]
    if not place.any():
        return terms
    lengths = vectors.remembered("lengths", lambda: _lengths(rows, vectors))
    along = scores(rows, (vectors.directions @ place)[:, np.newaxis])[:, 0] - vectors.centre @ place
    return (terms + _beside_the_best(along / np.where(lengths > 0.0, lengths, np.inf), others)) / 2.0


def _beside_the_best(cosines: NDArray[np.float64], others: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The cosines of the others, beside the highest of them; none is below 0."""
    left = np.where(others, np.maximum(cosines, 0.0), 0.0)
    return np.asarray(left / max(float(left.max(initial=0.0)), 1e-300))


def _lengths(rows: csr_array, vectors: PoolVectors) -> NDArray[np.float64]:
    """How long each document's vector is."""
    size = rows.shape[0]
    blocks = (vectors.places_of(rows[first : first + _BLOCK]) for first in range(0, size, _BLOCK))
    return np.concatenate([np.sqrt(np.square(block).sum(axis=1)) for block in blocks] or [np.zeros(0)])
