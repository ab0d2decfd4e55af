"""Which search answers which question: exact ones where the model's structure allows, the best first elsewhere.

What it found, in positions, becomes an explanation, in words; every set is confirmed by the model itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from teachback.explain.explanation import Explanation, Removal, Status
from teachback.explain.reading.opened import OpenedDocument, OpenedRow
from teachback.explain.reading.scorers import SumScorer, TreeScorer
from teachback.explain.search.best_first import FoundSets, search
from teachback.explain.search.exact import ExactSearch
from teachback.explain.search.forest_search import smallest_for_trees
from teachback.explain.search.lower_bounds import too_few_proof
from teachback.explain.search.minimal_sets import minimal_sets
from teachback.explain.search.question import Limits, Question
from teachback.explain.search.targeted import change_to


def find_sets(question: Question, document: OpenedDocument, exact: ExactSearch | None, limits: Limits) -> FoundSets:
    """Explanations for one document, by the best search for its model."""
    if exact is not None and isinstance(document, OpenedRow) and not document.overlapping:
        if question.target is None:
            return _additive(question, document, exact, limits)
        if exact.norm is None and limits.n == 1:
            return change_to(question, question.target, exact.parts(document), exact.structure.constant, limits)
    if isinstance(question.scorer, TreeScorer) and question.target is None:
        return _trees(question, question.scorer, limits)
    too_few = None
    if isinstance(question.scorer, SumScorer) and question.target is None:
        too_few = too_few_proof(question.model.structure, question.scorer, question.free, question.winner)
    return search(question, limits, too_few=too_few)


def _additive(question: Question, document: OpenedRow, exact: ExactSearch, limits: Limits) -> FoundSets:
    """The smallest set is known exactly; further ones are listed, or searched for where rows are divided anew."""
    parts, free = exact.parts(document), question.removal(question.free)
    first = exact.smallest_of(document, free)
    size, bound = int(first.size[0]), int(first.bound[0])
    words = tuple(first.order[: first.used[0]].tolist())
    if size < 0 or size > limits.max_words:
        certain = size >= 0 or bound > len(question.free)
        return FoundSets(bound=bound, exhausted=certain, nearest=words[: limits.max_words])
    most = size if limits.smallest else min(limits.max_words, len(question.free))
    if exact.norm is not None:
        return search(question, replace(limits, max_words=most), bound, words)
    scores = exact.structure.constant + parts.sum(axis=0)
    rivals = [k for k in range(len(scores)) if k != question.winner]
    tied = [(k < question.winner) != exact.last_wins for k in rivals]
    drops = np.where(free[:, np.newaxis], parts[:, [question.winner]] - parts[:, rivals], 0.0)
    leads = scores[question.winner] - scores[rivals]
    listed, complete = minimal_sets(
        drops, leads, tied, range(size, most + 1), limits.n, limits.evaluations, limits.until
    )
    changed = question.ask(question.removals(listed))[1].tolist() if listed else []
    sets = [one for one, flips in zip(listed, changed, strict=True) if flips] or [words]
    return FoundSets([(one, "minimum" if len(one) == size else "minimal") for one in sets], size, complete)


def _trees(question: Question, scorer: TreeScorer, limits: Limits) -> FoundSets:
    """The smallest set by branch and bound; best first for further ones, and where that was given up."""
    words, bound = smallest_for_trees(question, scorer, limits)
    if bound > min(limits.max_words, len(question.free)):
        return FoundSets(bound=bound, exhausted=True, nearest=search(question, limits).nearest)
    leads, _ = question.ask(question.removals([(word,) for word in words]))
    words = tuple(words[place] for place in np.argsort(leads, kind="stable"))  # what does most alone goes first
    if limits.n == 1 and 0 < len(words) <= bound:
        return FoundSets([(words, "minimum")], bound)
    return search(question, limits, bound, words)


def answer(question: Question, document: OpenedDocument, result: FoundSets, limits: Limits) -> Explanation:
    """What a search found, in words."""
    words, classes = document.words, question.model.classes
    sets = _confirmed(question, document, result)
    path = sets[0][0] if sets else result.nearest
    curve = question.ask(question.removals([path[:size] for size in range(len(path) + 1)]))[0].tolist()
    removals: list[Removal] = []
    if sets:
        leads, winners = question.outcome(question.removals([one for one, _ in sets]))
        removals = [
            Removal(_named(words, one), classes[to], lead, status)
            for (one, status), to, lead in zip(sets, winners.tolist(), leads.tolist(), strict=True)
        ]
    free = len(question.free)
    none = not result.sets and (result.bound > free or (result.exhausted and limits.max_words >= free))
    return Explanation(
        classes[question.winner],
        tuple(removals),
        removals[0].status if removals else "none_exists" if none else "not_found",
        min(result.bound, len(path)) if sets else result.bound,
        result.exhausted or (limits.n is not None and len(sets) >= limits.n),
        curve[0],
        tuple(curve),
        _named(words, path),
        len(words),
        target=None if question.target is None else classes[question.target],
    )


def _confirmed(question: Question, document: OpenedDocument, result: FoundSets) -> list[tuple[tuple[int, ...], Status]]:
    """The sets for which the model's own prediction changes: at a tie, rounding decides."""
    if not result.sets or question.model.confirm is None:
        return result.sets
    after = question.model.confirm(document.variants(question.removals([one for one, _ in result.sets]))).tolist()
    wanted = question.target
    return [
        one
        for one, to in zip(result.sets, after, strict=True)
        if (to != question.winner if wanted is None else to == wanted)
    ]


def _named(words: Sequence[str], places: Sequence[int]) -> tuple[str, ...]:
    return tuple(words[place] for place in places)
