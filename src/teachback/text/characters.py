"""What each character is to a scanner: part of a word, a digit, a pictograph, white space or nothing.

Scanners work on arrays of code points; these tables answer for every code point at once. Characters past the tables
(private use, unassigned) are nothing, but for the selectors and tags up there, which are marks.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

NOTHING, LETTER, MARK, DIGIT, SPACE, SPACELESS, PICTURE, JOINER = range(8)
IN_WORD, IN_NUMBER, IN_MARKUP, ELSE = 1 << 28, 1 << 29, 1 << 30, 1 << 31
FIRST_TAG, LAST_SELECTOR = 0xE0020, 0xE01EF  # spell the flags of regions, choose the forms of ideographs

_TABLE_SIZE = 0x32400  # past the last assigned ideograph
# Scripts written without spaces between words, as ranges of code points.
_SPACELESS = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # Han radicals
    (0x3005, 0x3007),
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),  # Myanmar again
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # half-width Katakana
    (0x1AFF0, 0x1B16F),  # old Kana
    (0x20000, 0x323AF),
)
_BY_CATEGORY = {"L": LETTER, "M": MARK, "Nd": DIGIT, "Nl": LETTER, "Z": SPACE}
_PICTURES = ((0x231A, 0x231B), (0x23E9, 0x23FA), (0x2600, 0x27BF), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF))


_building = RLock()  # threads that all want a table first let one of them make it
_Table = TypeVar("_Table")


def _made_once(make: Callable[[], _Table]) -> Callable[[], _Table]:
    tables = cache(make)

    @wraps(make)
    def table() -> _Table:
        with _building:
            return tables()

    return table


@_made_once
def word_codes() -> NDArray[np.uint32]:
    """What every code point is to a text of words: the lower-case form of a letter, and one of the bits ``IN_WORD`` (a
    letter), ``IN_NUMBER``, ``IN_MARKUP`` and ``ELSE``; 0 for what stands between words."""
    kind = kinds()
    codes = np.where(kind == LETTER, lowered() | IN_WORD, np.where(kind == DIGIT, IN_NUMBER, ELSE)).astype(np.uint32)
    codes[(kind == SPACE) | (kind == NOTHING)] = 0
    codes[[ord("<"), ord("&")]] = IN_MARKUP
    return codes


@_made_once
def kinds() -> NDArray[np.uint8]:
    """The kind of every code point."""
    categories = map(unicodedata.category, map(chr, range(_TABLE_SIZE)))
    table = np.array([_BY_CATEGORY.get(of, _BY_CATEGORY.get(of[0], NOTHING)) for of in categories], dtype=np.uint8)
    table[[9, 10, 11, 12, 13, 0x1C, 0x1D, 0x1E, 0x1F, 0x85]] = SPACE
    for first, last in _SPACELESS:
        block = table[first : last + 1]
        block[block == LETTER] = SPACELESS
    for first, last in _PICTURES:
        block = table[first : last + 1]
        block[block == NOTHING] = PICTURE
    table[0x1F3FB:0x1F400] = MARK  # skin tones
    table[[0x200C, 0x200D]] = JOINER
    return table


@_made_once
def lowered() -> NDArray[np.uint32]:
    """The lower-case form of every code point, one for one (so the dotted capital I loses its dot)."""
    return np.array([ord(chr(code).lower()[0]) for code in range(_TABLE_SIZE)], dtype=np.uint32)


def code_points(text: str) -> NDArray[np.uint32]:
    """The text as an array of code points.

    >>> code_points("a🙂").tolist()
    [97, 128578]
    """
    order = "le" if sys.byteorder == "little" else "be"
    return np.frombuffer(text.encode(f"utf-32-{order}", "surrogatepass"), dtype=np.uint32)


def text_of(codes: NDArray[np.uint32]) -> str:
    """The text that an array of code points spells; the opposite of :func:`code_points`."""
    order = "le" if sys.byteorder == "little" else "be"
    return codes.tobytes().decode(f"utf-32-{order}", "surrogatepass")
