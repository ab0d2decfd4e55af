"""What deleting the words of an explanation does: whether it still holds, and how the score falls (figure 6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.martens2014.explaining import WAYS, ExplainingWay, documents, explained, most_of
from teachback.experiments.martens2014.tasks import CORPORA, PROTOCOL, ClassTask, every_model, fitted, over_tasks
from teachback.experiments.plot import curves
from teachback.explain import Explanation

_WORD = re.compile(r"\b\w\w+\b")  # what TfidfVectorizer reads as a word
_LONGEST = 60  # words of an explanation


def deleted(text: str, words: Collection[str]) -> str:
    """The text without any occurrence of the words.

    >>> deleted("The doctor said: a Doctor!", {"doctor"})
    'The  said: a !'
    """
    return _WORD.sub(lambda word: "" if word.group().lower() in words else word.group(), text)


def outcomes(
    task: ClassTask, model: str, data: Path | None, way: ExplainingWay, most: int
) -> list[tuple[Explanation, bool]]:
    """The smallest explanations of a task's documents, and whether the text without the words has another class."""
    fit = fitted(task, model, data)
    which = documents(fit, task, "positives", most)
    texts = fit.texts(which)
    pairs = [(one, text) for one, text in zip(way.explainer(fit).explain_many(texts), texts, strict=True) if one.sets]
    if not pairs:
        return []
    rest = fit.split.vectorizer.transform([deleted(text, set(one.words)) for one, text in pairs])
    after = fit.model.predict(rest)
    return [(one, bool(label != task.class_)) for (one, _), label in zip(pairs, after.tolist(), strict=True)]


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    model = case.setting["model"]
    parts = over_tasks(outcomes, case.corpus, model, data, WAYS[case.method], most_of(case.corpus, model))
    results = [one for part in parts for one in part]
    yield Measured("explanations", float(len(results)))
    yield Measured("words", float(np.mean([len(one.words) for one, _ in results])))
    yield Measured("still hold when the words are deleted (%)", 100.0 * float(np.mean([holds for _, holds in results])))


DELETION = Experiment(
    paper="martens2014",
    item="deletion",
    about="Smallest explanations found by setting columns to 0, as published, and by deleting words: their mean size, "
    "and how many hold when the words are deleted from the text and it is read again. "
    f"{PROTOCOL} Documents as in table 3.",
    cases=every_model(["ours", "ours, words deleted"]),
    measure=_measure,
)


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


def _measure_curve(case: Case, data: Path | None) -> Iterator[Measured]:
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
    measure=_measure_curve,
    plot=curves("removed", x="words removed", y="score"),
)
