"""Texts in any number: 20 Newsgroups, again and again with other words in it; made up where it is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import numpy as np

from teachback import corpora
from teachback.corpora import MissingCorpus

_CHANGED = 7  # every so manieth word of a message that is there before


@dataclass(frozen=True)
class Messages:
    """Texts and their classes, by the documents' ids."""

    texts: dict[str, str]
    labels: dict[str, str]
    classes: list[str]


def messages(data: Path | None, number: int) -> Messages:
    """So many messages."""
    try:
        corpus = corpora.load("twenty_newsgroups", data)
    except MissingCorpus as why:
        print(f"{why} Made-up messages instead.")
        known = list(islice(_made_up(), 20_000))
    else:
        known = [(document.text, corpus.labels[document.id]) for document in corpus.documents]
    chosen = {f"m{k}": found for k, found in enumerate(islice(_varied(known), number))}
    return Messages(
        {id: text for id, (text, _) in chosen.items()},
        {id: class_ for id, (_, class_) in chosen.items()},
        sorted({class_ for _, class_ in known}),
    )


def _varied(known: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The messages, then each with some of its words replaced by those of another, and so on."""
    yield from known
    for turn in count(1):
        for place, (text, class_) in enumerate(known):
            words, others = text.split(" "), known[place - turn][0].split(" ")
            put = words[turn % _CHANGED :: _CHANGED]
            words[turn % _CHANGED :: _CHANGED] = (others * (len(put) // len(others) + 1))[: len(put)]
            yield " ".join(words), class_


def _made_up(classes: int = 20, words: int = 250, vocabulary: int = 100_000) -> Iterator[tuple[str, str]]:
    """Texts of which every tenth word is drawn from a few of its class, the others from all, few of them often."""
    draw = np.random.default_rng(0)
    for k in count():
        ranks = (vocabulary ** draw.random(words)).astype(int)
        ranks[::10] = vocabulary + 100 * (k % classes) + draw.integers(100, size=len(ranks[::10]))
        yield " ".join(map(word, ranks.tolist())), f"class {k % classes + 1}"


def word(rank: int) -> str:
    """A word of its own for every rank.

    >>> word(0), word(27)
    ('waaaa', 'wbbaa')
    """
    return "w" + "".join(chr(97 + rank // 26**place % 26) for place in range(4))
