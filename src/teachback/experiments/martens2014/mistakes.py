"""What explanations say about mistakes: the words that trump a class the model misses, and labels that are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.martens2014.explaining import WAYS, explained, most_of
from teachback.experiments.martens2014.tasks import CORPORA, MODELS, PROTOCOL, Split, every_model, over_tasks, split
from teachback.explain import Explainer, Explanation
from teachback.explain.collection import Explanations

_SEEDS = 3
_FOLDS = 5
_WRONG = 0.05


def _false_negatives(case: Case, data: Path | None) -> Iterator[Measured]:
    model, way = case.setting["model"], WAYS[case.method]
    most = most_of(case.corpus, model)
    parts = over_tasks(explained, case.corpus, model, data, way, "false negatives", most=most, n=1)
    wrong = [one for part in parts for one in part]
    yield Measured("false negatives", float(len(wrong)))
    if not wrong:
        return
    yield Measured("explained (%)", 100.0 * float(np.mean([bool(one.sets) for one in wrong])))
    yield Measured("proven: none exists (%)", 100.0 * float(np.mean([one.status == "none_exists" for one in wrong])))
    words = Counter(word for one in wrong for word in one.words)
    for word, count in sorted(words.items(), key=lambda item: (-item[1], item[0]))[:3]:
        yield Measured(f"explanations with {word}", float(count))


def _mislabelled(case: Case, data: Path | None) -> Iterator[Measured]:
    results = [_repaired(case.corpus, data, case.method, seed) for seed in range(_SEEDS)]
    for name in results[0]:
        yield Measured(name, float(np.mean([result[name] for result in results])))


def _repaired(corpus: str, data: Path | None, method: str, seed: int) -> dict[str, float]:
    """Look at as many suspects as there are wrong labels, give them their true labels, learn again."""
    flipped = _flipped(corpus, data, seed)
    whole, wrong = flipped.whole, flipped.labels != flipped.whole.y
    suspects = _order(method, flipped, seed)[: int(wrong.sum())]
    mended = flipped.labels.copy()
    mended[suspects] = whole.y[suspects]
    return {
        "wrong labels": float(wrong.sum()),
        "wrong among as many suspects (%)": 100.0 * float(wrong[suspects].mean()),
        "wrong among the first 50 (%)": 100.0 * float(wrong[suspects[:50]].mean()),
        "accuracy, wrong labels left (%)": flipped.accuracy,
        "accuracy, suspects looked at (%)": _accuracy(whole, mended),
        "accuracy, all labels right (%)": _best_accuracy(corpus, data),
    }


def _order(method: str, flipped: _Flipped, seed: int) -> NDArray[np.intp]:
    """Training documents, the most suspicious first."""
    reasons, labels = flipped.explanations, flipped.labels.tolist()
    if method == "chance":
        return np.random.default_rng((seed, 1)).permutation(len(labels))
    if method == "ours":
        return np.array([suspect.position for suspect in reasons.mislabelled(labels)], dtype=np.intp)
    doubt = [
        one.score_before if one.from_class != label else -np.inf for one, label in zip(reasons, labels, strict=True)
    ]
    return np.argsort(-np.array(doubt), kind="stable")


@dataclass(frozen=True)
class _Flipped:
    """A corpus, its training labels with some of them wrong, the accuracy they give, and every training document
    explained by a model that did not see it."""

    whole: Split
    labels: NDArray[np.str_]
    accuracy: float
    explanations: Explanations


@lru_cache(maxsize=_SEEDS)
def _flipped(corpus: str, data: Path | None, seed: int) -> _Flipped:
    whole = split(corpus, data)
    draw = np.random.default_rng(seed)
    classes = np.unique(whole.y)
    labels = whole.y.copy()
    for place in draw.permutation(len(labels))[: round(_WRONG * len(labels))].tolist():
        labels[place] = draw.choice(classes[classes != labels[place]])
    explained_by_others: dict[int, Explanation] = {}
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=seed)
    for seen, unseen in folds.split(np.zeros(len(labels)), labels):
        model = MODELS["linear"]().fit(whole.X[seen], labels[seen])
        explainer = Explainer(model, whole.vectorizer, removal="zero")
        explained_by_others |= zip(unseen.tolist(), explainer.explain_many(whole.X[unseen]), strict=True)
    explanations = Explanations([explained_by_others[place] for place in range(len(labels))])
    return _Flipped(whole, labels, _accuracy(whole, labels), explanations)


@lru_cache(maxsize=len(CORPORA))
def _best_accuracy(corpus: str, data: Path | None) -> float:
    whole = split(corpus, data)
    return _accuracy(whole, whole.y)


def _accuracy(whole: Split, labels: NDArray[np.str_]) -> float:
    model = MODELS["linear"]().fit(whole.X, labels)
    return 100.0 * float(np.mean(model.predict(whole.X_test) == whole.y_test))


FALSE_NEGATIVES = Experiment(
    paper="martens2014",
    item="false_negatives",
    about="Documents of the class that the model misses: how many have an explanation of up to thirty words (without "
    "them, they would be found), and the commonest such words; with proof where none exists. The paper explained 46 of "
    f"46. {PROTOCOL} At most as many documents as in table 3.",
    cases=every_model(("SEDC", "ours", "ours, words deleted")),
    measure=_false_negatives,
)
MISLABELLED = Experiment(
    paper="martens2014",
    item="mislabelled",
    about="5 % of the training labels flipped to another class (of twenty, or of two). Every training document is "
    "explained by a linear model that was not trained on it; suspects are ranked by their explanations (ours), by the "
    "margin of the model's disagreement, and by chance. As many suspects as there are wrong labels are looked at, and "
    "given their true label. Mean of three seeds.",
    cases=grid(corpus=CORPORA, method=("ours", "margin", "chance")),
    measure=_mislabelled,
)
