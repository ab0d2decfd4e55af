"""Ensembles of trees: their nodes as flat arrays, walked by a kernel for many removals at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from teachback.explain.structures.scores import is_a
from teachback.kernels import kernel
from teachback.sweeps import Matrix


@dataclass(frozen=True)
class Trees:
    r"""Scores :math:`f = b + \sum_t v_t(\mathrm{leaf}_t(x))`: node after node of all trees, one after another.

    A node sends a row to the left when its term's value, rounded to 32 bits, is at most the threshold.
    """

    roots: NDArray[np.int64]  # the first node of each tree
    left: NDArray[np.int32]  # -1 at a leaf; children as positions among all nodes
    right: NDArray[np.int32]
    term: NDArray[np.int32]
    threshold: Matrix
    value: Matrix  # nodes × classes
    constant: Matrix

    def leaves(self, columns: NDArray[np.int32], values: Matrix) -> Matrix:
        """The scores of variants of one document: `values` is variants × columns; every other term has 0."""
        place = np.full(int(max(self.term.max(initial=0), columns.max(initial=0))) + 1, -1, dtype=np.int32)
        place[columns] = np.arange(len(columns), dtype=np.int32)
        out = np.tile(self.constant, (len(values), 1))
        rounded = np.ascontiguousarray(values, dtype=np.float32)
        _walk(self.roots, self.left, self.right, self.term, self.threshold, self.value, place, rounded, out)
        return out

    def shifted(self, by: float) -> Trees:
        """A copy whose second score is lower by `by`."""
        return replace(self, constant=self.constant - [0.0, by])

    def scores(self, X: csr_array) -> Matrix:
        """The scores of rows."""
        rows = (X[at : at + 1] for at in range(X.shape[0]))
        return np.vstack([self.leaves(row.indices, row.data[np.newaxis]) for row in rows])


def trees_of(model: Any) -> Trees | None:
    """The trees of a fitted scikit-learn model; a binary boosted one scores 0 and f."""
    if is_a(model, "DecisionTreeClassifier"):
        return _flat([model.tree_], [_shares(model.tree_.value)], np.zeros(len(model.classes_)))
    if is_a(model, "RandomForestClassifier", "ExtraTreesClassifier"):
        forest = [tree.tree_ for tree in model.estimators_]
        return _flat(forest, [_shares(tree.value) / len(forest) for tree in forest], np.zeros(len(model.classes_)))
    if is_a(model, "GradientBoostingClassifier"):
        columns = np.arange(model.estimators_.shape[1])
        if len(columns) == 1:
            columns = columns + 1
        classes = max(2, len(columns))
        boosted, values = [], []
        for stage in model.estimators_:
            for column, tree in zip(columns, stage, strict=True):
                boosted.append(tree.tree_)
                values.append(np.zeros((tree.tree_.node_count, classes)))
                values[-1][:, column] = model.learning_rate * tree.tree_.value[:, 0, 0]
        empty = model.decision_function(csr_array((1, model.n_features_in_), dtype=np.float32))
        trees = _flat(boosted, values, np.zeros(classes))
        start = np.zeros(classes)
        start[columns] = np.ravel(empty)
        walked = trees.leaves(np.zeros(0, dtype=np.int32), np.zeros((1, 0)))[0]
        return replace(trees, constant=start - walked)
    return None


def _shares(value: Matrix) -> Matrix:
    shares = value[:, 0, :]
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _flat(trees: list[Any], values: list[Matrix], constant: Matrix) -> Trees:
    sizes = np.array([tree.node_count for tree in trees])
    roots = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    shift = np.repeat(roots, sizes)
    left = np.concatenate([tree.children_left for tree in trees])
    right = np.concatenate([tree.children_right for tree in trees])
    inner = left >= 0
    return Trees(
        roots,
        np.where(inner, left + shift, -1).astype(np.int32),
        np.where(inner, right + shift, -1).astype(np.int32),
        np.where(inner, np.concatenate([tree.feature for tree in trees]), 0).astype(np.int32),
        np.concatenate([tree.threshold for tree in trees]),
        np.ascontiguousarray(np.concatenate(values)),
        constant,
    )


@kernel
def _walk(roots, left, right, term, threshold, value, place, values, out):  # type: ignore[no-untyped-def]
    for variant in range(len(values)):
        for root in roots:
            node = root
            while left[node] >= 0:
                at = place[term[node]]
                x = values[variant, at] if at >= 0 else np.float32(0.0)
                node = left[node] if x <= threshold[node] else right[node]
            for j in range(out.shape[1]):
                out[variant, j] += value[node, j]
