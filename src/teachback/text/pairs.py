"""Neighbouring tokens as terms of their own, and what is left of a text when passages are masked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.text.scan import Scan

Span = tuple[int, int]


@dataclass(frozen=True)
class Masked:
    """The tokens that remain, and before which of them something was taken out."""

    scan: Scan
    gap: NDArray[np.bool_]


def with_pairs(scan: Scan, gap: NDArray[np.bool_] | None = None) -> Scan:
    """Each token, followed by the two-word term that it makes with the next token of its text.

    No term reaches across a gap.
    """
    tokens = len(scan)
    if gap is None:
        gap = np.zeros(tokens, dtype=np.bool_)
    room = 2 * tokens
    rows = np.zeros_like(scan.rows)
    start, end = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    spelling = np.empty(3 * len(scan.spelling) + tokens, dtype=np.uint32)
    spelling_at = np.zeros(room + 1, dtype=np.int64)
    terms, written = _pair(
        *(scan.rows, scan.start, scan.end, scan.spelling, scan.spelling_at, gap),
        *(rows, start, end, spelling, spelling_at),
    )
    return Scan(rows, start[:terms], end[:terms], spelling[:written], spelling_at[: terms + 1])


def mask(scan: Scan, passages: Sequence[tuple[int, Sequence[Span]]]) -> Masked:
    """For each (text, spans): the tokens of that text which no span touches, even partly.

    A token without length (a feature that stands between letters) is touched by the spans that reach its place.
    """
    texts = np.fromiter((text for text, _ in passages), dtype=np.int64, count=len(passages))
    spans_at = np.zeros(len(passages) + 1, dtype=np.int64)
    np.cumsum([len(spans) for _, spans in passages], out=spans_at[1:])
    spans = np.array([span for _, spans in passages for span in spans], dtype=np.int64).reshape(-1, 2)
    room = int((scan.rows[texts + 1] - scan.rows[texts]).sum())
    rows = np.zeros(len(passages) + 1, dtype=np.int64)
    left, gap = np.empty(room, dtype=np.int64), np.zeros(room, dtype=np.bool_)
    tokens = _mask(scan.rows, scan.start, scan.end, texts, spans_at, spans, rows, left, gap)
    left = left[:tokens]
    lengths = np.diff(scan.spelling_at)[left]
    spelling_at = np.zeros(tokens + 1, dtype=np.int64)
    np.cumsum(lengths, out=spelling_at[1:])
    spelling = scan.spelling[np.repeat(scan.spelling_at[left] - spelling_at[:-1], lengths) + np.arange(spelling_at[-1])]
    weight = None if scan.weight is None else scan.weight[left]
    return Masked(Scan(rows, scan.start[left], scan.end[left], spelling, spelling_at, weight), gap[:tokens])


@kernel
def _pair(rows, start, end, letters, at, gap, rows_out, start_out, end_out, spelling, spelling_at):  # type: ignore[no-untyped-def]
    term, written = 0, 0
    for text in range(len(rows) - 1):
        for token in range(rows[text], rows[text + 1]):
            last_of_pair = token + 1 if token + 1 < rows[text + 1] and not gap[token + 1] else token
            for last in range(token, last_of_pair + 1):
                for i in range(at[token], at[token + 1]):
                    spelling[written] = letters[i]
                    written += 1
                if last > token:
                    spelling[written] = 32
                    written += 1
                    for i in range(at[last], at[last + 1]):
                        spelling[written] = letters[i]
                        written += 1
                start_out[term], end_out[term] = start[token], end[last]
                term += 1
                spelling_at[term] = written
        rows_out[text + 1] = term
    return term, written


@kernel
def _mask(rows, start, end, texts, spans_at, spans, rows_out, left, gap):  # type: ignore[no-untyped-def]
    count = 0
    for i in range(len(texts)):
        removed = False
        for token in range(rows[texts[i]], rows[texts[i] + 1]):
            touched = False
            for s in range(spans_at[i], spans_at[i + 1]):
                none = 1 if start[token] == end[token] else 0
                if start[token] < spans[s, 1] + none and end[token] > spans[s, 0] - none:
                    touched = True
                    break
            if touched:
                removed = True
                continue
            left[count] = token
            gap[count] = removed
            removed = False
            count += 1
        rows_out[i + 1] = count
    return count
