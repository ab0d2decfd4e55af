"""What is left of a text when marked passages are masked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.kernels import kernel
from teachback.learners.rationales.marked_texts import MarkedTexts, Passage


def masked(marked: MarkedTexts, groups: Sequence[Sequence[Passage]], *, close_up: bool) -> csr_array:
    """The counts of a text without the passages of each group (all of one text): a row for each group.

    A token that a passage touches is gone whole; its term stays where it occurs elsewhere too. Where pairs of words are
    terms, `close_up` makes neighbours of the words on either side, as if the passages had been deleted.
    """
    texts = [passages[0].text for passages in groups]
    spans = [[(passage.start, passage.end) for passage in passages] for passages in groups]
    analyzer = marked.counts.analyzer
    if analyzer.bigrams or not analyzer.compiled:  # new pairs may appear, or tokens may have weights
        return marked.counts.contrast(marked.texts, list(zip(texts, spans, strict=True)), close_up=close_up)
    return _left(marked, np.array(texts, dtype=np.int64), spans)


def _left(marked: MarkedTexts, text: NDArray[np.int64], spans: Sequence[Sequence[tuple[int, int]]]) -> csr_array:
    """The counts where a token is one term and counts once: take the terms of touched tokens off the text's counts."""
    tokens, terms = marked.tokens, marked.tokens.kinds.shape[1]
    column = np.full(tokens.kinds.shape[0], -1, dtype=np.int32)
    column[np.diff(tokens.kinds.indptr) > 0] = tokens.kinds.indices
    column = column[tokens.kind]
    order = np.argsort(text, kind="stable")  # the groups of a text one after the other, so that it is counted once
    spans_at = np.zeros(len(spans) + 1, dtype=np.int64)
    np.cumsum([len(spans[group]) for group in order], out=spans_at[1:])
    flat = np.array([span for group in order for span in spans[group]], dtype=np.int64).reshape(-1, 2)
    distinct = np.zeros(len(tokens.rows) - 1, dtype=np.int64)
    _distinct(tokens.rows, column, np.full(terms, -1, dtype=np.int64), distinct)
    room = int(distinct[text].sum())
    indptr = np.zeros(len(text) + 1, dtype=np.int64)
    indices, data = np.empty(room, dtype=np.int32), np.empty(room)
    filled = _take(
        *(tokens.rows, tokens.start, tokens.end, column, text[order], spans_at, flat),
        *(np.zeros(terms, dtype=np.int32), np.zeros(terms, dtype=np.int32), np.empty(terms, dtype=np.int32)),
        *(indptr, indices, data),
    )
    rows = csr_array((data[:filled], indices[:filled], indptr), shape=(len(text), terms))
    return rows[np.argsort(order)] if (np.diff(text) < 0).any() else rows


@kernel
def _distinct(rows, column, seen, distinct):  # type: ignore[no-untyped-def]
    for text in range(len(rows) - 1):
        for token in range(rows[text], rows[text + 1]):
            if column[token] >= 0 and seen[column[token]] != text:
                seen[column[token]] = text
                distinct[text] += 1


@kernel
def _take(  # type: ignore[no-untyped-def]
    rows, start, end, column, texts, spans_at, spans, tally, taken, there, indptr, indices, data
):
    """`tally` has the counts of the text at hand, `there` its terms in order, `taken` what the spans touch."""
    filled, terms = 0, 0
    for group in range(len(texts)):
        text = texts[group]
        first, stop = rows[text], rows[text + 1]
        if group == 0 or texts[group - 1] != text:
            tally[there[:terms]] = 0
            terms = 0
            for token in range(first, stop):
                if column[token] >= 0:
                    if tally[column[token]] == 0:
                        there[terms] = column[token]
                        terms += 1
                    tally[column[token]] += 1
            there[:terms].sort()
        for token in range(first, stop):
            if column[token] >= 0:
                for s in range(spans_at[group], spans_at[group + 1]):
                    if start[token] < spans[s, 1] and end[token] > spans[s, 0]:
                        taken[column[token]] += 1
                        break
        for place in range(terms):
            term = there[place]
            if tally[term] > taken[term]:
                indices[filled], data[filled] = term, tally[term] - taken[term]
                filled += 1
            taken[term] = 0
        indptr[group + 1] = filled
    return filled
