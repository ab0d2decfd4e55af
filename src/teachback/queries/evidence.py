"""What answers show of a model: which class it takes for which, and whether it knows what it knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from teachback.queries.base import Matrix
from teachback.queries.quality import Answers, expected_confusion
from teachback.queries.stopping import accuracy_interval

_FEWEST, _BINS = 8, 5  # answers that are told as a share; bins at most


@dataclass(frozen=True, slots=True)
class Calibration:
    """Answers of which the model was about as sure: how sure on average, how many it had right, and of how many.

    `low` and `high` are where the true share lies nine times out of ten.
    """

    sure: float
    right: int
    answers: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AnswerEvidence:
    """What answers show of a model.

    Attributes
    ----------
    classes
        The rows and columns of both matrices: what a document is, and what the model says.
    measured
        How many answers there are of each kind; the model that is compared was not told the answer.
    expected
        How many documents of the project there are thought to be of each kind, answers among them.
    answers, drawn
        How many answers there are, and how many of them were drawn by chance.
    calibration
        Answers by how sure the model was, the least sure first; none where there are too few.
    """

    classes: tuple[str, ...]
    measured: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[float, ...], ...]
    answers: int
    drawn: int
    calibration: tuple[Calibration, ...]

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> AnswerEvidence:
        """What :func:`dataclasses.asdict` made JSON of."""
        calibration = tuple(Calibration(**each) for each in values["calibration"])
        matrices = {name: tuple(map(tuple, values[name])) for name in ("measured", "expected")}
        return cls(**{**values, **matrices, "classes": tuple(values["classes"]), "calibration": calibration})


def evidence(P: Matrix, classes: Sequence[str], answers: Answers) -> AnswerEvidence:
    """What answers show of a model, and what is expected of the documents without one.

    `P` has the model's probabilities of the documents without a label, documents × classes.

    >>> P = np.array([[0.9, 0.1], [0.2, 0.8]] * 10)
    >>> answers = Answers(P[:4], np.array([0, 1, 0, 0]), by_chance=np.array([True, False, False, False]))
    >>> found = evidence(P, ["bug", "billing"], answers)
    >>> found.measured, found.answers, found.drawn, found.calibration
    (((2, 1), (0, 1)), 4, 1, ())
    """
    measured = np.zeros((len(classes), len(classes)), dtype=np.int64)
    predicted = answers.P.argmax(axis=1)
    np.add.at(measured, (answers.y, predicted), 1)
    return AnswerEvidence(
        tuple(classes),
        tuple(tuple(row) for row in measured.tolist()),
        tuple(tuple(row) for row in expected_confusion(P, answers).round(1).tolist()),
        len(answers.y),
        int(answers.by_chance.sum()),
        _calibration(answers.P.max(axis=1, initial=0.0), predicted == answers.y),
    )


def _calibration(sure: Matrix, right: Matrix) -> tuple[Calibration, ...]:
    """Bins of equally many answers."""
    bins = min(_BINS, len(sure) // _FEWEST)
    order = np.argsort(sure, kind="stable")
    calibrated = []
    for part in np.array_split(order, bins) if bins > 1 else ():
        hits, n = int(right[part].sum()), len(part)
        calibrated.append(Calibration(float(sure[part].mean()), hits, n, *accuracy_interval(hits, n, 0.9)))
    return tuple(calibrated)
