"""Interning: every distinct spelling gets a number, in the order of first appearance, at compiled speed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.scratch import array, shortened
from teachback.text.characters import ELSE, IN_MARKUP, IN_NUMBER, IN_WORD, code_points, text_of, word_codes

T = TypeVar("T", bound=np.generic)
_EMPTY = -1
_MOST = 512  # words of a text that are put in order as they are counted
_FIRST_HASH, _PRIME, _GOLDEN = (
    np.uint64(14695981039346656037),
    np.uint64(1099511628211),
    np.uint64(11400714819323198485),
)
_HASHED = np.uint64(1 << 63)  # set in a key that is a hash
_NONE, _ONE, _TWO, _SEVEN, _HALF = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(7), np.uint64(32)
_PACKED, _SPACE, _ZERO, _ASCII = np.uint64(9), np.uint64(32), np.uint64(48), np.uint64(128)
_NUMBER_KEY = (_ZERO << _SEVEN) | _ZERO
_IN_WORD, _IN_NUMBER, _LETTER = np.uint32(IN_WORD), np.uint32(IN_NUMBER), np.uint32(IN_WORD - 1)
_IN_TOKEN, _ODD = np.uint32(IN_WORD | IN_NUMBER), (np.uint32(ELSE), np.uint32(ELSE | IN_MARKUP))


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
    """Numbers for spellings.

    The key of a spelling of up to nine ASCII letters has these in it, seven bits each. That of another is a hash, which
    only finds the place to look: two spellings are compared letter by letter.
    """

    def __init__(self) -> None:
        self._slots = np.full(1 << 10, _EMPTY, dtype=np.int32)
        self._keys = np.empty(1 << 9, dtype=np.uint64)
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
            spelling, spelling_at, self._slots, self._keys, self._letters, self._at, self._size, True, ids
        )
        return ids

    def find(self, spelling: NDArray[np.uint32], spelling_at: NDArray[np.int64]) -> NDArray[np.int32]:
        """The number of each spelling, -1 for one that was never interned."""
        ids = np.empty(len(spelling_at) - 1, dtype=np.int32)
        _intern(spelling, spelling_at, self._slots, self._keys, self._letters, self._at, self._size, False, ids)
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
        indices, counts = array("indices", size + 1, np.int32), array("counts", size + 1, np.int32)
        codes, room = np.empty(longest + 1, dtype=np.uint32), np.empty((4, longest + 2), dtype=np.int32)
        packed = np.empty(longest + 2, dtype=np.uint64)
        row, written, in_order = 0, 0, True
        while row < rows:
            if add:
                self._make_room(max(longest, self._size) + 1, max(2 * longest, 8 * self._size) + 2)
            known = self._slots, self._keys, self._letters, self._at, self._size
            row, written, self._size, sorted_ = _count_words(
                *(data, at, row, word_codes(), markup, digits, *known, add, codes, packed, room),
                *(indptr, indices, counts, written, left),
            )
            in_order &= sorted_
        return CountedBytes(indptr, shortened(indices, written), shortened(counts, written), left, in_order)

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
        _place(self._keys, size, self._slots)

    def _make_room(self, spellings: int, letters: int) -> None:
        """Make room for more spellings and letters, should all of them be new."""
        size = self._size + spellings
        if size > len(self._keys):
            self._keys = _grown(self._keys, size)
            self._at = _grown(self._at, size + 1)
        if self._at[self._size] + letters > len(self._letters):
            self._letters = _grown(self._letters, int(self._at[self._size]) + letters)
        if 2 * size > len(self._slots):
            slots = np.full(1 << (2 * size).bit_length(), _EMPTY, dtype=np.int32)
            _place(self._keys, self._size, slots)
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
def _place(keys, size, slots):  # type: ignore[no-untyped-def]
    mask = np.uint64(len(slots) - 1)
    for number in range(size):
        slot = _first_slot(keys[number], mask)
        while slots[slot] >= 0:
            slot = (slot + _ONE) & mask
        slots[slot] = number


@kernel
def _first_slot(key, mask):  # type: ignore[no-untyped-def]
    """Where a key is looked for first: every bit of it has a say."""
    return (((key ^ (key >> _HALF)) * _GOLDEN) >> _HALF) & mask


def _intern_distinct(
    spelling: NDArray[np.uint32],
    spelling_at: NDArray[np.int64],
    slots: NDArray[np.int32],
    keys: NDArray[np.uint64],
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
    size = _intern.as_python(*spell(distinct), slots, keys, letters, at, size, add, numbers)
    number = dict(zip(distinct, numbers.tolist(), strict=True))
    ids[:] = [number[each] for each in spelled]
    return size


# Kernels that are called for each word take no arrays: numba counts who holds these, which takes longer than the work.


@kernel(meanwhile=_intern_distinct, seconds=lambda spelling, at, *_: 3e-6 * len(at), patience=0.6)
def _intern(spelling, spelling_at, slots, keys, letters, at, size, add, ids):  # type: ignore[no-untyped-def]
    mask = np.uint64(len(slots) - 1)
    for token in range(len(ids)):
        first = np.uint64(spelling_at[token])
        length, key, fits, value = np.uint64(spelling_at[token + 1]) - first, _NONE, True, _FIRST_HASH
        for place in range(length):
            letter = np.uint64(spelling[first + place])
            key, value = (key << _SEVEN) | letter, (value ^ letter) * _PRIME
            if letter == _NONE or letter >= _ASCII:
                fits = False
        if not fits or length > _PACKED:
            key = value | _HASHED
        slot = _first_slot(key, mask)
        while slots[slot] >= 0:
            number = np.uint64(slots[slot])
            if keys[number] == key:
                if key < _HASHED:
                    break
                begin, same = np.uint64(at[number]), _NONE
                if np.uint64(at[number + _ONE]) - begin == length:
                    while same < length and letters[begin + same] == spelling[first + same]:
                        same += _ONE
                    if same == length:
                        break
            slot = (slot + _ONE) & mask
        if slots[slot] < 0 and add:
            slots[slot] = size
            keys[size] = key
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
    markup,
    digits,
    slots,
    keys,
    letters,
    letters_at,
    size,
    add,
    codes,
    packed,
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
    numbers, ordered, times, begins = room[0], room[1], room[2], room[3]
    known, mask, in_order, unread = np.uint64(len(table)), np.uint64(len(slots) - 1), True, _ODD[1 if markup else 0]
    while row < len(at) - 1:
        i, stop = np.uint64(at[row]), np.uint64(at[row + 1])
        most = size + np.int64(stop - i) + 1
        if add and (
            most > len(keys) or 2 * most > len(slots) or letters_at[size] + 2 * np.int64(stop - i) + 2 > len(letters)
        ):
            break
        # The code points, and white space behind them
        length, highest, odd = stop - i, _NONE, False
        for place in range(i, stop):
            codes[place - i] = data[place]
        for place in range(i, stop):
            highest |= np.uint64(data[place])
        if highest >= _ASCII:
            length = _NONE
            while i < stop:
                code, i = (np.uint64(data[i]), i + _ONE) if data[i] < _ASCII else _code_point(data, i, stop)
                if code >= known:
                    code, odd = _SPACE, True
                codes[length] = code
                length += _ONE
        codes[length] = _SPACE
        # Where runs of letters and of digits begin and end, and the last letters before that: nothing is guessed, so
        # that no processor guesses wrong
        cuts, last, every, tail = _NONE, np.uint32(0), np.uint32(0), _NONE
        for place in range(length + _ONE):
            code = table[codes[place]]
            kind, every = code & _IN_TOKEN, every | code
            begins[cuts], packed[cuts] = place, tail
            cuts += np.uint64(kind != last)
            last, tail = kind, (tail << _SEVEN) | np.uint64(code & _LETTER)
        if every & unread != 0:
            odd = True
        words = 0
        token = _ONE
        while token < cuts and not odd:
            first, end = np.uint64(begins[token - _ONE]), np.uint64(begins[token])
            kind = table[codes[first]] & _IN_TOKEN
            token += _ONE
            is_number = kind & _IN_NUMBER != 0
            if kind == 0 or (is_number and not digits):
                continue
            of_word, fits = end - first, True
            key = packed[token - _ONE] & ((_ONE << (_SEVEN * min(of_word, _PACKED))) - _ONE)
            if is_number:
                key, of_word = _NUMBER_KEY, _TWO
            elif highest >= _ASCII:
                for place in range(first, end):
                    if table[codes[place]] & _LETTER >= _ASCII:
                        fits = False
            if not fits or of_word > _PACKED:
                key = _FIRST_HASH
                for place in range(first, end):
                    key = (key ^ np.uint64(table[codes[place]] & _LETTER)) * _PRIME
                key |= _HASHED
            slot = _first_slot(key, mask)
            while slots[slot] >= 0:
                number = np.uint64(slots[slot])
                if keys[number] == key:
                    if key < _HASHED:
                        break
                    spelled, same = np.uint64(letters_at[number]), _NONE
                    if np.uint64(letters_at[number + _ONE]) - spelled == of_word:
                        while same < of_word and letters[spelled + same] == table[codes[first + same]] & _LETTER:
                            same += _ONE
                        if same == of_word:
                            break
                slot = (slot + _ONE) & mask
            if slots[slot] < 0 and add:
                slots[slot] = size
                keys[size] = key
                spelled = np.uint64(letters_at[size])
                for place in range(of_word):
                    letters[spelled + place] = _ZERO if is_number else table[codes[first + place]] & _LETTER
                letters_at[size + 1] = spelled + of_word
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
                indices[written], counts[written] = ordered[nth], times[nth]
                written += np.int64(times[nth] != 0)
        else:
            in_order = False
            for nth in range(words):
                indices[written], counts[written] = numbers[nth], 1
                written += 1
        row += 1
        indptr[row] = written
    return row, written, size, in_order
