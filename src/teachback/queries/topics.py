"""Words to begin with, before anything is taught: those that tell one topic of the pool from the others."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.sparse import csr_array

from teachback.errors import percent
from teachback.queries.base import AskedWord, Matrix, Positions, checked_size
from teachback.queries.information_gain import information_gain
from teachback.queries.uncertainty import highest
from teachback.sweeps import sums
from teachback.vectors.blas import one_thread

_CANDIDATES = 20  # for each word that is wanted
_ROUNDS = 20  # of moving the middles of topics
_COMPANY = 0.9  # of what a word is worth, lost where another word is in just the same documents


def topical_words(
    n: int, X: csr_array, topics: Positions, *, closed: Iterable[int] = (), min_documents: int = 3
) -> tuple[AskedWord, ...]:
    """Up to n words of different topics, the most telling first.

    A word is worth its information gain for the topic where it is most frequent, against the rest
    (:func:`information_gain`): words of all documents have none of it, in any language. A word that always comes with
    the same others is less likely one of the subject than one of somebody's signature, so it counts for less the nearer
    another word is to having just its documents; and every further word of a topic counts for less than the one before.

    `topics` has the topic of each document of `X` (:func:`topics_of`). Terms that are `closed`, and words in fewer
    documents than `min_documents`, are not asked.

    >>> X = csr_array([[1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]])              # columns: the, goal, vote
    >>> [asked.term for asked in topical_words(3, X, np.array([0, 0, 1, 1]), min_documents=2)]
    [1, 2]
    """
    n = checked_size(n, "words")
    number = np.bincount(X.indices, minlength=X.shape[1])
    able = (number >= min_documents) & (number <= X.shape[0] / 2)  # what most documents have is of no one subject
    able[list(closed)] = False
    if not able.any():
        return ()
    belongs = np.eye(max(2, int(topics.max()) + 1))[topics]
    having = csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    own = (sums(having, belongs) / np.maximum(belongs.sum(axis=0), 1.0)).argmax(axis=1)
    gain = information_gain(having, belongs, min_documents=min_documents)[np.arange(X.shape[1]), own]
    candidates = highest(gain, np.flatnonzero(able & (gain > 1e-12)), _CANDIDATES * n)
    worth = gain[candidates] * (1.0 - _COMPANY * _closest(having, candidates))
    chosen: list[AskedWord] = []
    of_topic = np.ones(belongs.shape[1])
    while len(chosen) < n and worth.max(initial=0.0) > 0.0:
        best = int((worth / of_topic[own[candidates]]).argmax())
        term = int(candidates[best])
        why = f"in {percent(number[term] / X.shape[0])} of the documents, which are alike: it may be typical of a class"
        chosen.append(AskedWord(term, None, why, float(gain[term])))
        of_topic[own[term]] += 1.0
        worth[best] = 0.0
    return tuple(chosen)


def topics_of(places: Matrix, topics: int) -> Positions:
    """The topic of each document: those whose vectors of length 1 lie in one direction (spherical k-means).

    A few more `topics` than classes are better, as documents differ in what no class is about, too.

    >>> topics_of(np.array([[1.0, 0.0], [0.0, 1.0], [0.8, 0.6], [0.0, 1.0]]), 2).tolist()
    [1, 0, 1, 0]
    """
    if not places.size:
        return np.zeros(len(places), dtype=np.intp)
    draw = np.random.default_rng(0)
    with one_thread():
        middles = places[[draw.integers(len(places))]]
        near = places @ middles[0]
        while len(middles) < topics:  # the further from the others, the likelier
            far = np.square(np.maximum(1.0 - near, 0.0))
            if far.sum() < 1e-9:
                break
            middles = np.vstack([middles, places[draw.choice(len(places), p=far / far.sum())]])
            near = np.maximum(near, places @ middles[-1])
        nearest = (places @ middles.T).argmax(axis=1)
        for _ in range(_ROUNDS):
            middles = np.eye(len(middles))[nearest].T @ places
            middles /= np.maximum(np.sqrt(np.square(middles).sum(axis=1)), 1e-12)[:, np.newaxis]
            before, nearest = nearest, (places @ middles.T).argmax(axis=1)
            if (before == nearest).all():
                break
    return np.asarray(nearest, dtype=np.intp)


def _closest(having: csr_array, terms: Positions) -> Matrix:
    """How near another of these terms comes to having just a term's documents: both of either, at most 1."""
    columns = csr_array(having[:, terms])
    both = (columns.T @ columns).toarray()
    number = np.diagonal(both).copy()
    share = both / np.maximum(number[:, np.newaxis] + number - both, 1.0)
    np.fill_diagonal(share, 0.0)
    return np.asarray(share.max(axis=1, initial=0.0))
