"""Figure 6: how the score falls as the words of an explanation are removed one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.martens2014.explaining import WAYS, explained
from teachback.experiments.martens2014.tasks import CORPORA, over_tasks
from teachback.experiments.plot import curves
from teachback.explain import Explanation

_LONGEST = 60


def _nearest_the_mean(explanations: Sequence[Explanation]) -> Explanation:
    mean = np.mean([len(one.words) for one in explanations])
    return min(explanations, key=lambda one: abs(len(one.words) - mean))


_CHOICES: dict[str, Callable[[Sequence[Explanation]], Explanation]] = {
    "highest starting score": lambda explanations: max(explanations, key=lambda one: one.score_before),
    "most words": lambda explanations: max(explanations, key=lambda one: len(one.words)),
    "average words": _nearest_the_mean,
}


@lru_cache(maxsize=len(CORPORA))
def _found(corpus: str, data: Path | None) -> list[Explanation]:
    way = WAYS["ours, words deleted"]
    parts = over_tasks(explained, corpus, "linear", data, way, most=None, n=1, max_words=_LONGEST)
    return [one for part in parts for one in part if one.sets]


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    one = _CHOICES[case.method](_found(case.corpus, data))
    removed = case.setting["removed"]
    if removed < len(one.curve):
        yield Measured("score, without " + one.removed[removed - 1] if removed else "score", one.curve[removed])


FIGURE6 = Experiment(
    paper="martens2014",
    item="figure6",
    about="The score of three documents as the words of their smallest explanation are deleted one by one: the one "
    "with the highest score, the one with the largest explanation (up to 60 words), and an average one. At 0 "
    "the class changes. Linear model, all test documents that it takes for the class.",
    cases=grid(corpus=CORPORA, method=_CHOICES, removed=range(_LONGEST + 1)),
    measure=_measure,
    plot=curves("removed", x="words removed", y="score"),
)
