"""Passages that a teacher would likely mark: suggested, so that marking is a matter of saying yes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from teachback.errors import UnknownClass
from teachback.learners import RationaleMaxEnt
from teachback.learners.marked_texts import read_marked
from teachback.project.learning import Learned
from teachback.project.ledger import Ledger
from teachback.project.terms import Terms

_MOST = 5  # passages: two or three are enough for a learner, and nobody reads fifty


@dataclass(frozen=True)
class Highlight:
    """A passage, in code points, and how much speaks for it: 1 is the most."""

    start: int
    end: int
    score: float


def highlights(
    ledger: Ledger, terms: Terms, learned: Learned, document: str, class_: str | None = None
) -> list[Highlight]:
    """Passages that likely show the class (by default the label, or else the model's guess), in the text's order.

    A model of how teachers mark passages says where they would; any other shows the words that speak most for the
    class in the model's own weights, or else those without which the class would change. Nothing shows a class of which
    the model has heard nothing.
    """
    text, model, teaching = ledger.store.document(document).text, learned.classifier, ledger.teaching()
    asked = class_ or teaching.labels.get(document)
    of = asked if asked is not None else next(iter(model.classify([text]))).class_
    if of not in model.classes:
        if of not in teaching.classes:
            raise UnknownClass(of, teaching.classes)
        return []  # the model has not heard of it
    if isinstance(model.learner, RationaleMaxEnt):
        with terms.lock:
            known = terms.counts.terms == list(model.terms)
            read = read_marked(terms.counts, [text], []) if known else None
        if read is not None:
            (found,) = model.learner.predict_rationales(read, [of])
            return [Highlight(start, end, 1.0) for start, end in found]
    return _weighty(learned, text, of)


def _weighty(learned: Learned, text: str, class_: str) -> list[Highlight]:
    model = learned.classifier
    evidence = model.learner.evidence()
    if evidence is None:
        told = model.explain(text)
        return [Highlight(start, end, 1.0) for start, end in getattr(told, "spans", ())[:_MOST]]
    weights, place = evidence[0], model.classes.index(class_)
    spoken: list[tuple[int, int, float]] = []
    for token in model.analyzer(text):
        column = model.columns.get(token.term)
        if column is not None and token.end > token.start:
            others = np.delete(weights[column], place)
            says = float(weights[column][place] - (others.max() if len(others) else 0.0))
            if says > 0:
                spoken.append((token.start, token.end, says))
    best: list[tuple[int, int, float]] = []
    for start, end, says in sorted(spoken, key=lambda one: -one[2]):
        if len(best) < _MOST and not any(start < e and s < end for s, e, _ in best):
            best.append((start, end, says))
    most = best[0][2] if best else 1.0
    return [Highlight(start, end, says / most) for start, end, says in sorted(best)]
