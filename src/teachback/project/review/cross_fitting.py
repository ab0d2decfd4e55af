"""Honest predictions of labelled documents: each by a model that was trained without its label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock

import numpy as np

from teachback.errors import TeachbackError
from teachback.explain import Explanation
from teachback.explain.collection import Explanations
from teachback.learners.distinctions.protocol import Rules
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.models import Models
from teachback.project.models.terms import Terms
from teachback.record import Teaching
from teachback.sweeps import Matrix

_FOLDS = 5
_PATIENCE = 30.0  # seconds that five more models may take
_SURE = 0.5  # what is sure of a class that no document is labelled with

Doubt = tuple[str, str, str, float, str]  # a document, its label, what it might be, how suspicious that is, and why


@dataclass(frozen=True)
class CrossFit:
    """What models say of the labelled documents that they were not taught."""

    how: str  # in words, how honest this is
    labels: Mapping[str, str]  # the labelled documents and their labels, in the order of the rows
    # Documents × classes; of rules, the share of the rule that decided
    classes: tuple[str, ...]
    P: Matrix
    # Why each of them has its class, in the same order; none where the model is a list of rules
    explanations: tuple[Explanation, ...] = ()
    missing: int = 0  # how many labelled documents are not here, because they are being worked out for another caller

    @property
    def predicted(self) -> list[str]:
        """The likeliest class of each document."""
        return [self.classes[best] for best in self.P.argmax(axis=1).tolist()]

    def doubts(self) -> list[Doubt]:
        """Labels that may be wrong, the most suspicious first: the models differ, and are sure.

        A model is sure where it gives its class at least the probability that documents labelled so have on the mean
        (confident learning: Northcutt, Jiang & Chuang 2021). What differs without being sure is an error of the model.
        """
        sure = self._sure()
        return [each for each in (self._by_reasons() if self.explanations else self._by_margin()) if each[0] in sure]

    def _sure(self) -> set[str]:
        labels = np.array(list(self.labels.values()), dtype=object)
        usual = np.full(len(self.classes), _SURE)
        for column, class_ in enumerate(self.classes):
            if (of := labels == class_).any():
                usual[column] = self.P[of, column].mean()
        best = self.P.argmax(axis=1)
        is_sure = self.P[np.arange(len(best)), best] >= usual[best]
        return {id for id, each in zip(self.labels, is_sure.tolist(), strict=True) if each}

    def _by_reasons(self) -> list[Doubt]:
        documents, labels = list(self.labels), list(self.labels.values())
        suspects = Explanations(self.explanations).mislabelled(labels)
        predicted = [str(explanation.from_class) for explanation in self.explanations]
        return [
            (documents[one.position], labels[one.position], predicted[one.position], one.suspicion, one.why)
            for one in suspects
        ]

    def _by_margin(self) -> list[Doubt]:
        doubts = []
        rows: Sequence[list[float]] = self.P.tolist()
        for (document, label), guess, row in zip(self.labels.items(), self.predicted, rows, strict=True):
            if label != guess:
                of = dict(zip(self.classes, row, strict=True))
                margin = of[guess] - of.get(label, 0.0)
                why = f"labelled {label}, but a rule that was learned without it says {guess}"
                doubts.append((document, label, guess, margin, why))
        return sorted(doubts, key=lambda one: -one[3])


class CrossFitter:
    """Works out the cross-fitted predictions of what is taught now, and keeps them until something else is."""

    def __init__(self, ledger: Ledger, terms: Terms, models: Models) -> None:
        self._ledger, self._terms, self._models = ledger, terms, models
        self._lock = Lock()
        self._kept: tuple[tuple[int, str], CrossFit] | None = None

    def now(self, *, wait: bool = True) -> CrossFit:
        """The predictions by the newest model's learner.

        The labels are dealt into five parts, class by class; five models each learn without one part, and predict it.
        Held-out documents are predicted by the newest model, which never saw them. Where five more models would take
        too long, it predicts all, and `how` says so. One caller at a time works it out; the others wait for it, or are
        told how many are `missing`.
        """
        learned = self._models.newest
        with self._ledger.lock:
            teaching, key = self._ledger.teaching(), (len(self._ledger.record), learned.learner)
        if (latest := self._kept) and latest[0] == key:
            return latest[1]
        if not self._lock.acquire(blocking=wait):
            classes = tuple(learned.classifier.classes)
            nothing = np.zeros((0, len(classes)))
            return CrossFit("they are being worked out", {}, classes, nothing, missing=len(teaching.labels))
        try:
            if self._kept is None or self._kept[0] != key:
                self._kept = key, self._made(teaching, learned)
            return self._kept[1]
        finally:
            self._lock.release()

    def _made(self, teaching: Teaching, learned: Learned) -> CrossFit:
        trained = {id: class_ for id, class_ in teaching.labels.items() if id not in teaching.held_out}
        apart = {id: class_ for id, class_ in teaching.labels.items() if id in teaching.held_out}
        parts = _dealt(trained)
        if learned.seconds * _FOLDS > _PATIENCE:
            how = "by the newest model, which has heard these labels: it is wrong less often here than elsewhere"
            fits = [_fit(learned, list(teaching.labels), self._terms)]
            labels = dict(teaching.labels)
        else:
            how = "by models that were not told these labels"
            fits = [fit for part in parts if (fit := self._part(teaching, learned, part))]
            fits.append(_fit(learned, list(apart), self._terms))
            labels = {id: teaching.labels[id] for fit in fits for id in fit.documents}
        classes = tuple(dict.fromkeys(class_ for fit in fits for class_ in fit.classes))
        P = np.zeros((len(labels), len(classes)))
        row = 0
        for fit in fits:
            P[row : row + len(fit.P), [classes.index(class_) for class_ in fit.classes]] = fit.P
            row += len(fit.P)
        return CrossFit(how, labels, classes, P, tuple(one for fit in fits for one in fit.explanations))

    def _part(self, teaching: Teaching, learned: Learned, part: list[str]) -> _Fit | None:
        """What a model says that learned without these; None where too little is left to learn from."""
        without = replace(teaching, held_out=teaching.held_out | frozenset(part))
        try:
            model, _ = self._models.fitted(without, learned.classifier.learner)
        except TeachbackError:
            return None
        return _fit(replace(learned, classifier=model), part, self._terms)


@dataclass(frozen=True)
class _Fit:
    documents: list[str]
    classes: list[str]
    P: Matrix
    explanations: tuple[Explanation, ...]


def _fit(learned: Learned, documents: list[str], terms: Terms) -> _Fit:
    model = learned.classifier
    if not documents:
        return _Fit([], model.classes, np.zeros((0, len(model.classes))), ())
    with terms.updated():
        X = terms.seen_by(model, documents)
    reasons = () if isinstance(model.learner, Rules) else tuple(model.explainer.explain_many(model.rows_to_explain(X)))
    return _Fit(documents, model.classes, model.row_probabilities(X), reasons)


def _dealt(labels: Mapping[str, str]) -> list[list[str]]:
    """The documents in up to five parts with like shares of the classes."""
    parts: list[list[str]] = [[] for _ in range(_FOLDS)]
    for place, document in enumerate(sorted(labels, key=labels.__getitem__)):
        parts[place % _FOLDS].append(document)
    return [part for part in parts if part]
