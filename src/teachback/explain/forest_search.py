r"""The smallest explanation of an ensemble of trees whose rows are divided by their length: branch and bound.

Removing words makes what is left shorter, and so the others' values larger: word :math:`j` then has :math:`v_j / r`,
where :math:`r` is the length of what is left. For words that are removed, that stay, or that may do either, and for a
range of :math:`r`, a tree can reach some of its leaves. Each asks for certain further words to be removed. So what a
tree loses of the lead is at most a constant (leaves that ask for none) and a share for each word: the shares of the
words of a leaf make up for what it loses. Summed over the trees that is an additive bound, and sorting says whether
the words that are left to remove can bring the lead to 0 (see :mod:`additive`). If they can, a word is tried both ways,
or the range of :math:`r` is cut in two at a node whose test it leaves open.

Tests are made as the trees make them, in numbers of 32 bits, at both ends of the range: dividing and rounding keep the
order of lengths, so an end speaks for all between.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from teachback.explain.readers import Bag
from teachback.explain.trees import Trees
from teachback.kernels import kernel
from teachback.sweeps import Matrix

Words = tuple[int, ...]
_STATES = 20_000  # that are looked at before the search is given up
_REFUSED = 20  # sets that the model may refuse before the search is given up
_ROUNDING = 1e-12  # of the squared length of a row
_OPEN, _GONE, _KEPT = 0, 1, 2  # what a word is


class ForestSearch:
    """The trees as one document sees them.

    Parameters
    ----------
    free
        The words that may be removed.
    winner
        The class that leads.
    """

    def __init__(self, trees: Trees, document: Bag, free: set[int], winner: int) -> None:
        self.trees, self.winner, self.count = trees, winner, len(document.words)
        self.status = np.full(self.count, _KEPT, dtype=np.int8)
        self.status[sorted(free)] = _OPEN
        terms = len(document.columns)
        self.place = np.full(int(max(trees.term.max(initial=0), document.columns.max(initial=0))) + 1, -1)
        self.place[document.columns] = np.arange(terms)
        self.word_of = np.arange(terms) if document.members is None else np.argmax(document.members, axis=0)
        self.values = document.values
        powers = {"l2": document.values**2, "l1": np.abs(document.values), None: np.zeros(terms)}
        self.sizes = document.grouped(powers[document.norm])
        self.power = {"l2": 0.5, "l1": 1.0, None: 0.0}[document.norm]
        self.states = 0

    def fewer(self, most: int, changes: Callable[[Words], bool]) -> tuple[Words | None, bool]:
        """At most so many words that change the class, or None, and whether that is certain."""
        certain = True
        for rival in range(self.trees.value.shape[1]):
            if rival != self.winner:
                apart = self.trees.value[:, self.winner] - self.trees.value[:, rival]
                start = float(self.trees.constant[self.winner] - self.trees.constant[rival])
                words, proven = self._against(apart, start, most, changes)
                certain &= proven
                if words is not None:
                    return words, True
        return None, certain

    def _against(
        self, apart: Matrix, start: float, most: int, changes: Callable[[Words], bool]
    ) -> tuple[Words | None, bool]:
        """The same by letting one rival ahead."""
        trees = self.trees
        refused = np.zeros((0, self.count), dtype=np.bool_)
        while len(refused) < _REFUSED:
            found, gone, states = _look(
                trees.roots, trees.left, trees.right, trees.term, trees.threshold, apart, start,
                self.place, self.word_of, self.values, self.sizes, self.power, self.status, most, refused,
            )  # fmt: skip
            self.states += states
            if found <= 0:
                return None, found == 0
            words = tuple(np.flatnonzero(gone).tolist())
            if changes(words):
                return words, True
            refused = np.vstack([refused, gone])
        return None, False


@kernel
def _length(left, power):  # type: ignore[no-untyped-def]
    """The length of what is left, whose squares (or sizes) have this sum."""
    if power == 0.0:
        return 1.0
    left = max(left, 0.0)
    return max(np.sqrt(left) if power == 0.5 else left, 1e-300)


@kernel
def _to_the_left(value, length, threshold):  # type: ignore[no-untyped-def]
    return np.float32(value / length) <= threshold


@kernel
def _look(roots, left, right, term, threshold, apart, start, place, word_of, values, sizes, power, status, most, refused):  # type: ignore[no-untyped-def]
    """Whether removing up to `most` words may bring the lead to 0: 1 and the words, 0, or -1 if that took too long."""
    words, whole = len(status), sizes.sum()
    rounding = _ROUNDING * whole
    by_size = np.argsort(-sizes, kind="mergesort")
    least = whole
    count = 0
    for w in by_size:
        if status[w] == _OPEN and count < most:
            least -= sizes[w]
            count += 1
    lowest, highest = _length(least - rounding, power), _length(whole + rounding, power)
    # nodes at which every removal goes the same way are passed over
    nodes = len(left)
    target = np.arange(nodes)
    word, value = np.full(nodes, -1), np.zeros(nodes)
    for node in range(nodes - 1, -1, -1):
        if left[node] >= 0:
            at = place[term[node]]
            absent = _to_the_left(0.0, 1.0, threshold[node])
            here, there = absent, absent
            if at >= 0:
                word[node], value[node] = word_of[at], values[at]
                here = _to_the_left(values[at], lowest, threshold[node])
                there = _to_the_left(values[at], highest, threshold[node])
            if here == there and (here == absent or status[word[node]] == _KEPT):
                target[node] = target[left[node]] if here else target[right[node]]
    size = np.abs(start)
    parting = np.empty(len(roots), dtype=np.int64)
    trees = 0
    for root in roots:
        node = target[root]
        if left[node] < 0:
            start += apart[node]
            size += np.abs(apart[node])
        else:
            parting[trees] = node
            trees += 1
    parting = parting[:trees]
    onward = np.empty((2, nodes), dtype=np.int64)
    for node in range(nodes):
        onward[0, node] = target[left[node]] if left[node] >= 0 else -1
        onward[1, node] = target[right[node]] if left[node] >= 0 else -1
    slack = 1e-9 * (1.0 + size)
    scratch = np.empty((8, nodes + 2), dtype=np.int64)
    gains, own, none = np.zeros(words), np.zeros(words), np.zeros(words)

    deepest = 2 * words + 256
    stack = np.empty((deepest, words), dtype=np.int8)
    low, high, leads = np.empty(deepest), np.empty(deepest), np.empty(deepest)
    stack[0], low[0], high[0] = status, lowest, highest
    fixed = np.empty(words, dtype=np.int8)
    for w in range(words):
        fixed[w] = _KEPT
    leads[0] = start + _bound(parting, onward, word, value, threshold, apart, fixed, highest, highest, 0, none, own, scratch)[0]
    depth, states = 1, 0
    now = np.empty(words, dtype=np.int8)
    gone = np.zeros(words, dtype=np.bool_)
    while depth > 0:
        depth -= 1
        states += 1
        if states > _STATES or depth + 2 >= deepest:
            return -1, gone, states
        now[:] = stack[depth]
        lead = leads[depth]
        budget, rest = most, whole
        for w in range(words):
            if now[w] == _GONE:
                budget -= 1
                rest -= sizes[w]
        lo, hi = low[depth], min(high[depth], _length(rest + rounding, power))
        least, count = rest, 0
        for w in by_size:
            if count == budget:
                break
            if now[w] == _OPEN:
                least -= sizes[w]
                count += 1
        lo = max(lo, _length(least - rounding, power))
        if lo > hi or budget == 0:
            continue
        base, loss, cut = _bound(parting, onward, word, value, threshold, apart, now, lo, hi, budget, gains, own, scratch)
        base += start
        ordered = np.sort(gains[gains > 0.0])[::-1]
        best = min(loss, ordered[:budget].sum())
        if base - best > slack:
            continue
        if base <= slack:  # the length alone may do it: some words that bring it into the range
            more, taken = rest, 0
            for w in by_size:
                gone[w] = now[w] == _GONE
                if now[w] == _OPEN and taken < budget and _length(more, power) > hi:
                    if _length(more - sizes[w], power) >= lo:
                        gone[w] = True
                        more -= sizes[w]
                        taken += 1
            if taken > 0 and _length(more, power) <= hi:
                for w in range(words):
                    fixed[w] = _GONE if gone[w] else _KEPT
                near, far = _length(more - rounding, power), _length(more + rounding, power)
                ahead = start + _bound(parting, onward, word, value, threshold, apart, fixed, near, far, 0, none, own, scratch)[0]
                if ahead <= slack and not _among(refused, gone):
                    return 1, gone, states
        chosen = int(np.argmax(gains))
        if cut >= 0 and lead - base >= gains[chosen]:
            # from this length on, the test of the node holds
            below, above = lo, hi
            short = _to_the_left(value[cut], lo, threshold[cut])
            while True:
                middle = 0.5 * (below + above)
                if middle <= below or middle >= above:
                    break
                if _to_the_left(value[cut], middle, threshold[cut]) == short:
                    below = middle
                else:
                    above = middle
            stack[depth], low[depth], high[depth], leads[depth] = now, lo, below, lead
            depth += 1
            stack[depth], low[depth], high[depth], leads[depth] = now, above, hi, lead
            depth += 1
            continue
        if gains[chosen] <= 0.0:
            chosen = -1
            for w in by_size:
                if now[w] == _OPEN:
                    chosen = w
                    break
            if chosen < 0:
                continue
        now[chosen] = _KEPT
        stack[depth], low[depth], high[depth], leads[depth] = now, lo, hi, lead
        depth += 1
        now[chosen] = _GONE
        for w in range(words):
            gone[w] = now[w] == _GONE
            fixed[w] = _GONE if gone[w] else _KEPT
        rest -= sizes[chosen]
        near, far = _length(rest - rounding, power), _length(rest + rounding, power)
        ahead = start + _bound(parting, onward, word, value, threshold, apart, fixed, near, far, 0, none, own, scratch)[0]
        if ahead <= slack and not _among(refused, gone):
            return 1, gone, states
        stack[depth], low[depth], high[depth], leads[depth] = now, lo, hi, ahead
        depth += 1
    return 0, gone, states


@kernel
def _among(refused, gone):  # type: ignore[no-untyped-def]
    for row in range(len(refused)):
        if (refused[row] == gone).all():
            return True
    return False


@kernel
def _bound(roots, onward, word, value, threshold, apart, status, lo, hi, budget, gains, own, scratch):  # type: ignore[no-untyped-def]
    """The least lead without further removals, how much further ones may take in all, and a node left open.

    `gains` becomes the share of each word. No more than `budget` words can be removed.
    """
    waiting, path = scratch[0], scratch[1]  # nodes to visit, and what is assumed on the way there
    about, parent = scratch[2], scratch[3]  # assumptions: a word, times 2, plus 1 if removed; and the one before
    end, asks, leaf = scratch[4], scratch[5], scratch[6]  # leaves: the last assumption, words to remove, the node
    gains[:] = 0.0
    total, loss, cut, nearest = 0.0, 0.0, -1, np.inf
    for root in roots:
        waiting[0], path[0], count, assumed, leaves, deepest = root, -1, 1, 0, 0, 0
        base = np.inf
        while count > 0:
            count -= 1
            node, way = waiting[count], path[count]
            if onward[0, node] < 0:
                needs, step = 0, way
                while step >= 0:
                    needs += about[step] % 2
                    step = parent[step]
                if needs == 0:
                    base = min(base, apart[node])
                elif needs <= budget:
                    end[leaves], asks[leaves], leaf[leaves] = way, needs, node
                    leaves += 1
                    deepest = max(deepest, needs)
                continue
            w = word[node]
            state, step = status[w], way
            while state == _OPEN and step >= 0:
                if about[step] // 2 == w:
                    state = _GONE if about[step] % 2 else _KEPT
                step = parent[step]
            absent = 0 if _to_the_left(0.0, 1.0, threshold[node]) else 1
            if state == _GONE:
                waiting[count], path[count] = onward[absent, node], way
                count += 1
                continue
            here = 0 if _to_the_left(value[node], lo, threshold[node]) else 1
            there = 0 if _to_the_left(value[node], hi, threshold[node]) else 1
            if here != there:
                middle = np.abs(value[node] / threshold[node] - 0.5 * (lo + hi))
                if middle < nearest:
                    nearest, cut = middle, node
            if state == _KEPT:
                waiting[count], path[count] = onward[here, node], way
                count += 1
                if there != here:
                    waiting[count], path[count] = onward[there, node], way
                    count += 1
                continue
            other = 1 - absent
            if here == absent or there == absent:
                waiting[count], path[count] = onward[absent, node], way  # kept or not
                count += 1
            else:
                about[assumed], parent[assumed] = 2 * w + 1, way
                waiting[count], path[count] = onward[absent, node], assumed
                count += 1
                assumed += 1
            if here == other or there == other:
                about[assumed], parent[assumed] = 2 * w, way
                waiting[count], path[count] = onward[other, node], assumed
                count += 1
                assumed += 1
        total += base
        most = 0.0
        for needs in range(1, deepest + 1):
            for at in range(leaves):
                if asks[at] != needs:
                    continue
                lost = base - apart[leaf[at]]
                most = max(most, lost)
                step = end[at]
                while step >= 0:
                    if about[step] % 2:
                        lost -= own[about[step] // 2]
                    step = parent[step]
                if lost > 0.0:
                    step = end[at]
                    while step >= 0:
                        if about[step] % 2:
                            own[about[step] // 2] += lost / needs
                        step = parent[step]
        loss += most
        for at in range(leaves):
            step = end[at]
            while step >= 0:
                w = about[step] // 2
                gains[w] += own[w]
                own[w] = 0.0
                step = parent[step]
    return total, loss, cut
