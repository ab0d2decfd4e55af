"""Interning: every distinct spelling gets a number, in the order of first appearance, at compiled speed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.text.characters import DIGIT, NOTHING, SPACE, code_points, kinds, letters, text_of

T = TypeVar("T", bound=np.generic)
_EMPTY = -1
_LONGEST = np.uint64(256)  # letters of a word, in a text that is counted as bytes
_MOST = 512  # words of a text that are put in order as they are counted
_UNREAD = 255  # what a word cannot be told by
_FIRST_HASH, _PRIME, _SHIFT, _ONE = (
    np.uint64(14695981039346656037),
    np.uint64(1099511628211),
    np.uint64(29),
    np.uint64(1),
)
_NONE, _ASCII = np.uint64(0), np.uint64(128)


class CountedBytes(NamedTuple):
    """The words of texts, as rows of a sparse matrix; a text that was `left` has none of them.

    Where they are not `in_order`, a number may come more than once in a row.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    counts: NDArray[np.int32]
    left: NDArray[np.bool_]
    in_order: bool


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

    def count(
        self, data: NDArray[np.uint8], at: NDArray[np.integer[Any]], markup: bool, digits: bool, *, add: bool
    ) -> CountedBytes:
        """Scan, number and count the words of texts in UTF-8 at once; new ones get the next numbers where they `add`.

        Text i has the bytes ``data[at[i]:at[i + 1]]``. One that has more than letters, digits and what stands between
        them is left to the scanner; all are, as long as there is too little to do for this to be compiled.
        """
        rows, size = len(at) - 1, int(at[-1] - at[0])
        if not _count_words.compiles(data, at):
            none = np.zeros(0, dtype=np.int32)
            return CountedBytes(np.zeros(rows + 1, dtype=np.int64), none, none, np.ones(rows, dtype=np.bool_), True)
        longest = int(np.diff(at).max(initial=0))
        indptr, left = np.zeros(rows + 1, dtype=np.int64), np.zeros(rows, dtype=np.bool_)
        indices, counts = np.empty(size + 1, dtype=np.int32), np.empty(size + 1, dtype=np.int32)
        room = np.empty(int(_LONGEST), dtype=np.uint32), np.empty((3, longest + 1), dtype=np.int32)
        row, written, in_order = 0, 0, True
        while row < rows:
            if add:
                self._make_room(max(longest, self._size) + 1, max(longest, 8 * self._size) + 2)
            known = self._slots, self._hashes, self._letters, self._at, self._size
            row, written, self._size, sorted_ = _count_words(
                *(data, at, row, kinds(), letters(), markup, digits, *known, add, *room),
                *(indptr, indices, counts, written, left),
            )
            in_order &= sorted_
        return CountedBytes(indptr, indices[:written].copy(), counts[:written].copy(), left, in_order)

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
        first = np.uint64(spelling_at[token])
        length, value = np.uint64(spelling_at[token + 1]) - first, _FIRST_HASH
        for place in range(length):
            value = (value ^ np.uint64(spelling[first + place])) * _PRIME
        value ^= value >> _SHIFT
        slot = value & mask
        while slots[slot] >= 0:
            number = np.uint64(slots[slot])
            begin = np.uint64(at[number])
            if hashes[number] == value and np.uint64(at[number + _ONE]) - begin == length:
                same = _NONE
                while same < length and letters[begin + same] == spelling[first + same]:
                    same += _ONE
                if same == length:
                    break
            slot = (slot + _ONE) & mask
        if slots[slot] < 0 and add:
            slots[slot] = size
            hashes[size] = value
            begin = np.uint64(at[size])
            for place in range(length):
                letters[begin + place] = spelling[first + place]
            at[size + 1] = begin + length
            size += 1
        ids[token] = slots[slot]
    return size


