"""Learning from words alone: the learners compared, how many words, how many EM steps; and how much a word weighs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ttest_rel

from teachback import corpora
from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.plot import curves
from teachback.experiments.settles2011.protocol import BINARY, CORPORA, METHODS, scored

_TABLE1 = tuple(name for name in METHODS if name != "words alone")


def _compared(case: Case, data: Path | None) -> Iterator[Measured]:
    """Accuracy and seconds of training; and whether ours differs (paired t-test over folds, Bonferroni)."""
    accuracy = _accuracies(case.corpus, data, case.method)
    yield from _varied(case, data)
    if case.method != "ours":
        ours = _accuracies(case.corpus, data, "ours")
        p = 1.0 if np.allclose(ours, accuracy) else float(ttest_rel(ours, accuracy).pvalue)
        others = sum(_applies(method, case.corpus) for method in _TABLE1 if method != "ours")
        yield Measured("p, against ours", min(1.0, p * others))


def _accuracies(corpus: str, data: Path | None, method: str) -> NDArray[np.float64]:
    return np.array([fold.accuracy for fold in scored(corpus, data, method)])


def _varied(case: Case, data: Path | None) -> Iterator[Measured]:
    """Accuracy and seconds of training; the setting has how many words are taught, or how many steps are made."""
    folds = scored(case.corpus, data, case.method, **case.setting)
    seconds = float(np.mean([fold.seconds for fold in folds]))
    yield Measured("accuracy", float(np.mean([fold.accuracy for fold in folds])), seconds)


def _applies(method: str, corpus: str) -> bool:
    return corpus in BINARY or "Pool" not in method.split("+")[0]


TABLE1 = Experiment(
    paper="settles2011",
    item="table1",
    about="Ten oracle words a class and no labelled document, mean of ten folds; p from a paired t-test over the "
    "folds, times the number of methods compared on that corpus (Bonferroni). Methods with the paper's names run as "
    "published, on the paper's terms (raw counts, numbers as one term). ExpectationMaxEnt, PooledNB and LabelledWordNB "
    "are our corrected variants of them, on our terms; ours is the default learner, LessonRegression.",
    cases=tuple(
        Case(corpus=corpus, method=method) for corpus in CORPORA for method in _TABLE1 if _applies(method, corpus)
    ),
    measure=_compared,
    differs="MaxEnt/GE is near chance in the paper on WebKB (22.2), baseball and hockey (49.9) and Mac and PC (50.5), "
    "where ours has 82.5, 94.0 and 86.9; what went wrong there the paper does not say. Priors+EM1 has 70.7 in the "
    "paper on 20 Newsgroups and 64.8 here, on baseball and hockey 96.9 and 89.1; on WebKB 67.8 and 75.3, on movie "
    "reviews 72.0 and 75.7. The learner is that of the paper's release, but the paper does not list its stop words.",
)
WORDS = Experiment(
    paper="settles2011",
    item="words",
    about="More words a class: naive Bayes against generalized expectation, accuracy and seconds of training. "
    "Priors+EM1 is as published; the two others are our corrected learners.",
    cases=grid(
        corpus=[corpus for corpus in CORPORA if corpus != "twenty_newsgroups"],
        method=("ExpectationMaxEnt", "Priors+EM1", "LabelledWordNB"),
        words=(5, 10, 20, 30, 50, 100),
    ),
    measure=_varied,
    plot=curves("words", x="words a class", metric="accuracy"),
)
STEPS = Experiment(
    paper="settles2011",
    item="steps",
    about="More steps of expectation maximisation, from ten oracle words a class.",
    cases=grid(corpus=CORPORA, method=("Priors+EM1", "LabelledWordNB"), em_steps=range(11)),
    measure=_varied,
    plot=curves("em_steps", x="EM steps", metric="accuracy"),
)


def _measure_sizes(case: Case, data: Path | None) -> Iterator[Measured]:
    corpus = corpora.load(case.corpus, data)
    yield Measured("documents", float(len(corpus.documents)))
    yield Measured("classes", float(len(corpus.classes)))


SIZES = Experiment(
    paper="settles2011",
    item="corpora",
    about="The corpora as loaded, beside the sizes that the paper gives (sections 3 and 3.4.1).",
    cases=grid(corpus=(*CORPORA, "hard", "line", "serve")),
    measure=_measure_sizes,
)


_STRENGTHS = tuple(2**power for power in range(13))


def _measure_strength(case: Case, data: Path | None) -> Iterator[Measured]:
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
    measure=_measure_strength,
    plot=curves(
        "alpha",
        x="α",
        panel=lambda row: f"{row.corpus} ({row.method})",
        name=lambda row: f"{row.setting['words']} words, {row.setting['documents']} documents",
        log_x=True,
    ),
)
