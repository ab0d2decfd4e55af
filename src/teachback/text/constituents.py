"""Constituents of a text, and what they say of the places between its tokens.

A parser is any function from a text to its constituents, each a label and where it stands (code points, outer ones
before those inside them); :mod:`teachback.text.link_grammar` adapts a real one.

>>> def parse(text):
...     return [("TOP", 0, 12), ("NP", 0, 4), ("VP", 5, 12)]
>>> places = boundaries(parse("They lost it"), starts=[0, 5, 10], ends=[4, 9, 12])
>>> [[NONTERMINALS[number - 1] if number else "-" for number in place] for place in places.tolist()]
[['-', 'TOP', 'DOC'], ['NP', 'VP', 'TOP'], ['-', '-', 'VP'], ['TOP', '-', 'DOC']]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teachback.errors import TeachbackError

Constituent = tuple[str, int, int]
Parser = Callable[[str], Iterable[Constituent]]

NONTERMINALS = ("DOC", "TOP", "S", "SBAR", "FRAG", "PRN", "NP", "VP", "PP", "ADJP", "QP")
_NUMBER = {name: number for number, name in enumerate(NONTERMINALS, start=1)}


class BadParse(TeachbackError):
    """A parser that is not there, or that gave what is no constituent of the text."""


def parsed(parser: Parser, texts: Sequence[str]) -> Iterator[list[Constituent]]:
    """The constituents of each text, checked; several texts are parsed at once."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for text, constituents in zip(texts, pool.map(lambda text: list(parser(text)), texts), strict=True):
            for constituent in constituents:
                _check(constituent, text)
            yield constituents


def boundaries(constituents: Iterable[Constituent], starts: ArrayLike, ends: ArrayLike) -> NDArray[np.int16]:
    """Before, between and after the tokens: the largest constituent that ends and that starts there, the smallest that
    crosses; each the number of its nonterminal, 0 for none and for other labels.

    A constituent covers the tokens that it touches. The document (DOC) crosses every place.
    """
    starts, ends = np.asarray(starts, dtype=np.int64), np.asarray(ends, dtype=np.int64)
    listed = list(constituents)
    label = np.array([_NUMBER.get(name, 0) for name, _, _ in listed], dtype=np.int16)
    first = np.searchsorted(ends, np.array([start for _, start, _ in listed], dtype=np.int64), side="right")
    stop = np.searchsorted(starts, np.array([end for _, _, end in listed], dtype=np.int64), side="left")
    out = np.zeros((len(starts) + 1, 3), dtype=np.int16)
    out[:, 2] = _NUMBER["DOC"]
    _mark(label, first, stop, np.zeros((len(out), 3), dtype=np.int64), out)
    return out


def _check(constituent: Constituent, text: str) -> None:
    match constituent:
        case (str(), int(start), int(end)) if 0 <= start < end <= len(text):
            return
    raise BadParse(
        f"The parser gave {constituent!r:.80}, which is no constituent of a text of {len(text)} code points. Let it "
        "give (label, start, end) with 0 <= start < end inside the text."
    )


def _mark(
    label: NDArray[np.int16],
    first: NDArray[np.intp],
    stop: NDArray[np.intp],
    size: NDArray[np.int64],
    out: NDArray[np.int16],
) -> None:
    """`size` remembers the size of what each place has so far: of equals, the outer one ends and starts there, the
    inner one crosses."""
    for c in range(len(label)):
        a, b = first[c], stop[c]
        if b <= a:
            continue
        if b - a > size[b, 0]:
            out[b, 0], size[b, 0] = label[c], b - a
        if b - a > size[a, 1]:
            out[a, 1], size[a, 1] = label[c], b - a
        for place in range(a + 1, b):
            if size[place, 2] == 0 or b - a <= size[place, 2]:
                out[place, 2], size[place, 2] = label[c], b - a
