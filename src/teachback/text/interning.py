"""Interning: every distinct spelling gets a number, in the order of first appearance, at compiled speed."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.text.characters import code_points, text_of

T = TypeVar("T", bound=np.generic)
_EMPTY = -1


class Interner:
    """Numbers for spellings. A hash only finds the place to look: two spellings are compared letter by letter."""

    def __init__(self) -> None:
        self._slots = np.full(1 << 10, _EMPTY, dtype=np.int32)
        self._hashes = np.empty(1 << 9, dtype=np.uint64)
        self._letters = np.empty(1 << 12, dtype=np.uint32)
        self._at = np.zeros((1 << 9) + 1, dtype=np.int64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def intern(self, spelling: NDArray[np.uint32], spelling_at: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of each spelling; new ones get the next numbers."""
        tokens = len(spelling_at) - 1
        self._make_room(tokens, int(spelling_at[-1] - spelling_at[0]))
        ids = np.empty(tokens, dtype=np.int32)
        self._size = _intern(
            spelling, spelling_at, self._slots, self._hashes, self._letters, self._at, self._size, True, ids
        )
        return ids

    def find(self, spelling: NDArray[np.uint32], spelling_at: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of each spelling, -1 for one that was never interned."""
        ids = np.empty(len(spelling_at) - 1, dtype=np.int32)
        _intern(spelling, spelling_at, self._slots, self._hashes, self._letters, self._at, self._size, False, ids)
        return ids

    @property
    def spellings(self) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """All spellings in the form that :meth:`find` takes."""
        at = self._at[: self._size + 1]
        return self._letters[: at[-1]], at

    def spelled(self, first: int = 0) -> list[str]:
        """The spellings from number `first` on."""
        at = self._at[first : self._size + 1]
        letters = text_of(self._letters[at[0] : at[-1]])
        bounds = (at - at[0]).tolist()
        return [letters[i:j] for i, j in pairwise(bounds)]

    def forget(self, size: int) -> None:
        """Keep the first `size` spellings only."""
        self._size = size
        self._slots[:] = _EMPTY
        _place(self._hashes, size, self._slots)

    def _make_room(self, spellings: int, letters: int) -> None:
        """Make room for more spellings and letters, should all of them be new."""
        size = self._size + spellings
        if size > len(self._hashes):
            self._hashes = _grown(self._hashes, size)
            self._at = _grown(self._at, size + 1)
        if self._at[self._size] + letters > len(self._letters):
            self._letters = _grown(self._letters, int(self._at[self._size]) + letters)
        if 2 * size > len(self._slots):
            slots = np.full(1 << (2 * size).bit_length(), _EMPTY, dtype=np.int32)
            _place(self._hashes, self._size, slots)
            self._slots = slots


def spell(terms: list[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Strings in the form that an :class:`Interner` takes."""
    at = np.zeros(len(terms) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, terms), dtype=np.int64, count=len(terms)), out=at[1:])
    return code_points("".join(terms)), at


def _grown(array: NDArray[T], size: int) -> NDArray[T]:
    larger = np.empty(max(size, 2 * len(array)), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


@kernel
def _hash(letters, first, stop):  # type: ignore[no-untyped-def]
    value = np.uint64(14695981039346656037)
    for i in range(first, stop):
        value = (value ^ np.uint64(letters[i])) * np.uint64(1099511628211)
    return value ^ (value >> np.uint64(29))


@kernel(seconds=lambda _, size, __: 1e-6 * size)
def _place(hashes, size, slots):  # type: ignore[no-untyped-def]
    mask = np.uint64(len(slots) - 1)
    for number in range(size):
        slot = hashes[number] & mask
        while slots[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = number


def _intern_distinct(
    spelling: NDArray[np.uint32],
    spelling_at: NDArray[np.int64],
    slots: NDArray[np.int32],
    hashes: NDArray[np.uint64],
    letters: NDArray[np.uint32],
    at: NDArray[np.int64],
    size: int,
    add: bool,
    ids: NDArray[np.int32],
) -> int:
    """Looks each distinct spelling up once."""
    text, bounds = text_of(spelling[spelling_at[0] : spelling_at[-1]]), (spelling_at - spelling_at[0]).tolist()
    spelled = [text[i:j] for i, j in pairwise(bounds)]
    distinct = list(dict.fromkeys(spelled))
    numbers = np.empty(len(distinct), dtype=np.int32)
    size = _intern.as_python(*spell(distinct), slots, hashes, letters, at, size, add, numbers)
    number = dict(zip(distinct, numbers.tolist(), strict=True))
    ids[:] = [number[each] for each in spelled]
    return size


@kernel(meanwhile=_intern_distinct, seconds=lambda spelling, at, *_: 3e-6 * len(at), patience=0.6)
def _intern(spelling, spelling_at, slots, hashes, letters, at, size, add, ids):  # type: ignore[no-untyped-def]
    mask = np.uint64(len(slots) - 1)
    for token in range(len(ids)):
        first, stop = spelling_at[token], spelling_at[token + 1]
        value = _hash(spelling, first, stop)
        slot = value & mask
        while True:
            number = slots[slot]
            if number < 0:
                break
            if hashes[number] == value and at[number + 1] - at[number] == stop - first:
                same = True
                for i in range(stop - first):
                    if letters[at[number] + i] != spelling[first + i]:
                        same = False
                        break
                if same:
                    break
            slot = (slot + np.uint64(1)) & mask
        if number < 0 and add:
            number = size
            slots[slot] = number
            hashes[number] = value
            place = at[number]
            for i in range(first, stop):
                letters[place] = spelling[i]
                place += 1
            at[number + 1] = place
            size += 1
        ids[token] = number
    return size
