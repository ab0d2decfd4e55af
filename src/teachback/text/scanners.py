"""Scanners: from texts to tokens, compiled.

A scanner reads the code points of many texts and writes, for each token, where it begins and ends in its text and how
it is written as a term (folded: lower case, digits as ``00`` …). Nothing is cut out of the texts themselves, so
offsets always point into the untouched text.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from teachback.kernels import kernel
from teachback.text.array_scanner import Codes, scan_in_arrays
from teachback.text.characters import (
    DIGIT,
    FIRST_TAG,
    JOINER,
    LAST_SELECTOR,
    LETTER,
    MARK,
    NOTHING,
    PICTURE,
    SPACE,
    SPACELESS,
    code_points,
)

LONGEST_TAG = 2000  # code points between < and >; a longer stretch is not a tag


@kernel
def _kind(code, table):  # type: ignore[no-untyped-def]
    if code < len(table):
        return table[code]
    return MARK if FIRST_TAG <= code <= LAST_SELECTOR else NOTHING


@kernel
def _end_of_tag(codes, at, stop):  # type: ignore[no-untyped-def]
    """Where the markup that begins at `at` ends, or `at` when it is only a less-than sign.

    Markup is ``<`` and a letter, ``/``, ``!`` or ``?`` up to ``>`` (it may run over several lines), or anything
    without a space between the two, such as an address. A comment runs to its own end.
    """
    if at + 1 >= stop:
        return at
    first = codes[at + 1]
    is_name = first in (33, 47, 63) or 65 <= first <= 90 or 97 <= first <= 122  # ! / ? and letters
    is_comment = at + 3 < stop and first == 33 and codes[at + 2] == 45 and codes[at + 3] == 45  # <!--
    spaces = False
    for i in range(at + 1, min(stop, at + LONGEST_TAG)):
        code = codes[i]
        if code == 62:  # >
            if is_comment and not (codes[i - 1] == 45 and codes[i - 2] == 45 and i > at + 5):
                continue
            return i + 1 if is_name or not spaces else at
        if code == 60 and not is_comment:  # <
            return at
        if code in (9, 10, 13, 32):
            spaces = True
    return at


@kernel
def _end_of_entity(codes, at, stop):  # type: ignore[no-untyped-def]
    """Where the character entity (``&nbsp;``, ``&#233;``) that begins at `at` ends, or `at` when it is only an &."""
    for i in range(at + 1, min(stop, at + 12)):
        code = codes[i]
        if code == 59:  # ;
            return i + 1 if i > at + 1 else at
        if not (48 <= code <= 57 or 65 <= code <= 90 or 97 <= code <= 122 or (code == 35 and i == at + 1)):
            return at
    return at


@kernel
def _end_of_word(codes, at, stop, table):  # type: ignore[no-untyped-def]
    i = at + 1
    while i < stop:
        kind = _kind(codes[i], table)
        if kind == JOINER:  # holds Persian and Indic words together, never ends one
            if i + 1 < stop and _kind(codes[i + 1], table) in (LETTER, MARK):
                i += 1
                continue
            break
        if kind not in (LETTER, MARK):
            break
        i += 1
    return i


@kernel
def _end_of_picture(codes, at, stop, table):  # type: ignore[no-untyped-def]
    """An emoji with its skin tone, variation selector and all that is joined to it; a pair of flag letters is one."""
    i = at + 1
    if 0x1F1E6 <= codes[at] <= 0x1F1FF:
        return i + 1 if i < stop and 0x1F1E6 <= codes[i] <= 0x1F1FF else i
    while i < stop:
        kind = _kind(codes[i], table)
        if kind == MARK:
            i += 1
        elif kind == JOINER and i + 1 < stop and _kind(codes[i + 1], table) == PICTURE:
            i += 2
        else:
            break
    return i


@kernel
def _end_of_run(codes, at, stop, table, wanted):  # type: ignore[no-untyped-def]
    i = at + 1
    while i < stop and _kind(codes[i], table) == wanted:
        i += 1
    return i


@kernel
def _end_of_cluster(codes, at, stop, table):  # type: ignore[no-untyped-def]
    i = at + 1
    while i < stop and _kind(codes[i], table) == MARK:
        i += 1
    return i


@kernel
def _end_of_pair(codes, at, first, stop, table):  # type: ignore[no-untyped-def]
    """A letter of a script without spaces makes a token with the letter after it, or alone when it has no neighbour.

    Returns where its token ends (`at` when the letter before has taken it in already) and where the letter ends.
    """
    letter = _end_of_cluster(codes, at, stop, table)
    if letter < stop and _kind(codes[letter], table) == SPACELESS:
        return _end_of_cluster(codes, letter, stop, table), letter
    before = at - 1
    while before > first and _kind(codes[before], table) == MARK:
        before -= 1
    taken = before >= first and _kind(codes[before], table) == SPACELESS
    return (at if taken else letter), letter


@kernel
def _spell(codes, at, stop, lower, spelling, written):  # type: ignore[no-untyped-def]
    """Write the lower-case form of a stretch; returns how much is written in all."""
    for i in range(at, stop):
        code = codes[i]
        spelling[written] = lower[code] if code < len(lower) else code
        written += 1
    return written


def _words_in_arrays(codes: Codes, *others: Any) -> tuple[int, int]:
    """As long as the loop is not compiled."""
    return scan_in_arrays(codes, *others, loop=scan_words.as_python, end_of_markup=_end_of_markup)


def _end_of_markup(codes: Codes, at: int, stop: int) -> int:
    find = _end_of_tag if codes[at] == 60 else _end_of_entity
    return int(find.as_python(codes, at, stop))


@kernel(meanwhile=_words_in_arrays, seconds=lambda codes, *_: 1e-7 * len(codes), patience=1.0)
def scan_words(codes, bounds, table, lower, markup, digits, rows, start, end, spelling, spelling_at):  # type: ignore[no-untyped-def]
    """Words, emoji and (as ``00``, when `digits`) numbers; markup is passed over when `markup`.

    In scripts without spaces every two neighbouring letters are a token, and a lone letter is one.
    """
    token, written = 0, 0
    spelling_at[0] = 0
    for text in range(len(bounds) - 1):
        first, stop = bounds[text], bounds[text + 1]
        i = first
        while i < stop:
            code = codes[i]
            kind = _kind(code, table)
            j = letter = i + 1
            if kind == LETTER:
                j = _end_of_word(codes, i, stop, table)
                written = _spell(codes, i, j, lower, spelling, written)
            elif kind == DIGIT:
                j = _end_of_run(codes, i, stop, table, DIGIT)
                if digits:
                    spelling[written] = spelling[written + 1] = 48
                    written += 2
            elif kind == SPACELESS:
                j, letter = _end_of_pair(codes, i, first, stop, table)
                written = _spell(codes, i, j, lower, spelling, written)
            elif kind == PICTURE:
                j = _end_of_picture(codes, i, stop, table)
                written = _spell(codes, i, j, lower, spelling, written)
            elif markup and code == 60:
                j = max(j, _end_of_tag(codes, i, stop))
            elif markup and code == 38:
                j = max(j, _end_of_entity(codes, i, stop))
            if written > spelling_at[token]:
                start[token], end[token] = i - first, j - first
                token += 1
                spelling_at[token] = written
            i = letter if kind == SPACELESS else j
        rows[text + 1] = token
    return token, written


@kernel(seconds=lambda codes, *_: 1e-6 * len(codes))
def scan_spaces(codes, bounds, table, lower, rows, start, end, spelling, spelling_at):  # type: ignore[no-untyped-def]
    """What stands between white space, exactly as it is written: for texts that are tokenised already."""
    token, written = 0, 0
    spelling_at[0] = 0
    for text in range(len(bounds) - 1):
        first, stop = bounds[text], bounds[text + 1]
        i = first
        while i < stop:
            if _kind(codes[i], table) == SPACE:
                i += 1
                continue
            start[token] = i - first
            while i < stop and _kind(codes[i], table) != SPACE:
                spelling[written] = codes[i]
                written += 1
                i += 1
            end[token] = i - first
            token += 1
            spelling_at[token] = written
        rows[text + 1] = token
    return token, written


def _constant(*words: str) -> NDArray[np.uint32]:
    """Words as rows of code points, padded with zeros, for kernels to compare with or to write."""
    table = np.zeros((len(words), max(map(len, words)) + 1), dtype=np.uint32)
    for row, word in zip(table, words, strict=True):
        row[: len(word)] = code_points(word)
    return table


_LINK, _USER, _EXCLAIMED, _ASKED = range(4)
_STANDARD = _constant("http://", "@user", "!!", "??")
_LINK_STARTS = _constant("http://", "https://", "www.")
_NEGATIONS = _constant(
    *("no", "not", "never", "cannot", "cant", "wont", "aint", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt"),
    *("werent", "couldnt", "wouldnt", "shouldnt", "havent", "hasnt", "hadnt"),
)
_EYES, _NOSES, _MOUTHS = (tuple(map(ord, signs)) for signs in (":;=", "-o^'", ")(][}{/\\|*$@><DdPpOoXx3"))


@kernel
def _begins_with(codes, at, stop, lower, words):  # type: ignore[no-untyped-def]
    for row in range(len(words)):
        i = 0
        while words[row, i] and at + i < stop and codes[at + i] < len(lower) and lower[codes[at + i]] == words[row, i]:
            i += 1
        if not words[row, i]:
            return True
    return False


@kernel
def _is_one_of(spelling, first, stop, words):  # type: ignore[no-untyped-def]
    for row in range(len(words)):
        i = 0
        while words[row, i] and first + i < stop and spelling[first + i] == words[row, i]:
            i += 1
        if not words[row, i] and first + i == stop:
            return True
    return False


@kernel
def _is_tag_letter(code, table):  # type: ignore[no-untyped-def]
    return code == 95 or _kind(code, table) in (LETTER, MARK, DIGIT, SPACELESS)


@kernel
def _spell_contracted(codes, at, stop, table, lower, spelling, written):  # type: ignore[no-untyped-def]
    """Write a word without its apostrophes (``don't`` as ``dont``); returns its end and how much is written in all."""
    i = at
    while True:
        j = _end_of_word(codes, i, stop, table)
        written = _spell(codes, i, j, lower, spelling, written)
        apostrophe = j + 1 < stop and codes[j] in (39, 0x2019) and _kind(codes[j + 1], table) == LETTER
        if not apostrophe:
            return j, written
        i = j + 1


@kernel
def _end_of_emoticon(codes, at, stop, table):  # type: ignore[no-untyped-def]
    """Where the emoticon that begins at `at` ends, or `at` when there is none. A mouth may be drawn several times."""
    is_heart = codes[at] == 60  # <3
    if not is_heart and codes[at] not in _EYES:
        return at
    i = at + 1
    if not is_heart and i + 1 < stop and codes[i] in _NOSES and codes[i + 1] in _MOUTHS:
        i += 1
    if i >= stop or (codes[i] != 51 if is_heart else codes[i] not in _MOUTHS):
        return at
    mouth = codes[i]
    while i < stop and codes[i] == mouth:
        i += 1
    if mouth == 47 and i < stop and _kind(codes[i], table) != SPACE:  # a slash is a mouth only at the end of a word
        return at
    return at if _kind(mouth, table) in (LETTER, DIGIT) and i < stop and _is_tag_letter(codes[i], table) else i


@kernel(seconds=lambda codes, *_: 4e-6 * len(codes))
def scan_tweets(codes, bounds, table, lower, rows, start, end, spelling, spelling_at):  # type: ignore[no-untyped-def]
    """Words of two letters and more without apostrophes, #tags, emoticons, emoji and repeated ! or ?.

    Every link is ``http://``, every user ``@user``; a negation is glued to the word after it (``not_good``).
    """
    token, written = 0, 0
    spelling_at[0] = 0
    for text in range(len(bounds) - 1):
        first, stop = bounds[text], bounds[text + 1]
        i = first
        while i < stop:
            code = codes[i]
            kind = _kind(code, table)
            j = letter = i + 1
            standard = -1
            if code in (72, 87, 104, 119) and _begins_with(codes, i, stop, lower, _LINK_STARTS):  # h or w
                while j < stop and _kind(codes[j], table) != SPACE:
                    j += 1
                standard = _LINK
            elif kind == LETTER:
                j, written = _spell_contracted(codes, i, stop, table, lower, spelling, written)
                if _is_one_of(spelling, spelling_at[token], written, _NEGATIONS):
                    after = j
                    while after < stop and codes[after] == 32:
                        after += 1
                    if after == j and j < stop and codes[j] == 95:  # glued already
                        after += 1
                    is_word = after < stop and after > j and _kind(codes[after], table) == LETTER
                    if is_word and not _begins_with(codes, after, stop, lower, _LINK_STARTS):
                        spelling[written] = 95  # _
                        j, written = _spell_contracted(codes, after, stop, table, lower, spelling, written + 1)
                elif written - spelling_at[token] < 2:
                    written = spelling_at[token]
            elif code == 64 and j < stop and _is_tag_letter(codes[j], table):  # @
                while j < stop and _is_tag_letter(codes[j], table):
                    j += 1
                standard = _USER
            elif code == 35 and j < stop and _is_tag_letter(codes[j], table):  # #
                while j < stop and _is_tag_letter(codes[j], table):
                    j += 1
                written = _spell(codes, i, j, lower, spelling, written)
            elif code in (33, 63):  # ! ?
                while j < stop and codes[j] in (33, 63):
                    j += 1
                if j > i + 1:
                    standard = _EXCLAIMED if code == 33 else _ASKED
            elif code == 38:  # &
                j = max(j, _end_of_entity(codes, i, stop))
            elif kind == SPACELESS:
                j, letter = _end_of_pair(codes, i, first, stop, table)
                written = _spell(codes, i, j, lower, spelling, written)
            elif kind == PICTURE:
                j = _end_of_picture(codes, i, stop, table)
                written = _spell(codes, i, j, lower, spelling, written)
            else:
                j = max(j, _end_of_emoticon(codes, i, stop, table))
                if j > i + 1:  # eyes and mouth; a nose makes no difference, nor a small letter
                    mouth = codes[j - 1]
                    spelling[written] = code
                    spelling[written + 1] = mouth - 32 if 97 <= mouth <= 122 else mouth
                    written += 2
            if standard >= 0:
                for sign in _STANDARD[standard]:
                    if sign:
                        spelling[written] = sign
                        written += 1
            if written > spelling_at[token]:
                start[token], end[token] = i - first, j - first
                token += 1
                spelling_at[token] = written
            i = letter if kind == SPACELESS else j
        rows[text + 1] = token
    return token, written
