"""Other programs in the student's place: a plain loop with scikit-learn, and Settles (2011) as published."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

from teachback.errors import TeachbackError
from teachback.experiments.simulation.setup import Setup
from teachback.experiments.simulation.student import Probabilities, QuestionPage, SimulatedQuestion, remembered
from teachback.learners import LabelledWordNB
from teachback.queries import ask_words, rank, taught_classes, with_labels
from teachback.record import Label, Lesson, Word
from teachback.text import TermCounts
from teachback.text.analyzers import Words

_DIMENSIONS = 100  # of the LSA, as scikit-learn's documentation recommends


class _Labelled:
    """What was labelled, and what is left, in a random order of the run."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.rows: list[int] = []
        self.y: list[int] = []
        self.open = np.ones(len(setup.pool), dtype=np.bool_)
        self._order = np.random.default_rng([setup.seed, 3]).permutation(len(setup.pool))

    def hear(self, lessons: Sequence[Lesson]) -> None:
        for lesson in lessons:
            if document := getattr(lesson, "document", None):
                self.open[self.setup.rows[document]] = False
            if isinstance(lesson, Label):
                self.rows.append(self.setup.rows[lesson.document])
                self.y.append(self.setup.places[lesson.class_])

    def by_chance(self, n: int) -> NDArray[np.intp]:
        return self._order[self.open[self._order]][:n]

    def asked(self, rows: NDArray[np.intp], P: Probabilities | None = None) -> list[SimulatedQuestion]:
        classes = self.setup.classes
        guesses = [None] * len(rows) if P is None else [classes[best] for best in P[rows].argmax(axis=1).tolist()]
        return [
            SimulatedQuestion(self.setup.pool[row].id, guess) for row, guess in zip(rows.tolist(), guesses, strict=True)
        ]


class Vectors(NamedTuple):
    """The pool and the test texts."""

    pool: Any
    test: Any


@lru_cache(maxsize=1)
def tfidf(setup: Setup) -> Vectors:
    """TF-IDF of the pool's words, with scikit-learn's defaults."""
    vectorizer = TfidfVectorizer()
    pool = vectorizer.fit_transform(setup.texts)
    return Vectors(pool, vectorizer.transform(setup.test))


@lru_cache(maxsize=1)
def lsa(setup: Setup) -> Vectors:
    """Latent semantic analysis: its truncated SVD, every document of unit length."""
    vectors = tfidf(setup)
    svd = TruncatedSVD(min(_DIMENSIONS, min(vectors.pool.shape) - 1), random_state=0)
    pool = svd.fit_transform(vectors.pool)
    return Vectors(normalize(pool), normalize(svd.transform(vectors.test)))


@lru_cache(maxsize=1)
def encoded(setup: Setup) -> Vectors:
    """What an encoder says of the texts, every vector of unit length."""
    if setup.encoder is None:
        raise TeachbackError("This way of teaching needs an encoder: name one with --encoder.")
    encoder = remembered(setup.encoder)
    return Vectors(normalize(encoder.encode(setup.texts)), normalize(encoder.encode(setup.test)))


def full_supervision(setup: Setup) -> Probabilities:
    """What TF-IDF and logistic regression say of the test texts when every document of the pool is labelled."""
    if len(np.unique(setup.y)) < 2:
        return _certain(setup, int(setup.y[0]))
    vectors = tfidf(setup)
    return _wide(_regression().fit(vectors.pool, setup.y), vectors.test, len(setup.classes))


class _Peer:
    """What other programs do not do."""

    _setup: Setup

    def pass_over(self, words: Mapping[str | None, Sequence[str]]) -> None:
        """They do not remember words."""

    def reasons(self, document: str) -> tuple[str, Sequence[str]]:
        """They give none."""
        return self._setup.classes[0], ()

    def close(self) -> None:
        """Nothing is open."""


