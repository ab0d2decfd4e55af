"""A careless teacher: mistakes against the probability of a wrong answer, with and without patience."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from teachback.experiments.dasgupta2018.session import animals, teach
from teachback.experiments.dasgupta2018.targets import conjunctions, random_member, random_tree
from teachback.experiments.experiment import Case, Experiment, Measured, grid
from teachback.experiments.plot import curves
from teachback.learners.distinctions import DistinctionList, RobustDistinctionList
from teachback.learners.distinctions.protocol import Teacher
from teachback.learners.distinctions.teachers import Careless, RandomFeature, TreeTeacher, careless_labels

_SEEDS, _ROUNDS, _LEAVES, _CLASSES = 30, 2000, 10, 4
_PROBABILITIES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2)
LEARNERS = {"DistinctionList": DistinctionList, "RobustDistinctionList": RobustDistinctionList}


def run(target: str, wrong: str, probability: float, learner: Any, seed: int, data: Path | None) -> int:
    """Mistakes against the truth in 2,000 rounds, in which labels or features are wrong now and then."""
    draw = np.random.default_rng(seed)
    examples, y, features, teacher = (_zoo if target == "zoo" else _tree)(draw, data)
    if wrong == "feature":
        taught_labels, teacher = y, Careless(teacher, probability, features, seed)
    else:
        taught_labels = careless_labels(y, probability, seed).tolist()
    return teach(learner, zip(examples, y, taught_labels, strict=True), teacher).mistakes


def _zoo(draw: np.random.Generator, data: Path | None) -> tuple[list[Any], list[Any], list[Any], Teacher]:
    known = list(animals(data).values())
    drawn = draw.integers(len(known), size=_ROUNDS).tolist()
    features = sorted(frozenset[str]().union(*(x for x, _ in known)))
    seed = int(draw.integers(2**31))
    return [known[k][0] for k in drawn], [known[k][1] for k in drawn], features, RandomFeature(seed)


def _tree(draw: np.random.Generator, data: Path | None) -> tuple[list[Any], list[Any], list[Any], Teacher]:
    features = list(range(3 * _LEAVES))
    tree = random_tree(_LEAVES, features, _CLASSES, draw)
    leaves, teacher = conjunctions(tree), TreeTeacher(tree)
    drawn = draw.integers(len(leaves), size=_ROUNDS).tolist()
    examples = [random_member(leaves[k][1], len(features), draw) for k in drawn]
    return examples, [leaves[k][0] for k in drawn], features, teacher


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    wrong, probability = case.setting["wrong"], case.setting["p"]
    mistakes = [run(case.corpus, wrong, probability, LEARNERS[case.method](), seed, data) for seed in range(_SEEDS)]
    yield Measured("mistakes", float(np.mean(mistakes)))
    yield Measured("mistakes, standard error", float(np.std(mistakes, ddof=1) / np.sqrt(_SEEDS)))


NOISE = Experiment(
    paper="dasgupta2018",
    item="noise",
    about="A careless teacher: mistakes in 2,000 rounds, mean of 30 runs, against the probability p that a label, or a "
    "named feature, is any other.",
    cases=grid(corpus=("zoo", "random tree"), wrong=("label", "feature"), method=LEARNERS, p=_PROBABILITIES),
    measure=_measure,
    plot=curves(
        "p",
        x="probability of a wrong answer",
        y="mistakes in 2,000 rounds",
        metric="mistakes",
        panel=lambda row: f"{row.corpus}, wrong {row.setting['wrong']}s",
    ),
)
