"""What is explained: one class against the rest, by five kinds of models, trained on 90 % of a corpus.

20 Newsgroups are twenty tasks, movie reviews one. The tasks of a corpus are shared out over the machine's cores, always
the same ones to the same worker, which keeps its models for the next case.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import MultinomialNB
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, LinearSVC

from teachback import corpora
from teachback.corpora.corpus import Corpus
from teachback.experiments.experiment import Case, grid

P = ParamSpec("P")
T = TypeVar("T")

CORPORA = ("twenty_newsgroups", "movie_reviews")
MODELS: dict[str, Callable[[], Any]] = {
    "linear": lambda: LinearSVC(random_state=0),
    "NB": lambda: MultinomialNB(alpha=0.01),
    "RBF": lambda: SVC(C=10.0, gamma=1.0),
    "MLP": lambda: MLPClassifier(
        (50,), learning_rate_init=0.005, early_stopping=True, n_iter_no_change=5, random_state=0
    ),
    "boosted trees": lambda: GradientBoostingClassifier(n_estimators=100, random_state=0),
}
SLOW = ("RBF", "MLP", "boosted trees")  # to train: fewer tasks, fewer training documents
PROTOCOL = (
    "One class against the rest, tf-idf of unit length, 90 % of the documents for training. 20 Newsgroups: all twenty "
    "groups; for RBF, MLP and boosted trees every fourth group, trained on its messages and three times as many others."
)


@dataclass(frozen=True)
class ClassTask:
    """A class of a corpus, against all others."""

    corpus: str
    class_: str


@dataclass(frozen=True)
class Split:
    """A corpus for training and testing: rows, and the classes of its documents."""

    vectorizer: TfidfVectorizer
    X: csr_array
    y: NDArray[np.str_]
    X_test: csr_array
    y_test: NDArray[np.str_]
    texts_test: tuple[str, ...]


@dataclass(frozen=True)
class Fitted:
    """A model of a task, what it was trained with, and what it says about the test documents."""

    model: Any
    split: Split
    X: csr_array
    y: NDArray[np.str_]
    truth: NDArray[np.str_]
    predicted: NDArray[np.str_]

    def tested(self, *, predicted: str, truth: str | None, most: int | None) -> NDArray[np.intp]:
        """Positions of the test documents with that prediction and that truth; with at least one known word."""
        wanted = (np.diff(self.split.X_test.indptr) > 0) & (self.predicted == predicted)
        if truth is not None:
            wanted &= self.truth == truth
        return np.flatnonzero(wanted)[:most]

    def texts(self, positions: NDArray[np.intp]) -> list[str]:
        """The texts of some test documents."""
        return [self.split.texts_test[position] for position in positions.tolist()]


def every_model(methods: Collection[str]) -> tuple[Case, ...]:
    """The cases of these methods with every model of every corpus."""
    return grid(corpus=CORPORA, model=MODELS, method=methods)


def tasks(corpus: str, model: str, data: Path | None) -> list[ClassTask]:
    """The tasks of a corpus: every class of 20 Newsgroups (every fourth for slow models), praise for movie reviews."""
    if corpus == "movie_reviews":
        return [ClassTask(corpus, "pos")]
    classes = [name for name, size in _loaded(corpus, data).sizes.items() if size]
    return [ClassTask(corpus, name) for name in classes[:: 4 if model in SLOW and len(classes) > 4 else 1]]


@lru_cache(maxsize=2)
def split(corpus: str, data: Path | None) -> Split:
    """The corpus, read once: 90 % for training, the rest for testing."""
    loaded = _loaded(corpus, data)
    texts, y = loaded.texts, np.array(loaded.y)
    train, test = train_test_split(np.arange(len(texts)), test_size=0.1, stratify=y, random_state=0)
    vectorizer = TfidfVectorizer(min_df=3)
    X = csr_array(vectorizer.fit_transform([texts[place] for place in train]))
    tested = [texts[place] for place in test]
    return Split(vectorizer, X, y[train], csr_array(vectorizer.transform(tested)), y[test], tuple(tested))


@lru_cache(maxsize=50)
def fitted(task: ClassTask, model: str, data: Path | None) -> Fitted:
    """A model of a task; a slow one of 20 Newsgroups is trained on the group and three times as many other messages."""
    whole = split(task.corpus, data)
    y, truth = one_against_rest(whole.y, task.class_), one_against_rest(whole.y_test, task.class_)
    X = whole.X
    if model in SLOW and task.corpus == "twenty_newsgroups":
        own, others = np.flatnonzero(y == task.class_), np.flatnonzero(y != task.class_)
        others = np.random.default_rng(0).permutation(others)[: 3 * len(own)]
        rows = np.sort(np.concatenate([own, others]))
        X, y = X[rows], y[rows]
    learned = MODELS[model]().fit(X, y)
    return Fitted(learned, whole, X, y, truth, learned.predict(whole.X_test))


def one_against_rest(y: NDArray[np.str_], class_: Hashable) -> NDArray[np.str_]:
    """The labels with every other class called the rest."""
    return np.where(y == class_, y, "the rest")


def over_tasks(
    work: Callable[Concatenate[ClassTask, str, Path | None, P], T],
    corpus: str,
    model: str,
    data: Path | None,
    *args: P.args,
    **kwargs: P.kwargs,
) -> list[T]:
    """The work for every task of a corpus, in order, on all cores."""
    todo = tasks(corpus, model, data)
    if len(todo) == 1 or cores() == 1:
        return [work(task, model, data, *args, **kwargs) for task in todo]
    running: list[Future[T]] = [
        _worker(place % cores()).submit(work, task, model, data, *args, **kwargs) for place, task in enumerate(todo)
    ]
    return [each.result() for each in running]


def cores() -> int:
    """How many workers share the tasks."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _worker(place: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


@lru_cache(maxsize=2)
def _loaded(corpus: str, data: Path | None) -> Corpus:
    return corpora.load(corpus, data)
