"""Simulated teachers: given an example, its class and a wrong proposal, they name a feature that tells the two apart.

A teacher is any function of that kind; a person at a keyboard is one too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teachback.learners.distinctions.protocol import Proposal, Teacher
from teachback.learners.distinctions.rule import Feature, true_of
from teachback.pool import Pool
from teachback.sweeps import Matrix

Tree = Any
"""A class (a leaf), or (feature, tree where it is false, tree where it is true)."""
Conjunction = Mapping[Any, bool]
"""Features, and whether each is present."""


class RandomFeature:
    """Any feature that is true of exactly one of the two examples, drawn at random, as in the paper's experiment."""

    def __init__(self, random_state: int = 0) -> None:
        self._draw = np.random.default_rng(random_state)

    def __call__(self, x: Any, class_: Any, proposal: Proposal) -> Feature | None:
        different = sorted(x ^ proposal.example)
        return different[self._draw.integers(len(different))] if different else None


class GeneralFeature:
    """The feature that is true of exactly one of the two and most often tells their classes apart.

    It knows the classes of all documents: a feature that x has is worth the share of x's class that has it less the
    share of the other class, and one that x lacks the reverse.
    """

    def __init__(self, X: Any, y: ArrayLike) -> None:
        labels, positions = np.unique(np.asarray(y), return_inverse=True)
        pool = X if isinstance(X, Pool) else Pool(X)
        truth = np.eye(len(labels))[positions]
        present = Pool(pool.counts.astype(np.bool_)).sums(truth)
        self._shares: Matrix = present / truth.sum(axis=0)
        self._column = {label: column for column, label in enumerate(labels.tolist())}

    def __call__(self, x: Any, class_: Any, proposal: Proposal) -> Feature | None:
        different = np.array(sorted(x ^ proposal.example), dtype=np.intp)
        if not len(different):
            return None
        sign = np.array([1.0 if column in x else -1.0 for column in different.tolist()])
        shares = self._shares[different]
        worth = sign * (shares[:, self._column[class_]] - shares[:, self._column[proposal.class_]])
        return int(different[worth.argmax()])


class TreeTeacher:
    """Knows a decision tree: what tells two examples apart is where their ways part. Its groups are the leaves."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def class_of(self, x: Any) -> Any:
        """The class of an example."""
        return self.leaf_of(x)[1]

    def leaf_of(self, x: Any) -> tuple[tuple[bool, ...], Any]:
        """The group of an example, as the answers on the way to its leaf, and the class there."""
        way, node = [], self._tree
        while isinstance(node, tuple):
            way.append(true_of(node[0], x))
            node = node[1 + way[-1]]
        return tuple(way), node

    def __call__(self, x: Any, class_: Any, proposal: Proposal) -> Feature | None:
        node = self._tree
        while isinstance(node, tuple):
            mine, other = true_of(node[0], x), true_of(node[0], proposal.example)
            if mine != other:
                return node[0]
            node = node[1 + mine]
        return None


class SeparableTeacher:
    """Knows a separable DNF: conjunctions of which any two of different classes disagree about some feature.

    Its groups are the conjunctions; an example belongs to the first that it satisfies.
    """

    def __init__(self, conjunctions: Sequence[tuple[Any, Conjunction]]) -> None:
        self._conjunctions = conjunctions

    def class_of(self, x: Any) -> Any:
        """The class of an example that satisfies one of the conjunctions."""
        return self._conjunctions[self.group_of(x)][0]

    def group_of(self, x: Any) -> int:
        """The first conjunction that an example satisfies."""
        return next(k for k, (_, conjunction) in enumerate(self._conjunctions) if _satisfied(conjunction, x))

    def __call__(self, x: Any, class_: Any, proposal: Proposal) -> Feature | None:
        mine = self._conjunctions[self.group_of(x)][1]
        other = self._conjunctions[self.group_of(proposal.example)][1]
        return next((feature for feature in mine if feature in other and mine[feature] != other[feature]), None)


class FormulaTeacher:
    """Knows a formula in disjunctive normal form: of a wrong positive it names a literal that should have held."""

    def __init__(self, conjunctions: Sequence[Conjunction]) -> None:
        self._conjunctions = conjunctions

    def holds(self, x: Any) -> bool:
        """Whether an example is positive."""
        return any(_satisfied(conjunction, x) for conjunction in self._conjunctions)

    def __call__(self, x: Any, class_: Any, proposal: Proposal) -> Feature | None:
        if proposal.example is None:
            return None
        of = next(conjunction for conjunction in self._conjunctions if _satisfied(conjunction, proposal.example))
        return next(feature for feature, present in of.items() if true_of(feature, x) != present)


class Careless:
    """A teacher who, with some probability, names a feature at random instead of another teacher's."""

    def __init__(self, teacher: Teacher, probability: float, features: Sequence[Any], random_state: int = 0) -> None:
        self._teacher, self._probability, self._features = teacher, probability, features
        self._draw = np.random.default_rng(random_state)

    def __call__(self, x: Any, class_: Any, proposal: Proposal) -> Feature | None:
        if self._draw.random() < self._probability:
            return self._features[int(self._draw.integers(len(self._features)))]
        return self._teacher(x, class_, proposal)


def careless_labels(y: Sequence[Any], probability: float, random_state: int = 0) -> NDArray[Any]:
    """The labels, each replaced with some probability by another class.

    >>> careless_labels(["bug", "praise"], 1.0).tolist()
    ['praise', 'bug']
    """
    draw = np.random.default_rng(random_state)
    classes, positions = np.unique(np.asarray(y), return_inverse=True)
    other = (positions + draw.integers(1, max(len(classes), 2), len(positions))) % len(classes)
    return np.asarray(classes[np.where(draw.random(len(positions)) < probability, other, positions)])


def _satisfied(conjunction: Conjunction, x: Any) -> bool:
    return all(true_of(feature, x) == present for feature, present in conjunction.items())
