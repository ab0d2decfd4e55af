"""What a model says of every document: worked out once for a model and kept until there are others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from teachback.guesses import Guess
from teachback.notebook import ShownTable, Tabular
from teachback.project.models.learned import Learned
from teachback.project.models.terms import Terms
from teachback.record import Document, Record, Teaching
from teachback.record.renaming import names_since
from teachback.sweeps import Matrix


@dataclass(frozen=True, repr=False)
class Predictions(Tabular):
    """A model's probabilities of the documents that were there when they were worked out."""

    learned: Learned
    # The documents' ids, and the row of each
    documents: Sequence[str]
    rows: Mapping[str, int]
    classes: tuple[str, ...]  # as the model knows them
    P: Matrix  # documents × classes, tempered so that a person can take them at their word

    @cached_property
    def best(self) -> NDArray[np.intp]:
        """The likeliest class of each document."""
        return np.asarray(self.P.argmax(axis=1), dtype=np.intp)

    @cached_property
    def confidence(self) -> Matrix:
        """Its probability."""
        return np.asarray(self.P.max(axis=1))

    def right(self, gold: Mapping[str, str]) -> tuple[int, int]:
        """How many of these documents have the class that is given for them, of how many that are here."""
        known = [(row, class_) for id, class_ in gold.items() if (row := self.rows.get(id)) is not None]
        return sum(self.classes[self.best[row]] == class_ for row, class_ in known), len(known)

    def as_called_now(self, record: Record) -> Predictions:
        """These predictions with the names that classes have now."""
        names = names_since(record, self.learned.position)
        return replace(self, classes=tuple(names.get(each, each) for each in self.classes))

    def _table(self) -> ShownTable:
        columns: dict[str, Sequence[object]] = {
            "class": [self.classes[best] for best in self.best.tolist()],
            "probability": self.confidence.tolist(),
        }
        of = {f"probability of {class_}": self.P[:, at].tolist() for at, class_ in enumerate(self.classes)}
        return ShownTable({**columns, **of}, self.documents, "document", shares={"probability", *of})

    def guess(self, row: int) -> Guess:
        """What the model says of one document."""
        return Guess(self.classes[self.best[row]], dict(zip(self.classes, self.P[row].tolist(), strict=True)))


def differing(
    before: Predictions, after: Predictions
) -> tuple[NDArray[np.intp], NDArray[np.object_], NDArray[np.object_]]:
    """The rows, of the documents that both models have seen, of which they say another class, and the two classes."""
    size = min(len(before.documents), len(after.documents))
    was = np.array(before.classes, dtype=object)[before.best[:size]]
    now = np.array(after.classes, dtype=object)[after.best[:size]]
    rows = np.flatnonzero(was != now)
    return rows, was[rows], now[rows]


class NewestPredictions:
    """Keeps the predictions of two models: the newest, and the one whose answer a teacher looks at."""

    def __init__(self, terms: Terms) -> None:
        self._terms, self._lock = terms, Lock()
        self._kept: list[Predictions] = []  # the one that was asked for last at the end

    def of(self, learned: Learned) -> Predictions:
        """The model's predictions; at once when neither the model nor the documents are new."""
        with self._lock:
            others = [each for each in self._kept if each.learned is not learned]
            mine = next((each for each in self._kept if each.learned is learned), None)
            if mine is None or len(mine.documents) != self._terms.size:
                mine = predicted(learned, self._terms)
            self._kept = [*others[-1:], mine]
            return mine


def predicted(learned: Learned, terms: Terms, documents: Sequence[str] | None = None) -> Predictions:
    """What a model says of all documents, or of these."""
    model = learned.classifier
    with terms.updated():
        X = terms.seen_by(model, documents)
        ids = list(terms.documents if documents is None else documents)
    P = model.row_probabilities(X) if ids else np.zeros((0, len(model.classes)))
    return Predictions(learned, ids, {id: row for row, id in enumerate(ids)}, tuple(model.classes), P)


def predicted_texts(learned: Learned, documents: Sequence[Document]) -> Predictions:
    """What a model says of these documents, whose texts are given."""
    model, ids = learned.classifier, [document.id for document in documents]
    P = model.probabilities(list(map(model.text_of, documents))) if ids else np.zeros((0, len(model.classes)))
    return Predictions(learned, ids, {id: row for row, id in enumerate(ids)}, tuple(model.classes), P)


def labelled_held_out(teaching: Teaching) -> dict[str, str]:
    """The held-out documents that have a label, by which accuracy is measured, with their labels."""
    return {id: teaching.labels[id] for id in sorted(teaching.held_out) if id in teaching.labels}


def probabilities(learned: Learned, terms: Terms, classes: Sequence[str]) -> NDArray[np.float64]:
    """The model's probabilities of all documents; a class that it does not know has 0.

    They are worked out once for a model and kept.
    """
    key = learned, terms.counts.X, tuple(classes)
    newest = terms.newest_probabilities
    if newest is None or newest[0][0] is not key[0] or newest[0][1] is not key[1] or newest[0][2] != key[2]:
        newest = terms.newest_probabilities = key, _probabilities(learned, terms, classes)
    return newest[1]


def _probabilities(learned: Learned, terms: Terms, classes: Sequence[str]) -> NDArray[np.float64]:
    model = learned.classifier
    P = model.learner.predict_proba(terms.seen_by(model))
    if list(model.classes) == list(classes):
        return np.asarray(P)
    out = in_columns(P, model.classes, classes)
    total = out.sum(axis=1, keepdims=True)
    return np.where(total > 0, out / np.where(total > 0, total, 1.0), 1.0 / len(classes))


def in_columns(P: Matrix, of: Sequence[str], classes: Sequence[str]) -> Matrix:
    """Probabilities in another order of classes; a class that the model does not know has 0.

    >>> in_columns(np.array([[0.9, 0.1]]), ["bug", "billing"], ["billing", "praise"])
    array([[0.1, 0. ]])
    """
    place = {class_: column for column, class_ in enumerate(of)}
    out = np.zeros((len(P), len(classes)))
    for column, class_ in enumerate(classes):
        if class_ in place:
            out[:, column] = P[:, place[class_]]
    return out
