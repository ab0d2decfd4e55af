"""How good predictions are: per class, by confidence, and as counts of what is taken for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teachback.queries import accuracy_interval
from teachback.sweeps import Matrix

_BINS = 10
_POINTS = 60  # of a curve that is drawn

Interval = tuple[float, float]


@dataclass(frozen=True)
class ClassMeasures:
    """Precision, recall and F1 of a class, with their counts, and the curve of precision against recall."""

    name: str
    # How many documents have the class, are given it, and both
    labelled: int
    predicted: int
    right: int
    # Recall and precision when documents are given the class in the order of its probability
    curve: tuple[tuple[float, float], ...]
    average: float  # the mean precision over that order

    @property
    def precision(self) -> float | None:
        """The share of its predictions that are right; None where it is never predicted."""
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """The share of its documents that are found; None where it has none."""
        return self.right / self.labelled if self.labelled else None

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / (self.labelled + self.predicted) if self.labelled + self.predicted else 0.0


@dataclass(frozen=True)
class ConfidenceBin:
    """Predictions of about the same probability: how many, what they say on average, and how many are right."""

    documents: int
    said: float
    right: int


@dataclass(frozen=True)
class Measures:
    """How good predictions are."""

    classes: tuple[ClassMeasures, ...]
    # How many predictions are right, of how many
    right: int
    documents: int
    confusion: tuple[tuple[int, ...], ...]  # rows: the label; columns: the prediction
    bins: tuple[ConfidenceBin, ...]
    # By how much probabilities differ from the share that is right, on average over predictions
    calibration_error: float

    @property
    def interval(self) -> Interval:
        """Where the accuracy lies with a confidence of 95 %."""
        return accuracy_interval(self.right, self.documents)

    @property
    def macro_f1(self) -> float:
        """The mean F1 of the classes that some document has."""
        known = [each.f1 for each in self.classes if each.labelled]
        return sum(known) / len(known) if known else 0.0


def measured(classes: Sequence[str], labels: Sequence[str], P: Matrix) -> Measures:
    """The measures of probabilities (documents × classes) beside the labels.

    >>> found = measured(["a", "b"], ["a", "a", "b"], np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]]))
    >>> found.confusion, found.classes[0].recall, found.classes[1].precision
    (((1, 1), (0, 1)), 0.5, 0.5)
    >>> found.classes[0].average
    1.0
    """
    places = {name: place for place, name in enumerate(classes)}
    y = np.array([places[label] for label in labels], dtype=np.intp)
    best = P.argmax(axis=1) if len(y) else np.zeros(0, dtype=np.intp)
    confusion = np.zeros((len(classes), len(classes)), dtype=int)
    np.add.at(confusion, (y, best), 1)
    bins, error = _bins(P.max(axis=1) if len(y) else np.zeros(0), y == best)
    return Measures(
        tuple(_class(name, place, y, best, P) for place, name in enumerate(classes)),
        int((y == best).sum()),
        len(y),
        tuple(map(tuple, confusion.tolist())),
        bins,
        error,
    )


def _class(name: str, place: int, y: NDArray[np.intp], best: NDArray[np.intp], P: Matrix) -> ClassMeasures:
    own = y == place
    hits = np.cumsum(own[np.argsort(-P[:, place], kind="stable")]) if len(y) else np.zeros(0)
    recall, precision = hits / max(own.sum(), 1), hits / np.arange(1, len(hits) + 1)
    gains = np.diff(recall, prepend=0.0)
    points = np.unique(np.linspace(0, max(len(hits) - 1, 0), min(len(hits), _POINTS)).astype(int))
    curve = tuple(zip(recall[points].tolist(), precision[points].tolist(), strict=True)) if own.any() else ()
    both, predicted = int((own & (best == place)).sum()), int((best == place).sum())
    return ClassMeasures(name, int(own.sum()), predicted, both, curve, float((gains * precision).sum()))


def _bins(confidence: Matrix, right: NDArray[np.bool_]) -> tuple[tuple[ConfidenceBin, ...], float]:
    at = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    bins, error = [], 0.0
    for place in range(_BINS):
        if (inside := at == place).any():
            mean, hits = float(confidence[inside].mean()), int(right[inside].sum())
            bins.append(ConfidenceBin(int(inside.sum()), mean, hits))
            error += abs(mean * inside.sum() - hits) / len(confidence)
    return tuple(bins), error
