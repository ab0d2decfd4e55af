"""Learning curves: what rationales add, how many of them are needed, and what a lazy annotator costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, ReportRow, grid
from teachback.experiments.plot import curves
from teachback.experiments.zaidan2007.reviews import (
    SIZES,
    chosen,
    permutation_test,
    reviews,
    right,
    rotated,
)
from teachback.learners.rationales.marked_texts import MarkedTexts

CURVES = {
    "ContrastSVM": "S1",
    "SVM": "S2",
    "SVM without the rationales": "S3",
    "SVM on each rationale": "S4",
    "SVM on the rationales": "S5",
}
SHARES = (0.25, 0.5, 0.75, 1.0)


def by_size(**more: Any) -> Callable[[Sequence[ReportRow], Path], None]:
    """Draws accuracy against the number of training documents, by default a line for each method."""
    panel = "accuracy on fold 9"
    return curves("size", x="training documents", y="accuracy", metric="accuracy", panel=lambda row: panel, **more)


def measure_curve(case: Case, data: Path | None, against: str) -> Iterator[Measured]:
    """The accuracy of a method on fold 9, and whether it differs from another method's."""
    correct = rotated(data, case.method, case.size or 0)
    yield Measured("accuracy", 100.0 * float(correct.mean()))
    if case.method != against:
        other = rotated(data, against, case.size or 0)
        yield Measured(f"p, against {against}", permutation_test(correct.sum(axis=0), other.sum(axis=0)))


def _measure_figure3(case: Case, data: Path | None) -> Iterator[Measured]:
    """Rationales on the first documents only."""
    corpus, size, with_reasons = reviews(data), case.size or 0, case.setting["with_rationales"]
    lessons = []
    for rotation, lesson in enumerate(corpus.rotations(size)):
        reasoned = np.isin(lesson.rows, corpus.train(rotation, with_reasons))
        passages = [passage for passage in lesson.marked.passages if reasoned[passage.text]]
        lessons.append(replace(lesson, marked=lesson.marked.having(passages)))
    correct = right(corpus, case.method, lessons, chosen(case.method, size))
    yield Measured("accuracy", 100.0 * float(correct.mean()))


def _measure_lazy(case: Case, data: Path | None) -> Iterator[Measured]:
    """A share of the rationales on every document, rounded up or down at random."""
    corpus, size = reviews(data), case.size or 0
    lessons = [
        replace(lesson, marked=_lazy(lesson.marked, case.setting["share"], seed=rotation))
        for rotation, lesson in enumerate(corpus.rotations(size))
    ]
    correct = right(corpus, case.method, lessons, chosen(case.method, size))
    yield Measured("accuracy", 100.0 * float(correct.mean()))


def _lazy(marked: MarkedTexts, share: float, seed: int) -> MarkedTexts:
    random = np.random.default_rng(seed)
    sampled = []
    for passages in marked.tagged_texts.values():
        number = int(share * len(passages) + random.random())
        sampled += [passages[place] for place in sorted(random.permutation(len(passages))[:number].tolist())]
    return marked.having(sampled)


FIGURE2 = Experiment(
    paper="zaidan2007",
    item="figure2",
    about="The value of rationales: contrast examples (S1), an ordinary SVM (S2), and SVMs that see reviews without "
    "their rationales (S3), each rationale as a document (S4) or nothing but rationales (S5). Fold 9, mean of nine "
    "rotations; p is the papers' paired permutation test.",
    cases=tuple(
        Case("movie_reviews", method, size, {"curve": curve}) for method, curve in CURVES.items() for size in SIZES
    ),
    measure=lambda case, data: measure_curve(case, data, "SVM"),
    plot=by_size(),
    differs="S3 to S5 are all below S2 with p < 0.001 in the paper. Here S3 and S5 are, but S4 comes nearer to S2 "
    "with more documents: at 800 it has 81.9 against 86.7 (p 0.0456), at 1,600 it has 86.7 against 88.7 (p 0.448). In "
    "the paper S4 is somewhat better than S5; here it is as much better as 86.7 is than 69.1, and from 400 documents "
    "on above S3 (81.3 at 1,600). S1 and S2 agree: 92.2 and 88.5 at 1,600 in the paper, 92.3 and 88.7 here.",
)
FIGURE3 = Experiment(
    paper="zaidan2007",
    item="figure3",
    about="Fewer rationales: ContrastSVM when only some of the training documents have any. Fold 9, nine rotations.",
    cases=tuple(
        Case("movie_reviews", "ContrastSVM", size, {"with_rationales": some})
        for some in (0, *SIZES)
        for size in SIZES
        if some <= size
    ),
    measure=_measure_figure3,
    plot=by_size(name=lambda row: f"{row.setting['with_rationales']} with rationales"),
)
LAZY = Experiment(
    paper="zaidan2007",
    item="lazy",
    about="A lazy annotator: a share of the rationales, chosen at random, on every training document (section 6.2).",
    cases=grid(corpus="movie_reviews", method=("ContrastSVM", "RationaleMaxEnt"), size=(200, 800), share=SHARES),
    measure=_measure_lazy,
)
