"""How the tasks' documents are explained: as published, and as we do it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from teachback.experiments.martens2014.tasks import SLOW, ClassTask, Fitted, fitted
from teachback.explain import SEDC, Explainer, Explanation

Kind = Literal["positives", "true positives", "false positives", "false negatives"]


@dataclass(frozen=True)
class ExplainingWay:
    """A way to explain: how words are removed, and how sets of them are searched (by default, the best we have)."""

    removal: Literal["zero", "text"] = "zero"
    search: SEDC | None = None

    def explainer(self, fit: Fitted) -> Explainer:
        """The explainer of a model."""
        return Explainer(fit.model, fit.split.vectorizer, removal=self.removal, search=self.search)


WAYS: dict[str, ExplainingWay] = {
    "SEDC": ExplainingWay(search=SEDC()),
    "SEDC B&B": ExplainingWay(search=SEDC(branch_and_bound=True)),
    "ours": ExplainingWay(),
    "ours, words deleted": ExplainingWay(removal="text"),
}


@lru_cache(maxsize=512)
def explained(
    task: ClassTask,
    model: str,
    data: Path | None,
    way: ExplainingWay,
    kind: Kind = "positives",
    *,
    most: int | None,
    n: int = 10,
    max_words: int | None = 30,
) -> list[Explanation]:
    """The explanations of a task's test documents; as published, up to ten each, of up to thirty words.

    They are kept, because several tables look at the same ones.
    """
    fit = fitted(task, model, data)
    which = documents(fit, task, kind, most)
    if not len(which):
        return []
    return list(way.explainer(fit).explain_many(fit.texts(which), n=n, max_words=max_words))


def documents(fit: Fitted, task: ClassTask, kind: Kind, most: int | None) -> NDArray[np.intp]:
    """Positions of the test documents that the model takes for the class (wrongly misses, for false negatives)."""
    predicted = "the rest" if kind == "false negatives" else task.class_
    truth = {"positives": None, "false positives": "the rest"}.get(kind, task.class_)
    return fit.tested(predicted=predicted, truth=truth, most=most)


def settled(explanations: Sequence[Explanation], max_words: int = 30) -> float:
    """The percentage of answers that are proven: no smaller set does it, or none of up to `max_words` words."""
    proven = [one.status in ("minimum", "none_exists") or one.lower_bound > max_words for one in explanations]
    return 100.0 * float(np.mean(proven))


def most_of(corpus: str, model: str) -> int:
    """How many documents of a task are explained: fewer where there are many tasks, or the model is slow."""
    if corpus == "movie_reviews":
        return 25 if model in SLOW else 100
    return 5 if model in SLOW else 20
