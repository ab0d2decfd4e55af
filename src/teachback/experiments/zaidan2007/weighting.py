"""What rationales add to naive Bayes with words and a pool, with which a project begins: marked terms count more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured
from teachback.experiments.oracle import oracle_words
from teachback.experiments.zaidan2007.reviews import ANNOTATOR, reviews
from teachback.learners import LabelledWordNB
from teachback.learners.rationales.rationale_weighting import weighted
from teachback.text import damped

FACTORS = ((1.0, 1.0), (2.0, 1.0), (4.0, 1.0), (8.0, 1.0), (1.0, 0.1))  # of marked terms, and of the others
_DRAWS = 20
_PARTS = {"accuracy on folds 6 and 7": (range(6), (6, 7)), "accuracy on fold 8": (range(8), (8,))}


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus, size, setting = reviews(data), case.size or 0, case.setting
    marked = corpus.marked[ANNOTATOR]
    X = damped(marked.counts.X)
    reasons = marked.marked_terms(corpus.y.tolist())
    names = np.unique(corpus.y)
    for metric, (folds, tested) in _PARTS.items():
        seen, test = np.flatnonzero(np.isin(corpus.fold, folds)), np.isin(corpus.fold, tested)
        best = oracle_words(X[seen], np.searchsorted(names, corpus.y[seen]), len(names), setting["words"] // len(names))
        words = [(term, names[place]) for term, place in best]
        right = []
        for seed in range(_DRAWS):
            rows = corpus.drawn(folds, size, seed)
            taught = weighted(X[rows], reasons[rows], setting["r"], setting["o"])
            learner = LabelledWordNB().fit(taught, corpus.y[rows], words=words, pool=X[np.setdiff1d(seen, rows)])
            right.append(np.mean(learner.predict(X[test]) == corpus.y[test]))
        yield Measured(metric, 100.0 * float(np.mean(right)))


WEIGHTING = Experiment(
    paper="zaidan2007",
    item="weighting",
    about="LabelledWordNB when terms that A0 marked count r times and the other terms of marked documents o times "
    "(Sharma, Zhuang and Bilgic 2015), with and without the words of highest information gain. Chosen on folds 6 and 7 "
    "(the other reviews of folds 0 to 5 are the pool), checked on fold 8 (folds 0 to 7); means of 20 draws.",
    cases=tuple(
        Case("movie_reviews", "LabelledWordNB", size, {"r": r, "o": o, "words": words})
        for words in (0, 20)
        for size in (10, 20, 50, 100, 200)
        for r, o in FACTORS
    ),
    measure=_measure,
)
