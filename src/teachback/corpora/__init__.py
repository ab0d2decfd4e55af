"""The papers' corpora and the embedded demo, all in one form: `load("reuters")`, `load("demo")`.

The demo comes with the package. The others lie in a data folder: the one given, else the one that the environment
variable TEACHBACK_DATA names, else the user's cache, where :func:`teachback.corpora.fetch.fetch` puts them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from teachback.corpora import demo, movie_reviews, reuters, senses, tweets, twenty_newsgroups, webkb, zoo
from teachback.corpora.corpus import Corpus, CorpusRationale, Original
from teachback.errors import TeachbackError, listed, near_miss
from teachback.folders import user_folder

__all__ = [
    "CATALOGUE",
    "CatalogueEntry",
    "Corpus",
    "CorpusRationale",
    "MissingCorpus",
    "UnknownCorpus",
    "data_folder",
    "find",
    "load",
    "names",
]


class UnknownCorpus(TeachbackError):
    """A name that is not in the catalogue."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} is not a corpus.{near_miss(name, CATALOGUE)} The corpora are {listed(CATALOGUE, most=20)}."
        )


class MissingCorpus(TeachbackError):
    """A corpus that is not in the data folder."""

    def __init__(self, name: str, file: Path) -> None:
        super().__init__(
            f"The corpus {name} is not there: {file} does not exist. Download it with: teachback data fetch {name} "
            "or say where it is with --data DIR."
        )


@dataclass(frozen=True)
class CatalogueEntry:
    """A corpus of the catalogue."""

    name: str
    about: str  # what it is, in a few words
    read: Callable[[Path], Corpus]  # makes the corpus from a data folder
    files: tuple[str, ...] = ()  # what must be in the data folder; nothing for a corpus that comes with the package
    original: Original | None = None  # where its files come from

    def missing(self, data: Path) -> Path | None:
        """The first file that the data folder lacks, or nothing when the corpus can be loaded."""
        return next((path for file in self.files if not (path := data / file).is_file()), None)


def _newsgroups(topic: str) -> CatalogueEntry:
    groups = " and ".join(twenty_newsgroups.TOPICS[topic])
    read = partial(twenty_newsgroups.load_topic, topic=topic)
    return CatalogueEntry(
        topic, f"20 Newsgroups: {groups}", read, (twenty_newsgroups.FILE,), twenty_newsgroups.ORIGINAL
    )


def _senses(word: str) -> CatalogueEntry:
    read = partial(senses.load, word=word)
    return CatalogueEntry(word, f"Senses of the word {word}", read, (senses.file(word),), senses.ORIGINALS[word])


CATALOGUE: Mapping[str, CatalogueEntry] = {
    entry.name: entry
    for entry in (
        CatalogueEntry("demo", "The support inbox of an invented software company", lambda _: demo.load()),
        CatalogueEntry("reuters", "Reuters-21578: news on ten topics", reuters.load, (reuters.FILE,), reuters.ORIGINAL),
        CatalogueEntry("webkb", "WebKB: university web pages of four kinds", webkb.load, (webkb.FILE,), webkb.ORIGINAL),
        CatalogueEntry(
            "twenty_newsgroups",
            "20 Newsgroups: 18,828 messages",
            twenty_newsgroups.load,
            (twenty_newsgroups.FILE,),
            twenty_newsgroups.ORIGINAL,
        ),
        *map(_newsgroups, twenty_newsgroups.TOPICS),
        CatalogueEntry(
            "movie_reviews",
            "Movie Review Polarity v2.0 with annotator rationales",
            movie_reviews.load,
            (movie_reviews.FILE, movie_reviews.RATIONALES),
            movie_reviews.ORIGINAL,
        ),
        CatalogueEntry("zoo", "UCI Zoo: 101 animals and their attributes", zoo.load, (zoo.FILE,), zoo.ORIGINAL),
        *map(_senses, senses.SENSES),
        CatalogueEntry("tweets", "Tweets by sentiment", tweets.load, (tweets.FILE,), tweets.ORIGINAL),
        CatalogueEntry(
            "tweet_languages",
            "Tweets in five languages",
            tweets.load_languages,
            (tweets.LANGUAGE_FILE,),
            tweets.LANGUAGES_ORIGINAL,
        ),
    )
}


def names() -> tuple[str, ...]:
    """The names of all corpora.

    >>> names()[:3]
    ('demo', 'reuters', 'webkb')
    """
    return tuple(CATALOGUE)


def find(name: str) -> CatalogueEntry:
    """The catalogue's entry of that name."""
    if name not in CATALOGUE:
        raise UnknownCorpus(name)
    return CATALOGUE[name]


def data_folder(data: str | Path | None = None) -> Path:
    """The folder that holds the corpora: the one given, TEACHBACK_DATA, or one in the user's cache."""
    if chosen := data or os.environ.get("TEACHBACK_DATA"):
        return Path(chosen).expanduser()
    return user_folder("XDG_CACHE_HOME") / "data"


def load(name: str, data: str | Path | None = None) -> Corpus:
    """The corpus of that name.

    >>> corpus = load("demo")
    >>> corpus.classes
    ('bug', 'billing', 'how-to', 'feature request')
    """
    entry, folder = find(name), data_folder(data)
    if (file := entry.missing(folder)) is not None:
        raise MissingCorpus(name, file)
    return entry.read(folder)
