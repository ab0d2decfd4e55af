"""What is asked of a document: which removals change its class, and by how much the class still leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from teachback.explain.explanation import CannotExplain, Status
from teachback.explain.reading.model import ExplainedModel, Positions
from teachback.explain.reading.opened import Removals
from teachback.explain.reading.scorers import RemovalScorer
from teachback.sweeps import Matrix

_WHOLE = 4096  # parts of a set that are all tried; of a slow model, a sixteenth


@dataclass(frozen=True)
class Limits:
    """When to stop."""

    n: int | None = 1  # how many sets are wanted; None for all
    max_words: int = 30  # the largest set
    smallest: bool = False  # only sets of the smallest size
    # How many removals may be scored, and until when (by the clock of `perf_counter`)
    evaluations: int = 50_000
    until: float = np.inf
    start: float = field(default_factory=perf_counter)  # when the question was asked, by the same clock

    @staticmethod
    def of(
        n: int | None,
        max_words: int | None,
        smallest: bool = False,
        evaluations: int | None = None,
        seconds: float | None = None,
    ) -> Limits:
        """The limits that a caller asks for, from now on; None for the usual ones, or for none."""
        if (n is not None and n < 1) or (max_words is not None and max_words < 1):
            raise CannotExplain(
                f"n and max_words must be at least 1, or None for no limit; {n} and {max_words} were given."
            )
        most_words = 1 << 30 if max_words is None else max_words
        most_evaluations = Limits.evaluations if evaluations is None else evaluations
        start = perf_counter()
        until = np.inf if seconds is None else start + seconds
        return Limits(n, most_words, smallest, most_evaluations, until, start)


@dataclass
class Question:
    """Why does the document have class `winner`, and not another one (or not `target`)?"""

    scorer: RemovalScorer
    model: ExplainedModel
    winner: int
    target: int | None
    free: Positions  # the words that may be removed
    evaluations: int = 0

    def ask(self, removed: Removals) -> tuple[Matrix, NDArray[np.bool_]]:
        """The lead after each removal, and whether the decision is changed."""
        return self._judge(*self.scorer.scores(removed))

    def outcome(self, removed: Removals) -> tuple[Matrix, Positions]:
        """The lead after each removal, and the class of what is left."""
        scores, winners = self.scorer.scores(removed)
        return self._judge(scores, winners)[0], self.model.winners(scores) if winners is None else winners

    def ask_children(self, removed: Removals, more: Positions) -> tuple[Matrix, NDArray[np.bool_], Matrix]:
        """The lead after `removed` and one more word each, whether the decision is changed, and the class's own score.

        Of two classes the lead is the score.
        """
        scores, winners = self.scorer.children(removed, more)
        leads, changed = self._judge(scores, winners)
        return leads, changed, leads if scores.shape[1] == 2 else scores[:, self.winner]

    def changes(self, words: tuple[int, ...]) -> bool:
        """Whether removing these words changes the decision."""
        return bool(self.ask(self.removals([words]))[1][0])

    def removal(self, words: Positions | tuple[int, ...]) -> Removals:
        """The removal of these words."""
        removed = np.zeros(self.scorer.size, dtype=np.bool_)
        removed[list(words)] = True
        return removed

    def removals(self, sets: list[tuple[int, ...]]) -> Removals:
        """The removals of several sets of words."""
        removed = np.zeros((len(sets), self.scorer.size), dtype=np.bool_)
        for row, words in enumerate(sets):
            removed[row, list(words)] = True
        return removed

    def irreducible(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """The set without words that can be put back one by one, the best first, while the decision stays changed."""
        while len(words) > 1:
            one_back = [words[:place] + words[place + 1 :] for place in range(len(words))]
            leads, changed = self.ask(self.removals(one_back))
            if not changed.any():
                break
            words = one_back[int(np.argmin(np.where(changed, leads, np.inf)))]
        return words

    def reduced(self, words: tuple[int, ...], bound: int = 1) -> tuple[tuple[int, ...], Status]:
        """A part of a set that changes the decision and is minimal, with what is known about it.

        Fewer than `bound` words are known not to be enough.
        """
        words = self.irreducible(words)
        open_parts = sum(comb(len(words), size) for size in range(bound, len(words) - 1))
        if open_parts > (_WHOLE if self.scorer.cheap else _WHOLE // 16):
            return words, "irreducible"
        for size in range(bound, len(words) - 1):
            parts = list(combinations(words, size))
            _, changed = self.ask(self.removals(parts))
            if changed.any():
                return parts[int(np.argmax(changed))], "minimal"
        return words, "minimal"

    def _judge(self, scores: Matrix, winners: Positions | None) -> tuple[Matrix, NDArray[np.bool_]]:
        self.evaluations += len(scores)
        if winners is None:
            winners = self.model.winners(scores)
        own = self.winner if self.target is None else self.target
        others = scores.copy()
        others[:, own] = -np.inf
        ahead = scores[:, own] - others.max(axis=1)
        if self.target is None:
            return ahead, winners != self.winner
        return -ahead, winners == self.target


def rank_that_explains(question: Question, words: Sequence[str], ranks: Mapping[str, int]) -> int | None:
    """Up to which rank words are needed to change the class by removing some of them; None when all are too few.

    For each rival, the words that speak against it are removed in their order: for an additive model that is exact.
    """
    own = [place for place in question.free.tolist() if words[place] in ranks]
    own.sort(key=lambda place: ranks[words[place]])
    if not own:
        return None
    alone, _ = question.scorer.scores(question.removals([(), *((place,) for place in own)]))
    leads = alone[:, [question.winner]] - alone
    sets: dict[tuple[int, ...], None] = {}
    for rival in range(leads.shape[1]):
        if rival != question.winner:
            speak = [place for place, lead in zip(own, leads[1:, rival], strict=True) if lead < leads[0, rival]]
            sets.update(dict.fromkeys(tuple(speak[:size]) for size in range(1, len(speak) + 1)))
    if not sets:
        return None
    _, changed = question.ask(question.removals(list(sets)))
    reached = [ranks[words[one[-1]]] for one, flips in zip(sets, changed.tolist(), strict=True) if flips]
    return min(reached, default=None)
