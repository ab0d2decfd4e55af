"""Texts as sparse rows of term counts, compiled and streamed.

Texts pass through in chunks: some threads scan chunks while the calling thread numbers and counts the terms of the
chunks before them, in order, so that the result never depends on timing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from teachback.kernels import kernel
from teachback.processors import processors
from teachback.scratch import array
from teachback.text.base import Analyzer, BadAnalysis
from teachback.text.scan import Scan, TextColumn
from teachback.text.vocabulary import Vocabulary

CHUNK = 1 << 18  # code points that are scanned together: enough to amortise a call, few enough to stay in cache
_FEW = 1000  # counts, whose logarithms are looked up


def stream(analyzer: Analyzer, vocabulary: Vocabulary, texts: Iterable[str], *, grow: bool) -> Iterator[csr_array]:
    """Rows of counts for the texts, block by block; column k is the vocabulary's term number k.

    With `grow`, new terms enter the vocabulary and its totals; otherwise they are left out. Memory is bounded by a
    few chunks, however many texts there are.
    """
    if isinstance(texts, TextColumn) and analyzer.plain_words is not None:
        yield _of_column(analyzer, vocabulary, texts, *analyzer.plain_words, grow)
        return
    for scan in scans(analyzer, texts):
        numbers = vocabulary.read(scan, grow=grow)
        if grow:
            vocabulary.count(numbers)
        yield count(scan, numbers, len(vocabulary))


def _of_column(
    analyzer: Analyzer, vocabulary: Vocabulary, texts: TextColumn, markup: bool, digits: bool, grow: bool
) -> csr_array:
    """Rows of counts for texts that are read as bytes; those that cannot be are scanned."""
    counted = vocabulary.count_column(texts, markup, digits, grow=grow)
    left = np.flatnonzero(counted.left)
    scanned = list(stream(analyzer, vocabulary, [texts[row] for row in left.tolist()], grow=grow))
    X = _matrix(counted.counts, counted.indices, counted.indptr, len(vocabulary))
    if not counted.in_order:
        X.sum_duplicates()
    X.has_canonical_format = True
    if not len(left):
        return X
    order = np.arange(len(texts))
    order[left] = len(texts) + np.arange(len(left))
    return stacked([X, *scanned], len(vocabulary))[order]


def scans(analyzer: Analyzer, texts: Iterable[str]) -> Iterator[Scan]:
    """The terms of the texts, chunk after chunk, scanned ahead in threads."""
    chunks = _chunks(texts)
    first = list(islice(chunks, 2))
    chunks = chain(first, chunks)
    if len(first) < 2 or not analyzer.compiled:  # a Python function gains nothing from threads and may not bear them
        yield from map(analyzer.terms, chunks)
        return
    threads = min(4, processors())
    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[Future[Scan]] = deque()
        try:
            for chunk in chunks:
                ahead.append(pool.submit(analyzer.terms, chunk))
                if len(ahead) > threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:  # abandoned or interrupted: what has not begun need not begin
            for future in ahead:
                future.cancel()


def count(scan: Scan, numbers: NDArray[np.int32], terms: int) -> csr_array:
    """One row a text: how often each term occurs in it. Numbers below 0 are left out."""
    times = np.ones(len(numbers), dtype=np.int32) if scan.weight is None else scan.weight
    counted, rows = numbers >= 0, scan.rows
    if not counted.all():
        rows = np.append(0, np.cumsum(counted))[rows]
        numbers, times = numbers[counted], times[counted]
    X = _matrix(times.copy(), numbers.copy(), rows, terms)
    X.sum_duplicates()
    return X


def in_columns(blocks: Sequence[csr_array], vocabulary: Vocabulary) -> csr_array:
    """Blocks, perhaps made when the vocabulary was smaller, as one matrix of the terms that count now."""
    selected = vocabulary.selected()
    X = stacked(blocks, len(vocabulary))
    return X if len(selected) == X.shape[1] else X[:, selected]


def chosen(X: csr_array, columns: NDArray[np.int64], width: int) -> csr_array:
    """The counts with term number k in the column columns[k]; those without a column (-1) are left out."""
    at = columns[X.indices]
    stays = at >= 0
    indptr = np.concatenate([[0], np.cumsum(stays)])[X.indptr]
    return _matrix(X.data[stays], at[stays].astype(np.int32), indptr, width)


def stacked(blocks: Sequence[csr_array], terms: int) -> csr_array:
    """Blocks made at different moments, when there were fewer terms, as one matrix."""
    if not blocks:
        return csr_array((0, terms), dtype=np.int32)
    wide = [csr_array((block.data, block.indices, block.indptr), shape=(block.shape[0], terms)) for block in blocks]
    return wide[0] if len(wide) == 1 else vstack(wide, format="csr")


def binary(X: csr_array) -> csr_array:
    """1 where a term occurs, however often.

    >>> binary(csr_array([[2, 0], [1, 3]])).toarray().tolist()
    [[1, 0], [1, 1]]
    """
    return csr_array((np.ones_like(X.data), X.indices, X.indptr), shape=X.shape)


def damped(X: csr_array) -> csr_array:
    """The logarithm of 1 + the count: the second time a document uses a term says less than the first.

    >>> damped(csr_array([[0, 1, 7]])).toarray().round(2).tolist()
    [[0.0, 0.69, 2.08]]
    """
    most = int(X.data.max(initial=0)) if X.data.dtype.kind in "iu" else _FEW
    if most >= _FEW or X.data.min(initial=0) < 0:
        return csr_array((np.log1p(X.data), X.indices, X.indptr), shape=X.shape)
    data = array("damped", len(X.data), np.float64)
    _look_up(np.log1p(np.arange(most + 1)), X.data, data)
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def unit_length(X: csr_array) -> csr_array:
    """Each row scaled to Euclidean length 1; an empty row stays empty.

    >>> unit_length(csr_array([[3, 4], [0, 0]])).toarray().tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    length = np.sqrt(np.bincount(row, weights=np.square(X.data, dtype=np.float64), minlength=X.shape[0]))
    return csr_array((X.data / length[row], X.indices, X.indptr), shape=X.shape)


def refuse_single_text(texts: Iterable[str]) -> None:
    """A text alone would pass for a list of texts of one letter each."""
    if isinstance(texts, str):
        raise BadAnalysis("Expected a list of texts, not one text; put it in a list: [text].")


def _matrix(data: NDArray[np.generic], indices: NDArray[np.int32], indptr: NDArray[np.int64], terms: int) -> csr_array:
    """A matrix with 32-bit indices, which some learners insist on, unless it holds too much for them."""
    fits = len(indices) <= np.iinfo(np.int32).max
    rows = indptr.astype(np.int32) if fits else indptr
    return csr_array((data, indices, rows), shape=(len(indptr) - 1, terms))


def _chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for text in texts:
        if not isinstance(text, str):
            raise BadAnalysis(f"A text must be a string, not {text!r:.80}; leave it out or write it as one.")
        chunk.append(text)
        size += len(text) + 1
        if size >= CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _look_up_by_numpy(values: NDArray[np.float64], places: NDArray[np.integer], out: NDArray[np.float64]) -> None:
    out[:] = values[places]


@kernel(meanwhile=_look_up_by_numpy, seconds=lambda _, places, __: 2e-9 * len(places), patience=1.0)
def _look_up(values, places, out):  # type: ignore[no-untyped-def]
    for at in range(len(places)):
        out[at] = values[places[at]]
