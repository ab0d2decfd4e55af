"""The words that were taught and the rules that were learned, with what became of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from teachback.classifier import TextClassifier
from teachback.learners.distinctions.rule import rule_text
from teachback.learners.distinctions.rule_learner import RuleLearner
from teachback.learners.lesson_regression.words_and_labels import against
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.terms import Terms
from teachback.record import Teaching
from teachback.record.view import verdicts


@dataclass(frozen=True)
class TaughtWord:
    """A word that was taught, or rejected.

    Attributes
    ----------
    class_
        What it speaks for; None for a word that is a reason for nothing.
    strength
        How strongly; 0 for a rejected word.
    by
        Who said so.
    documents
        How many documents have it.
    weight
        How much more it says for the class than for the mean of the others, in the newest model's own scores; None
        where the model has no weights, does not know the word, or no class is named.
    """

    term: str
    class_: str | None
    strength: float
    by: tuple[str, ...]
    documents: int
    weight: float | None


@dataclass(frozen=True)
class ContradictedWord:
    """A taught word that labels speak against: of the labelled documents that have it, how many are of its class and
    how many of others. The learner relies on it the less."""

    term: str
    class_: str
    own: int
    others: int


@dataclass(frozen=True)
class RuleLearned:
    """A rule of a list: the first that holds decides.

    Attributes
    ----------
    text
        The rule in words.
    literals
        Terms, and whether a document must have them or lack them.
    example
        The document that the rule was made for.
    decides, mistakes
        How many labelled documents it decides, and which of them have another label.
    """

    text: str
    class_: str
    literals: tuple[tuple[str, bool], ...]
    example: str | None
    decides: int
    mistakes: tuple[str, ...]


def taught_words(ledger: Ledger, terms: Terms, learned: Learned | None) -> list[TaughtWord]:
    """The words that count now, in the order in which they were taught; rejected ones last."""
    with ledger.lock:
        record, teaching = ledger.record, ledger.teaching()
    by: dict[tuple[str, str | None, bool], list[str]] = defaultdict(list)
    for term in dict(teaching.words) | dict(teaching.not_a_reason):
        for teacher, last in verdicts(record.about("term", term)).items():
            for class_, (_, strength) in last.items():
                by[term, class_, strength > 0].append(teacher)
    with terms.updated():
        columns, reach = terms.columns, terms.pool().reach
    lessons: list[tuple[str, str | None, float]] = [
        (term, class_, strength) for term, classes in teaching.words.items() for class_, strength in classes.items()
    ]
    lessons += [(term, name, 0.0) for term, names in teaching.not_a_reason.items() for name in sorted(names, key=str)]
    weights = _weights(learned, [(term, class_) for term, class_, _ in lessons])
    return [
        TaughtWord(
            term,
            class_,
            strength,
            tuple(by[term, class_, strength > 0]),
            int(reach[columns[term]]) if term in columns else 0,
            weight,
        )
        for (term, class_, strength), weight in zip(lessons, weights, strict=True)
    ]


def contradicted_words(teaching: Teaching, terms: Terms) -> tuple[ContradictedWord, ...]:
    """The taught words that labelled documents speak against, those with the most against them first."""
    with terms.updated():
        columns, rows = terms.columns, terms.rows
        labels = {id: class_ for id, class_ in teaching.labels.items() if id in rows and id not in teaching.held_out}
        X = terms.counts.X[[rows[id] for id in labels]]
    place = {class_: at for at, class_ in enumerate(teaching.classes)}
    pairs = [(term, class_) for term, classes in teaching.words.items() for class_ in classes if term in columns]
    pairs = [(term, class_) for term, class_ in pairs if class_ in place]
    y = np.array([place[class_] for class_ in labels.values()], dtype=np.intp)
    if not pairs or not len(y):
        return ()
    at = np.array([columns[term] for term, _ in pairs])
    of = np.array([place[class_] for _, class_ in pairs])
    own, others, doubtful = against(at, of, X, y, len(place))
    contradicted = [
        ContradictedWord(term, class_, int(own[k]), int(others[k]))
        for k, (term, class_) in enumerate(pairs)
        if doubtful[k]
    ]
    return tuple(sorted(contradicted, key=lambda word: word.own - word.others))


def _weights(learned: Learned | None, pairs: list[tuple[str, str | None]]) -> list[float | None]:
    evidence = None if learned is None else learned.classifier.learner.evidence()
    if learned is None or evidence is None:
        return [None] * len(pairs)
    model, weights = learned.classifier, evidence[0]
    place: dict[str | None, int] = {class_: at for at, class_ in enumerate(model.classes)}
    places = [(model.columns.get(term), place.get(class_)) for term, class_ in pairs]
    known = np.array([pair for pair in places if None not in pair], dtype=np.intp).reshape(-1, 2)
    own, total = weights[known[:, 0], known[:, 1]], weights[known[:, 0]].sum(axis=1)
    leads = iter((own - (total - own) / max(len(place) - 1, 1)).tolist())  # over the mean of the others
    return [None if None in pair else next(leads) for pair in places]


@dataclass(frozen=True)
class RuleList:
    """Rules in the order in which they are tried; the last always holds.

    Attributes
    ----------
    learner
        The newest model's learner; None where there is no model.
    in_use
        Whether these are that model's own rules. If not, they are what was told when documents were told apart, as a
        list of rules; the model in use decides by something else.
    rules
        None where nothing was told apart.
    """

    learner: str | None
    in_use: bool
    rules: tuple[RuleLearned, ...]


def rules_learned(teaching: Teaching, terms: Terms, model: TextClassifier) -> list[RuleLearned]:
    """The rules of a model in the order in which they are tried; the last always holds. None for other models."""
    rules = model.learner
    if not isinstance(rules, RuleLearner):
        return []
    with terms.updated():
        labels = {document: class_ for document, class_ in teaching.labels.items() if document in terms.rows}
        X = terms.seen_by(model, list(labels))
    decided: dict[int, list[str]] = defaultdict(list)
    if labels:
        for document, rule in zip(labels, rules.apply(X).tolist(), strict=True):
            decided[rule].append(document)
    return [
        RuleLearned(
            text=rule_text(rule, model.terms),
            class_=str(rule["class"]),
            literals=tuple((model.terms[term], bool(held)) for term, held in rule["literals"]),
            example=rule["name"],
            decides=len(decided[place]),
            mistakes=tuple(document for document in decided[place] if labels[document] != rule["class"]),
        )
        for place, rule in enumerate((*rules.rules_, rules.default_))
    ]
