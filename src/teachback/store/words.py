"""The words that search knows: what is found is the same in memory, SQLite and PostgreSQL.

The engines only index what is cut here. A word is a run of letters, digits, marks and symbols (an emoji is a word).
Scripts that are written without spaces give overlapping pairs of characters, so that any part of a sentence is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import accumulate

LONGEST_WORD = 100
MOST_BYTES = 1_000_000  # of different words a text: PostgreSQL indexes no more

# White space, controls and punctuation; no word holds an ASCII sign, so that none can be an operator of a query.
_BETWEEN = (
    r"\s\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f"
    r"\u066a-\u066d\u06d4\u0964\u0965\u2000-\u200b\u200e-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u30fb\ufe00-\ufe0f"
    r"\ufeff\uff61-\uff65"
)
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
_RUN = re.compile(f"[{_UNSPACED}]+|[^{_BETWEEN}{_UNSPACED}]+")
_ENDLESS = re.compile(rf"[^\w\s\x00-\x7f]{{{LONGEST_WORD + 1},}}")  # marks, which composing sorts, and other signs
_ASCII = str.maketrans({character: " " for character in map(chr, range(128)) if not character.isalnum()})
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")


def words_of(text: str) -> list[str]:
    """The different words of a text, in the order of their first appearance.

    >>> words_of("Saved! The goalie SAVED us, 3-0 \N{SMILING FACE WITH OPEN MOUTH}")
    ['saved', 'the', 'goalie', 'us', '3', '0', '😃']
    >>> words_of("天气预报")
    ['天气', '气预', '预报', '报']
    """
    words = list(dict.fromkeys(_runs(text)))
    if max(map(len, words), default=0) > LONGEST_WORD or not text.isascii():
        words = list(dict.fromkeys(word for run in words for word in _words_in(run)))
    if 4 * sum(map(len, words)) <= MOST_BYTES:  # a character has at most four bytes
        return words
    sizes = accumulate(len(word.encode()) for word in words)
    return [word for word, size in zip(words, sizes, strict=True) if size <= MOST_BYTES]


def query_words(query: str) -> list[tuple[str, bool]]:
    """The words that a document must have, each with whether it is only the beginning of one.

    >>> query_words("Goalie sav*")
    [('goalie', False), ('sav', True)]
    >>> query_words("天气预报"), query_words("天")
    ([('天气', False), ('气预', False), ('预报', False)], [('天', True)])
    """
    wanted: dict[tuple[str, bool], None] = {}
    for piece in query.split():
        runs = _runs(piece)
        for number, run in enumerate(runs, start=1):
            words = _words_in(run)
            if _is_unspaced(run):
                begins = len(run) == 1
                words = words[: len(run) - 1] or words  # the last character begins a pair in the texts that go on
            else:
                begins = number == len(runs) and piece.endswith("*")
            wanted |= dict.fromkeys((word, begins) for word in words)
    return list(wanted)


def _runs(text: str) -> list[str]:
    if text.isascii():  # the same, ten times as fast
        return text.lower().translate(_ASCII).split()
    if len(text) > LONGEST_WORD:
        marked = text.replace("\uff9e", "\u3099").replace(
            "\uff9f", "\u309a"
        )  # which are letters until they are composed
        text = _ENDLESS.sub(_in_parts, marked)
    return _RUN.findall(unicodedata.normalize("NFKC", text).casefold())


def _in_parts(marks: re.Match[str]) -> str:
    """Marks without end in parts, each of which is sorted by itself: a megabyte of them at once would take minutes."""
    return "\u034f".join(marks[0][at : at + LONGEST_WORD] for at in range(0, len(marks[0]), LONGEST_WORD))


def _words_in(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run))] if _is_unspaced(run) else [run[:LONGEST_WORD]]


def _is_unspaced(run: str) -> bool:
    return _UNSPACED_CHARACTER.match(run) is not None


class WordIndex:
    """Which texts have which words, in memory."""

    def __init__(self) -> None:
        self._texts: dict[str, list[int]] = {}
        self.size = 0

    def add(self, texts: Iterable[str]) -> None:
        """Index more texts; they are numbered from 0 in the order they come."""
        for text in texts:
            for word in words_of(text):
                self._texts.setdefault(word, []).append(self.size)
            self.size += 1

    def find(self, query: str) -> list[int]:
        """The texts with every word of the query, in order."""
        wanted = query_words(query)
        matches = [self._beginning(word) if begins else set(self._texts.get(word, ())) for word, begins in wanted]
        return sorted(set.intersection(*matches)) if matches else []

    def _beginning(self, prefix: str) -> set[int]:
        return {text for word, texts in self._texts.items() if word.startswith(prefix) for text in texts}
