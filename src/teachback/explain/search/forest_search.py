r"""The smallest explanation of an ensemble of trees, exactly, by branch and bound.

Where rows are divided by their length, removing words makes the others' values larger: word :math:`j` then has
:math:`v_j / r`, and the length :math:`r` of what is left is all that the other words matter for. In a state of the
search some words are removed, some stay, the others are open, and :math:`r` is in a range. A tree can then reach some
of its leaves, and each asks for certain open words to be removed. So what a tree loses of the lead is at most what it
loses at leaves that ask for none, and a share for each removed word, if the shares of a leaf's words make up for it.
Summed over the trees that is an additive bound: sorting says whether enough can be lost (see :mod:`additive`). If so,
a word is tried both ways, or the range is cut in two at a node whose test it leaves open.

Tests are made as the trees make them, in numbers of 32 bits, at both ends of the range: dividing and rounding keep the
order, so the ends speak for all between. Scores are added up in the trees' order, so that ties are theirs too.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from teachback.explain.reading.scorers import TreeScorer
from teachback.explain.search.forest_view import ROUNDING, ForestView, forest_view
from teachback.explain.search.question import Limits, Question
from teachback.kernels import kernel

Words = tuple[int, ...]
_WORK = 20_000_000  # nodes and words that are looked at before the search is given up
_REFUSED = 20  # sets that the model may refuse before the search is given up
_OPEN, _GONE, _STAYS = 0, 1, 2  # what becomes of a word


def smallest_for_trees(question: Question, scorer: TreeScorer, limits: Limits) -> tuple[Words, int]:
    """The fewest words whose removal changes the class, and how many are needed for certain.

    There are no words where none are found within the limits, and more than are needed for certain where the search
    was given up.
    """
    every = len(question.free)
    most = min(limits.max_words, every)
    seen = forest_view(scorer.trees, scorer.document, question.free, most)
    known, certain = _some(question, seen, most)
    if certain and not known:
        more, certain = _some(question, forest_view(scorer.trees, scorer.document, question.free, every), every)
        return (), most + 1 if more or not certain else every + 1
    for size in range(1, most + 1):
        if size == len(known):
            break
        words, certain = _some(question, seen, size)
        if words or not certain or perf_counter() > limits.until:
            return words or known, size
    return known, len(known) or most + 1


def _some(question: Question, seen: ForestView, most: int) -> tuple[Words, bool]:
    """Up to `most` words whose removal changes the class, or none, and whether that is certain."""
    status = np.full(question.scorer.size, _STAYS, dtype=np.int8)
    status[question.free] = _OPEN
    certain = True
    for rival in range(seen.leaf.shape[1] if len(seen.parting) else 0):
        refused = np.zeros((0, len(status)), dtype=np.bool_)
        while rival != question.winner:
            outcome, gone = _look(seen, status, question.winner, rival, question.model.last_wins, most, refused)
            if outcome <= 0:
                certain &= outcome == 0
                break
            words = tuple(np.flatnonzero(gone).tolist())
            if question.changes(words):
                return words, True
            refused = np.vstack([refused, gone])
            if len(refused) == _REFUSED:
                certain = False
                break
    return (), certain


@kernel
def _length(left, power):  # type: ignore[no-untyped-def]
    """The length of a row, from the sum of the sizes of its words."""
    if power == 0.0:
        return 1.0
    left = max(left, 0.0)
    return max(np.sqrt(left) if power == 0.5 else left, 1e-300)


@kernel
def _side(value, length, threshold):  # type: ignore[no-untyped-def]
    """Where a node sends a row of that length: 0 to the left, 1 to the right."""
    return 0 if np.float32(value / length) <= threshold else 1


@kernel(seconds=lambda *_: np.inf)  # a search of unknown length
def _look(seen, status, winner, rival, last_wins, most, refused):  # type: ignore[no-untyped-def]
    """Removes up to `most` words so that the rival wins: 1 and the words; 0 if there are none; -1 if that takes long.

    The sets in `refused` are passed over.
    """
    sizes, power, by_size, words = seen.sizes, seen.power, seen.by_size, len(status)
    apart, start, slack = np.empty(len(seen.leaf)), seen.constant[winner] - seen.constant[rival], 0.0
    for node in range(len(apart)):
        apart[node] = seen.leaf[node, winner] - seen.leaf[node, rival]
        slack = max(slack, np.abs(apart[node]))
    for root in seen.roots:
        start += apart[root] if seen.onward[0, root] < 0 else 0.0
    slack, rounding = 1e-9 * (1.0 + slack * len(seen.roots)), ROUNDING * sizes.sum()
    scratch, gains, own = np.empty((7, len(apart) + 2), dtype=np.int64), np.zeros(words), np.zeros(words)
    stack, ranges = np.empty((64, words), dtype=np.int8), np.empty((64, 2))
    now, gone, top = status.copy(), np.zeros(words, dtype=np.bool_), np.empty(most)
    _push(stack, ranges, 0, status, 0.0, np.inf)
    depth, work = 1, 0
    while depth > 0:
        depth -= 1
        budget, rest = most, 0.0
        for w in range(words):
            now[w] = stack[depth, w]
            gone[w] = now[w] == _GONE
            budget -= 1 if gone[w] else 0
            rest += 0.0 if gone[w] else sizes[w]
        least, count = rest, 0
        for w in by_size:
            if now[w] == _OPEN and count < budget:
                least -= sizes[w]
                count += 1
        low = max(ranges[depth, 0], _length(least - rounding, power))
        high = min(ranges[depth, 1], _length(rest + rounding, power))
        if low > high or count == 0:
            continue
        lead, loss, cut, visited = _bound(seen, apart, now, low, high, budget, gains, own, scratch)
        lead += start
        work += visited + words
        if lead - min(loss, _largest(gains, top[:budget])) > slack:
            continue
        if work > _WORK:
            return -1, gone
        if lead <= slack:  # no further word is needed, but those that bring the length into the range
            left = rest
            for w in by_size:
                fits = _length(left, power) > high and _length(left - sizes[w], power) >= low
                if now[w] == _OPEN and fits and count > 0:
                    gone[w] = True
                    left -= sizes[w]
                    count -= 1
            if _flips(seen, gone, left, rounding, winner, last_wins) and not _among(refused, gone):
                return 1, gone
        if depth + 2 > len(stack):
            stack, ranges = _doubled(stack), _doubled(ranges)
        chosen = np.argmax(gains)
        if cut >= 0 and gains[chosen] <= slack:
            below, above = _around(seen, cut, low, high)
            _push(stack, ranges, depth, now, low, below)
            _push(stack, ranges, depth + 1, now, above, high)
            depth += 2
            continue
        if gains[chosen] <= 0.0:
            for w in by_size[::-1]:  # the largest that is open
                chosen = w if now[w] == _OPEN else chosen
        now[chosen] = _STAYS
        _push(stack, ranges, depth, now, low, high)
        now[chosen] = _GONE
        _push(stack, ranges, depth + 1, now, low, high)
        depth += 2
        for w in range(words):
            gone[w] = now[w] == _GONE
        if _flips(seen, gone, rest - sizes[chosen], rounding, winner, last_wins) and not _among(refused, gone):
            return 1, gone
    return 0, gone


@kernel
def _push(stack, ranges, depth, status, low, high):  # type: ignore[no-untyped-def]
    """Puts a state on the stack."""
    ranges[depth, 0], ranges[depth, 1] = low, high
    for w in range(len(status)):
        stack[depth, w] = status[w]


@kernel
def _largest(gains, top):  # type: ignore[no-untyped-def]
    """The sum of the largest gains; the length of `top` says of how many."""
    top[:] = 0.0
    for gain in gains:
        at = len(top) - 1
        if gain > top[at]:
            while at > 0 and gain > top[at - 1]:
                top[at] = top[at - 1]
                at -= 1
            top[at] = gain
    return top.sum()


@kernel
def _doubled(rows):  # type: ignore[no-untyped-def]
    """As many rows again; the first ones stay."""
    more = np.empty((2 * len(rows), rows.shape[1]), dtype=rows.dtype)
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            more[row, column] = rows[row, column]
    return more


@kernel
def _among(refused, gone):  # type: ignore[no-untyped-def]
    """Whether these very words were refused."""
    contained = False
    for row in range(len(refused)):
        same = True
        for w in range(len(gone)):
            same &= refused[row, w] == gone[w]
        contained |= same
    return contained


@kernel
def _around(seen, node, low, high):  # type: ignore[no-untyped-def]
    """The neighbouring lengths, within a range, between which the node's test changes."""
    side = _side(seen.value[node], low, seen.threshold[node])
    while True:
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            return low, high
        if _side(seen.value[node], middle, seen.threshold[node]) == side:
            low = middle
        else:
            high = middle


