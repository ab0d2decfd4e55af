"""Rare classes, and words mostly for one class: what the pool must not spoil."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from sklearn.metrics import f1_score

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.settles2011.protocol import METHODS, Sample, Scored, folds, sample, score

_METHODS = ("words alone", "Priors+EM1", "LabelledWordNB")
_SEEDS = 3


@lru_cache(maxsize=16)
def _rare(corpus: str, data: Path | None, papers_terms: bool, ratio: int, rare: int, seed: int) -> Sample:
    """The corpus with so few documents of one class that the other has `ratio` times as many."""
    whole = sample(corpus, data, papers_terms)
    if not ratio:
        return whole
    few = np.flatnonzero(whole.y == rare)
    many = np.flatnonzero(whole.y != rare)
    sampled = np.random.default_rng(seed).permutation(few)[: round(len(many) / ratio)]
    return whole.rows(np.sort(np.concatenate([many, sampled])))


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    results: list[Scored] = []
    for seed in range(_SEEDS):
        setting = case.setting
        skewed = _rare(
            case.corpus,
            data,
            METHODS[case.method].papers_terms,
            setting.get("ratio", 0),
            setting.get("rare", 0),
            seed,
        )
        results += [score(case.method, train, test) for train, test in folds(skewed, seed)]
    accuracy = np.array([result.accuracy for result in results])
    f1 = np.array([100.0 * f1_score(fold.truth, fold.guess, average="macro", zero_division=0) for fold in results])
    for name, values in (("accuracy", accuracy), ("macro-F1", f1)):
        yield Measured(name, float(values.mean()))
        yield Measured(f"{name}, standard error", float(values.std(ddof=1) / np.sqrt(len(values))))


def _measure_guard(case: Case, data: Path | None) -> Iterator[Measured]:
    """Ten words for every class but one, which has 70 % of all words."""
    whole = sample(case.corpus, data, METHODS[case.method].papers_terms)
    accuracies, others = [], []
    for train, test in folds(whole, seed=0):
        favoured = case.setting["favoured"]
        few, many = train.oracle(10), train.oracle(round(10 * (train.classes - 1) * 0.7 / 0.3))
        words = [word for word in few if word[1] != favoured] + [word for word in many if word[1] == favoured]
        learner = METHODS[case.method].make()
        if not case.setting["unbalanced"]:
            words = few
        learner.fit(None, words=words, pool=train.X, classes=range(train.classes))
        right = learner.predict(test.X) == test.y
        accuracies.append(100.0 * right.mean())
        others.append(100.0 * right[test.y != favoured].mean())
    yield Measured("accuracy", float(np.mean(accuracies)))
    yield Measured("recall of the other classes", float(np.mean(others)))


IMBALANCE = Experiment(
    paper="settles2011",
    item="imbalance",
    about="Rare classes: ten oracle words a class, one class made rare (the other 9 or 19 times as many documents), "
    "and Reuters as it is; mean of ten folds and three seeds. The pool must not make words alone worse.",
    cases=(
        *grid(
            corpus=("baseball_hockey", "autos_motorcycles", "movie_reviews"),
            ratio=(9, 19),
            rare=(0, 1),
            method=_METHODS,
        ),
        *grid(corpus="reuters", method=_METHODS),
    ),
    measure=_measure,
)
GUARD = Experiment(
    paper="settles2011",
    item="guard",
    about="Seventy percent of the words for one class (as user 5 of the paper did), against ten words for each.",
    cases=grid(
        corpus=("science", "baseball_hockey", "movie_reviews", "webkb"),
        favoured=(0, 1),
        method=("Priors+EM1", "LabelledWordNB"),
        unbalanced=(False, True),
    ),
    measure=_measure_guard,
)
