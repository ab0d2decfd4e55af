"""The similar document: what a text is taken to be like, and what tells the two apart. Dasgupta et al. (2018)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from teachback.learners.distinctions.lessons import Reason
from teachback.learners.distinctions.suggestions import tell_apart
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.predictions import NewestPredictions, Predictions
from teachback.project.models.terms import Terms
from teachback.project.review.mentions import EVERYWHERE
from teachback.record import Teaching
from teachback.sweeps import Matrix
from teachback.text import unit_length

_TERMS = 12  # that tell two documents apart
_MORE = 8  # times as many terms as wanted are looked at, so that both kinds are among them


@dataclass(frozen=True)
class TellingTerm:
    """A term that exactly one of two documents has: whether it is the first, and how many documents have it."""

    term: str
    present: bool
    documents: int


@dataclass(frozen=True)
class SimilarDocument:
    """A labelled document that another one is like."""

    id: str
    text: str
    label: str | None


@dataclass(frozen=True)
class Comparison:
    """A similar document (None where there is none), and what tells the two apart, best first."""

    similar: SimilarDocument | None
    features: tuple[TellingTerm, ...]


def compare(
    ledger: Ledger,
    terms: Terms,
    learned: Learned,
    predictions: NewestPredictions,
    document: str,
    class_: str | None,
) -> Comparison:
    """The labelled document that the model takes this one to be like.

    That is the example of the rule that decided, or else the labelled document of the predicted class whose terms are
    most alike. `class_` is what the document really is: no document of that class is shown, but rather one of the class
    that the model finds likeliest besides; and the terms that tell the two classes apart in all documents come first.
    """
    model, stored, predicted = learned.classifier, ledger.store.document(document), predictions.of(learned)
    teaching = learned.teaching or ledger.teaching()  # it is like what the model was taught then
    with terms.updated():
        pool, names, empty = terms.pool(), terms.counts.terms, terms.function_words
    row = predicted.rows[document]
    guess = predicted.classes[predicted.best[row]]
    ruled = model.explain(model.text_of(stored)) if model.rules else None
    other = ruled.similar if isinstance(ruled, Reason) else None
    if other is None or (class_ is not None and (other == document or teaching.labels.get(other, guess) == class_)):
        other = _nearest(pool.counts, row, _candidates(document, class_, teaching, predicted), predicted)
    if other is None or other == document:
        return Comparison(None, ())
    label = teaching.labels.get(other, guess)
    believed = _believed(predicted, class_, label) if len(pool) == len(predicted.P) else None
    differences = tell_apart(pool, row, predicted.rows[other], _MORE * _TERMS, believed=believed)
    few = EVERYWHERE * len(pool)
    telling = [one for one in differences if one.term not in empty and pool.reach[one.term] <= few] or differences
    lacks = [one for one in telling if not one.present][: _TERMS // 3]
    has = [one for one in telling if one.present][: _TERMS - len(lacks)]
    chosen = sorted([*has, *lacks], key=telling.index)
    return Comparison(
        SimilarDocument(other, ledger.store.document(other).text, label),
        tuple(TellingTerm(names[one.term], one.present, int(pool.reach[one.term])) for one in chosen),
    )


def _candidates(document: str, class_: str | None, teaching: Teaching, predicted: Predictions) -> list[str]:
    """The labelled documents of the predicted class; of the likeliest but `class_`, where that is given."""
    by_class: dict[str, list[str]] = {}
    for id, label in teaching.labels.items():
        if id != document and id not in teaching.held_out and id in predicted.rows:
            by_class.setdefault(label, []).append(id)
    order = np.argsort(-predicted.P[predicted.rows[document]], kind="stable").tolist()
    likeliest = [predicted.classes[place] for place in order]
    if class_ is None:
        return by_class.get(likeliest[0], [])
    return next((by_class[name] for name in likeliest if name != class_ and name in by_class), [])


def _nearest(X: csr_array, row: int, able: list[str], predicted: Predictions) -> str | None:
    """The document whose terms have the highest cosine with this one's."""
    if not able:
        return None
    theirs = unit_length(X[[predicted.rows[id] for id in able]].astype(np.float64))
    near = (theirs @ unit_length(X[[row]].astype(np.float64)).T).toarray().ravel()
    return able[int(near.argmax())]


def _believed(predicted: Predictions, class_: str | None, label: str) -> Matrix | None:
    if class_ is None or class_ == label or not {class_, label} <= set(predicted.classes):
        return None
    return predicted.P[:, [predicted.classes.index(class_), predicted.classes.index(label)]]
