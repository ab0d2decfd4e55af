"""SEDC as published (Martens and Provost 2014), with its options."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations
from math import comb
from time import perf_counter
from typing import Literal

import numpy as np

from teachback.explain.explanation import Status
from teachback.explain.search.best_first import FoundSets, Words
from teachback.explain.search.question import Limits, Question


@dataclass(frozen=True)
class SEDC:
    """Best-first search with pruning: expand the combination that lowers the score most, at most `iterations` times.

    What contains an explanation is passed over. The search stops at the limits of the question: 10 explanations of at
    most 30 words in the paper (``n=10, max_words=30``).

    Parameters
    ----------
    iterations
        How many combinations are expanded.
    by
        What is lowered: ``"score"``, the class's own score as published, or ``"margin"``, its lead over the next class.
        For two classes they are the same.
    prune
        Local search for minimality: put words back as long as the class stays changed.
    replace
        Local search for smaller sets: exchange two words for one, three for two … up to five, as long as there are at
        most 5,000 exchanges.
    branch_and_bound
        Pass over what cannot become smaller than the smallest explanation so far.
    """

    iterations: int = 30
    by: Literal["score", "margin"] = "score"
    prune: bool = False
    replace: bool = False
    branch_and_bound: bool = False

    def search(self, question: Question, limits: Limits) -> FoundSets:
        """Explanations in the order in which they are found; the smallest first."""
        run = _Run(self, question, limits)
        run.expand(())
        for _ in range(self.iterations):
            if run.enough() or not run.waiting:
                break
            run.expand(heappop(run.waiting)[2])  # the best combination leaves the queue
        return run.found_by_size()


class _Run:
    def __init__(self, options: SEDC, question: Question, limits: Limits) -> None:
        self.options, self.question, self.limits = options, question, limits
        self.waiting: list[tuple[float, int, Words]] = []  # combinations to expand on
        self.seen: set[frozenset[int]] = set()
        self.explanations: list[frozenset[int]] = []
        self.found = FoundSets()
        self.lowest = np.inf

    def expand(self, words: Words) -> None:
        """Add each further word: what changes the class is an explanation, the rest can be expanded."""
        if len(words) >= self._largest():
            return
        more = [word for word in self.question.free.tolist() if word not in words]
        if words:
            more = [word for word in more if self._is_new(frozenset((*words, word)))]
        if not more:
            return
        leads, changed, scores = self.question.ask_children(self.question.removal(words), np.array(more, dtype=np.intp))
        values = (scores if self.options.by == "score" else leads).tolist()
        for word, value, lead, flips in zip(more, values, leads.tolist(), changed.tolist(), strict=True):
            one = (*words, word)
            self.seen.add(frozenset(one))
            if lead < self.lowest and not self.explanations:
                self.lowest, self.found.nearest = lead, one
            if flips:
                self._keep(one)
            else:
                heappush(self.waiting, (value, len(self.seen), one))

    def enough(self) -> bool:
        """Whether the limits are reached."""
        many = self.limits.n is not None and len(self.explanations) >= self.limits.n
        return many or perf_counter() > self.limits.until or self.question.evaluations > self.limits.evaluations

    def found_by_size(self) -> FoundSets:
        """Everything found, smallest first."""
        self.found.sets.sort(key=lambda one: len(one[0]))
        if self.limits.smallest:
            self.found.sets = [one for one in self.found.sets if len(one[0]) == len(self.found.sets[0][0])]
        if self.limits.n is not None:
            del self.found.sets[self.limits.n :]
        return self.found

    def _largest(self) -> int:
        if self.options.branch_and_bound and self.explanations:
            return min(map(len, self.explanations), default=self.limits.max_words)
        return self.limits.max_words

    def _is_new(self, words: frozenset[int]) -> bool:
        return words not in self.seen and not any(explanation <= words for explanation in self.explanations)

    def _keep(self, words: Words) -> None:
        if any(explanation <= set(words) for explanation in self.explanations):
            return
        if self.options.replace:
            words = self._exchanged(words)
        self.found.first_at = self.found.first_at or perf_counter()
        smaller = self.question.irreducible(words)
        if self.options.prune:
            words = smaller
        status: Status = "reducible" if len(smaller) < len(words) else "irreducible"
        self.explanations.append(frozenset(words))
        self.found.sets.append((words, "minimum" if len(words) == 1 else status))

    def _exchanged(self, words: Words) -> Words:
        outside = [word for word in self.question.free.tolist() if word not in words]
        for size in range(2, min(5, len(words)) + 1):
            if comb(len(words), size) * comb(len(outside), size - 1) > 5000:
                break
            sets = [
                (*(word for word in words if word not in gone), *new)
                for gone in combinations(words, size)
                for new in combinations(outside, size - 1)
            ]
            if sets and (changed := self.question.ask(self.question.removals(sets))[1]).any():
                return sets[int(np.argmax(changed))]
        return words
