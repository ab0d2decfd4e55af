"""The lessons that the checks teach: a made-up corpus in which each class has six typical terms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.utils import get_tags

from teachback.learners import MarkedTexts, read_marked
from teachback.text import TermCounts

TYPICAL = 6  # terms of each class


@dataclass(frozen=True)
class ExampleLessons:
    """Counts of labelled documents with their classes, taught words, a pool, and the names of all classes."""

    X: Any
    y: Any
    words: tuple[tuple[Any, str], ...]
    pool: Any
    classes: tuple[str, ...]
    named: bool = True  # whether the learner is told the classes

    def some(self, documents: int) -> ExampleLessons:
        """These lessons with the first few documents only."""
        return replace(self, X=self.X[:documents], y=self.y[:documents])

    def teach(self, learner: Any, **more: Any) -> Any:
        """Fit the learner on as much of this as it can hear."""
        hears = heard_lessons(learner)
        lessons = {"words": self.words, "pool": self.pool, "classes": self.classes if self.named else None, **more}
        return learner.fit(self.X, self.y, **{name: lesson for name, lesson in lessons.items() if name in hears})


def example_lessons(learner: Any, documents: int = 40, pool: int = 120) -> ExampleLessons:
    """Lessons of three classes, or of two where the learner knows no more."""
    classes = ("bug", "how-to", "praise") if get_tags(learner).classifier_tags.multi_class else ("bug", "praise")
    random = np.random.default_rng(7)
    of = np.arange(documents + pool) % len(classes)
    rates = np.full((len(classes), TYPICAL * len(classes) + 30), 0.6)
    for j in range(len(classes)):
        rates[j, TYPICAL * j : TYPICAL * (j + 1)] = 2.0
    counts = csr_array(random.poisson(rates[of]).astype(np.float64))
    words = tuple((TYPICAL * j + 3 * k, name) for j, name in enumerate(classes) for k in range(2))
    return ExampleLessons(counts[:documents], np.array(classes)[of[:documents]], words, counts[documents:], classes)


def example_distinctions(lessons: ExampleLessons) -> tuple[tuple[int, str, int, int, bool], ...]:
    """For each class but the first document's, a typical term that one of its documents has and the first lacks."""
    counts, distinctions = lessons.X.toarray(), []
    for j, name in enumerate(lessons.classes[1:], start=1):
        mine = [(row, TYPICAL * j + k) for row in np.flatnonzero(lessons.y == name).tolist() for k in range(TYPICAL)]
        row, term = next((row, term) for row, term in mine if counts[row, term] and not counts[0, term])
        distinctions.append((row, name, 0, term, True))
    return tuple(distinctions)


def example_rationales(lessons: ExampleLessons) -> MarkedTexts:
    """The documents as texts of their terms, in order, with the typical terms of their classes marked."""
    terms = [f"t{column}" for column in range(lessons.X.shape[1])]
    counts = TermCounts("tokens")
    counts.add([" ".join(terms)])
    texts, passages = [], []
    for row, (document, name) in enumerate(zip(lessons.X.toarray().astype(int), lessons.y.tolist(), strict=True)):
        words = [" ".join([term] * number) for term, number in zip(terms, document.tolist(), strict=True)]
        first = TYPICAL * lessons.classes.index(name)
        before, marked = (" ".join(filter(None, part)) for part in (words[:first], words[first : first + TYPICAL]))
        texts.append(" ".join(filter(None, words)))
        if marked:
            passages.append((row, name, len(before) + bool(before), len(before) + bool(before) + len(marked)))
    return read_marked(counts, texts, passages)


def heard_lessons(learner: Any) -> set[str]:
    """What the learner can be taught, by the keywords of its `fit`."""
    return set(signature(learner.fit).parameters)


def fitted(learner: Any, lessons: ExampleLessons, **more: Any) -> Any:
    """A clone of the learner, taught these lessons."""
    return lessons.teach(clone(learner), **more)


def untidy(X: csr_array) -> csr_array:
    """Equal counts, with each row's terms in reverse order and zeros stored among them."""
    rows = [np.arange(X.shape[1])[::-1] for _ in range(X.shape[0])]
    indices = np.concatenate(rows) if rows else np.zeros(0, dtype=np.intp)
    indptr = np.arange(X.shape[0] + 1) * X.shape[1]
    return csr_array((X.toarray()[:, ::-1].ravel(), indices, indptr), shape=X.shape)
