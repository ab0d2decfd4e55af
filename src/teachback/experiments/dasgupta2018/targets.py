"""Random targets that a teacher can have in mind: decision trees, separable DNFs, formulas; and the worst case."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.random import Generator

from teachback.learners.distinctions import DistinctionList
from teachback.learners.distinctions.protocol import Proposal
from teachback.learners.distinctions.teachers import Conjunction, Tree

Example = frozenset[int]


def random_tree(leaves: int, features: list[int], classes: int, draw: Generator) -> Tree:
    """A decision tree of that many leaves; no feature is asked twice on the way to a leaf."""
    if leaves == 1:
        return int(draw.integers(classes))
    feature = features[int(draw.integers(len(features)))]
    left = int(draw.integers(1, leaves))
    rest = [other for other in features if other != feature]
    return feature, random_tree(left, rest, classes, draw), random_tree(leaves - left, rest, classes, draw)


def conjunctions(tree: Tree, way: Conjunction | None = None) -> list[tuple[Any, dict[int, bool]]]:
    """The leaves of a tree as (class, conjunction): a separable DNF, for any two part ways at some feature.

    >>> conjunctions((3, "frog", (1, "worm", "newt")))
    [('frog', {3: False}), ('worm', {3: True, 1: False}), ('newt', {3: True, 1: True})]
    """
    way = dict(way or {})
    if not isinstance(tree, tuple):
        return [(tree, way)]
    feature, false, true = tree
    return [*conjunctions(false, {**way, feature: False}), *conjunctions(true, {**way, feature: True})]


def random_separable(groups: int, features: int, classes: int, draw: Generator) -> list[tuple[Any, dict[int, bool]]]:
    """A separable DNF that is no tree: conjunctions of different classes disagree about a feature of their own."""
    labels = [k % classes for k in range(groups)]
    made: list[dict[int, bool]] = [{} for _ in range(groups)]
    for i in range(groups):
        for j in range(i):
            if labels[i] != labels[j] and not any(made[j].get(f, made[i][f]) != made[i][f] for f in made[i]):
                free = [f for f in range(features) if f not in made[i] and f not in made[j]]
                feature = free[int(draw.integers(len(free)))]
                made[i][feature] = bool(draw.integers(2))
                made[j][feature] = not made[i][feature]
    return list(zip(labels, made, strict=True))


def random_formula(terms: int, literals: int, features: int, draw: Generator) -> list[dict[int, bool]]:
    """A formula in disjunctive normal form: the number of conjunctions, and of literals in each, is given."""
    return [
        {int(f): bool(draw.integers(2)) for f in draw.choice(features, literals, replace=False)} for _ in range(terms)
    ]


def random_member(conjunction: Conjunction, features: int, draw: Generator) -> Example:
    """An example of which a conjunction holds, random otherwise."""
    true = draw.random(features) < 0.5
    return frozenset(k for k in range(features) if conjunction.get(k, bool(true[k])))


def first_one(x: Example, coordinates: int) -> int:
    """The class of the worst case: the smallest coordinate that is 1, or the number of coordinates."""
    return min(x, default=coordinates)


def worst_case(groups: int) -> DistinctionList:
    """The paper's construction against a greedy adversary: examples that are wrong by default first, then by a rule,
    the highest true class first. Returns the list when nothing is wrong any more."""
    coordinates = groups - 1
    examples = [frozenset(np.flatnonzero(bits).tolist()) for bits in product((0, 1), repeat=coordinates)]
    examples.sort(key=lambda x: -first_one(x, coordinates))
    learner = DistinctionList().begin(examples[0], coordinates)

    def wrong(x: Example) -> Proposal | None:
        proposal = learner.propose(x)
        return proposal if proposal.class_ != first_one(x, coordinates) else None

    while mistakes := [(x, proposal) for x in examples if (proposal := wrong(x)) is not None]:
        x, proposal = max(mistakes, key=lambda mistake: mistake[1].rule == len(learner.rules_))
        learner.correct(x, first_one(x, coordinates), min(first_one(x, coordinates), proposal.class_))
    return learner
