"""The queries written again from their definitions, slowly, with dictionaries and sets."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import product


def entropy(row):
    return -sum(p * math.log(p) for p in row if p > 0)


def margin(row):
    first, second = sorted(row, reverse=True)[:2]
    return 1 - (first - second)


def least_confidence(row):
    return 1 - max(row)


def information_gain(counts, P, term, class_):
    """By definition: over both values of (has the term) and (is of the class)."""
    joint: defaultdict[tuple[bool, bool], float] = defaultdict(float)
    for row, shares in zip(counts, P, strict=True):
        has = row[term] > 0
        joint[has, True] += shares[class_] / len(counts)
        joint[has, False] += (1 - shares[class_]) / len(counts)
    total = 0.0
    for has, of in product([True, False], repeat=2):
        p = joint[has, of]
        p_has = joint[has, True] + joint[has, False]
        p_of = joint[True, of] + joint[False, of]
        if p > 0:
            total += p * math.log(p / (p_has * p_of))
    return total


def rates(counts, P, term):
    """Tokens of the term in each class, for each document of the class."""
    found = []
    for j in range(len(P[0])):
        mass = sum(shares[j] for shares in P)
        tokens = sum(row[term] * shares[j] for row, shares in zip(counts, P, strict=True))
        found.append(tokens / mass if mass > 0 else 0.0)
    return found


def specificity(counts, term, classes):
    """What a word of this frequency can say for one of the classes, against what a rare one can."""
    share = sum(row[term] > 0 for row in counts) / len(counts)
    own = min(0.9 * share * classes, 0.95)
    others = max((share - own / classes) / (1 - 1 / classes), 1e-9)
    return min(max((own / others - 1) / (9 * (classes - 1) - 1), 0.0), 1.0)


def words(counts, P, class_, n, *, floor, often, closed=()):
    """The terms asked for a class, best first: gain, then column."""
    asked = []
    for term in range(len(counts[0])):
        if term in closed or sum(row[term] > 0 for row in counts) < floor:
            continue
        rate = rates(counts, P, term)
        if rate[class_] > often * max(rate):
            gain = information_gain(counts, P, term, class_) * specificity(counts, term, len(P[0]))
            asked.append((-gain, term))
    return [(term, -gain) for gain, term in sorted(asked) if -gain > 1e-12][:n]


def jaccard(a, b):
    a, b = {k for k, count in enumerate(a) if count}, {k for k, count in enumerate(b) if count}
    return len(a & b) / len(a | b) if a & b else 0.0


def groups(counts, threshold):
    """Each document joins the first leader that it is like."""
    leaders: list[int] = []
    found = []
    for d, row in enumerate(counts):
        home = next((k for k in leaders if jaccard(counts[k], row) >= threshold), d)
        if home == d:
            leaders.append(d)
        found.append(home)
    return found
