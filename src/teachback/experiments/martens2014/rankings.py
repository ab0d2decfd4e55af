"""Global explanations: lists of a model's best words (table 1, figures 3 and 4), and a tree that mimics the model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import balanced_accuracy_score
from sklearn.tree import DecisionTreeClassifier

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.martens2014.explaining import WAYS, documents, explained
from teachback.experiments.martens2014.tasks import CORPORA, PROTOCOL, ClassTask, Fitted, fitted, over_tasks
from teachback.experiments.plot import curves
from teachback.explain.collection import Explanations
from teachback.queries import information_gain

_RANKINGS = ("mutual information", "information gain", "weight", "weight · idf", "frequency in explanations")
_WORDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)
_PLACES = (0, 0.1, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 100)
_DOCUMENTS = 100  # documents of a task that are explained, as in the paper
_GROUPS = {"twenty_newsgroups": ("sci.med", "rec.sport.hockey", "talk.politics.guns"), "movie_reviews": ("pos",)}


def ranked(task: ClassTask, model: str, data: Path | None, ranking: str) -> list[tuple[str, float]]:
    """The words that speak for the class of a linear model, best first, with what they are ranked by."""
    fit = fitted(task, model, data)
    names = fit.split.vectorizer.get_feature_names_out()
    if ranking == "frequency in explanations":
        explanations = Explanations(explained(task, model, data, WAYS["SEDC"], most=_DOCUMENTS))
        return [(word, float(count)) for word, count in explanations.words(every_set=True)]
    values = _values(fit, task, ranking)
    order = np.argsort(-values, kind="stable")
    return [(names[place], float(values[place])) for place in order.tolist() if values[place] > 0]


def _values(fit: Fitted, task: ClassTask, ranking: str) -> NDArray[np.float64]:
    weights = _weights(fit, task)
    if ranking == "weight":
        return weights
    if ranking == "weight · idf":
        return np.asarray(weights * fit.split.vectorizer.idf_)
    own = fit.y == task.class_
    having = np.bincount(fit.X.indices, minlength=fit.X.shape[1])
    inside = np.bincount(fit.X[own].indices, minlength=fit.X.shape[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        mutual = np.log(inside / having / own.mean())
    if ranking == "mutual information":
        return np.asarray(np.where(inside > 0, mutual, -np.inf))
    gain = information_gain(fit.X, np.column_stack([own, ~own]).astype(np.float64))[:, 0]
    return np.asarray(np.where(mutual > 0, gain, 0.0))


def _weights(fit: Fitted, task: ClassTask) -> NDArray[np.float64]:
    """Weights for the class; scikit-learn's speak for the second one."""
    sign = 1.0 if fit.model.classes_[1] == task.class_ else -1.0
    return sign * np.asarray(fit.model.coef_[0], dtype=np.float64)


def covered(task: ClassTask, model: str, data: Path | None, ranking: str) -> NDArray[np.float64]:
    """The percentage of documents that the first 1, 2, 3 … words explain."""
    fit = fitted(task, model, data)
    which = documents(fit, task, "positives", _DOCUMENTS)
    many = WAYS["ours"].explainer(fit).explain_many(fit.texts(which), max_words=None)
    return 100.0 * many.coverage(word for word, _ in ranked(task, model, data, ranking)) / max(1, len(which))


@lru_cache(maxsize=len(_RANKINGS) * len(CORPORA))
def _curves(corpus: str, ranking: str, data: Path | None) -> list[NDArray[np.float64]]:
    return over_tasks(covered, corpus, "linear", data, ranking)


def _figure4(case: Case, data: Path | None) -> Iterator[Measured]:
    curves = _curves(case.corpus, case.method, data)
    if "words" in case.setting:
        at = [curve[min(case.setting["words"], len(curve)) - 1] for curve in curves]
        yield Measured("documents explained (%)", float(np.mean(at)))
        return
    half = [int(np.argmax(curve >= 50.0)) + 1 if curve[-1] >= 50.0 else np.inf for curve in curves]
    yield Measured("words for half of the documents, median of the tasks", float(np.median(half)))


def _table1(case: Case, data: Path | None) -> Iterator[Measured]:
    task = ClassTask(case.corpus, case.setting["class"])
    for place, (word, value) in enumerate(ranked(task, "linear", data, case.method)[:10], start=1):
        yield Measured(f"{place}. {word}", value)


def _figure3(case: Case, data: Path | None) -> Iterator[Measured]:
    weights = over_tasks(_sorted_weights, case.corpus, "linear", data)
    at = [np.percentile(each, case.setting["percent"]) for each in weights]
    yield Measured("weight, mean of the tasks", float(np.mean(at)))


