r"""Linear scores of rows that are divided by their length: the smallest explanation, certified.

When words go, the rest is divided anew. With :math:`A` the sum of what the kept words say for the class against a
rival, :math:`Q` their squared length and :math:`b` the difference of the constants, the class stays ahead iff
:math:`g = A + b \sqrt{Q} > 0`. Any linear bound of the root from the right side gives an additive bound of :math:`g`,
and sorting says whether sets of a size can pass it (see :mod:`additive`):

- :math:`b < 0`: :math:`\sqrt{Q} \le (Q / s + s) / 2` for every :math:`s > 0`; the best :math:`s` is searched for;
- :math:`b > 0`: the root lies above its chord between two lengths; the range of lengths is cut until chords are close;
- :math:`b = 0`, or rows divided by their sum: the bound is :math:`g` itself.

The sets that come out of the sorting are tried. Where a bound is not passed and no set was found, all sets that could
pass it are looked through, up to a limit; only beyond that the answer is not certain, and the bound says so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from teachback.explain.structures.additive import SmallestSets
from teachback.kernels import kernel
from teachback.sweeps import Matrix, spread

_LOOKED_THROUGH = 20_000  # sets, for each document and size


def smallest(
    starts: NDArray[np.int64],
    parts: Matrix,
    sizes: Matrix,
    constant: Matrix,
    free: NDArray[np.bool_],
    *,
    root: bool,
    last_wins: bool,
) -> SmallestSets:
    """The smallest explanation of each document whose rows are divided by the (root of the) sum of `sizes`.

    See :func:`teachback.explain.structures.additive.smallest` for the rest.
    """
    out = SmallestSets.room(starts)
    inputs = (starts, np.ascontiguousarray(parts), sizes, constant, free, root, last_wins, _LOOKED_THROUGH)
    answers = (out.winner, out.size, out.bound, out.order, out.used, out.curve, out.to)
    spread(lambda a, b: _smallest(inputs, a, b, answers), len(starts) - 1, 8 * parts.size)
    return out


@kernel
def _winner(scores, last_wins):  # type: ignore[no-untyped-def]
    best = 0
    for k in range(1, len(scores)):
        if scores[k] > scores[best] or (last_wins and scores[k] == scores[best]):
            best = k
    return best


@kernel
def _lead(scores, c):  # type: ignore[no-untyped-def]
    best = -np.inf
    for k in range(len(scores)):
        if k != c and scores[k] > best:
            best = scores[k]
    return scores[c] - best


@kernel
def _left(parts, sizes, constant, root, removed, scores):  # type: ignore[no-untyped-def]
    """The scores of what is left, added up and divided as the model does it."""
    scores[:] = 0.0
    length = 0.0
    for word in range(len(parts)):
        if not removed[word]:
            length += sizes[word]
            for k in range(len(scores)):
                scores[k] += parts[word, k]
    if root:
        length = np.sqrt(length)
    for k in range(len(scores)):
        scores[k] = constant[k] + (scores[k] / length if length > 0 else 0.0)


@kernel
def _changes(case, g, slack, words):  # type: ignore[no-untyped-def]
    """Whether the class changes without these words; added up as the model does it where g is a matter of rounding."""
    if abs(g) > slack:
        return g < 0
    parts, sizes, constant, root, last_wins, c, loose = case
    removed, scores = np.zeros(len(parts), dtype=np.bool_), np.empty(parts.shape[1])
    removed[loose[words]] = True
    _left(parts, sizes, constant, root, removed, scores)
    return _winner(scores, last_wins) != c


@kernel
def _try_order(key, a, q, t, total, root, b, ordered):  # type: ignore[no-untyped-def]
    """The t words of the highest keys: the sum of their keys, what is left of g, and of the length."""
    ordered[:] = np.argsort(-key, kind="mergesort")
    keys, left, length = 0.0, total[0], total[1]
    for place in range(t):
        word = ordered[place]
        keys += key[word]
        left -= a[word]
        length -= q[word]
    length = max(length, 0.0)
    return keys, left + b * (np.sqrt(length) if root else length), length


@kernel
def _look_through(case, key, ordered, need, a, q, t, total, b, slack, budget, chosen):  # type: ignore[no-untyped-def]
    """All sets of t words whose keys add up to `need`, until one passes: 1 found, 0 none, -1 too many."""
    m = len(ordered)
    ahead = np.zeros(m + 1)
    for place in range(m):
        ahead[place + 1] = ahead[place] + key[ordered[place]]
    at = np.zeros(t, dtype=np.int64)
    keys, left, length = np.zeros(t + 1), np.zeros(t + 1), np.zeros(t + 1)
    left[0], length[0] = total[0], total[1]
    depth = 0
    while depth >= 0:
        i, more = at[depth], t - depth
        if i + more > m or keys[depth] + ahead[i + more] - ahead[i] < need:
            depth -= 1
            if depth >= 0:
                at[depth] += 1
            continue
        word = ordered[i]
        keys[depth + 1] = keys[depth] + key[word]
        left[depth + 1] = left[depth] - a[word]
        length[depth + 1] = length[depth] - q[word]
        budget -= 1
        if budget < 0:
            return -1
        if more > 1:
            depth += 1
            at[depth] = i + 1
            continue
        chosen[:t] = ordered[at]
        if _changes(case, left[t] + b * np.sqrt(max(length[t], 0.0)), slack, chosen[:t]):
            return 1
        at[depth] += 1
    return 0


@kernel
def _exact(case, a, q, t, total, root, b, slack, chosen, ordered):  # type: ignore[no-untyped-def]
    """Where the bound is g itself: 1 a set of t words passes, 0 none does."""
    _, g, _ = _try_order(a + b * q if not root else a, a, q, t, total, root, b, ordered)
    chosen[:t] = ordered[:t]
    return 1 if _changes(case, g, slack, chosen[:t]) else 0


@kernel
def _convex(case, a, q, t, total, b, slack, budget, chosen, ordered):  # type: ignore[no-untyped-def]
    """b < 0: tangents of the root, each at the length that the last one left."""
    s, best_bound, best_s = np.sqrt(total[1]), -np.inf, np.sqrt(total[1])
    for attempt in range(24):
        if attempt >= 8:  # it went round in circles
            s = np.sqrt(total[1] * (attempt - 7) / 16)
        keys, g, length = _try_order(a + b * q / (2 * s), a, q, t, total, True, b, ordered)
        chosen[:t] = ordered[:t]
        if _changes(case, g, slack, chosen[:t]):
            return 1
        bound = total[0] + b * (total[1] / s + s) / 2 - keys
        if bound > slack:
            return 0
        if bound > best_bound:
            best_bound, best_s = bound, s
        if length > 0:
            s = np.sqrt(length)
    key = a + b * q / (2 * best_s)
    ordered[:] = np.argsort(-key, kind="mergesort")
    need = total[0] + b * (total[1] / best_s + best_s) / 2 - slack
    return _look_through(case, key, ordered, need, a, q, t, total, b, slack, budget, chosen)


@kernel
def _concave(case, a, q, t, total, b, slack, budget, chosen, ordered):  # type: ignore[no-untyped-def]
    """b > 0: chords of the root, over shorter and shorter ranges of the length that is left."""
    small = np.sort(q)
    low, high = total[1], total[1]
    for place in range(t):
        low -= small[len(q) - 1 - place]
        high -= small[place]
    ends = np.zeros((64, 2))
    ends[0, 0], ends[0, 1] = max(low, 0.0), max(high, 0.0)
    waiting, cuts = 1, 0
    while waiting:
        waiting -= 1
        low, high = ends[waiting]
        slope = 1.0 / max(np.sqrt(low) + np.sqrt(high), 1e-300)
        key = a + b * slope * q
        keys, g, length = _try_order(key, a, q, t, total, True, b, ordered)
        chosen[:t] = ordered[:t]
        if _changes(case, g, slack, chosen[:t]):
            return 1
        start = total[0] + b * (np.sqrt(low) - slope * low + slope * total[1])
        if start - keys > slack:
            continue
        if cuts < 60 and high - low > 1e-9 * total[1]:
            middle = length if low + 0.01 * (high - low) < length < high - 0.01 * (high - low) else (low + high) / 2
            ends[waiting, 0], ends[waiting, 1] = low, middle
            ends[waiting + 1, 0], ends[waiting + 1, 1] = middle, high
            waiting, cuts = waiting + 2, cuts + 1
            continue
        size = _look_through(case, key, ordered, start - slack, a, q, t, total, b, slack, budget, chosen)
        if size:
            return size
    return 0


@kernel(seconds=lambda inputs, *_: 2e-5 * inputs[1].size, patience=2.0)
def _smallest(inputs, first, stop, answers):  # type: ignore[no-untyped-def]
    starts, parts, sizes, constant, free, root, last_wins, budget = inputs
    winner, size, bound, order, used, curve, to = answers
    classes = parts.shape[1]
    scores = np.empty(classes)
    for row in range(first, stop):
        begin, end = starts[row], starts[row + 1]
        m = end - begin
        mine, own = parts[begin:end], sizes[begin:end]
        removed = np.zeros(m, dtype=np.bool_)
        _left(mine, own, constant, root, removed, scores)
        c = _winner(scores, last_wins)
        before = _lead(scores, c)
        winner[row], to[row] = c, c
        loose = np.flatnonzero(free[begin:end])
        f = len(loose)
        case = (mine, own, constant, root, last_wins, c, loose)
        q = own[loose]
        whole = own.sum()
        chosen, ordered = np.zeros(f, dtype=np.int64), np.zeros(f, dtype=np.int64)
        best, nearest, near_set = f + 1, np.inf, np.zeros(0, dtype=np.int64)
        best_set = np.zeros(0, dtype=np.int64)
        certain = f + 1  # no fewer words are enough
        for k in range(classes):
            if k == c:
                continue
            b = constant[c] - constant[k]
            every = mine[:, c] - mine[:, k]
            a = every[loose]
            total = np.array([every.sum(), whole])
            slack = 1e-12 * (np.abs(every).sum() + abs(b) * (np.sqrt(whole) if root else whole))
            for t in range(1, min(best - 1, f) + 1):
                if t == m:  # nothing is left to divide
                    outcome = 1 if _winner(constant, last_wins) == k else 0
                    chosen[:] = np.argsort(-a, kind="mergesort")
                elif b == 0 or not root:
                    outcome = _exact(case, a, q, t, total, root, b, slack, chosen, ordered)
                elif b < 0:
                    outcome = _convex(case, a, q, t, total, b, slack, budget, chosen, ordered)
                else:
                    outcome = _concave(case, a, q, t, total, b, slack, budget, chosen, ordered)
                if outcome == 1:
                    best, best_set = t, loose[chosen[:t]].copy()
                    break
                if outcome < 0:
                    certain = min(certain, t)
            if best > f:
                positive = np.argsort(-a, kind="mergesort")[: np.count_nonzero(a > 0)]
                removed[:] = False
                removed[loose[positive]] = True
                _left(mine, own, constant, root, removed, scores)
                if scores[c] - scores[k] < nearest:
                    nearest, near_set = scores[c] - scores[k], loose[positive]
        found_any = best <= f
        size[row] = best if found_any else -1
        bound[row] = min(certain, best) if found_any or certain <= f else m + 1
        path = best_set if found_any else near_set
        used[row] = len(path)
        curve[begin + row] = before
        removed[:] = False
        for place in range(len(path)):
            order[begin + place] = begin + path[place]
            removed[path[place]] = True
            _left(mine, own, constant, root, removed, scores)
            curve[begin + row + place + 1] = _lead(scores, c)
        if found_any:
            to[row] = _winner(scores, last_wins)
