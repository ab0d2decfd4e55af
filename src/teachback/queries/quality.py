"""How good a model is expected to be, from its confidence and every answer, long before anybody has measured it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, logit

from teachback.errors import counted, percent
from teachback.queries.base import BadQuery, Matrix

_Vector = NDArray[np.float64]

# How far a confidence, as a logarithm of odds, is expected to be off: chosen on the corpora for designing.
_OFF, _CHOSEN, _MANY = 0.2, 0.9, 100.0  # of all documents, and of those drawn by chance; less after _MANY answers
_FIRST, _FIRST_SPREAD, _FEW = -1.5, 0.8, 10.0  # a model is too sure of itself until there are a few answers
_WORDS, _WORDS_SPREAD = 1.0, 0.9  # less so, and who knows, of one that has heard words alone
_CLASS = 1.2  # of one class beyond the others
_HALF = 0.5  # what an answer to a chosen document counts: parts of a model that were not told it know less
_TEXTS, _OTHERS = 0.012, 0.02  # how far texts differ, and how far new ones fall short of those that the project knows
_BESIDE = 0.75  # how far they fall short, in odds as above, of documents that have labelled ones beside them
_SECOND = 0.5  # the share by which it may be off which class a wrong document really has

_CONFIDENCE = 0.9  # how often the truth lies in an interval
_LEAST, _STEP, _BINS = -4.0, 0.25, 42  # confidences that hardly differ are counted together
_STEPS, _ENOUGH = 50, 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that is not known, and between what numbers it lies nine times out of ten."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ClassQuality:
    """What is to be expected of one class.

    Attributes
    ----------
    precision
        The share of the documents said to be of the class that are; None where no document is said to be.
    recall
        The share of the documents of the class that are said to be.
    documents
        How many documents are of the class; those that were labelled are counted, and not guessed.
    """

    name: str
    precision: Estimate | None
    recall: Estimate
    documents: Estimate


@dataclass(frozen=True, slots=True)
class Quality:
    """What is to be expected of a model on the documents of the project, those without a label and those with one.

    Attributes
    ----------
    accuracy
        The share of documents that it gets right when it is not told their labels; of new texts a little less.
    classes
        One by one.
    answers, drawn
        How many labelled documents this rests on, and how many of them were drawn by chance.
    basis
        That in words.
    """

    accuracy: Estimate
    classes: tuple[ClassQuality, ...]
    answers: int
    drawn: int
    basis: str

    def __str__(self) -> str:
        return f"Expected accuracy {percents(self.accuracy)}, by {self.basis}."

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Quality:
        """What :func:`dataclasses.asdict` made JSON of."""

        def estimate(of: Mapping[str, float]) -> Estimate:
            return Estimate(**{name: float(number) for name, number in of.items()})

        classes = (
            ClassQuality(
                of["name"],
                None if of["precision"] is None else estimate(of["precision"]),
                estimate(of["recall"]),
                estimate(of["documents"]),
            )
            for of in values["classes"]
        )
        return cls(**{**values, "accuracy": estimate(values["accuracy"]), "classes": tuple(classes)})


@dataclass(frozen=True, slots=True)
class Answers:
    """Documents that have a label, and what a model says of them that was not told it."""

    P: Matrix  # its probabilities, documents × classes
    y: NDArray[np.intp]  # the column of each document's label
    by_chance: NDArray[np.bool_]  # true where the document was drawn by chance


def expected_quality(P: ArrayLike, classes: Sequence[str], *, answers: Answers | None = None) -> Quality:
    r"""Accuracy, and each class's precision, recall and number of documents, that are to be expected of a model.

    Documents that have a label speak for themselves: what counts is what a model says of each that was not told it. All
    others are guessed. With :math:`c_d` the model's confidence in the class :math:`k` that it says, it is right with
    probability

    .. math:: p_d = \sigma(\mathrm{logit}\, c_d + a + \delta + u_k)

    where zeros would mean that confidence can be taken at its word. That is believed beforehand, and not firmly; of a
    model that has heard few answers, that it is too sure of itself. Answers correct it (a logistic regression with
    these beliefs as ridges): those to documents that were drawn by chance tell all three numbers. Those to documents
    that were chosen tell all but :math:`\delta`, by which what was not chosen may differ, and count half. The accuracy
    is the sum of what answers and guesses have right, divided by their number; how well the numbers are known gives its
    interval. Its lower end allows for new texts, too, of which a model gets fewer right than of those that have
    labelled ones beside them.

    Parameters
    ----------
    P
        The model's probabilities of the documents without a label, documents × classes.
    answers
        The documents that have a label.

    Examples
    --------
    A model says 90 % of every document, and there is no answer yet: it may be right.

    >>> P = np.array([[0.9, 0.1], [0.9, 0.1], [0.1, 0.9], [0.1, 0.9]] * 250)
    >>> print(percents(expected_quality(P, ["bug", "billing"]).accuracy))
    85 % (24 to 99 %)

    Of forty documents drawn by chance it has thirty-six right, so its word is good.

    >>> y = np.array([0, 0, 1, 1] * 10)
    >>> y[:4] = 1 - y[:4]
    >>> answers = Answers(P[:40], y, by_chance=np.ones(40, dtype=bool))
    >>> print(expected_quality(P, ["bug", "billing"], answers=answers))
    Expected accuracy 90 % (78 to 95 %), by 40 answers, 40 of them drawn at random, and the model's own confidence.

    References
    ----------
    Angelopoulos, Bates, Fannjiang, Jordan & Zrnic (2023). Prediction-powered inference. Science 382.
    Kossen, Farquhar, Gal & Rainforth (2021). Active Testing: Sample-Efficient Model Evaluation. ICML.
    """
    P = np.asarray(P, dtype=np.float64)
    if P.ndim != 2 or P.shape[1] != len(classes) or len(classes) < 2:
        raise BadQuery(f"P must have a column for each of the {len(classes)} classes; its shape is {P.shape}.")
    if answers is None:
        answers = Answers(np.zeros((0, len(classes))), np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.bool_))
    if not len(P) and not len(answers.y):
        raise BadQuery("There are no documents, so nothing can be expected of a model; give at least one.")
    z = NormalDist().inv_cdf((1.0 + _CONFIDENCE) / 2.0)
    return _expected(_Said.of(P), _Off.told_by(answers, len(classes)), answers, list(classes), z)


def expected_confusion(P: Matrix, answers: Answers) -> Matrix:
    """How many documents there are thought to be of each class (rows) and said to be of each (columns).

    >>> P = np.array([[0.9, 0.1], [0.1, 0.9]] * 50)
    >>> answers = Answers(P[:40], np.array([0, 1] * 20), by_chance=np.ones(40, dtype=bool))
    >>> expected_confusion(P, answers).sum(axis=0).round().tolist()
    [70.0, 70.0]
    """
    J = P.shape[1]
    predicted = _Said.of(P)
    p = _Off.told_by(answers, J).right(predicted)
    confusion = np.einsum("kb,kbj->jk", 1.0 - p, predicted.others)
    confusion[np.arange(J), np.arange(J)] += (predicted.number * p).sum(axis=1)
    np.add.at(confusion, (answers.y, _likeliest(answers.P)[0]), 1.0)
    return np.asarray(confusion)


def percents(estimate: Estimate) -> str:
    """An estimate for a sentence.

    >>> percents(Estimate(0.834, 0.781, 0.881))
    '83 % (78 to 88 %)'
    >>> percents(Estimate(0.998, 0.913, 0.999))
    'over 99 % (91 to over 99 %)'
    >>> percents(Estimate(0.031, 0.004, 0.44))
    '3 % (under 1 to 44 %)'
    """
    return f"{percent(estimate.value)} ({percent(estimate.low).removesuffix(' %')} to {percent(estimate.high)})"


@dataclass(frozen=True, slots=True)
class _Said:
    """Documents by the class that is said of them and how sure that is."""

    number: Matrix  # how many there are, classes × bins
    sure: Matrix  # the logarithm of the odds in each bin, their mean where there are documents
    # How the rest of their probability is shared out among the classes, classes × bins × classes
    others: NDArray[np.float64]

    @classmethod
    def of(cls, P: Matrix) -> _Said:
        J = P.shape[1]
        best, odds = _likeliest(P)
        rest = np.zeros(len(P))
        for class_ in range(J):
            rest += np.where(best == class_, 0.0, P[:, class_])
        whole = 1.0 / np.where(rest > 0.0, rest, 1.0)
        cell = best * _BINS + _bins(odds)
        number = np.bincount(cell, minlength=J * _BINS)
        sure = np.bincount(cell, odds, J * _BINS) / np.maximum(number, 1)
        others = np.empty((J, _BINS, J))
        for class_ in range(J):
            others[:, :, class_] = np.bincount(cell, P[:, class_] * whole, J * _BINS).reshape(J, _BINS)
        others[np.arange(J), :, np.arange(J)] = 0.0
        return cls(number.reshape(J, _BINS).astype(float), sure.reshape(J, _BINS), others)


@dataclass(frozen=True, slots=True)
class _Off:
    """How far confidence is off: a, δ and u for each class, and how well these are known."""

    mean: _Vector
    covariance: Matrix

    @classmethod
    def told_by(cls, answers: Answers, J: int) -> _Off:
        """The most likely numbers, by Newton's method, and the curvature there (Laplace's approximation)."""
        n = len(answers.y)
        early, later = 1.0 / (1.0 + n / _FEW), 1.0 / np.sqrt(1.0 + n / _MANY)
        unanswered = 1.0 / (1.0 + n) ** 2
        prior = np.concatenate([[_FIRST * early + _WORDS * unanswered, 0.0], np.zeros(J)])
        off = float(np.linalg.norm([_OFF * later, _FIRST_SPREAD * early, _WORDS_SPREAD * unanswered]))
        spread = [off, _CHOSEN * later, *[_CLASS] * J]
        firmness = 1.0 / np.square(spread)
        rows, odds, right, number = _counted(answers, J)
        mean = prior
        for _ in range(_STEPS):
            p = expit(odds + rows @ mean)
            curvature = (rows * (number * p * (1.0 - p))[:, np.newaxis]).T @ rows + np.diag(firmness)
            step = np.linalg.solve(curvature, rows.T @ (right - number * p) - firmness * (mean - prior))
            mean = mean + step
            if np.abs(step).max() < _ENOUGH:
                break
        return cls(mean, np.linalg.inv(curvature))

    def right(self, predicted: _Said) -> Matrix:
        """The probability that the prediction of a document drawn by chance is right, classes × bins."""
        return np.asarray(expit(predicted.sure + self.mean[:2].sum() + self.mean[2:, np.newaxis]))


def _counted(answers: Answers, J: int) -> tuple[Matrix, _Vector, _Vector, _Vector]:
    """Answers of the same class and confidence as one: what multiplies a, δ and u; the odds; how many are right, of how
    many."""
    best, odds = _likeliest(answers.P)
    cell, place = np.unique((best * _BINS + _bins(odds)) * 2 + answers.by_chance, return_inverse=True)
    number = np.bincount(place, minlength=len(cell))
    right = np.bincount(place, best == answers.y, len(cell))
    rows = np.zeros((len(cell), 2 + J))
    rows[:, 0], rows[:, 1] = 1.0, cell % 2
    rows[np.arange(len(cell)), 2 + cell // (2 * _BINS)] = 1.0
    counts = np.where(cell % 2, 1.0, _HALF)
    return rows, np.bincount(place, odds, len(cell)) / np.maximum(number, 1), counts * right, counts * number


def _expected(predicted: _Said, off: _Off, answers: Answers, names: list[str], z: float) -> Quality:
    J, p = len(names), off.right(predicted)
    known = np.zeros((J, J))  # the label × what was said
    np.add.at(known, (answers.y, _likeliest(answers.P)[0]), 1.0)
    hits = (predicted.number * p).sum(axis=1) + known.diagonal()
    called = predicted.number.sum(axis=1) + known.sum(axis=0)
    arriving = np.einsum("kb,kbj->j", 1.0 - p, predicted.others)  # of a class, but said to be of another
    documents = np.maximum(hits + arriving + known.sum(axis=1) - known.diagonal(), 1e-9)
    everything = max(called.sum(), 1.0)

    # How hits and arrivals change with a, δ and u (classes × numbers), and by chance.
    v = p * (1.0 - p)
    own, lost = (predicted.number * v).sum(axis=1), np.einsum("kb,kbj->kj", v, predicted.others)
    of_hits = np.concatenate([[own] * 2, np.diag(own)]).T
    of_arriving = -np.concatenate([[lost.sum(axis=0)] * 2, lost]).T
    second = np.square(_SECOND * arriving)

    def variance(change: _Vector) -> float:
        return float(change @ off.covariance @ change)

    def share(value: float, odds: float, spread: float) -> Estimate:
        value = min(max(float(value), 0.0), 1.0)  # of sums that round
        return Estimate(value, *_interval(value, float(odds), float(spread), z))

    def by_sample(hits: float, of: float) -> float:  # the documents are a sample of all texts like them
        return max(hits * (of - hits), 0.0) / of**3

    right = hits.sum() / everything
    sampled = by_sample(hits.sum(), everything)
    spread, labelled = variance(of_hits.sum(axis=0) / everything), known.sum() / everything
    short = spread + np.square(_BESIDE * right * (1.0 - right)) * labelled * (1.0 - labelled)
    accuracy = replace(share(right, spread, sampled + _TEXTS**2), low=share(right, short, sampled + _OTHERS**2).low)
    of_classes = []
    for k, name in enumerate(names):
        precision = None
        if called[k]:
            precision = share(hits[k] / called[k], variance(of_hits[k] / called[k]), by_sample(hits[k], called[k]))
        size, rate, change = documents[k], hits[k] / documents[k], of_hits[k] + of_arriving[k]
        unsure = variance((of_hits[k] - rate * change) / size) + second[k] * rate**2 / size**2
        recall = share(rate, unsure, by_sample(hits[k], size))
        by_chance = own[k] + lost[:, k].sum()
        part = share(size / everything, (variance(change) + second[k]) / everything**2, by_chance / everything**2)
        least = known[k].sum()  # are labelled so
        number = (max(float(least), float(each * everything)) for each in (part.value, part.low, part.high))
        of_classes.append(ClassQuality(name, precision, recall, Estimate(*number)))
    drawn = int(answers.by_chance.sum())
    return Quality(accuracy, tuple(of_classes), len(answers.y), drawn, _basis(len(answers.y), drawn))


def _interval(value: float, odds: float, spread: float, z: float) -> tuple[float, float]:
    """Between what shares a share lies of which two variances are known: of what is alike in the logarithm of its odds,
    and of what is alike in the share itself, such as chance in a sample.

    Near 0 and 1 a small step of the share is a great one of its odds, so that a larger share would have a lower end:
    there the second counts as it does for the share where that turns.

    >>> [round(_interval(share, 0.0, 0.0004, 1.645)[0], 2) for share in (0.5, 0.9, 0.97, 0.998, 1.0)]
    [0.47, 0.86, 0.91, 0.91, 0.91]
    """
    inside = min(max(value, 0.002), 0.998)
    near = z * np.sqrt(spread)
    turn = min(max((1.0 - 2.0 * near + np.sqrt(1.0 + 4.0 * near**2)) / 2.0, 0.5), 0.998)

    def end(side: float, at: float) -> float:
        variance = odds / (inside * (1.0 - inside)) ** 2 + spread / (at * (1.0 - at)) ** 2
        return float(expit(logit(at) + side * z * np.sqrt(variance)))

    return min(end(-1.0, min(inside, turn)), value), max(end(1.0, max(inside, 1.0 - turn)), value)


def _likeliest(P: Matrix) -> tuple[NDArray[np.intp], _Vector]:
    """The likeliest class of each document, and the logarithm of its odds."""
    best, top = np.zeros(len(P), dtype=np.intp), P[:, 0].copy()
    for class_ in range(1, P.shape[1]):  # of few columns, which is faster than along the rows
        higher = P[:, class_] > top
        best[higher], top[higher] = class_, P[higher, class_]
    sure = np.clip(top, 0.02, 0.998)
    return best, np.log(sure / (1.0 - sure))


def _bins(odds: _Vector) -> NDArray[np.intp]:
    return ((odds - _LEAST) * (1.0 / _STEP)).astype(np.intp)


def _basis(answers: int, drawn: int) -> str:
    """What an estimate rests on.

    >>> _basis(40, 12)
    "40 answers, 12 of them drawn at random, and the model's own confidence"
    >>> _basis(1, 0)
    "1 answer, not drawn at random, and the model's own confidence"
    >>> _basis(0, 0)
    "nothing but the model's own confidence"
    """
    if not answers:
        return "nothing but the model's own confidence"
    which = f"{drawn:,} of them " if drawn else "none of them "
    if answers == 1:
        which = "" if drawn else "not "
    return f"{counted(answers, 'answer')}, {which}drawn at random, and the model's own confidence"
