"""Where teachers differ: a queue to settle, how reliable each of them is, and what to talk about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from teachback.project.history.agreement import Answers, BlindAgreement, is_settled, krippendorff_alpha
from teachback.project.history.ledger import Ledger
from teachback.project.history.reliability import TeacherReliability, alpha_interval, blind_agreement, reliabilities
from teachback.project.models.terms import Terms
from teachback.record import Adjudicate, Rationale
from teachback.record.entry import is_person

_WORDS, _POINTS, _LISTED = 3, 6, 20


@dataclass(frozen=True)
class Dispute:
    """A document on which teachers differ.

    Attributes
    ----------
    said
        What each of them says.
    rationales
        The passages that they marked.
    with_machine
        Whether people are of one mind, and only a teacher that is no person differs.
    """

    id: str
    text: str
    said: dict[str, str]
    rationales: tuple[Rationale, ...]
    with_machine: bool


@dataclass(frozen=True)
class TalkingPoint:
    """Two classes between which teachers differ again and again.

    Attributes
    ----------
    classes, times
        Which, and on how many documents.
    words
        Words that many of those documents have, and few others.
    sides
        What each teacher says, where she always says the same of the two.
    documents
        Some of the documents.
    """

    classes: tuple[str, str]
    times: int
    words: tuple[str, ...]
    sides: dict[str, str]
    documents: tuple[str, ...]


@dataclass(frozen=True)
class Disputes:
    """What teachers differ on, and how far they can be relied on.

    Attributes
    ----------
    queue, settled
        The documents that wait for a decision, those on which people differ first; and how many were decided.
    teachers
        One by one.
    compared
        How many documents at least two people have answered.
    alpha, low, high
        Krippendorff's alpha over them, and between what numbers it lies nine times out of ten; None without any.
    blind
        The same of those alone who answered without seeing the other's answer; None without any.
    talk
        What is worth talking about, most often first.
    """

    queue: tuple[Dispute, ...]
    settled: int
    teachers: tuple[TeacherReliability, ...]
    compared: int
    alpha: float | None
    low: float | None
    high: float | None
    blind: BlindAgreement | None
    talk: tuple[TalkingPoint, ...]


def disputes(ledger: Ledger, terms: Terms, most: int, blind: Answers) -> Disputes:
    """What teachers differ on; the queue has that many documents at most, and `blind` answers are told apart."""
    with ledger.lock:
        record, teaching = ledger.record, ledger.teaching()
        gone = record.gone
        answers = {id: dict(labels) for id, labels in record.answers(decisions=False).items() if id not in gone}
        for name, machine in teaching.machines.items():
            for id, class_ in machine.labels.items():
                answers.setdefault(id, {})[name] = class_
        final = {id: _final(record.about("answer", id)) for id in answers if is_settled(record, id)}
    differing = {id: labels for id, labels in answers.items() if len(set(labels.values())) > 1 and _persons(labels)}
    people = {id: _persons(labels) for id, labels in answers.items()}
    waiting = [id for id in differing if id not in final]
    waiting.sort(key=lambda id: len(set(people[id].values())) < 2)  # those of people first, in the order of the record
    settled = {id: class_ for id, class_ in final.items() if class_ is not None}
    shared = {id: labels for id, labels in people.items() if len(labels) > 1}
    between = alpha_interval(shared)
    return Disputes(
        queue=tuple(
            Dispute(
                id,
                ledger.store.document(id).text,
                dict(sorted(differing[id].items(), key=lambda pair: (not is_person(pair[0]), pair[0]))),
                tuple(teaching.rationales.get(id, ())),
                len(set(people[id].values())) < 2,
            )
            for id in waiting[:most]
        ),
        settled=len(differing) - len(waiting),
        teachers=tuple(reliabilities(answers, settled, len(teaching.classes))),
        compared=len(shared),
        alpha=krippendorff_alpha(shared),
        low=None if between is None else between[0],
        high=None if between is None else between[1],
        blind=blind_agreement(blind),
        talk=talking_points(differing, terms),
    )


def _persons(labels: Mapping[str, str]) -> dict[str, str]:
    return {teacher: class_ for teacher, class_ in labels.items() if is_person(teacher)}


def _final(about: Sequence[object]) -> str | None:
    decided = [answer.class_ for answer in about if isinstance(answer.lesson, Adjudicate)]  # type: ignore[attr-defined]
    return decided[-1] if decided else None


def talking_points(differing: Answers, terms: Terms) -> tuple[TalkingPoint, ...]:
    """The pairs of classes between which teachers differ, most often first, with the words of their documents."""
    pairs: dict[tuple[str, str], list[str]] = {}
    for id, labels in differing.items():
        for one, other in combinations(sorted({str(class_) for class_ in labels.values()}), 2):
            pairs.setdefault((one, other), []).append(id)
    often = sorted(pairs.items(), key=lambda pair: -len(pair[1]))[:_POINTS]
    return tuple(
        TalkingPoint(
            classes, len(ids), _words(terms, ids), _sides([differing[id] for id in ids], classes), tuple(ids[:_LISTED])
        )
        for classes, ids in often
    )


def _sides(answers: Sequence[Mapping[str, object]], classes: tuple[str, str]) -> dict[str, str]:
    """The teachers who always say the same of two classes, and more than once."""
    tallies: dict[str, Counter[str]] = {}
    for each in answers:
        for teacher, class_ in each.items():
            if class_ in classes:
                tallies.setdefault(teacher, Counter())[str(class_)] += 1
    return {who: next(iter(tally)) for who, tally in sorted(tallies.items()) if len(tally) == 1 and tally.total() > 1}


def _words(terms: Terms, documents: Sequence[str]) -> tuple[str, ...]:
    """Words that at least two of the documents have, the most telling first."""
    with terms.updated():
        rows = [terms.rows[id] for id in documents if id in terms.rows]
        pool = terms.pool()
        here = np.bincount(pool.counts[rows].indices, minlength=pool.shape[1])
        telling = np.where(here >= 2, here * np.log(len(pool) / np.maximum(pool.reach, 1)), 0.0)
        telling[list(terms.function_words)] = 0.0
        best = np.argsort(-telling, kind="stable")[:_WORDS]
        return tuple(terms.counts.terms[column] for column in best.tolist() if telling[column] > 0.0)
