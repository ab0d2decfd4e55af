"""The global explanation that the paper tried first: a decision tree that mimics the model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.metrics import balanced_accuracy_score
from sklearn.tree import DecisionTreeClassifier

from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.martens2014.tasks import CORPORA, ClassTask, fitted, over_tasks

_LIMITS: tuple[dict[str, int], ...] = ({"nodes": 81}, {"nodes": 327}, {})


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


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
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
    cases=grid(corpus=CORPORA, method="decision tree", model=("linear", "RBF"), setting=_LIMITS),
    measure=_measure,
)
