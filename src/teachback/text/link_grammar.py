"""Constituents of English texts by Link Grammar: an adapter for `link-parser` (Debian and Ubuntu: ``link-grammar``).

A text is cut into sentences; the program parses one after the other, each with a time limit, and prints brackets
around words that it spells in its own way (``film.s``, ``{of}``). The words are found again in the text, in order.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator

from teachback.text.constituents import BadParse, Constituent

_SENTENCE = re.compile(r"\S(?:[^\n\r]*?[.!?]+(?=\s|$)|[^\n\r]*)")
_BRACKETS = re.compile(r"[()]|[^\s()]+")
_OPTIONS = ("constituents=3", "graphics=0", "echo=1", "verbosity=0", "panic=0", "spell=0", "limit=100", "short=10")
_ENDING = re.compile(r"(?:[{\[][!?~&][}\]])?(?:\.[-a-z0-9]+)?$")  # a guess, and the part of speech
_FAR = 40  # code points: how far ahead a word is looked for that does not stand where it should


class LinkGrammar:
    """A parser for :func:`teachback.learners.read_marked`: call it with a text.

    A sentence that takes longer than so many seconds, or cannot be parsed, has no constituents inside.

    >>> parse = LinkGrammar()
    >>> text = "The film works. Nobody liked it."
    >>> [(label, text[start:end]) for label, start, end in parse(text)][:4]
    [('TOP', 'The film works.'), ('S', 'The film works.'), ('NP', 'The film'), ('VP', 'works')]
    """

    def __init__(self, *, seconds: int = 2) -> None:
        self.seconds = seconds

    def __call__(self, text: str) -> list[Constituent]:
        """The constituents of the text, each sentence under TOP."""
        return list(self._parse(text))

    def _parse(self, text: str) -> Iterator[Constituent]:
        plain = re.sub(r"[\x00-\x09\x0b\x0c\x0e-\x1f]", " ", text)
        trees = self._trees([sentence.group() for sentence in _SENTENCE.finditer(plain)])
        for sentence in _SENTENCE.finditer(plain):
            begin, words = sentence.start(), sentence.group().rstrip()
            yield "TOP", begin, begin + len(words)
            for label, start, end in constituents(trees.get(words, ""), words):
                yield label, begin + start, begin + end

    def _trees(self, sentences: list[str]) -> dict[str, str]:
        """What the program prints for each sentence; those that look like its commands are not sent."""
        sent = [sentence.rstrip() for sentence in sentences if sentence[0] not in "!%"]
        if (program := shutil.which("link-parser")) is None:
            raise BadParse("There is no program link-parser. Install it, on Debian with: apt-get install link-grammar")
        options = [f"-{option}" for option in (*_OPTIONS, f"timeout={self.seconds}")]
        try:
            done = subprocess.run(  # noqa: S603
                [program, "en", *options],
                input="\n".join(sent) + "\n",
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=30 + 2 * self.seconds * len(sent),
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {}
        trees: dict[str, str] = {}
        known, now = set(sent), ""
        for line in done.stdout.split("\n"):
            if line.rstrip() in known:
                now = line.rstrip()
            elif line.startswith("(") and now:
                trees.setdefault(now, line)
        return trees


def constituents(tree: str, sentence: str) -> list[Constituent]:
    """The brackets that have words in them, outer ones first, where they stand in the sentence.

    >>> constituents("(S (NP the film.s) (VP works.v) .)", "the film works .")
    [('S', 0, 16), ('NP', 0, 8), ('VP', 9, 14)]
    """
    parts: list[list[object]] = []  # label, start, end
    open_: list[int] = []
    at, labelled = 0, True
    for sign in _BRACKETS.findall(tree):
        if sign == "(":
            labelled = False
        elif sign == ")":
            open_.pop()
        elif not labelled:
            open_.append(len(parts))
            parts.append([sign, -1, -1])
            labelled = True
        else:
            start, end = _word(sign, sentence, at)
            at = max(at, end)
            for number in open_ if end > start else ():
                parts[number][1] = start if parts[number][1] == -1 else parts[number][1]
                parts[number][2] = end
    return [(str(label), int(str(start)), int(str(end))) for label, start, end in parts if start != -1]


def _word(printed: str, sentence: str, at: int) -> tuple[int, int]:
    """Where a printed word stands: the program adds endings and braces, but keeps the order; nowhere has no length."""
    word = _ENDING.sub("", printed).strip("{}[]")
    while at < len(sentence) and sentence[at].isspace():
        at += 1
    if not (same := _alike(word, sentence[at:])):
        further = sentence.find(word, at, at + _FAR) if word else -1
        return (at, at) if further < 0 else (further, further + len(word))
    return at, at + same


def _alike(one: str, other: str) -> int:
    """How many letters two words have in common at their beginning."""
    pairs = zip(one.lower(), other.lower(), strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
