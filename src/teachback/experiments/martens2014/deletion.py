"""Does an explanation found by setting columns to 0 still hold when its words are deleted from the text?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np

from teachback.experiments.experiment import Case, Experiment, Measured
from teachback.experiments.martens2014.explaining import WAYS, ExplainingWay, documents, most_of
from teachback.experiments.martens2014.tasks import PROTOCOL, ClassTask, every_model, fitted, over_tasks
from teachback.explain import Explanation

_WORD = re.compile(r"\b\w\w+\b")  # what TfidfVectorizer reads as a word


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
