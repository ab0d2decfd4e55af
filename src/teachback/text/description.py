"""A class's description, sentence by sentence: what it says of the class, and what it says does not belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_SENTENCE = re.compile(r"[^\n]*?(?:[.!?;…。！？]+(?=\s|$)|$)", re.MULTILINE)
_BUT = (
    r"(?:^|[,;:(\u2013\u2014-]\s*|\b(?:but|and|or|is|are|was|were|do|does|did|must|should|aber|und|mais|et|pero|y)\s+)"
)
_EXCLUDED = re.compile(
    rf"{_BUT}(?:not|never|no|nor|neither|nicht|kein\w*|pas|jamais|nunca)\b(?!\s+(?:only|just|nur|seulement|s[oó]lo)\b)"
    r"|\b\w+n['\u2019]t\b"
    r"|\b(?:except|excluding|excludes?|excluded|unlike|rather\s+than|instead\s+of|other\s+than)\b"
    r"|(?:\bau\u00dfer|\bausgenommen|\bsauf|\bexcepto|\bsalvo)\b",
    re.IGNORECASE,
)
_BEGIN, _END = re.compile(r"(?<!\S)([\"'(\[{“„‘«]+)(?=\w)"), re.compile(r"(?<=\w)([\"'.,;:!?)\]}”’»…]+)(?!\S)")
_NAMED, _SEAM = re.compile(r"[^\W\d_]+"), re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_NAME = re.compile(  # a code of one or two letters, or whatever is not of the other classes
    r"[a-z]{1,2}|others?|misc|miscellaneous|rest|none|unknown|general|various|andere[rs]?|sonstiges?|autres?|divers|otr[ao]s?"
)
_ITEM = re.compile(r"\s*(?:[-*\u2022\u2013+]|\d{1,2}[.)])\s")


class DescribedPart(NamedTuple):
    """A part of a description, from code point `start` to `end`; what does not belong to the class is `excluded`."""

    start: int
    end: int
    excluded: bool


def described_parts(text: str) -> list[DescribedPart]:
    """The sentences of a description, those that say what does not belong to the class apart.

    From *not*, *but no*, *except*, *unlike* and the like on, the rest of a sentence is of that kind; after a colon at
    the end of a line, so are the next line and the items of the list that it begins.

    >>> text = "Invoices and refunds, but not how to pay. Receipts."
    >>> [(text[part.start : part.end], part.excluded) for part in described_parts(text)]
    [('Invoices and refunds,', False), ('but not how to pay.', True), ('Receipts.', False)]
    >>> text = "Crashes. Not this:\\n- refunds\\n- praise\\nFreezes"
    >>> [text[part.start : part.end] for part in described_parts(text) if not part.excluded]
    ['Crashes.', 'Freezes']
    """
    parts: list[DescribedPart] = []
    after_colon = in_list = False
    for start, end in _lines(text):
        is_item = _ITEM.match(text, start, end) is not None
        if after_colon or (in_list and is_item):
            parts.append(DescribedPart(start, end, excluded=True))
            after_colon, in_list = False, is_item
            continue
        parts += _of_line(text, start, end)
        after_colon, in_list = parts[-1].excluded and text[end - 1] == ":", False
    return parts


def belonging(text: str) -> str:
    """What a description says of the class itself, without what does not belong to it; signs stand apart from words, so
    that an analyzer that takes whatever is between spaces for a term finds these.

    >>> belonging("Invoices, not refunds. Receipts (paid).")
    'Invoices , Receipts ( paid ).'
    """
    return spaced(" ".join(text[part.start : part.end] for part in described_parts(text) if not part.excluded))


def words_of_name(name: str) -> str:
    """The words that a class's name is made of, without what it says the class is not, codes of one or two letters and
    words for everything else.

    >>> words_of_name("sci.space"), words_of_name("FeatureRequest_2"), words_of_name("not spam"), words_of_name("other")
    ('sci space', 'feature request', '', '')
    """
    words = belonging(" ".join(_NAMED.findall(_SEAM.sub(" ", name)))).lower()
    return " ".join(word for word in words.split() if not _NO_NAME.fullmatch(word))


def spaced(text: str) -> str:
    """The text with a space before signs that end a word, and after those that begin one.

    >>> spaced("“bad”, isn't good :-)")
    "“ bad ”, isn't good :-)"
    """
    return _BEGIN.sub(r"\1 ", _END.sub(r" \1", text))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for line in re.finditer(r"[^\n]+", text):
        if trimmed := line.group().strip():
            start = line.start() + line.group().index(trimmed)
            yield start, start + len(trimmed)


def _of_line(text: str, start: int, end: int) -> Iterator[DescribedPart]:
    for sentence in _SENTENCE.finditer(text, start, end):
        trimmed = sentence.group().strip()
        if not trimmed:
            continue
        first = sentence.start() + sentence.group().index(trimmed)
        excluded = _EXCLUDED.search(trimmed)
        cut = len(trimmed) if excluded is None else excluded.start()
        before = trimmed[:cut].rstrip()
        if excluded is not None and trimmed[cut : cut + 1] in ",;:(\u2013\u2014-":
            cut, before = cut + 1, trimmed[: cut + 1]
        if before:
            yield DescribedPart(first, first + len(before), excluded=False)
        if rest := trimmed[cut:].strip():
            at = trimmed.index(rest, cut)
            yield DescribedPart(first + at, first + at + len(rest), excluded=True)