class ScikitLearn(_Peer):
    """Logistic regression on vectors of the texts; documents at random, or those with the smallest margin.

    The first batches are random, until two classes have been seen.
    """

    def __init__(self, setup: Setup, *, margin: bool, vectors: Callable[[Setup], Vectors] = tfidf) -> None:
        self._setup, self._margin = setup, margin
        self._vectors = vectors(setup)
        self._heard = _Labelled(setup)
        self._model: Any = None

    def ask(self, documents: int = 0, words: int = 0) -> QuestionPage:
        """Documents only."""
        heard, left = self._heard, min(documents, int(self._heard.open.sum()))
        if self._model is None or not self._margin or not left:
            return QuestionPage(heard.asked(heard.by_chance(left)))
        P = _wide(self._model, self._vectors.pool, len(self._setup.classes))
        return QuestionPage(heard.asked(rank(P, by="margin", open=heard.open, n=left), P))

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Labels."""
        self._heard.hear(lessons)

    def learn(self) -> None:
        """From the labels alone."""
        if len(set(self._heard.y)) > 1:
            self._model = _regression().fit(self._vectors.pool[self._heard.rows], self._heard.y)

    def probabilities(self) -> Probabilities | None:
        """Of all classes; those that were not seen have none."""
        if self._model is None:
            return _certain(self._setup, self._heard.y[0]) if self._heard.y else None
        return _wide(self._model, self._vectors.test, len(self._setup.classes))


class Dualist(_Peer):
    """DUALIST as Settles (2011) released it: naive Bayes, entropy, words by information gain.

    It asks at random until each class has a label or a word, and ever after unless it is `active`.
    """

    def __init__(self, setup: Setup, *, active: bool) -> None:
        self._setup, self._active = setup, active
        self._heard = _Labelled(setup)
        self._words: list[tuple[str, int]] = []
        self._model: LabelledWordNB | None = None
        self._P: Probabilities | None = None
        papers = Words() if setup.analyzer == "words" else setup.analyzer
        self._counts = TermCounts(papers, stop_words="english" if setup.analyzer == "words" else None)
        self._counts.add(setup.texts)

    @property
    def _taught(self) -> NDArray[np.bool_]:
        classes = range(len(self._setup.classes))
        return np.asarray(taught_classes(classes, self._heard.y, [class_ for _, class_ in self._words]))

    def ask(self, documents: int = 0, words: int = 0) -> QuestionPage:
        """The documents of highest entropy, and words in a column for each class."""
        heard, left = self._heard, min(documents, int(self._heard.open.sum()))
        if left and self._active and self._P is not None and self._taught.all():
            rows = rank(self._P, open=heard.open, n=left)
        else:
            rows = heard.by_chance(left)
        return QuestionPage(heard.asked(rows, self._P), self._ask_words(words) if words else {})

    def _ask_words(self, n: int) -> dict[str | None, Sequence[str]]:
        terms, columns, classes = self._counts.terms, self._counts.columns, self._setup.classes
        asked = ask_words(
            n,
            self._counts.X,
            None if self._P is None else with_labels(self._P, self._heard.rows, self._heard.y),
            classes=range(len(classes)),
            taught=self._taught,
            words=[(columns[term], class_) for term, class_ in self._words if term in columns],
        )
        names: dict[Any, str | None] = {None: None, **dict(enumerate(classes))}
        return {names[place]: [terms[one.term] for one in words] for place, words in asked.items()}

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Labels and words."""
        self._heard.hear(lessons)
        for lesson in lessons:
            if isinstance(lesson, Word):
                self._words.append((lesson.term, self._setup.places[lesson.class_]))

    def learn(self) -> None:
        """One step of expectation maximisation over the documents without a label."""
        heard, classes = self._heard, len(self._setup.classes)
        if not heard.y and not self._words:
            return
        self._counts.keep_terms([term for term, _ in self._words])
        X, columns = self._counts.X.astype(np.float64), self._counts.columns
        words = [(columns[term], class_) for term, class_ in self._words if term in columns]
        labelled = (X[heard.rows], heard.y) if heard.y else (None, None)
        rest = np.delete(np.arange(X.shape[0]), heard.rows)
        self._model = LabelledWordNB(mode="paper").fit(
            *labelled, words=words, pool=X[rest] if len(rest) else None, classes=range(classes)
        )
        self._P = self._model.predict_proba(X)

    def probabilities(self) -> Probabilities | None:
        """As the model gives them."""
        if self._model is None:
            return None
        return np.asarray(self._model.predict_proba(self._counts.rows(self._setup.test).astype(np.float64)))


def _regression() -> LogisticRegression:
    """With C = 10: better than scikit-learn's 1 in most cells of the designing corpora, as rows of TF-IDF are short."""
    return LogisticRegression(C=10.0, max_iter=1000)


def _certain(setup: Setup, class_: int) -> Probabilities:
    """What can be said of the test texts when only one class was ever seen."""
    return np.asarray(np.eye(len(setup.classes))[np.full(len(setup.test), class_)])


def _wide(model: Any, X: Any, classes: int) -> Probabilities:
    """Probabilities of all classes from a model that may have seen fewer."""
    P = np.zeros((X.shape[0], classes))
    P[:, model.classes_] = model.predict_proba(X)
    return P
