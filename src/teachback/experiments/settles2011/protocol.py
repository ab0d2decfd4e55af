"""How the paper's learners are compared: the same folds, the same oracle words, the pool without its labels."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedKFold

from teachback import corpora
from teachback.experiments.oracle import oracle_words
from teachback.learners import ExpectationMaxEnt, LabelledWordNB, Learner, PooledNB
from teachback.learners.catalogue import DEFAULT, find_learner
from teachback.text import TermCounts, damped
from teachback.text.analyzers import Words

CORPORA = (
    *("reuters", "webkb", "twenty_newsgroups", "science", "autos_motorcycles", "baseball_hockey", "mac_pc"),
    "movie_reviews",
)
BINARY = ("autos_motorcycles", "baseball_hockey", "mac_pc", "movie_reviews")


@dataclass(frozen=True)
class Method:
    """A learner and how it sees the texts: the paper's terms (numbers are the word 00, raw counts) or ours."""

    make: Callable[..., Learner]
    papers_terms: bool = True


METHODS: dict[
    str, Method
] = {  # by the paper's names what was published, by the names of our learners what we made of it
    "MaxEnt/GE": Method(
        lambda **given: ExpectationMaxEnt(balanced=False, unit_length=False, **{"variance": 1.0} | given)
    ),
    "MNB/Pool": Method(lambda **given: PooledNB(mode="paper", **given)),
    "Pool+EM1": Method(lambda **given: PooledNB(mode="paper", em_steps=1, **given)),
    "MNB/Priors": Method(lambda **given: LabelledWordNB(mode="paper", em_steps=0, **given)),
    "Priors+EM1": Method(lambda **given: LabelledWordNB(**{"mode": "paper"} | given)),
    "Priors+EM1, weights read literally": Method(
        lambda **given: LabelledWordNB(mode="paper", pool_weight=0.1, label_weight=1.0, **given)
    ),
    "ExpectationMaxEnt": Method(ExpectationMaxEnt, papers_terms=False),
    "PooledNB": Method(PooledNB, papers_terms=False),
    "PooledNB, one EM step": Method(lambda **given: PooledNB(em_steps=1, **given), papers_terms=False),
    "words alone": Method(lambda **given: LabelledWordNB(em_steps=0, **given), papers_terms=False),
    "LabelledWordNB": Method(LabelledWordNB, papers_terms=False),
    "ours": Method(find_learner(DEFAULT).make, papers_terms=False),
}


@dataclass(frozen=True)
class Sample:
    """A corpus as the learner sees it, as plain counts for the oracle, and the positions of its classes."""

    X: csr_array
    counts: csr_array
    y: NDArray[np.intp]
    classes: int

    def rows(self, which: NDArray[Any]) -> Sample:
        """Some of the documents."""
        return Sample(self.X[which], self.counts[which], self.y[which], self.classes)

    def oracle(self, words: int) -> list[tuple[int, int]]:
        """The best words of each class, a hundred at most."""
        best = (self._best_words[label][:words] for label in range(self.classes))
        return [word for of_class in best for word in of_class]

    @cached_property
    def _best_words(self) -> list[list[tuple[int, int]]]:
        ranked = oracle_words(self.counts, self.y, self.classes, 100)
        return [[word for word in ranked if word[1] == label] for label in range(self.classes)]


@dataclass(frozen=True)
class Scored:
    """What a fold gave: the predictions beside the truth, and the seconds of training."""

    truth: NDArray[np.intp]
    guess: NDArray[np.intp]
    seconds: float

    @property
    def accuracy(self) -> float:
        """The share of right predictions, in percent."""
        return 100.0 * float(np.mean(self.truth == self.guess))


@lru_cache(maxsize=4)
def sample(corpus: str, data: Path | None, papers_terms: bool) -> Sample:
    """The corpus as the paper's terms, or as ours (numbers left out, repeated words damped)."""
    loaded = corpora.load(corpus, data)
    counts = TermCounts(Words(digits=papers_terms), stop_words="english")
    counts.add(loaded.texts)
    place = {name: position for position, name in enumerate(loaded.classes)}
    X = counts.X.astype(np.float64)
    y = np.array([place[label] for label in loaded.y], dtype=np.intp)
    return Sample(X if papers_terms else damped(X), X, y, len(loaded.classes))


def folds(sample: Sample, seed: int) -> Iterator[tuple[Sample, Sample]]:
    """Training and test documents, ten times."""
    splitter = StratifiedKFold(10, shuffle=True, random_state=seed)
    for train, test in splitter.split(np.zeros(len(sample.y)), sample.y):
        yield sample.rows(train), sample.rows(test)


def score(
    method: str, train: Sample, test: Sample, *, words: int = 10, documents: int = 0, seed: int = 0, **parameters: Any
) -> Scored:
    """Teach oracle words (and perhaps labels of some documents), learn, predict the test documents."""
    taught = train.oracle(words)
    labelled = np.sort(np.random.default_rng(seed).permutation(len(train.y))[:documents])
    rest = np.delete(np.arange(len(train.y)), labelled)
    learner = METHODS[method].make(**parameters)
    X, y = (train.X[labelled], train.y[labelled]) if documents else (None, None)
    begin = time.perf_counter()
    learner.fit(X, y, words=taught, pool=train.X[rest], classes=range(train.classes))
    seconds = time.perf_counter() - begin
    return Scored(test.y, learner.predict(test.X), seconds)


@lru_cache(maxsize=64)
def scored(corpus: str, data: Path | None, method: str, seed: int = 0, **parameters: Any) -> tuple[Scored, ...]:
    """All folds of a corpus with a method."""
    splits = _splits(corpus, data, METHODS[method].papers_terms, seed)
    return tuple(score(method, train, test, seed=seed, **parameters) for train, test in splits)


@lru_cache(maxsize=2)
def _splits(corpus: str, data: Path | None, papers_terms: bool, seed: int) -> tuple[tuple[Sample, Sample], ...]:
    """The folds of a corpus, kept because finding the oracle's words takes longer than learning from them."""
    return tuple(folds(sample(corpus, data, papers_terms), seed))
