"""The search for any model: leave one out, then the best first, each answer reduced; all pairs when nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations
from time import perf_counter

import numpy as np

from teachback.explain.explanation import Status
from teachback.explain.reading.opened import Removals
from teachback.explain.search.question import Limits, Question
from teachback.sweeps import Matrix

Words = tuple[int, ...]
_SMALL = 10  # words of which every combination is tried
_EXPANSIONS = 30  # of partial explanations, as published
_AFTERWARDS = 3  # expansions of a slow model, once there could have been a smaller set
_PROOFS = 6  # that fewer words are not enough
_PAIRS = 20_000  # that are tried when no single word lowers the lead
_FEW_PAIRS = 2_000  # that are tried to prove that three words are needed


@dataclass
class FoundSets:
    """What a search found: sets of words with what is known of them, and how sure it is that there is nothing else."""

    sets: list[tuple[Words, Status]] = field(default_factory=list)
    bound: int = 1
    exhausted: bool = False  # every explanation within the limits is here
    nearest: Words = ()
    first_at: float = 0.0


def search(
    question: Question, limits: Limits, bound: int = 1, known: Words = (), too_few: Callable[[int], bool] | None = None
) -> FoundSets:
    """Explanations of any document.

    `bound` words are known to be needed, and one set may be known already; `too_few` tells whether a number of words is
    proven not to be enough.
    """
    if len(question.free) <= _SMALL:
        return complete(question, limits)
    return _BestFirst(question, limits, bound, known, too_few).run()


def complete(question: Question, limits: Limits) -> FoundSets:
    """Every combination of words, smaller ones first; what contains an explanation is passed over."""
    result = FoundSets()
    most = min(len(question.free), limits.max_words)
    lowest = np.inf
    for size in range(1, most + 1):
        known = [set(words) for words, _ in result.sets]
        sets = [
            words for words in combinations(question.free.tolist(), size) if not any(k <= set(words) for k in known)
        ]
        if not sets:
            result.exhausted = True
            return result
        for first in range(0, len(sets), 8192):
            some = sets[first : first + 8192]
            leads, changed = question.ask(question.removals(some))
            if not result.sets and leads.min() < lowest:
                lowest, result.nearest = leads.min(), some[int(np.argmin(leads))]
            order = np.argsort(leads, kind="stable")
            for place in order[changed[order]].tolist():
                result.first_at = result.first_at or perf_counter()
                status: Status = "minimal" if result.sets and len(result.sets[0][0]) < size else "minimum"
                result.sets.append((some[place], status))
            if question.evaluations > limits.evaluations or perf_counter() > limits.until:
                result.bound = len(result.sets[0][0]) if result.sets else size
                return result
        result.bound = len(result.sets[0][0]) if result.sets else size + 1
        if result.sets and (limits.smallest or (limits.n is not None and len(result.sets) >= limits.n)):
            result.exhausted = limits.smallest or limits.n is not None
            break
    else:
        result.exhausted = True
    if limits.n is not None:
        del result.sets[limits.n :]
    return result


@dataclass(frozen=True)
class _Branch:
    """Sets to expand, the smallest lead first: the same words, and one or two more."""

    words: Words
    more: list[Words]
    leads: list[float]


class _BestFirst:
    def __init__(
        self, question: Question, limits: Limits, bound: int, known: Words, too_few: Callable[[int], bool] | None
    ) -> None:
        self.question, self.limits, self.too_few = question, limits, too_few
        self.found = FoundSets(bound=bound)
        self.branches: list[_Branch] = []
        self.queue: list[tuple[float, int, int]] = []  # the smallest lead of a branch not looked at yet: which, where
        self.expanded: set[frozenset[int]] = set()
        self.known: list[frozenset[int]] = []
        self.lowest = np.inf
        self.pairs_tried = False
        if known:
            self._keep(known)

    def run(self) -> FoundSets:
        free = self.question.free
        leads, changed, _ = self.question.ask_children(self.question.removal(()), free)
        self._sift((), [(word,) for word in free.tolist()], leads, changed)
        self.found.bound = max(self.found.bound, 1 if any(len(known) == 1 for known in self.known) else 2)
        if not self._enough():
            self._prefixes(leads)
        self._prove(1)
        pairs = len(free) * (len(free) - 1) // 2
        if self.question.scorer.cheap and self._may_need_three() and pairs <= _FEW_PAIRS:
            self._all_pairs()
        most = max(_EXPANSIONS, 2 * min(self.limits.max_words, len(free)))
        if not self._enough():
            self._expand(self._fewest() - 1)  # as often as it takes to go straight to a smaller set
            self._prove(_PROOFS)
            costly = self.limits.n == 1 and not self.question.scorer.cheap
            self._expand(_AFTERWARDS if costly and self.known else most)
        if not self.known and pairs <= _PAIRS:
            before = self.question.ask(self.question.removals([()]))[0][0]
            if leads.min() >= before:
                self._all_pairs()
                self._expand(most)
        return self._finished()

    def _sift(self, words: Words, more: list[Words], leads: Matrix, changed: Removals) -> None:
        """Of the words with some more, keep what changes the decision; the others wait to be expanded."""
        order = np.argsort(leads, kind="stable")
        flips = changed[order]
        for place in order[flips][: 1 if self.limits.n == 1 else None].tolist():
            self._keep((*words, *more[place]))
        if not self.known and leads[order[0]] < self.lowest:
            self.lowest, self.found.nearest = float(leads[order[0]]), (*words, *more[order[0]])
        waiting = order[~flips]
        if len(waiting):
            branch = _Branch(words, [more[place] for place in waiting.tolist()], leads[waiting].tolist())
            heappush(self.queue, (branch.leads[0], len(self.branches), 0))
            self.branches.append(branch)

    def _keep(self, words: Words) -> None:
        if any(known <= set(words) for known in self.known):
            return
        words, status = self._reduced(words)
        if frozenset(words) in self.known or len(words) > self.limits.max_words:
            return
        self.found.first_at = self.found.first_at or perf_counter()
        self.known.append(frozenset(words))
        self.found.sets.append((words, status))

    def _reduced(self, words: Words) -> tuple[Words, Status]:
        """Where one set is wanted, all parts of it are looked at in the end: most sets give way to smaller ones."""
        if self.limits.n == 1:
            return self.question.irreducible(words), "irreducible"
        return self.question.reduced(words)

    def _prefixes(self, leads: Matrix) -> None:
        """Remove the words in the order of what each does alone, until the decision changes."""
        order = self.question.free[np.argsort(leads, kind="stable")][: self.limits.max_words + 1].tolist()
        sets: list[Words] = [tuple(order[:size]) for size in range(1, len(order) + 1)]
        leads_without, changed = self.question.ask(self.question.removals(sets))
        if not self.known and leads_without.min() < self.lowest:
            self.lowest, self.found.nearest = float(leads_without.min()), sets[int(np.argmin(leads_without))]
        if changed.any():
            self._keep(sets[int(np.argmax(changed))])

    def _prove(self, proofs: int) -> None:
        """Raise the bound by some proofs: first for sizes near the smallest set so far, then halving what is left."""
        if self.too_few is None:
            return
        too_many, step = self._fewest(), 1
        size = too_many - 1
        for _ in range(proofs):
            if self.found.bound >= too_many or self._spent():
                return
            if self.too_few(size):
                self.found.bound = size + 1
            else:
                too_many = size
            size, step = max((self.found.bound + too_many) // 2, too_many - step), 2 * step

    def _expand(self, most: int) -> None:
        """Add one word to the set that leaves the smallest lead, again and again."""
        for _ in range(most):
            words = None if self._enough() or self._spent() else self._next()
            if words is None:
                return
            removed = self.question.removal(words)
            more = self.question.free[~removed[self.question.free]]
            if len(more):
                leads, changed, _ = self.question.ask_children(removed, more)
                self._sift(words, [(word,) for word in more.tolist()], leads, changed)

    def _next(self) -> Words | None:
        """The set that leaves the smallest lead, of those that are of interest still."""
        while self.queue:
            _, number, place = heappop(self.queue)
            branch = self.branches[number]
            words = (*branch.words, *branch.more[place])
            if len(words) >= self._largest():  # and so are the others of the branch
                continue
            if place + 1 < len(branch.more):
                heappush(self.queue, (branch.leads[place + 1], number, place + 1))
            inside = frozenset(words)
            if inside not in self.expanded and not any(known <= inside for known in self.known):
                self.expanded.add(inside)
                return words
        return None

    def _fewest(self) -> int:
        """The size of the smallest set so far; one more than the largest of interest, where there is none."""
        return min(map(len, self.known), default=min(self.limits.max_words, len(self.question.free)) + 1)

    def _largest(self) -> int:
        """Up to how many words are of interest still."""
        if self.limits.n == 1:
            return self._fewest() - 1
        return min(self._fewest(), self.limits.max_words) if self.limits.smallest else self.limits.max_words

    def _enough(self) -> bool:
        if self.limits.n == 1:
            return self._fewest() <= self.found.bound
        return self.limits.n is not None and len(self.known) >= self.limits.n

    def _spent(self) -> bool:
        return self.question.evaluations > self.limits.evaluations or perf_counter() > self.limits.until

    def _may_need_three(self) -> bool:
        return self.found.bound == 2 and self._fewest() > 2

    def _all_pairs(self) -> None:
        if self.pairs_tried:
            return
        self.pairs_tried = True
        pairs: list[Words] = list(combinations(self.question.free.tolist(), 2))
        for first in range(0, len(pairs), 4096):
            some = pairs[first : first + 4096]
            self._sift((), some, *self.question.ask(self.question.removals(some)))
        if not any(len(known) < 3 for known in self.known):
            self.found.bound = max(self.found.bound, 3)

    def _finished(self) -> FoundSets:
        ranked = sorted(self.found.sets, key=lambda each: len(each[0]))
        if self.limits.smallest and ranked:
            ranked = [one for one in ranked if len(one[0]) == len(ranked[0][0])]
        ranked = ranked[: self.limits.n]
        if self.limits.n == 1 and ranked and len(ranked[0][0]) > self.found.bound:
            ranked = [self.question.reduced(ranked[0][0], self.found.bound)]
        self.found.sets = [(words, "minimum" if len(words) <= self.found.bound else status) for words, status in ranked]
        return self.found
