"""Choosing the numbers of each method on folds 0 to 8 (section 5.2); what is chosen is kept in chosen.csv."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from teachback.experiments.experiment import Case, Experiment, Measured
from teachback.experiments.zaidan2007.reviews import reviews, right
from teachback.learners.tuning import Numbers, alternating_search

START: dict[str, Numbers] = {
    "ContrastSVM": {"C": 1.0, "mu": 1.0, "C_contrast": 1.0},
    "SVM": {"C": 1.0},
    "SVM without the rationales": {"C": 1.0},
    "SVM on each rationale": {"C": 1.0},
    "SVM on the rationales": {"C": 1.0},
}


def held_out_accuracy(data: Path | None, method: str, size: int, numbers: Mapping[str, Any]) -> float:
    """The mean accuracy on each fold of 0 to 8 after learning from the folds that follow it."""
    given = reviews(data)
    return float(right(given, method, given.rotations(size, held_out=True), numbers).mean())


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    found = alternating_search(
        lambda numbers: held_out_accuracy(data, case.method, case.size or 0, numbers), START[case.method]
    )
    yield Measured("accuracy on folds 0 to 8", 100.0 * found.score)
    for name, value in found.best.items():
        yield Measured(name, value)


TUNING = Experiment(
    paper="zaidan2007",
    item="tuning",
    about="The numbers of each method, chosen on folds 0 to 8 by the paper's search: from 1 in steps of 0.1.",
    cases=(
        *(
            Case("movie_reviews", method, size)
            for size in (200, 400, 600, 800, 1600)
            for method in ("SVM", "ContrastSVM")
        ),
        *(Case("movie_reviews", method, 800) for method in list(START)[2:]),
    ),
    measure=_measure,
)
