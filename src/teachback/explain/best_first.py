"""The search for any model: leave one out, then the best first, each answer reduced; all pairs when nothing moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations
from time import perf_counter

import numpy as np

from teachback.explain.explanation import Status
from teachback.explain.questions import Limits, Question
from teachback.explain.readers import Removals
from teachback.sweeps import Matrix

Words = tuple[int, ...]
_SMALL = 10  # words of which every combination is tried
_EXPANSIONS = 30  # of partial explanations, as published
_AFTERWARDS = 3  # expansions of a slow model, beyond the words of the first set, to look for a smaller one
_PAIRS = 20_000  # that are tried when no single word lowers the lead
_FEW_PAIRS = 2_000  # that are tried to prove that three words are needed


@dataclass
class Found:
    """What a search found: sets of words with what is known of them, and how sure it is that there is nothing else."""

    sets: list[tuple[Words, Status]] = field(default_factory=list)
    bound: int = 1
    exhausted: bool = False  # every explanation within the limits is here
    nearest: Words = ()
    first_at: float = 0.0


def search(question: Question, limits: Limits, bound: int = 1, known: Words = ()) -> Found:
    """Explanations of any document; `bound` words are known to be needed, and one set may be known already."""
    if len(question.free) <= _SMALL:
        return complete(question, limits)
    return _BestFirst(question, limits, bound, known).run()


def complete(question: Question, limits: Limits) -> Found:
    """Every combination of words, smaller ones first; what contains an explanation is passed over."""
    found = Found()
    most = min(len(question.free), limits.max_words)
    lowest = np.inf
    for size in range(1, most + 1):
        known = [set(words) for words, _ in found.sets]
        sets = [
            words for words in combinations(question.free.tolist(), size) if not any(k <= set(words) for k in known)
        ]
        if not sets:
            found.exhausted = True
            return found
        for first in range(0, len(sets), 8192):
            some = sets[first : first + 8192]
            leads, changed = question.ask(question.removals(some))
            if not found.sets and leads.min() < lowest:
                lowest, found.nearest = leads.min(), some[int(np.argmin(leads))]
            order = np.argsort(leads, kind="stable")
            for place in order[changed[order]].tolist():
                found.first_at = found.first_at or perf_counter()
                status: Status = "minimal" if found.sets and len(found.sets[0][0]) < size else "minimum"
                found.sets.append((some[place], status))
            if question.evaluations > limits.evaluations or perf_counter() > limits.until:
                found.bound = len(found.sets[0][0]) if found.sets else size
                return found
        found.bound = len(found.sets[0][0]) if found.sets else size + 1
        if found.sets and (limits.smallest or (limits.n is not None and len(found.sets) >= limits.n)):
            found.exhausted = limits.smallest or limits.n is not None
            break
    else:
        found.exhausted = True
    if limits.n is not None:
        del found.sets[limits.n :]
    return found


class _BestFirst:
    def __init__(self, question: Question, limits: Limits, bound: int, known: Words) -> None:
        self.question, self.limits = question, limits
        self.found = Found(bound=bound)
        self.seen: set[frozenset[int]] = set()
        self.queue: list[tuple[float, int, Words]] = []
        self.known: list[frozenset[int]] = []
        self.lowest = np.inf
        self.pairs_tried = False
        if known:
            self._keep(known)

    def run(self) -> Found:
        singles: list[Words] = [(word,) for word in self.question.free.tolist()]
        leads = self._try(singles)
        self.found.bound = max(self.found.bound, 1 if any(len(known) == 1 for known in self.known) else 2)
        if not self._enough():
            self._prefixes(leads)
        pairs = len(singles) * (len(singles) - 1) // 2
        if self.question.case.cheap and self._may_need_three() and pairs <= _FEW_PAIRS:
            self._all_pairs()
        if not self._enough():
            self._expand()
        before = self.question.ask(self.question.removals([()]))[0][0]
        stalled = not self.known and leads.min() >= before
        if stalled and pairs <= _PAIRS:
            self._all_pairs()
            if not self.known:
                self._expand()
        return self._finished()

    def _try(self, sets: list[Words]) -> Matrix:
        """Score sets; those that change the decision are reduced and kept, the others wait to be expanded."""
        leads, changed = self.question.ask(self.question.removals(sets))
        for place in np.argsort(leads, kind="stable").tolist():
            if changed[place]:
                self._keep(sets[place])
            else:
                heappush(self.queue, (float(leads[place]), len(self.seen) + place, sets[place]))
        self._note(leads, changed, sets)
        return leads

    def _note(self, leads: Matrix, changed: Removals, sets: list[Words]) -> None:
        if not self.known and leads.size and leads.min() < self.lowest:
            self.lowest, self.found.nearest = float(leads.min()), sets[int(np.argmin(leads))]

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
        order = self.question.free[np.argsort(leads, kind="stable")][: self.limits.max_words + 1]
        removed = np.zeros((len(order), self.question.case.size), dtype=np.bool_)
        for place, word in enumerate(order.tolist()):
            removed[place:, word] = True
        sets = [tuple(order[: place + 1].tolist()) for place in range(len(order))]
        found, changed = self.question.ask(removed)
        self._note(found, changed, sets)
        if changed.any():
            self._keep(sets[int(np.argmax(changed))])

    def _expand(self) -> None:
        """Add one word to the set that leaves the smallest lead, again and again."""
        most = max(_EXPANSIONS, 2 * min(self.limits.max_words, len(self.question.free)))
        costly = self.limits.n == 1 and not self.question.case.cheap
        for count in range(most):
            late = costly and self.known and count > min(map(len, self.known)) + _AFTERWARDS
            words = None if late else self._next()
            if words is None or self._enough() or self._spent():
                return
            inside = set(words)
            more = np.array([word for word in self.question.free.tolist() if word not in inside], dtype=np.intp)
            sets = [(*words, word) for word in more.tolist()]
            new = [place for place, one in enumerate(sets) if self._is_new(one)]
            if not new:
                continue
            leads, changed, _ = self.question.ask_children(self.question.removal(words), more[new])
            some = [sets[place] for place in new]
            for place in np.argsort(leads, kind="stable").tolist():
                if changed[place]:
                    self._keep(some[place])
                else:
                    heappush(self.queue, (float(leads[place]), len(self.seen) + place, some[place]))
            self._note(leads, changed, some)
            self.seen.update(map(frozenset, some))

    def _next(self) -> Words | None:
        while self.queue:
            _, _, words = heappop(self.queue)
            if len(words) + 1 <= self._largest() and not any(known <= set(words) for known in self.known):
                return words
        return None

    def _is_new(self, words: Words) -> bool:
        inside = frozenset(words)
        return inside not in self.seen and not any(known <= inside for known in self.known)

    def _largest(self) -> int:
        """Up to how many words are of interest still."""
        size = min(map(len, self.known), default=self.limits.max_words + 1)
        if self.limits.n == 1:
            return size - 1
        return min(size, self.limits.max_words) if self.limits.smallest else self.limits.max_words

    def _enough(self) -> bool:
        best = min(map(len, self.known), default=self.limits.max_words + 1)
        if self.limits.n == 1:
            return best <= self.found.bound
        return self.limits.n is not None and len(self.known) >= self.limits.n

    def _spent(self) -> bool:
        return self.question.evaluations > self.limits.evaluations or perf_counter() > self.limits.until

    def _may_need_three(self) -> bool:
        return self.found.bound == 2 and min(map(len, self.known), default=3) > 2

    def _all_pairs(self) -> None:
        if self.pairs_tried:
            return
        self.pairs_tried = True
        pairs: list[Words] = list(combinations(self.question.free.tolist(), 2))
        for first in range(0, len(pairs), 4096):
            self._try(pairs[first : first + 4096])
        if not any(len(known) < 3 for known in self.known):
            self.found.bound = max(self.found.bound, 3)

    def _finished(self) -> Found:
        ranked = sorted(self.found.sets, key=lambda found: len(found[0]))
        if self.limits.smallest and ranked:
            ranked = [one for one in ranked if len(one[0]) == len(ranked[0][0])]
        ranked = ranked[: self.limits.n]
        if self.limits.n == 1 and ranked and len(ranked[0][0]) > self.found.bound:
            ranked = [self.question.reduced(ranked[0][0])]
        self.found.sets = [(words, "minimum" if len(words) <= self.found.bound else status) for words, status in ranked]
        return self.found