@kernel
def _flips(seen, gone, left, rounding, winner, last_wins):  # type: ignore[no-untyped-def]
    """Whether another class wins without these words; also when the rounding of the length decides a test."""
    short, long = _length(left - rounding, seen.power), _length(left + rounding, seen.power)
    scores = seen.constant.copy()
    for root in seen.roots:
        node = root
        while seen.onward[0, node] >= 0:
            side = seen.absent[node]
            if not gone[seen.word[node]]:
                side = _side(seen.value[node], short, seen.threshold[node])
                if side != _side(seen.value[node], long, seen.threshold[node]):
                    return True
            node = seen.onward[side, node]
        for k in range(len(scores)):
            scores[k] += seen.leaf[node, k]
    best = 0
    for k in range(1, len(scores)):
        if scores[k] > scores[best] or (last_wins and scores[k] == scores[best]):
            best = k
    return best != winner


@kernel
def _bound(seen, apart, status, low, high, budget, gains, own, scratch):  # type: ignore[no-untyped-def]
    """The least lead when no open word is removed, and how much less it may be if `budget` of them are.

    `gains` becomes the share of each word. Also a node whose test the range of lengths leaves open, or -1, and how many
    nodes were visited.
    """
    waiting, path = scratch[0], scratch[1]  # nodes to visit, and the last thing assumed on the way
    about, before = scratch[2], scratch[3]  # what is assumed: twice a word, and 1 if it is removed; and the one before
    leaf, end, asks = scratch[4], scratch[5], scratch[6]  # leaves, the last thing assumed, how many words to remove
    gains[:] = 0.0
    lead, loss, cut, nearest, visits = 0.0, 0.0, -1, np.inf, 0
    for root in seen.parting:
        waiting[0], path[0], count, assumed, leaves, longest, base = root, -1, 1, 0, 0, 0, np.inf
        while count > 0:
            count -= 1
            visits += 1
            node, way = waiting[count], path[count]
            if seen.onward[0, node] < 0:
                step, needs = way, 0
                while step >= 0:
                    needs += about[step] % 2
                    step = before[step]
                if needs == 0:
                    base = min(base, apart[node])
                elif needs <= budget:
                    leaf[leaves], end[leaves], asks[leaves] = node, way, needs
                    leaves += 1
                    longest = max(longest, needs)
                continue
            word, absent = seen.word[node], seen.absent[node]
            state, step = status[word], way
            while state == _OPEN and step >= 0:
                if about[step] // 2 == word:
                    state = _GONE if about[step] % 2 else _STAYS
                step = before[step]
            first, last = absent, absent
            if state != _GONE:
                first = _side(seen.value[node], low, seen.threshold[node])
                last = _side(seen.value[node], high, seen.threshold[node])
                if first != last:
                    far = np.abs(seen.value[node] - 0.5 * (low + high) * seen.threshold[node])
                    if far < nearest:
                        nearest, cut = far, node
            for side in range(2):
                stays = first == side or last == side
                if state != _OPEN and not stays:
                    continue
                if state == _OPEN and not (stays and side == absent):  # else the word may go or stay
                    if not stays and side != absent:
                        continue
                    about[assumed], before[assumed] = 2 * word + (0 if stays else 1), way
                    path[count] = assumed
                    assumed += 1
                else:
                    path[count] = way
                waiting[count] = seen.onward[side, node]
                count += 1
        lead += base
        most = 0.0
        for needs in range(1, longest + 1):
            for at in range(leaves):
                if asks[at] == needs:
                    lost, step = base - apart[leaf[at]], end[at]
                    most = max(most, lost)
                    while step >= 0:
                        lost -= own[about[step] // 2] if about[step] % 2 else 0.0
                        step = before[step]
                    step = end[at]
                    while lost > 0.0 and step >= 0:
                        own[about[step] // 2] += lost / needs if about[step] % 2 else 0.0
                        step = before[step]
        loss += most
        for at in range(leaves):
            step = end[at]
            while step >= 0:
                gains[about[step] // 2] += own[about[step] // 2]
                own[about[step] // 2] = 0.0
                step = before[step]
    return lead, loss, cut, visits
