"""Words to begin with, before anything is taught: those whose documents are alike."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.sparse import csr_array

from teachback.queries.base import AskedWord, Matrix, checked_size, percent
from teachback.queries.uncertainty import highest
from teachback.sweeps import sums

_CANDIDATES = 20  # for each word that is wanted


def topical_words(
    n: int, X: csr_array, places: Matrix, *, closed: Iterable[int] = (), min_documents: int = 3
) -> tuple[AskedWord, ...]:
    r"""Up to n words of different topics: each in documents that lie in one direction from the pool's middle.

    With :math:`z_d` the documents' vectors, of mean 0 and squared length 1 on average, the documents of a term that
    says nothing add up to a vector of squared length :math:`n_k`. What is beyond that is what a term tells of a topic,

    .. math:: g_k = \Big| \sum_{d \ni k} z_d \Big|^2 / n_k - 1.

    Words of all documents have none of it, in any language. Terms in the direction of a word that was chosen count for
    less.

    Parameters
    ----------
    X, places
        Counts of documents, and their vectors (:class:`~teachback.vectors.PoolVectors`).
    closed
        Terms that are not to be asked.
    min_documents
        Words in fewer documents are not asked.

    Examples
    --------
    >>> X = csr_array([[1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]])              # columns: the, goal, vote
    >>> z = np.array([[1.0], [1.0], [-1.0], [-1.0]])
    >>> [asked.term for asked in topical_words(3, X, z, min_documents=2)]
    [1]
    """
    n = checked_size(n, "words")
    having = csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    number = np.bincount(X.indices, minlength=X.shape[1]).astype(np.float64)
    able = number >= min_documents
    able[list(closed)] = False
    if not places.size or not able.any():
        return ()
    towards = sums(having, places)
    squared = np.square(towards).sum(axis=1)
    gain = np.where(able, squared / np.maximum(number, 1.0) - 1.0, 0.0)
    candidates = highest(gain, np.flatnonzero(gain > 0.0), _CANDIDATES * n)
    worth = gain[candidates]
    directions = towards[candidates] / np.sqrt(np.maximum(squared[candidates], 1e-300))[:, np.newaxis]
    chosen: list[AskedWord] = []
    while len(chosen) < n and worth.max(initial=0.0) > 0.0:
        best = int(worth.argmax())
        term = int(candidates[best])
        why = f"in {percent(number[term] / X.shape[0])} of the documents, which are alike: it may be typical of a class"
        chosen.append(AskedWord(term, None, why, float(gain[term])))
        near = np.einsum("kd,d->k", directions, directions[best])
        worth = worth * (1.0 - np.square(near))
        worth[best] = 0.0
    return tuple(chosen)
