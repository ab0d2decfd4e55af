r"""The smallest explanation of an ensemble of trees, exactly, as an integer program.

Only words on a node where present and absent part ways can matter. Each tree is then a small table: leaf
:math:`\ell` is reached iff certain words are removed and certain others kept. With :math:`x_j = 1` for a removed word
and :math:`z_\ell` for a reached leaf: minimise :math:`\sum_j x_j` such that each tree reaches one leaf,
:math:`z_\ell \le x_j` (or :math:`1 - x_j`) for the words on its way, and the leaves' values put the rival ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from teachback.explain.integer_program import Choice, fewest
from teachback.explain.readers import Bag
from teachback.explain.trees import Trees

Words = tuple[int, ...]


@dataclass(frozen=True)
class _Leaf:
    node: int
    way: dict[int, bool]  # the words that decide whether it is reached, and whether they are removed


def smallest_for_trees(
    trees: Trees, document: Bag, free: set[int], winner: int, changes: Callable[[Words], bool]
) -> tuple[Words | None, bool]:
    """The fewest words whose removal changes the class, or None, and whether that is certain."""
    tables = [_reachable(trees, root, document, free) for root in trees.roots.tolist()]
    tables = [leaves for leaves in tables if len(leaves) > 1]
    now = trees.leaves(document.columns, document.values[np.newaxis])[0]
    best: Words | None = None
    certain = True
    for rival in range(len(now)):
        if rival == winner:
            continue
        apart = trees.value[:, winner] - trees.value[:, rival]
        words, proven = _program(tables, apart.tolist(), now[winner] - now[rival], changes)
        certain &= proven
        if words is not None and (best is None or len(words) < len(best)):
            best = words
    return best, certain


def _reachable(trees: Trees, root: int, document: Bag, free: set[int]) -> list[_Leaf]:
    """The leaves that some removal reaches; the one that is reached when nothing is removed comes first."""
    place = dict(zip(document.columns.tolist(), range(len(document.columns)), strict=True))
    leaves: list[_Leaf] = []
    waiting: list[_Leaf] = [_Leaf(root, {})]
    while waiting:
        start = waiting.pop()
        node, way = start.node, start.way
        while trees.left[node] >= 0:
            at = place.get(int(trees.term[node]))
            absent = bool(np.float32(0.0) <= trees.threshold[node])
            goes_left = absent if at is None else bool(np.float32(document.values[at]) <= trees.threshold[node])
            if at is not None and goes_left != absent:
                word = at if document.members is None else int(np.argmax(document.members[:, at]))
                if word in free and word not in way:
                    waiting.append(_Leaf(int((trees.left if absent else trees.right)[node]), {**way, word: True}))
                    way = {**way, word: False}
                elif way.get(word, False):
                    goes_left = absent
            node = int((trees.left if goes_left else trees.right)[node])
        leaves.append(_Leaf(node, way))
    return leaves


def _program(
    tables: list[list[_Leaf]], apart: list[float], lead: float, changes: Callable[[Words], bool]
) -> tuple[Words | None, bool]:
    """The fewest words that bring the lead over one rival, the sum of what `apart` says at the leaves, to 0."""
    need = lead - 1e-9 * (1.0 + abs(lead))
    if sum(max(apart[leaves[0].node] - apart[leaf.node] for leaf in leaves) for leaves in tables) < need:
        return None, True  # even if every tree could go its own way
    live = sorted({word for leaves in tables for leaf in leaves for word in leaf.way})
    if not live:
        return None, True
    column = {word: place for place, word in enumerate(live)}
    rows: list[dict[int, float]] = []
    low: list[float] = []
    high: list[float] = []
    gains: dict[int, float] = {}
    at = len(live)
    for leaves in tables:
        rows.append({at + place: 1.0 for place in range(len(leaves))})
        low.append(1.0)
        high.append(1.0)
        for leaf in leaves:
            gains[at] = apart[leaves[0].node] - apart[leaf.node]
            rows += [{column[word]: 1.0 if gone else -1.0, at: -1.0} for word, gone in leaf.way.items()]
            low += [0.0 if gone else -1.0 for gone in leaf.way.values()]
            high += [np.inf] * len(leaf.way)
            at += 1
    rows.append(gains)
    low.append(need)
    high.append(np.inf)
    places = ([row for row, given in enumerate(rows) for _ in given], [at for given in rows for at in given])
    matrix = csr_array(([value for given in rows for value in given.values()], places), shape=(len(rows), at))

    def chosen(choice: Choice) -> Words:
        return tuple(live[place] for place in choice)

    choice, certain = fewest(len(live), matrix, low, high, lambda choice: changes(chosen(choice)))
    return (None if choice is None else chosen(choice)), certain
