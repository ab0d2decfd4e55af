"""Choosing the numbers of each method on folds 0 to 8 (section 5.2); what is chosen is kept in chosen.csv.

The paper searches one number at a time, from 1 in steps of 0.1. A contrast pulls with a force of `C_contrast / mu`: to
try a smaller margin with the same force, both must fall together, and that search never gets there. Ours begins at the
best combination of 1 and 0.1, and goes on in factors of 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.zaidan2007.reviews import reviews, right
from teachback.learners.tuning import Numbers, alternating_search

START: dict[str, Numbers] = {
    "ContrastSVM": {"C": 1.0, "mu": 1.0, "C_contrast": 1.0},
    "SVM": {"C": 1.0},
    "SVM without the rationales": {"C": 1.0},
    "SVM on each rationale": {"C": 1.0},
    "SVM on the rationales": {"C": 1.0},
}
_SIZES = (200, 400, 600, 800, 1600)
_SEARCHES: dict[str, dict[str, Any]] = {
    "from 1": {},
    "from 1 and 0.1": {
        "spread": (1.0, 0.1),
        "step": float(np.log10(2.0)),
        "reach": 1,
        "factors": True,
    },
}


def held_out_accuracy(data: Path | None, method: str, size: int, numbers: Mapping[str, Any]) -> float:
    """The mean accuracy on each fold of 0 to 8 after learning from the folds that follow it."""
    corpus = reviews(data)
    return float(right(corpus, method, corpus.rotations(size, held_out=True), numbers).mean())


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    search = alternating_search(
        lambda numbers: held_out_accuracy(data, case.method, case.size or 0, numbers),
        START[case.method],
        **_SEARCHES[case.setting["search"]],
    )
    yield Measured("accuracy on folds 0 to 8", 100.0 * search.score)
    for name, value in search.best.items():
        yield Measured(name, value)


TUNING = Experiment(
    paper="zaidan2007",
    item="tuning",
    about="The numbers of each method, chosen by accuracy on folds 0 to 8. Search: the paper's, from 1 in steps of "
    "0.1; or from the best combination of 1 and 0.1, in factors of 2, which ContrastSVM takes.",
    cases=(
        *grid(corpus="movie_reviews", method="SVM", size=_SIZES, search="from 1"),
        *grid(corpus="movie_reviews", method="ContrastSVM", search=_SEARCHES, size=_SIZES),
        *grid(corpus="movie_reviews", method=list(START)[2:], size=800, search="from 1"),
    ),
    measure=_measure,
)
