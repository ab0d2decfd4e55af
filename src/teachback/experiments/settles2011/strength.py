"""Figure 2: how much a taught word should weigh, with few or many words, with and without labelled documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, ReportRow
from teachback.experiments.plot import CurvePoint, panels
from teachback.experiments.settles2011.protocol import scored

_STRENGTHS = tuple(2**power for power in range(13))
_TAUGHT = ((10, 0), (10, 100), (100, 0), (100, 100))


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    setting = case.setting
    folds = scored(
        *(case.corpus, data, case.method),
        words=setting["words"],
        documents=setting["documents"],
        strength=float(setting["alpha"]),
    )
    yield Measured("accuracy", float(np.mean([fold.accuracy for fold in folds])))


def _plot(rows: Sequence[ReportRow], file: Path) -> None:
    points = [
        CurvePoint(
            f"{row.corpus} ({row.method})",
            f"{row.setting['words']} words, {row.setting['documents']} documents",
            float(row.setting["alpha"]),
            row.ours,
        )
        for row in rows
    ]
    panels(points, file, x="α", y="accuracy (%)", log_x=True)


FIGURE2 = Experiment(
    paper="settles2011",
    item="figure2",
    about="The strength α of a taught word, with 10 or 100 oracle words a class and 0 or 100 labelled documents.",
    cases=tuple(
        Case(corpus=corpus, method=method, setting={"words": words, "documents": documents, "alpha": alpha})
        for method in ("Priors+EM1", "LabelledWordNB")
        for corpus in ("reuters", "webkb", "science", "movie_reviews")
        for words, documents in _TAUGHT
        for alpha in _STRENGTHS
    ),
    measure=_measure,
    plot=_plot,
)