def _sorted_weights(task: ClassTask, model: str, data: Path | None) -> NDArray[np.float64]:
    return np.sort(_weights(fitted(task, model, data), task))


def _distinct(case: Case, data: Path | None) -> Iterator[Measured]:
    counts = over_tasks(_distinct_words, case.corpus, "linear", data, case.method)
    yield Measured("documents of a task", float(np.mean([documents for documents, _ in counts])))
    yield Measured("distinct words in their explanations", float(np.mean([words for _, words in counts])))


def _distinct_words(task: ClassTask, model: str, data: Path | None, way: str) -> tuple[int, int]:
    explanations = Explanations(explained(task, model, data, WAYS[way], most=_DOCUMENTS))
    return len(explanations), len(explanations.words(every_set=True))


TABLE1 = Experiment(
    paper="martens2014",
    item="table1",
    about="The ten best words of a linear model by five rankings, with what they are ranked by. Frequencies count the "
    "documents whose explanations (up to ten each, of up to 100 test documents) use the word.",
    cases=tuple(
        Case(corpus=corpus, method=ranking, setting={"class": name})
        for corpus in CORPORA
        for name in _GROUPS[corpus]
        for ranking in _RANKINGS
    ),
    measure=_table1,
)
FIGURE3 = Experiment(
    paper="martens2014",
    item="figure3",
    about=f"The weights of a linear model, ranked. {PROTOCOL}",
    cases=grid(corpus=CORPORA, method="weight", percent=_PLACES),
    measure=_figure3,
    plot=curves("percent", x="words, smallest weight first (%)", y="weight"),
)
FIGURE4 = Experiment(
    paper="martens2014",
    item="figure4",
    about="How many documents are explained by removing only the first words of a global ranking, and how many words "
    "it takes for half of them. Linear model, up to 100 documents of a task; mean of the tasks. The paper: "
    "more than 2,000 words of the highest weights for half of its web pages.",
    cases=grid(corpus=CORPORA, method=_RANKINGS, setting=({}, *({"words": words} for words in _WORDS))),
    measure=_figure4,
    plot=curves("words", x="first words of the ranking", y="documents explained (%)", log_x=True),
)
DISTINCT_WORDS = Experiment(
    paper="martens2014",
    item="distinct_words",
    about="How many different words the explanations of up to 100 documents use, up to ten explanations each; linear "
    "model, mean of the tasks. The paper counted 810 words in the explanations of 100 web pages.",
    cases=grid(corpus=CORPORA, method=("SEDC", "ours", "ours, words deleted")),
    measure=_distinct,
)


_SURROGATES: tuple[dict[str, int], ...] = ({"nodes": 81}, {"nodes": 327}, {})


def mimicked(task: ClassTask, model: str, data: Path | None, nodes: int | None) -> tuple[float, float, float]:
    """The nodes of a tree grown on the model's answers, and how often it answers like the model."""
    fit = fitted(task, model, data)
    own, others = np.flatnonzero(fit.y == task.class_), np.flatnonzero(fit.y != task.class_)
    balanced = np.concatenate([own, np.random.default_rng(0).permutation(others)[: len(own)]])
    leaves = None if nodes is None else (nodes + 1) // 2
    tree = DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0)
    tree.fit(fit.X[balanced], fit.model.predict(fit.X[balanced]))
    answers = tree.predict(fit.split.X_test)
    both = balanced_accuracy_score(fit.predicted, answers)
    return float(tree.tree_.node_count), 100.0 * float(np.mean(answers == fit.predicted)), 100.0 * float(both)


def _measure_surrogate(case: Case, data: Path | None) -> Iterator[Measured]:
    measured = over_tasks(mimicked, case.corpus, case.setting["model"], data, case.setting.get("nodes"))
    nodes, fidelity, balanced = np.mean(measured, axis=0).tolist()
    yield Measured("nodes", nodes)
    yield Measured("fidelity (%)", fidelity)
    yield Measured("fidelity, both answers weighing the same (%)", balanced)


SURROGATE = Experiment(
    paper="martens2014",
    item="surrogate",
    about="A decision tree that mimics the model: its nodes (at most so many, or all that it takes to agree on the "
    "training documents), and how often it answers like the model on the test documents. Half of the paper's pages "
    "were of the class, of 20 Newsgroups one in twenty is: so the tree is grown on the documents of the class and as "
    "many others, and the fidelity with both answers weighing the same compares.",
    cases=grid(corpus=CORPORA, method="decision tree", model=("linear", "RBF"), setting=_SURROGATES),
    measure=_measure_surrogate,
)
