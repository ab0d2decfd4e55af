"""The movie reviews as both papers see them, the methods they compare, and how they compare them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer

from teachback import corpora
from teachback.experiments.experiment import lines_of
from teachback.learners import Learner, LessonRegression
from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.rationales.marked_texts import MarkedTexts, read_marked
from teachback.learners.rationales.masking import masked
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.learners.rationales.rationale_weighting import RationaleWeighting
from teachback.pool import Pool
from teachback.text import TermCounts, binary
from teachback.vectors import PoolVectors

Rows = NDArray[np.intp]
Result = TypeVar("Result")
ANNOTATOR = "A0"  # of folds 0 to 8
TEST_FOLD = 9
SIZES = tuple(range(200, 1601, 200))


@dataclass(frozen=True)
class ReviewRun:
    """One run: the reviews to learn from, the rationales in them, and the reviews to test on."""

    rows: Rows
    marked: MarkedTexts
    test: Rows


@dataclass(frozen=True)
class TaughtReviews:
    """What a method is taught."""

    X: csr_array
    y: NDArray[Any]
    marked: MarkedTexts
    pool: Callable[[], PoolVectors] | None = None


@dataclass(frozen=True)
class Reviews:
    """Which terms (of those that occur four times or more) are there, classes, folds, and everybody's rationales."""

    X: csr_array
    y: NDArray[Any]
    fold: NDArray[np.intp]
    marked: dict[str, MarkedTexts]

    def train(self, rotation: int, size: int) -> Rows:
        """The `size` reviews of the folds that follow a fold of 0 to 8, round the circle."""
        folds = [(rotation + k) % TEST_FOLD for k in range(1, size // 200 + 1)]
        return np.flatnonzero(np.isin(self.fold, folds))

    def rotations(self, size: int, *, held_out: bool = False) -> list[ReviewRun]:
        """Nine runs of that many reviews with A0's rationales, tested on fold 9 or on the fold that is held out."""
        trains = [self.train(rotation, size) for rotation in range(TEST_FOLD)]
        tests = [self.of(rotation if held_out else TEST_FOLD) for rotation in range(TEST_FOLD)]
        marked = self.marked[ANNOTATOR]
        return [ReviewRun(rows, marked[rows], test) for rows, test in zip(trains, tests, strict=True)]

    def taught(self, lesson: ReviewRun) -> TaughtReviews:
        """What a lesson teaches."""
        return TaughtReviews(self.X[lesson.rows], self.y[lesson.rows], lesson.marked, lambda: self.pool)

    @cached_property
    def pool(self) -> PoolVectors:
        """All reviews but those of the test fold, for a method that learns from unlabelled ones too."""
        return PoolVectors(Pool(self.X[self.fold != TEST_FOLD]))

    def drawn(self, folds: Iterable[int], size: int, seed: int, among: Rows | None = None) -> Rows:
        """`size` reviews of these folds (perhaps only among some), half of each class."""
        random = np.random.default_rng(seed)
        there = np.isin(self.fold, list(folds))
        if among is not None:
            there &= np.isin(np.arange(len(there)), among)
        halves = [np.flatnonzero(there & (self.y == name)) for name in np.unique(self.y)]
        return np.sort(np.concatenate([random.permutation(half)[: size // 2] for half in halves]))

    def of(self, fold: int) -> Rows:
        """The reviews of a fold."""
        return np.flatnonzero(self.fold == fold)


@lru_cache(maxsize=2)
def reviews(data: Path | None) -> Reviews:
    """The reviews with everybody's rationales."""
    corpus = corpora.load("movie_reviews", data)
    counts = TermCounts(corpus.analyzer, min_count=4)
    counts.add(corpus.texts)
    row = {document.id: place for place, document in enumerate(corpus.documents)}
    whole = read_marked(counts, corpus.texts, [(row[of], *rest) for of, *rest in corpus.rationales])
    teachers = dict.fromkeys(passage.teacher for passage in whole.passages)
    fold = np.array([int(corpus.parts[document.id]) for document in corpus.documents])
    X = binary(counts.X).astype(np.float64)
    return Reviews(X, np.array(corpus.y), fold, {name: whole.only(name) for name in teachers})


Method = Callable[..., Learner]  # from what is taught and the numbers chosen for the method to a fitted learner


def _svm(taught: TaughtReviews, **numbers: Any) -> Learner:
    return ContrastSVM(C_contrast=0, **numbers).fit(taught.X, taught.y)


def _without_rationales(taught: TaughtReviews, **numbers: Any) -> Learner:
    tagged = taught.marked.tagged_texts
    rest = taught.X.tolil()
    rest[[each.text for each in tagged]] = masked(taught.marked, list(tagged.values()), close_up=True)
    return _svm(TaughtReviews(csr_array(rest), taught.y, taught.marked), **numbers)


def _one_by_one(taught: TaughtReviews, **numbers: Any) -> Learner:
    passages = taught.marked.passages
    texts = [taught.marked.texts[passage.text][passage.start : passage.end] for passage in passages]
    X = taught.marked.counts.rows(texts).astype(np.float64)
    return _svm(TaughtReviews(X, np.array([passage.class_ for passage in passages]), taught.marked), **numbers)


def _ours(taught: TaughtReviews) -> Learner:
    vectors = None if taught.pool is None else taught.pool()
    reasons = taught.marked.marked_terms(taught.y.tolist())
    return LessonRegression().fit(taught.X, taught.y, reasons=reasons, vectors=vectors)


def _weighted(taught: TaughtReviews, **numbers: Any) -> Learner:
    classifier = make_pipeline(Normalizer(), LogisticRegression(C=10.0))
    return RationaleWeighting(classifier, **numbers).fit(taught.X, taught.y, rationales=taught.marked)


METHODS: dict[str, Method] = {
    "ContrastSVM": lambda taught, **numbers: ContrastSVM(**numbers).fit(taught.X, taught.y, rationales=taught.marked),
    "SVM": _svm,
    "SVM without the rationales": _without_rationales,
    "SVM on each rationale": _one_by_one,
    "SVM on the rationales": lambda taught, **numbers: _svm(
        TaughtReviews(taught.marked.marked_terms(taught.y.tolist()), taught.y, taught.marked), **numbers
    ),
    "log-linear": lambda taught, **numbers: RationaleMaxEnt(**numbers).fit(taught.X, taught.y),
    "RationaleMaxEnt": lambda taught, **numbers: RationaleMaxEnt(**numbers).fit(
        taught.X, taught.y, rationales=taught.marked
    ),
    "RationaleWeighting": _weighted,
    "ours": _ours,
}


@lru_cache(maxsize=1)
def _chosen() -> dict[tuple[str, int], dict[str, Any]]:
    lines = lines_of("zaidan2007/chosen.csv")
    return {(line["method"], int(line["size"])): json.loads(line["numbers"]) for line in lines}


def chosen(method: str, size: int) -> dict[str, Any]:
    """The numbers that were chosen for a method on folds 0 to 8, at the nearest size that they were chosen at.

    >>> chosen("SVM", 200)
    {'C': 1.0}
    """
    sizes = [tuned for name, tuned in _chosen() if name == method]
    return _chosen()[method, min(sizes, key=lambda tuned: abs(np.log(tuned / size)))] if sizes else {}


def right(corpus: Reviews, method: str, lessons: Sequence[ReviewRun], numbers: Mapping[str, Any]) -> NDArray[np.bool_]:
    """Which test reviews a method gets right after each lesson (lessons × reviews); several are learned at once."""

    def tested(learner: Learner, lesson: ReviewRun) -> NDArray[np.bool_]:
        return np.asarray(learner.predict(corpus.X[lesson.test]) == corpus.y[lesson.test])

    return np.stack(_learned(corpus, method, lessons, numbers, tested))


def log_likelihood(corpus: Reviews, method: str, lessons: Sequence[ReviewRun], numbers: Mapping[str, Any]) -> float:
    """The mean log-probability that a method gives the true classes of test reviews: nats a review."""

    def tested(learner: Learner, lesson: ReviewRun) -> float:
        log_p = learner.predict_log_proba(corpus.X[lesson.test])
        return float(np.mean(log_p[corpus.y[lesson.test][:, np.newaxis] == learner.classes_]))

    return float(np.mean(_learned(corpus, method, lessons, numbers, tested)))


def _learned(
    corpus: Reviews,
    method: str,
    lessons: Sequence[ReviewRun],
    numbers: Mapping[str, Any],
    tested: Callable[[Learner, ReviewRun], Result],
) -> list[Result]:
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(lambda lesson: tested(METHODS[method](corpus.taught(lesson), **numbers), lesson), lessons))


@lru_cache(maxsize=64)
def rotated(data: Path | None, method: str, size: int) -> NDArray[np.bool_]:
    """Which reviews of fold 9 a method gets right, after learning from each of the nine rotations."""
    corpus = reviews(data)
    return right(corpus, method, corpus.rotations(size), chosen(method, size))


def permutation_test(a: NDArray[np.integer], b: NDArray[np.integer]) -> float:
    """The paired permutation test of the papers, exactly: how likely is a difference as large by chance?

    `a` and `b` say how often each test example was classified right. By chance, each pair may as well be the other way
    round; the distribution of the difference is then a product of two-sided coins.

    >>> permutation_test(np.array([9, 9, 9]), np.array([0, 0, 0]))          # 2 of the 8 ways to turn the pairs
    0.25
    """
    apart = np.abs(np.asarray(a) - np.asarray(b)).astype(int)
    chance = np.ones(1)
    for size in apart[apart > 0].tolist():
        coin = np.zeros(2 * size + 1)
        coin[[0, -1]] = 0.5
        chance = np.convolve(chance, coin)
    reach = len(chance) // 2
    observed = abs(int(np.sum(a) - np.sum(b)))
    return float(min(1.0, chance[np.abs(np.arange(-reach, reach + 1)) >= observed].sum()))
