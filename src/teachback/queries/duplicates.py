r"""Near-duplicates: documents with nearly the same terms.

Two documents are alike when the share of their terms that both have, :math:`|A \cap B| / |A \cup B|` (Jaccard), reaches
a threshold; how often a term occurs does not matter, and a document without terms is like no other. Everything here is
exact. It is fast because of two facts: like documents have like sizes, and a document that is like A has at least one
of *any* :math:`|A| - \lceil t |A| \rceil + 1` terms of A, so it is enough to look where A's rarest terms occur (the
prefix filter of Chaudhuri et al. 2006 and Bayardo et al. 2007).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from teachback.kernels import kernel
from teachback.pool import Pool
from teachback.queries.base import (
    BadQuery,
    Mask,
    Positions,
    checked_counts,
    checked_share,
)
from teachback.sweeps import spread

_BITS = 64  # rows looked for in one sweep, a bit each


def near_duplicates(X: Any, threshold: float = 0.8) -> Positions:
    """For each document, the first document of its group; its own position where it begins one.

    In the order of the pool, a document joins the first group whose first document it is like, or else begins a
    group. So every member is like the one that stands for the group, and there are no chains from one document to
    quite another.

    >>> near_duplicates([[1, 1, 1, 1, 1], [0, 0, 0, 0, 1], [1, 1, 1, 1, 0]]).tolist()
    [0, 1, 0]
    """
    X, threshold = checked_counts(X), checked_share(threshold, "threshold", above_zero=True)
    first = np.arange(X.shape[0], dtype=np.intp)
    if X.nnz:
        frequency = np.bincount(X.indices, minlength=X.shape[1])
        rarity = np.empty(X.shape[1], dtype=np.int32)
        rarity[np.argsort(frequency, kind="stable")] = np.arange(X.shape[1], dtype=np.int32)
        _lead(X.indptr, rarity[X.indices], X.shape[1], threshold, first)
    return first


def diverse(X: csr_array, order: Positions, n: int, threshold: float, besides: Positions) -> Positions:
    """The first n documents in the given order of which no two are alike, nor like one of those `besides`.

    >>> X = csr_array([[1, 1, 1, 1, 1], [0, 0, 0, 0, 1], [1, 1, 1, 1, 0]])
    >>> diverse(X, np.array([2, 0, 1]), 2, 0.8, np.array([], dtype=int)).tolist()
    [2, 1]
    """
    taken = np.empty(len(besides) + n, dtype=np.intp)
    taken[: len(besides)] = besides
    filled = _take(X.indptr, X.indices, order, threshold, taken, len(besides))
    return taken[len(besides) : filled]


def alike_rows(pool: Pool, rows: Positions, threshold: float, open: Mask) -> list[tuple[int, ...]]:
    """For each of the given rows, the other open documents that are like it, in one sweep over the pool.

    >>> pool = Pool([[1, 1, 1, 1, 1], [0, 0, 0, 0, 1], [1, 1, 1, 1, 0]])
    >>> alike_rows(pool, np.array([0, 1]), 0.8, np.ones(3, dtype=bool))
    [(2,), ()]
    """
    X, frequency = pool.counts, pool.reach
    groups: list[tuple[int, ...]] = []
    for begin in range(0, len(rows), _BITS):
        few = rows[begin : begin + _BITS]
        near = np.zeros(X.shape[0], dtype=np.uint64)

        def sweep(first: int, stop: int, few: Positions = few, near: NDArray[np.uint64] = near) -> None:
            _sweep(X.indptr, X.indices, X.shape[1], frequency, few, threshold, open, first, stop, near)

        spread(sweep, X.shape[0], X.nnz)
        hits = np.flatnonzero(near)
        for bit in range(len(few)):
            mine = hits[(near[hits] >> np.uint64(bit)) & np.uint64(1) == 1]
            groups.append(tuple(mine.tolist()))
    return groups


def checked_rows(rows: ArrayLike, documents: int) -> Positions:
    """Positions of documents that are there."""
    at: NDArray[Any] = np.asarray(rows)
    if at.ndim != 1 or (at.size and at.dtype.kind not in "iu"):
        raise BadQuery(f"Documents are given as a list of positions, not as {at.dtype} of shape {at.shape}.")
    if at.size and (at.min() < 0 or at.max() >= documents):
        missing = at[(at < 0) | (at >= documents)][0]
        raise BadQuery(f"There is no document {missing}; the positions are 0 to {documents - 1}.")
    return at.astype(np.intp)


@kernel
def _prefix(size, threshold):  # type: ignore[no-untyped-def]
    """How many terms of a document of that size are enough to find all documents like it."""
    return size - int(np.ceil(threshold * size - 1e-9)) + 1


@kernel
def _could_be(a, b, threshold):  # type: ignore[no-untyped-def]
    """Whether documents of these sizes could be alike."""
    return min(a, b) >= threshold * max(a, b) - 1e-9


@kernel
def _alike(terms, a, a_end, b, b_end, threshold):  # type: ignore[no-untyped-def]
    """Whether two stretches of sorted terms are alike."""
    both, total = 0, (a_end - a) + (b_end - b)
    while a < a_end and b < b_end:
        left, right = terms[a], terms[b]
        if left == right:
            both += 1
        a += left <= right
        b += right <= left
    return both > 0 and both / (total - both) >= threshold


@kernel
def _take(indptr, indices, order, threshold, taken, filled):  # type: ignore[no-untyped-def]
    for row in order:
        if filled == len(taken):
            break
        new = True
        for place in range(filled):
            other = taken[place]
            sizes = indptr[row + 1] - indptr[row], indptr[other + 1] - indptr[other]
            if row == other or (
                _could_be(sizes[0], sizes[1], threshold)
                and _alike(indices, indptr[row], indptr[row + 1], indptr[other], indptr[other + 1], threshold)
            ):
                new = False
                break
        if new:
            taken[filled] = row
            filled += 1
    return filled


@kernel
def _sweep(indptr, indices, terms, frequency, rows, threshold, open, first, stop, near):  # type: ignore[no-untyped-def]
    """Set bit q of near[d] for each open document d that is like row number q, and is not that row."""
    has = np.zeros(terms, dtype=np.uint64)  # which of the rows have the term
    finds = np.zeros(terms, dtype=np.uint64)  # which of the rows must be compared with what has the term
    for q in range(len(rows)):
        bit = np.uint64(1) << np.uint64(q)
        mine = indices[indptr[rows[q]] : indptr[rows[q] + 1]]
        for term in mine:
            has[term] |= bit
        if len(mine):
            rarest = np.argsort(frequency[mine], kind="mergesort")
            for place in range(_prefix(len(mine), threshold)):
                finds[mine[rarest[place]]] |= bit
    both = np.zeros(len(rows), dtype=np.int64)
    for row in range(first, stop):
        if not open[row]:
            continue
        near_rows = np.uint64(0)
        for place in range(indptr[row], indptr[row + 1]):
            near_rows |= finds[indices[place]]
        if near_rows == 0:
            continue
        both[:] = 0
        for place in range(indptr[row], indptr[row + 1]):
            shared = has[indices[place]] & near_rows
            q = 0
            while shared:
                if shared & np.uint64(1):
                    both[q] += 1
                shared >>= np.uint64(1)
                q += 1
        size = indptr[row + 1] - indptr[row]
        for q in range(len(rows)):
            other = indptr[rows[q] + 1] - indptr[rows[q]]
            if both[q] and rows[q] != row and both[q] / (size + other - both[q]) >= threshold:
                near[row] |= np.uint64(1) << np.uint64(q)


@kernel
def _lead(indptr, ranks, terms, threshold, first):  # type: ignore[no-untyped-def]
    """Groups in the order of the rows. `ranks` has each term's place among all terms, the rarest first."""
    documents = len(indptr) - 1
    begins = np.zeros(terms + 1, dtype=np.int64)  # where each term's leaders are listed
    for row in range(documents):
        begin, end = indptr[row], indptr[row + 1]
        ranks[begin:end].sort()
        for place in range(begin, min(begin + _prefix(end - begin, threshold), end)):
            begins[ranks[place] + 1] += 1
    begins = np.cumsum(begins)
    ends = begins[:-1].copy()
    listed = np.empty((begins[-1], 3), dtype=np.int32)  # the leader, its size, how many of its terms are left
    compared = np.full(documents, -1, dtype=np.int64)
    for row in range(documents):
        begin, end = indptr[row], indptr[row + 1]
        size, best = end - begin, row
        prefix = min(_prefix(size, threshold), size)
        for place in range(begin, begin + prefix):
            left = end - place
            for slot in range(begins[ranks[place]], ends[ranks[place]]):
                other, its_size, its_left = listed[slot]
                if min(left, its_left) < threshold / (1.0 + threshold) * (size + its_size) - 1e-9:
                    continue  # not even with all that is left would they have enough in common
                if other < best and compared[other] != row:
                    compared[other] = row
                    if _alike(ranks, begin, end, indptr[other], indptr[other + 1], threshold):
                        best = other
        first[row] = best
        if best == row:
            for place in range(begin, begin + prefix):
                slot = ends[ranks[place]]
                listed[slot, 0], listed[slot, 1], listed[slot, 2] = row, size, end - place
                ends[ranks[place]] = slot + 1
