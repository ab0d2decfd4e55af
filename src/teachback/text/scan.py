"""What a scanner takes and gives: many texts, and their tokens, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from teachback.text.characters import code_points, kinds, lowered


@dataclass(frozen=True, eq=False)
class TextColumn(Sequence[str]):
    """Texts as a table keeps them, one behind the other in UTF-8; each is made a string when it is asked for.

    Examples
    --------
    >>> column = TextColumn.of(["goal", "", "naïve"])
    >>> column[2], column[:2], column.at.tolist()
    ('naïve', ['goal', ''], [0, 4, 4, 10])
    """

    # Text i has the bytes `data[at[i]:at[i + 1]]`
    data: NDArray[np.uint8]
    at: NDArray[np.integer[Any]]

    @classmethod
    def of(cls, texts: Sequence[str]) -> TextColumn:
        """Strings as a column."""
        parts = [text.encode() for text in texts]
        at = np.concatenate([[0], np.cumsum([len(part) for part in parts], dtype=np.int64)])
        return cls(np.frombuffer(b"".join(parts), dtype=np.uint8), at)

    def __len__(self) -> int:
        return len(self.at) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        begin, end = self.at[range(len(self))[place] :][:2]
        return self.data[begin:end].tobytes().decode()


@dataclass(frozen=True)
class Scan:
    """Tokens of many texts, as arrays."""

    rows: NDArray[np.int64]  # text i has the tokens `rows[i]:rows[i + 1]`
    # Where each token stands in its text, in code points
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    # Token t is written with the code points `spelling[spelling_at[t]:spelling_at[t + 1]]`
    spelling: NDArray[np.uint32]
    spelling_at: NDArray[np.int64]
    weight: NDArray[np.float64] | None = None  # how often each token counts, where that is not once

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
