"""From what a search found, in positions, to an explanation, in words; every set is confirmed by the model itself."""

from __future__ import annotations

from collections.abc import Sequence

from teachback.explain.explanation import Explanation, Removal, Status
from teachback.explain.reading.opened import OpenedDocument
from teachback.explain.search.best_first import FoundSets
from teachback.explain.search.question import Limits, Question


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
