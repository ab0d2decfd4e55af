"""An ensemble of trees as one document sees it, whatever is removed of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teachback.explain.reading.model import Positions
from teachback.explain.reading.opened import OpenedRow
from teachback.explain.structures.trees import Trees
from teachback.kernels import kernel
from teachback.sweeps import Matrix

ROUNDING = 1e-12  # of the length of a row, at most; its square's, where rows have squared lengths


class ForestView(NamedTuple):
    """The trees without the nodes at which every removal goes the same way."""

    # The first node of each tree, a leaf where nothing parts; and of those trees alone where something does
    roots: NDArray[np.int64]
    parting: NDArray[np.int64]
    onward: NDArray[np.int64]  # the next nodes to the left and to the right, 2 × nodes; -1 at leaves
    absent: NDArray[np.int64]  # where a row without the node's word goes: 0 to the left, 1 to the right
    # The word that a node looks at, its value in the document, and up to what value it goes to the left
    word: NDArray[np.int64]
    value: Matrix
    threshold: Matrix
    # Scores at the leaves, nodes × classes, and what is added to their sum
    leaf: Matrix
    constant: Matrix
    # What each word adds to the row's length to the power of 1 / `power`; 0 where rows are not divided
    sizes: Matrix
    power: float
    by_size: Positions  # the words, the largest first


def forest_view(trees: Trees, document: OpenedRow, free: Positions, most: int) -> ForestView:
    """The trees for a document of which up to `most` of the words `free` are removed."""
    size_of = {"l2": document.values**2, "l1": np.abs(document.values), None: 0.0 * document.values}
    sizes, power = document.grouped(size_of[document.norm]), {"l2": 0.5, "l1": 1.0, None: 0.0}[document.norm]
    whole = float(sizes.sum())
    least = whole - float(np.sort(sizes[free])[::-1][:most].sum()) - ROUNDING * whole
    shortest, longest = max(max(least, 0.0) ** power, 1e-300), (whole * (1.0 + ROUNDING)) ** power

    place = np.full(int(max(trees.term.max(initial=0), document.columns.max(initial=0))) + 1, -1)
    place[document.columns] = np.arange(len(document.columns))
    at = np.where(trees.left >= 0, place[trees.term], -1)
    words = np.arange(len(document.columns)) if document.members is None else np.argmax(document.members, axis=0)
    value = np.where(at >= 0, document.values[at], 0.0)
    word = np.where(at >= 0, words[at], 0)

    absent = trees.threshold >= 0.0
    low, high = (_to_the_left(value, by, trees.threshold) for by in (shortest, longest))
    loose = np.zeros(len(sizes), dtype=np.bool_)
    loose[free] = True
    same = (at < 0) | ((low == high) & ((low == absent) | ~loose[word]))
    roots, onward = _passed_over(trees.roots, trees.left, trees.right, same, np.where(at < 0, absent, low))
    return ForestView(
        roots,
        roots[onward[0, roots] >= 0],
        onward,
        np.where(absent, 0, 1),
        word,
        value,
        trees.threshold,
        trees.value,
        trees.constant,
        sizes,
        power,
        np.argsort(-sizes, kind="stable"),
    )


@np.errstate(over="ignore")  # what is too large for 32 bits goes to the right, too
def _to_the_left(values: Matrix, length: float, threshold: Matrix) -> NDArray[np.bool_]:
    return np.asarray((values / length).astype(np.float32) <= threshold)


@kernel
def _passed_over(roots, left, right, same, to_the_left):  # type: ignore[no-untyped-def]
    """The first nodes of the trees, and the next nodes of each, without those where all go the same way."""
    target, onward = np.arange(len(left)), np.full((2, len(left)), -1)
    for node in range(len(left) - 1, -1, -1):  # a node comes before the next ones
        if left[node] >= 0:
            onward[0, node], onward[1, node] = target[left[node]], target[right[node]]
            if same[node]:
                target[node] = onward[0, node] if to_the_left[node] else onward[1, node]
    return target[roots], onward
