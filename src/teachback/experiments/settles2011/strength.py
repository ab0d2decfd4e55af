"""Figure 2: how much a taught word should weigh, with few or many words, with and without labelled documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.plot import curves
from teachback.experiments.settles2011.protocol import scored

_STRENGTHS = tuple(2**power for power in range(13))


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    setting = case.setting
    folds = scored(
        *(case.corpus, data, case.method),
        words=setting["words"],
        documents=setting["documents"],
        strength=float(setting["alpha"]),
    )
    yield Measured("accuracy", float(np.mean([fold.accuracy for fold in folds])))


FIGURE2 = Experiment(
    paper="settles2011",
    item="figure2",
    about="The strength α of a taught word, with 10 or 100 oracle words a class and 0 or 100 labelled documents.",
    cases=grid(
        method=("Priors+EM1", "LabelledWordNB"),
        corpus=("reuters", "webkb", "science", "movie_reviews"),
        words=(10, 100),
        documents=(0, 100),
        alpha=_STRENGTHS,
    ),
    measure=_measure,
    plot=curves(
        "alpha",
        x="α",
        panel=lambda row: f"{row.corpus} ({row.method})",
        name=lambda row: f"{row.setting['words']} words, {row.setting['documents']} documents",
        log_x=True,
    ),
)
