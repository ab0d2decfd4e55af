"""Columns of words to teach, one for each class; and words worth asking about before anything is taught."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teachback.errors import listed, percent
from teachback.queries.base import (
    AskedWord,
    BadQuery,
    Matrix,
    Positions,
    checked_classes,
    checked_pool,
    checked_posteriors,
    checked_share,
    checked_size,
    rows_of,
    same_length,
)
from teachback.queries.information_gain import SoftCounts, gains_of, soft_counts
from teachback.queries.uncertainty import highest
from teachback.vectors import specificity

Words = Iterable[tuple[int, Hashable] | tuple[int, Hashable, float]]
NotReasons = Iterable[int | tuple[int, Hashable]]

_SAMPLE = 20_000  # documents that are enough to see which words occur together
_ANYWAY = 0.1  # what a word is worth that no document has twice
_CANDIDATES = 10  # for each word that is asked for
_NOTHING = 1e-12  # a gain that is only rounding


def ask_words(
    n: int,
    X: Any,
    P: ArrayLike | None = None,
    *,
    classes: Sequence[Hashable],
    taught: ArrayLike | None = None,
    unasked: Container[Hashable] = (),
    words: Words = (),
    not_a_reason: NotReasons = (),
    stop_words: Iterable[int] = (),
    min_documents: int = 3,
    often: float = 0.75,
    start: Callable[[int, frozenset[int]], tuple[AskedWord, ...]] | None = None,
) -> dict[Hashable | None, tuple[AskedWord, ...]]:
    """Up to n words for each class, the most informative first.

    A word is asked for a class when it occurs there more than `often` times as often as in the class where it occurs
    most (the paper's 75 % rule; counted in tokens a document), and ordered by its information gain for that class
    against the rest, times what a word of its frequency can say for one class
    (:func:`~teachback.vectors.specificity`): what is in nearly all documents is not asked, in any language. Classes
    that have not been taught have no words of their own yet: under None there are frequent words that may be typical of
    some class (:func:`informative_words`).

    Parameters
    ----------
    n
        How many words a class.
    X
        Counts of all documents, labelled or not.
    P
        The model's probabilities of all documents, labelled ones certain (:func:`with_labels`); None while there is
        no model.
    classes
        The classes' names, in the order of P's columns.
    taught
        True for each class that has a label or a word (:func:`taught_classes`); all of them by default.
    unasked
        Classes that need no words, such as everything else.
    words
        Taught words, (column, class) or (column, class, strength): they are not asked again, for no class.
    not_a_reason
        Rejected words: a column (asked for no class again) or (column, class) (not again for that class).
    stop_words
        Columns that are not asked while there is nothing but frequency to go by.
    min_documents
        Words in fewer documents are not asked.
    often
        The share of the rule above; 0 asks every word for every class in which it occurs.
    start
        A function that chooses the words to begin with, where they are not chosen by frequency, such as
        :func:`topical_words`.

    Examples
    --------
    >>> X = [[2, 1, 0], [1, 1, 0], [0, 1, 1], [0, 1, 1]]      # columns: refund, please, crash
    >>> P = [[0.9, 0.1], [0.8, 0.2], [0.1, 0.9], [0.3, 0.7]]
    >>> for name, asked in ask_words(1, X, P, classes=["billing", "bug"], min_documents=2).items():
    ...     print(name, asked[0].term, asked[0].why)
    billing 0 in 81 % of the documents that seem billing and 16 % of the others
    bug 2 in 84 % of the documents that seem bug and 19 % of the others
    >>> list(ask_words(1, X, P, classes=["billing", "bug"], min_documents=2, words=[(0, "billing"), (2, "bug")]))
    ['billing', 'bug']

    References
    ----------
    Settles (2011), section 2.3.
    """
    n = checked_size(n, "words")
    checked_size(min_documents, "documents a word")
    if not 0.0 <= checked_share(often, "often") < 1.0:
        raise BadQuery("often must be below 1: no word occurs more often than in the class where it occurs most.")
    same_length(X=rows_of(X), P=rows_of(P))
    pool = checked_pool(X)
    P = None if P is None else checked_posteriors(P)
    names, heard = checked_classes(classes, P, taught)
    silent = np.array([name in unasked for name in names], dtype=np.bool_)
    everywhere, somewhere = _closed(words, not_a_reason, names, pool.shape[1])
    asked: dict[Hashable | None, tuple[AskedWord, ...]] = dict.fromkeys(names, ())
    if P is not None and heard.any() and pool.counts.nnz:
        counted = soft_counts(pool, P, min_documents)
        shut = np.zeros(counted.presence.shape, dtype=np.bool_)
        shut[np.isin(counted.terms, list(everywhere))] = True
        for j, rejected in enumerate(somewhere):
            if rejected:
                shut[np.isin(counted.terms, list(rejected)), j] = True
        specific = specificity(counted.frequency, counted.documents, len(names))
        gains = np.ascontiguousarray((gains_of(counted, often, shut) * specific[:, np.newaxis]).T)
        for j in np.flatnonzero(heard & ~silent).tolist():
            best = highest(gains[j], np.flatnonzero(gains[j] > _NOTHING), n)
            asked[names[j]] = _questions(counted, best, j, names[j], gains[j, best])
    if P is None or not (heard | silent).all():
        closed = everywhere.union(stop_words, *somewhere)
        if start is None:
            asked[None] = informative_words(n, pool, closed=closed, min_documents=min_documents)
        else:
            asked[None] = start(n, frozenset(closed))
    return asked


def _questions(counted: SoftCounts, best: Positions, j: int, name: Hashable, gains: Matrix) -> tuple[AskedWord, ...]:
    inside, outside = counted.mass[j], counted.documents - counted.mass[j]
    presence = counted.presence[best, j]
    here = np.minimum(presence / inside, 1.0) if inside > 0 else np.zeros(len(best))
    rest = np.maximum(counted.frequency[best] - presence, 0.0)
    there = np.minimum(rest / outside, 1.0) if outside > 0 else np.zeros(len(best))
    shares = zip(map(percent, here.tolist()), map(percent, there.tolist()), strict=True)
    whys = [f"in {own} of the documents that seem {name} and {other} of the others" for own, other in shares]
    return tuple(map(AskedWord, counted.terms[best].tolist(), repeat(name), whys, gains.tolist()))


def _closed(words: Words, not_a_reason: NotReasons, names: list[Any], terms: int) -> tuple[set[int], list[set[int]]]:
    """The terms that are not asked for any class, and those that are not asked for each class."""
    everywhere: set[int] = set()
    somewhere: list[set[int]] = [set() for _ in names]
    place = {name: j for j, name in enumerate(names)}
    for term, label, *_ in words:
        everywhere.add(_checked(term, terms))
        _known(label, place)
    for item in not_a_reason:
        if isinstance(item, tuple):
            somewhere[_known(item[1], place)].add(_checked(item[0], terms))
        else:
            everywhere.add(_checked(item, terms))
    return everywhere, somewhere


def _checked(term: int, terms: int) -> int:
    if not 0 <= term < terms:
        raise BadQuery(f"There is no term {term}; the terms are the columns 0 to {terms - 1}.")
    return int(term)


def _known(label: Hashable, place: dict[Any, int]) -> int:
    if label not in place:
        raise BadQuery(f"{label!r} is not a class; the classes are {listed(map(str, place))}.")
    return place[label]


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
    allowed[[_checked(term, terms) for term in closed]] = False
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
