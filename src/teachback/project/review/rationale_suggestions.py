"""Passages that a teacher would likely mark: suggested, so that marking is a matter of saying yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from teachback.errors import UnknownClass
from teachback.learners import RationaleMaxEnt
from teachback.learners.rationales.marked_texts import read_marked
from teachback.learners.rationales.own_style import OwnStyle, own_style
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.terms import Terms
from teachback.sweeps import Matrix

ScoredSpan = tuple[int, int, float]  # where it begins and ends, and what speaks for it
_MOST = 5  # passages: two or three are enough for a learner, and more than a few are not read
_FEW, _STUDIED = 3, 100  # marked documents from which a style is learned, at least and at most (the newest)


@dataclass(frozen=True)
class SuggestedRationale:
    """A passage, in code points, and how much speaks for it: 1 is the most."""

    start: int
    end: int
    score: float


class RationaleSuggester:
    """Suggests passages in the style of the teacher who asks, which is learned from what she marked and kept for the
    next text."""

    def __init__(self, ledger: Ledger, terms: Terms) -> None:
        self._ledger, self._terms = ledger, terms
        self._known: tuple[Learned, str | None, OwnStyle | None] | None = None

    def highlights(
        self, learned: Learned, document: str, class_: str | None = None, teacher: str | None = None
    ) -> list[SuggestedRationale]:
        """Passages that likely show the class (by default the label, or else the model's guess), in the text's order.

        Whatever was taught besides: how much the words of a passage speak for the class is read in the model's own
        weights, and how long passages are, where they begin and how much of a text is marked in what the teacher has
        marked. While she has marked too little, the passages of all teachers show it; while there are none, the words
        that speak most for the class are suggested, or those without which it would change. Nothing shows a class of
        which the model has heard nothing.
        """
        stored, model = self._ledger.store.document(document), learned.classifier
        text = stored.text
        teaching = self._ledger.teaching()
        asked = class_ or teaching.labels.get(document)
        of = asked if asked is not None else next(model.classify([model.text_of(stored)])).class_
        if of not in model.classes:
            if of not in teaching.classes:
                raise UnknownClass(of, teaching.classes)
            return []  # the model has not heard of it
        with self._terms.lock:
            known = self._terms.counts.terms == list(model.terms)
            read = read_marked(self._terms.counts, [text], []) if known else None
        if read is not None:
            if isinstance(model.learner, RationaleMaxEnt) and model.learner.styles_:
                own = teacher if teacher in model.learner.styles_ else None
                (spans,) = model.learner.predict_rationales(read, [of], teacher=own)
                return [SuggestedRationale(start, end, 1.0) for start, end in spans]
            if (style := self._style(learned, teacher)) is not None:
                return _best(self._telling(learned, text, style.passages(read, of)))
        if (evidence := model.learner.evidence()) is None:
            removed = getattr(model.explain(text), "spans", ())
            return [SuggestedRationale(start, end, 1.0) for start, end in removed[:_MOST]]
        return _best(self._telling(learned, text, _weighty(learned, text, evidence[0], of)))

    def _telling(self, learned: Learned, text: str, passages: Sequence[ScoredSpan]) -> list[ScoredSpan]:
        """The passages with a word that is no function word, or was taught: a lone *a* is no rationale."""
        with self._terms.lock:
            dull = {self._terms.counts.terms[column] for column in self._terms.function_words}
        dull -= self._ledger.teaching().words.keys()
        telling = [token for token in learned.classifier.analyzer(text) if token.term not in dull]
        return [one for one in passages if any(token.start < one[1] and one[0] < token.end for token in telling)]

    def _style(self, learned: Learned, teacher: str | None) -> OwnStyle | None:
        if self._known is None or self._known[0] is not learned or self._known[1] != teacher:
            self._known = learned, teacher, self._learn_style(learned, teacher)
        return self._known[2]

    def _learn_style(self, learned: Learned, teacher: str | None) -> OwnStyle | None:
        evidence = learned.classifier.learner.evidence()
        if evidence is None:
            return None
        gone, rationales = self._ledger.gone, self._ledger.teaching().rationales
        everyone = {document: list(lessons) for document, lessons in rationales.items() if document not in gone}
        hers = {document: [one for one in lessons if one.teacher == teacher] for document, lessons in everyone.items()}
        own = {document: lessons for document, lessons in hers.items() if lessons}
        chosen = dict(list((own if len(own) >= _FEW else everyone).items())[-_STUDIED:])
        if len(chosen) < _FEW:
            return None
        with self._terms.lock:
            texts = [self._terms.text(document) for document in chosen]
            passages = [
                (row, lesson.class_, lesson.start, lesson.end)
                for row, lessons in enumerate(chosen.values())
                for lesson in lessons
            ]
            marked = read_marked(self._terms.counts, texts, passages)
        return own_style(evidence[0], list(learned.classifier.classes), marked)


def _weighty(learned: Learned, text: str, weights: Matrix, class_: str) -> list[ScoredSpan]:
    """The words that speak for the class, and how much more than for any other."""
    model, spoken = learned.classifier, list[ScoredSpan]()
    place = model.classes.index(class_)
    for token in model.analyzer(text):
        column = model.columns.get(token.term)
        if column is not None and token.end > token.start:
            others = np.delete(weights[column], place)
            says = float(weights[column][place] - (others.max() if len(others) else 0.0))
            if says > 0:
                spoken.append((token.start, token.end, says))
    return spoken


def _best(passages: Sequence[ScoredSpan]) -> list[SuggestedRationale]:
    """Those for which most speaks, each where no better one is."""
    best: list[ScoredSpan] = []
    for start, end, says in sorted(passages, key=lambda one: -one[2]):
        if len(best) < _MOST and not any(start < e and s < end for s, e, _ in best):
            best.append((start, end, says))
    most = best[0][2] if best else 1.0
    return [SuggestedRationale(start, end, says / most) for start, end, says in sorted(best)]
