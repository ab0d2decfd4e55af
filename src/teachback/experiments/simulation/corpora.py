"""What is taught in simulations: the text corpora, skewed and small ones made of them, and files of one's own.

A learner or a query is designed by looking at some corpora and judged on the others. Which are which was said before
anything was measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np

from teachback import corpora
from teachback.corpora import Corpus
from teachback.errors import TeachbackError, listed, near_miss
from teachback.formats import BadRole, Item, inspect
from teachback.record import Document

POOL, TEST = 3000, 1500  # documents at most
_FEWEST = 20  # labelled texts of which anything can be learned


@dataclass(frozen=True)
class Source:
    """A corpus of the simulations."""

    corpus: str  # its name in `corpora`
    # Whether it may be looked at while something is designed, or decides whether that is any good
    use: Literal["designing", "deciding"] = "deciding"
    ratio: int = 0  # how many documents the first class has for one of the others together; 0 leaves them as they are
    pool: int = POOL  # how many documents there are to teach on, at most


CORPORA: Mapping[str, Source] = {
    "reuters": Source("reuters"),
    "webkb": Source("webkb", "designing"),
    "twenty_newsgroups": Source("twenty_newsgroups"),
    "science": Source("science", "designing"),
    "autos_motorcycles": Source("autos_motorcycles"),
    "baseball_hockey": Source("baseball_hockey", "designing"),
    "mac_pc": Source("mac_pc"),
    "movie_reviews": Source("movie_reviews", "designing"),
    "hard": Source("hard", "designing"),
    "line": Source("line"),
    "serve": Source("serve"),
    "tweets": Source("tweets", "designing"),
    "tweet_languages": Source("tweet_languages"),
    "demo": Source("demo"),
    "autos_motorcycles 9:1": Source("autos_motorcycles", ratio=9),
    "baseball_hockey 19:1": Source("baseball_hockey", "designing", ratio=19),
    "science 9:1": Source("science", ratio=9),
    "mac_pc small": Source("mac_pc", pool=600),
}
DESIGNING = tuple(name for name, source in CORPORA.items() if source.use == "designing")
DECIDING = tuple(name for name, source in CORPORA.items() if source.use == "deciding")


class UnknownSimulationCorpus(TeachbackError):
    """A corpus that simulations do not have."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} is not a corpus of the simulations.{near_miss(name, CORPORA)} There are "
            f"{listed(CORPORA, most=20)}; for texts of your own give a FILE."
        )


@dataclass(frozen=True)
class Place:
    """Where texts lie: a folder of corpora, and perhaps a labelled file with its columns.

    The file is a corpus whose name is the file's.
    """

    data: Path | None = None
    file: Path | None = None
    text: str | None = None
    label: str | None = None

    def check(self, name: str) -> None:
        """Refuse a corpus that is not there, or a file that cannot be taught, before anything runs."""
        if self.file is not None and name == self.file.name:
            load(name, self)
            return
        if name not in CORPORA:
            raise UnknownSimulationCorpus(name)
        missing = corpora.find(CORPORA[name].corpus).missing(corpora.data_folder(self.data))
        if missing is not None:
            raise corpora.MissingCorpus(CORPORA[name].corpus, missing)


def source_of(name: str) -> Source:
    """What is known of a corpus; a file of one's own is taken as it is."""
    return CORPORA.get(name, Source(name))


@lru_cache(maxsize=2)
def load(name: str, place: Place) -> Corpus:
    """The texts of a corpus that have a class, before any of them is drawn."""
    if place.file is not None and name == place.file.name:
        return read_file(place.file, place.text, place.label)
    if name not in CORPORA:
        raise UnknownSimulationCorpus(name)
    return corpora.load(CORPORA[name].corpus, place.data)


def read_file(file: Path, text: str | None = None, label: str | None = None) -> Corpus:
    """The labelled texts of a file in any format; columns are guessed unless given."""
    roles = {role: column for role, column in (("text", text), ("label", label)) if column}
    try:
        plan = inspect(file, roles=roles)
        rows = [row for row in plan.read() if isinstance(row, Item)]
    except BadRole as wrong:
        raise TeachbackError(f"{file}: {wrong} Say which it is with --text COLUMN and --label COLUMN.") from None
    labelled = {row.document.id: row for row in rows if row.label}
    labels = {id: str(row.label) for id, row in labelled.items()}
    classes = tuple(dict.fromkeys(labels.values()))
    if len(labels) < _FEWEST or not 2 <= len(classes) <= len(labels) // 4:
        contents = f"{len(labels):,} of its {len(rows):,} texts have a class, and there are {len(classes):,} classes"
        there = f" Its columns are {listed(plan.columns)}." if plan.columns else ""
        raise TeachbackError(
            f"{file}: {contents}; a simulation needs at least {_FEWEST} texts with a class, and 2 classes or more with "
            f"several texts each.{there} Say where the classes are with --label COLUMN."
        )
    return Corpus(file.name, [Document(id, row.document.text) for id, row in labelled.items()], classes, labels)


def skewed(corpus: Corpus, ratio: int, seed: int) -> Corpus:
    """The first class, and so few documents of the others that it has `ratio` times as many."""
    first = [document for document in corpus.documents if corpus.labels[document.id] == corpus.classes[0]]
    others = [document for document in corpus.documents if corpus.labels[document.id] != corpus.classes[0]]
    few = np.random.default_rng(seed).permutation(len(others))[: round(len(first) / ratio)]
    documents = [*first, *(others[place] for place in np.sort(few).tolist())]
    return replace(corpus, documents=documents)
