"""Finding passages of one version of a text in another version of it."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]

_MARK = re.compile(r"<(?:NEG|POS)>\s*|\s*</(?:NEG|POS)>")
_WORD = re.compile(r"\S+")
_ALIKE = 0.6  # how much of a found passage must be that of the marked one


def without_marks(marked: str) -> tuple[str, list[Span]]:
    """A text whose `<NEG>` and `<POS>` marks are taken out, and the spans that they enclosed.

    >>> without_marks("it <NEG> still feels empty </NEG> , like <NEG> flash </NEG>")
    ('it still feels empty , like flash', [(3, 20), (28, 33)])
    """
    pieces: list[str] = []
    edges: list[int] = []
    done = 0
    for mark in _MARK.finditer(marked):
        pieces.append(marked[done : mark.start()])
        edges.append(sum(map(len, pieces)))
        done = mark.end()
    pieces.append(marked[done:])
    spans = zip(edges[::2], edges[1::2], strict=False)
    return "".join(pieces), [(start, end) for start, end in spans if start < end]


def align(spans: Iterable[Span], source: str, target: str) -> list[Span | None]:
    """Each span of the source as a span of the target, or nothing where the target lacks that passage.

    Where the two differ in white space only, characters correspond one to one. Where they differ in more, words
    are matched by their longest common subsequence, and what is found must still resemble what was marked.

    >>> align([(3, 8)], "ab c d e", "ab\\nc  d e")
    [(3, 9)]
    >>> align([(4, 12), (13, 18)], "why don t go there", "so why don't go")
    [(7, 15), None]
    """
    solid_source, solid_target = _solid(source), _solid(target)
    if [source[at] for at in solid_source] == [target[at] for at in solid_target]:
        return [_by_characters(span, solid_source, solid_target) for span in spans]
    words = _WordMap(source, target)
    return [words.find(span) for span in spans]


def _solid(text: str) -> list[int]:
    """The places of the characters that are not white space."""
    return [at for at, character in enumerate(text) if not character.isspace()]


def _by_characters(span: Span, source: Sequence[int], target: Sequence[int]) -> Span | None:
    first, last = bisect_left(source, span[0]), bisect_left(source, span[1]) - 1
    return (target[first], target[last] + 1) if first <= last else None


class _WordMap:
    """Which words of the target stand where each word of the source stood."""

    def __init__(self, source: str, target: str) -> None:
        self._source, self._target = source, target
        self._from = [word.span() for word in _WORD.finditer(source)]
        self._to = [word.span() for word in _WORD.finditer(target)]
        self._places: list[range] = []
        matcher = difflib.SequenceMatcher(None, _WORD.findall(source), _WORD.findall(target), autojunk=False)
        for _, first, last, to_first, to_last in matcher.get_opcodes():
            if last - first == to_last - to_first:
                self._places.extend(range(place, place + 1) for place in range(to_first, to_last))
            else:
                self._places.extend([range(to_first, to_last)] * (last - first))

    def find(self, span: Span) -> Span | None:
        """The stretch from the first to the last word that stands for the span's words."""
        start, end = span
        inside = [place for (at, to), place in zip(self._from, self._places, strict=True) if at < end and to > start]
        places = [place for place in inside if place]
        if not places:
            return None
        there = self._to[places[0].start][0], self._to[places[-1].stop - 1][1]
        alike = difflib.SequenceMatcher(None, self._source[start:end], self._target[there[0] : there[1]]).ratio()
        return there if alike >= _ALIKE else None
