"""The bounds on mistakes, on random targets and in the worst case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from teachback.experiments.dasgupta2018.session import teach
from teachback.experiments.dasgupta2018.targets import (
    conjunctions,
    random_formula,
    random_member,
    random_separable,
    random_tree,
    worst_case,
)
from teachback.experiments.experiment import Case, Experiment, Measured, ReportRow, grid
from teachback.experiments.plot import CurvePoint, panels
from teachback.learners.distinctions import DistinctionDNF, DistinctionList
from teachback.learners.distinctions.shorter import count_literals
from teachback.learners.distinctions.teachers import FormulaTeacher, SeparableTeacher, TreeTeacher

LITERALS = 4  # of a formula's conjunctions
_TARGETS, _ROUNDS, _CLASSES = 100, 400, 4


class Run(NamedTuple):
    """Mistakes on one target, and how many features the teacher used."""

    mistakes: int
    features: int


def run(kind: str, groups: int, seed: int, rounds: int = _ROUNDS) -> Run:
    """Learn a random target of that many groups from random members of them."""
    draw = np.random.default_rng(seed)
    if kind == "formula":
        return _formula(groups, draw, rounds)
    features = 4 * groups * groups if kind == "separable DNF" else 3 * groups
    teacher: Any
    if kind == "decision tree":
        tree = random_tree(groups, list(range(features)), _CLASSES, draw)
        target, teacher = conjunctions(tree), TreeTeacher(tree)
    else:
        target = random_separable(groups, features, _CLASSES, draw)
        teacher = SeparableTeacher(target)
    examples = [random_member(target[int(k)][1], features, draw) for k in draw.integers(groups, size=rounds)]
    session = teach(DistinctionList(), ((x, teacher.class_of(x), teacher.class_of(x)) for x in examples), teacher)
    return Run(session.mistakes, session.features)


def _formula(terms: int, draw: Generator, rounds: int) -> Run:
    features = 4 * terms
    target = random_formula(terms, LITERALS, features, draw)
    teacher = FormulaTeacher(target)
    # half the examples satisfy some conjunction, half are a step away from one: those are easily taken for positive
    examples = []
    for k in draw.integers(terms, size=rounds).tolist():
        x = random_member(target[k], features, draw)
        examples.append(x ^ {int(draw.choice(list(target[k])))} if draw.random() < 0.5 else x)
    learner = DistinctionDNF().begin(examples[0], teacher.holds(examples[0]), classes=[False, True])
    session = teach(learner, ((x, teacher.holds(x), teacher.holds(x)) for x in examples[1:]), teacher)
    return Run(session.mistakes, session.features)


def _measure(case: Case, data: Path | None) -> Iterator[Measured]:
    groups = case.setting["groups"]
    if case.method == "worst case":
        yield Measured("mistakes", float(count_literals(worst_case(groups))))
        return
    runs = [run(case.method, groups, seed) for seed in range(_TARGETS)]
    yield Measured("mistakes", float(max(one.mistakes for one in runs)))
    yield Measured("mistakes on average", float(np.mean([one.mistakes for one in runs])))
    if case.method != "formula":
        yield Measured("share of km, at most", max(one.mistakes / max(one.features * groups, 1) for one in runs))


def _plot(rows: Sequence[ReportRow], file: Path) -> None:
    points = []
    for row in rows:
        if row.metric == "mistakes" and row.paper is not None:
            points.append(CurvePoint(row.method, "the paper's bound", float(row.setting["groups"]), row.paper))
            points.append(CurvePoint(row.method, "ours, the most", float(row.setting["groups"]), row.ours))
    panels(points, file, x="groups", y="mistakes")


BOUNDS = Experiment(
    paper="dasgupta2018",
    item="bounds",
    about="Mistakes beside the paper's bounds: the most of 100 random targets of m groups, 400 examples each, at most "
    "m² (theorem 2) and km (theorem 6, k features used); formulas of m conjunctions of 4 literals, at most 5m (lemma "
    "10); and a greedy adversary in the worst case, at least (m - 1)(m - 2)/2 (theorem 5).",
    cases=(
        *grid(method="decision tree", groups=(2, 4, 8, 16, 32)),
        *grid(method=("separable DNF", "formula"), groups=(2, 4, 8, 16)),
        *grid(method="worst case", groups=range(3, 10)),
    ),
    measure=_measure,
    plot=_plot,
)
