"""The scanner of words once more, with arrays: slower than the compiled loop, but there from the first moment.

It reads letters, digits and whatever stands between them. Texts with anything else (marks, emoji, scripts without
spaces) are left to the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.text.characters import DIGIT, LETTER, NOTHING, SPACE

Codes = NDArray[np.uint32]
Places = NDArray[np.int64]
_LESS, _AND = 60, 38  # begin a tag and an entity


def scan_in_arrays(
    codes: Codes,
    bounds: Places,
    table: NDArray[np.uint8],
    lower: Codes,
    markup: bool,
    digits: bool,
    *out: NDArray[Any],
    loop: Callable[..., tuple[int, int]],
    end_of_markup: Callable[[Codes, int, int], int],
) -> tuple[int, int]:
    """What `scan_words` writes and returns."""
    rows, start, end, spelling, spelling_at = out
    kind = np.where(codes < len(table), table[np.minimum(codes, len(table) - 1)], 255)
    odd = np.append(0, np.cumsum((kind != LETTER) & (kind != DIGIT) & (kind != SPACE) & (kind != NOTHING)))
    is_odd = np.diff(odd[bounds]) > 0
    turns = [0, *(np.flatnonzero(np.diff(is_odd)) + 1).tolist(), len(is_odd)] if len(is_odd) else [0]
    token = written = 0
    spelling_at[0] = 0
    for first, stop in pairwise(turns):
        part, here = slice(bounds[first], bounds[stop]), bounds[first : stop + 1] - bounds[first]
        room = (rows[first : stop + 1], start[token:], end[token:], spelling[written:], spelling_at[token:])
        if is_odd[first]:
            more = loop(codes[part], here, table, lower, markup, digits, *room)
        else:
            plain = _without_markup(codes[part], here, kind[part], end_of_markup) if markup else kind[part]
            more = _scan(codes[part], here, plain, lower, digits, *room)
        rows[first] = 0
        rows[first : stop + 1] += token
        spelling_at[token : token + more[0] + 1] += written
        token, written = token + more[0], written + more[1]
    return token, written


def _without_markup(
    codes: Codes, bounds: Places, kind: NDArray[np.uint8], end_of_markup: Callable[[Codes, int, int], int]
) -> NDArray[np.uint8]:
    """Nothing where there is markup."""
    kind, done = kind.copy(), 0
    signs = np.flatnonzero((codes == _LESS) | (codes == _AND))
    stops = bounds[np.searchsorted(bounds, signs, side="right")]
    for at, stop in zip(signs.tolist(), stops.tolist(), strict=True):
        if at >= done:
            done = end_of_markup(codes, at, stop)
            kind[at:done] = NOTHING
    return kind


def _scan(
    codes: Codes,
    bounds: Places,
    kind: NDArray[np.uint8],
    lower: Codes,
    digits: bool,
    rows: Places,
    start: NDArray[np.int32],
    end: NDArray[np.int32],
    spelling: Codes,
    spelling_at: Places,
) -> tuple[int, int]:
    """The words are the runs of letters, the numbers those of digits."""
    change = np.ones(len(kind) + 1, dtype=np.bool_)
    np.not_equal(kind[1:], kind[:-1], out=change[1:-1])
    change[bounds] = True
    cuts = np.flatnonzero(change)
    of = kind[cuts[:-1]]
    wanted = (of == LETTER) | (of == DIGIT) if digits else of == LETTER
    first, stop, is_number = cuts[:-1][wanted], cuts[1:][wanted], of[wanted] == DIGIT
    tokens, lengths = len(first), np.where(is_number, 2, stop - first)
    rows[:] = np.searchsorted(first, bounds)
    begins = np.repeat(bounds[:-1], np.diff(rows))
    start[:tokens], end[:tokens] = first - begins, stop - begins
    spelling_at[0] = 0
    np.cumsum(lengths, out=spelling_at[1 : tokens + 1])
    written = int(spelling_at[tokens])
    at = np.repeat(first - spelling_at[:tokens], lengths) + np.arange(written)
    letters = lower[codes[np.minimum(at, len(codes) - 1)]] if written else codes[:0]
    spelling[:written] = np.where(np.repeat(is_number, lengths), 48, letters)
    return tokens, written
