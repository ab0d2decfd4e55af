"""Words worth asking about before anything is taught."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.queries.base import AskedWord, BadQuery, checked_pool, checked_share, checked_size, percent
from teachback.queries.uncertainty import highest

_SAMPLE = 20_000  # documents that are enough to see which words occur together
_ANYWAY = 0.1  # what a word is worth that no document has twice
_CANDIDATES = 10  # for each word that is asked for


def informative_words(
    n: int, X: Any, *, closed: Iterable[int] = (), min_documents: int = 3, common: float = 0.25
) -> tuple[AskedWord, ...]:
    r"""Frequent words that speak of a subject, from all over the pool; for no class in particular.

    Words that carry a subject are bursty: where they occur, they occur again. That is seen from counts alone, by how
    many more documents would have the word if its occurrences fell where they like,

    .. math:: r_k = \log(1 - e^{-t_k / N}) - \log(1 - e^{-d_k / N})

    for a term that occurs :math:`t_k` times, in :math:`d_k` of the N documents: the residual inverse document
    frequency, made 0 for a word that no document has twice. Words are taken by :math:`(r_k + 0.1) \sqrt{d_k}`, where a
    document that has a word taken before counts half, so that one subject does not fill the list. (The 0.1 lets
    frequency decide in short texts, where hardly anything occurs twice.)

    Parameters
    ----------
    n
        How many words.
    X
        Counts, documents × terms.
    closed
        Columns that are not to be asked: taught or rejected words, stop words.
    min_documents
        Words in fewer documents are not asked.
    common
        Words in a greater share of the documents are not asked.

    Examples
    --------
    >>> X = [[1, 3, 0], [1, 2, 0], [1, 0, 1], [1, 0, 1], [1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]]
    >>> [question.term for question in informative_words(2, X, min_documents=2)]
    [1, 2]

    References
    ----------
    Church & Gale (1995). Inverse Document Frequency (IDF): A Measure of Deviations from Poisson. WVLC.
    """
    n, pool = checked_size(n, "words"), checked_pool(X)
    checked_size(min_documents, "documents a word")
    checked_share(common, "common", above_zero=True)
    documents, terms = pool.shape
    if not pool.counts.nnz:
        return ()
    frequency, times = pool.reach, pool.totals
    allowed = (frequency >= min_documents) & (frequency <= max(common * documents, min_documents))
    allowed[_checked_terms(closed, terms)] = False
    able = np.flatnonzero(allowed)
    weight = np.zeros(terms)
    by_chance, observed = (-np.expm1(-counts[able] / documents) for counts in (times, frequency))
    weight[able] = np.maximum(np.log(by_chance / observed), 0.0) + _ANYWAY

    scores = weight * np.sqrt(frequency)
    candidates = highest(scores, able, _CANDIDATES * n)
    step = max(1, -(-documents // _SAMPLE))
    has = pool.counts[::step][:, candidates].tocsc()
    has.data = np.ones(has.nnz)
    counts = np.ones(has.shape[0])
    left = weight[candidates]
    chosen: list[AskedWord] = []
    while len(chosen) < n and left.any():
        worth = left * np.sqrt(step * (has.T @ counts))
        best = int(worth.argmax())
        if not worth[best] > 0:
            break
        chosen.append(_question(int(candidates[best]), frequency, times, documents, float(worth[best])))
        left[best] = 0.0
        counts[has.indices[has.indptr[best] : has.indptr[best + 1]]] *= 0.5
    return tuple(chosen)


def _question(
    term: int, frequency: NDArray[np.float64], times: NDArray[np.float64], documents: int, worth: float
) -> AskedWord:
    share, often = percent(frequency[term] / documents), times[term] / frequency[term]
    why = f"in {share} of the documents, {often:.1f} times in each: it may be typical of a class"
    return AskedWord(term, None, why, worth)


def _checked_terms(closed: Iterable[int], terms: int) -> list[int]:
    listed = [int(term) for term in closed]
    for term in listed:
        if not 0 <= term < terms:
            raise BadQuery(f"There is no term {term}; the terms are the columns 0 to {terms - 1}.")
    return listed
