"""What a scanner gives: the tokens of many texts as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teachback.text.characters import code_points, kinds, lowered


@dataclass(frozen=True)
class Scan:
    """Tokens of many texts, as arrays.

    Attributes
    ----------
    rows
        Text i has the tokens ``rows[i]:rows[i + 1]``.
    start, end
        Where each token stands in its text, in code points.
    spelling, spelling_at
        Token t is written with the code points ``spelling[spelling_at[t]:spelling_at[t + 1]]``.
    weight
        How often each token counts, where that is not once.
    """

    rows: NDArray[np.int64]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    spelling: NDArray[np.uint32]
    spelling_at: NDArray[np.int64]
    weight: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.start)


Kernel = Callable[..., tuple[int, int]]


def scan(kernel: Kernel, texts: Sequence[str], *options: object) -> Scan:
    """Run a scanner over the texts."""
    codes = code_points("".join(texts))
    bounds = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)), out=bounds[1:])
    room = len(codes) + 1
    rows = np.zeros(len(texts) + 1, dtype=np.int64)
    start, end = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    spelling, spelling_at = np.empty(3 * room + 8, dtype=np.uint32), np.empty(room + 1, dtype=np.int64)
    tokens, written = kernel(codes, bounds, kinds(), lowered(), *options, rows, start, end, spelling, spelling_at)
    return Scan(rows, start[:tokens], end[:tokens], spelling[:written], spelling_at[: tokens + 1])