@kernel
def _code_point(data, i, stop):  # type: ignore[no-untyped-def]
    """The code point that begins at a byte past ASCII, and where it ends; nothing is there where the bytes are none."""
    lead = np.uint64(data[i])
    more = 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
    code, i = lead & np.uint64(0x3F >> more), i + _ONE
    if lead < 0xC2 or lead > 0xF4:
        return np.uint64(0x110000), i
    for _ in range(more):
        if i >= stop or data[i] & 0xC0 != 0x80:
            return np.uint64(0x110000), i
        code, i = (code << np.uint64(6)) | np.uint64(data[i] & 0x3F), i + _ONE
    return code, i


@kernel(seconds=lambda data, at, *_: 1e-6 * float(at[-1] - at[0]), patience=1.0)
def _count_words(  # type: ignore[no-untyped-def]
    data,
    at,
    row,
    table,
    lower,
    markup,
    digits,
    slots,
    hashes,
    letters,
    letters_at,
    size,
    add,
    word,
    room,
    indptr,
    indices,
    counts,
    written,
    left,
):
    """What `scan_words` finds in texts that have nothing but letters, digits and what stands between them, counted.

    Returns at which text it stopped, for want of room for new words, how much is written, how many words are known in
    all, and whether the numbers of each text are in order.
    """
    numbers, ordered, times = room[0], room[1], room[2]
    known, mask, in_order = np.uint64(len(table)), np.uint64(len(slots) - 1), True
    while row < len(at) - 1:
        i, stop = np.uint64(at[row]), np.uint64(at[row + 1])
        most = size + np.int64(stop - i) + 1
        if add and (
            most > len(hashes) or 2 * most > len(slots) or letters_at[size] + np.int64(stop - i) + 2 > len(letters)
        ):
            break
        words, odd = 0, False
        while i < stop and not odd:
            length, value, code, after = _NONE, _FIRST_HASH, _NONE, i
            while i < stop:
                code, after = np.uint64(data[i]), i + _ONE
                if code >= _ASCII:
                    code, after = _code_point(data, i, stop)
                letter = np.uint64(lower[code]) if code < known else _NONE
                if letter == _NONE or length == _LONGEST:
                    break
                word[length] = letter
                value = (value ^ letter) * _PRIME
                length += _ONE
                i = after
            if length == _LONGEST:
                odd = True
                continue
            if length == _NONE:
                i, kind = after, table[code] if code < known else _UNREAD
                if kind != DIGIT:
                    odd = (kind != SPACE and kind != NOTHING) or (markup and (code == 60 or code == 38))  # < &
                    continue
                while i < stop:
                    code, after = np.uint64(data[i]), i + _ONE
                    if code >= _ASCII:
                        code, after = _code_point(data, i, stop)
                    if code >= known or table[code] != DIGIT:
                        break
                    i = after
                if not digits:
                    continue
                for _ in range(2):
                    word[length] = 48
                    value = (value ^ np.uint64(48)) * _PRIME
                    length += _ONE
            value ^= value >> _SHIFT
            slot = value & mask
            while slots[slot] >= 0:
                number = np.uint64(slots[slot])
                begin = np.uint64(letters_at[number])
                if hashes[number] == value and np.uint64(letters_at[number + _ONE]) - begin == length:
                    same = _NONE
                    while same < length and letters[begin + same] == word[same]:
                        same += _ONE
                    if same == length:
                        break
                slot = (slot + _ONE) & mask
            if slots[slot] < 0 and add:
                slots[slot] = size
                hashes[size] = value
                begin = np.uint64(letters_at[size])
                for place in range(length):
                    letters[begin + place] = word[place]
                letters_at[size + 1] = begin + length
                size += 1
            if slots[slot] >= 0:
                numbers[words] = slots[slot]
                words += 1
        if odd:
            left[row] = True
        elif words <= _MOST:
            for nth in range(words):
                times[nth] = 0
            for nth in range(words):
                own, before = numbers[nth], np.int32(0)
                for other in range(words):
                    before += np.int32(numbers[other] < own)
                ordered[before] = own
                times[before] += 1
            for nth in range(words):
                if times[nth]:
                    indices[written], counts[written] = ordered[nth], times[nth]
                    written += 1
        else:
            in_order = False
            for nth in range(words):
                indices[written], counts[written] = numbers[nth], 1
                written += 1
        row += 1
        indptr[row] = written
    return row, written, size, in_order
