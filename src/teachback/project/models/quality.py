"""How good the newest model is expected to be: its confidence in the pool, and what every answer says of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from teachback.project.models.learned import Learned
from teachback.project.models.predictions import in_columns, probabilities
from teachback.project.models.terms import Terms
from teachback.queries import AnswerEvidence, Answers, ClassQuality, Quality, evidence, expected_quality
from teachback.record import Teaching
from teachback.store import Reader, reading_setting
from teachback.sweeps import Matrix

QUALITY = "quality"  # the setting that keeps it with a kept model


def quality_of(
    learned: Learned, terms: Terms, teaching: Teaching, *, by_chance: Collection[str], gone: Collection[str]
) -> tuple[Quality, AnswerEvidence] | None:
    """What is to be expected of a model, and what every answer shows of it.

    None where every document is labelled and nothing was left out to compare; and where nobody has labelled anything
    and the model has heard of some classes only: how many documents are of the others is anybody's guess.

    `by_chance` are the documents that were drawn by chance to be asked, `gone` those that were taken out of the
    project.
    """
    P, answers = _answered(learned, terms, teaching, by_chance, gone)
    if not len(answers.y) and (not len(P) or untaught(learned.teaching or teaching)):
        return None
    expected, unheard = expected_quality(P, teaching.classes, answers=answers), untaught(learned.teaching or teaching)
    size = len(P) + len(answers.y)
    classes = tuple(_unknown(each, size) if each.name in unheard else each for each in expected.classes)
    return replace(expected, classes=classes), evidence(P, teaching.classes, answers)


def _unknown(line: ClassQuality, documents: int) -> ClassQuality:
    """A class of which nobody has said anything: how many documents it has, and how many are found, nobody knows."""
    anything = {"low": 0.0, "high": 1.0}
    return replace(
        line,
        precision=line.precision and replace(line.precision, **anything),
        recall=replace(line.recall, **anything),
        documents=replace(line.documents, low=0.0, high=float(documents)),
    )


def untaught(teaching: Teaching) -> tuple[str, ...]:
    """Classes without a label and without a word; everything else is heard of as soon as others have words."""
    words = {class_ for classes in teaching.words.values() for class_ in classes}
    heard = {*words, *teaching.labels.values(), *((teaching.rest,) if words else ())}
    return tuple(class_ for class_ in teaching.classes if class_ not in heard)


def _answered(
    learned: Learned, terms: Terms, teaching: Teaching, by_chance: Collection[str], gone: Collection[str]
) -> tuple[Matrix, Answers]:
    """The model's probabilities of documents without a label, and what it says of those with one untold."""
    classes = teaching.classes
    with terms.updated():
        P, rows = _confidences(learned, terms, classes), dict(terms.rows)
    known = {class_: column for column, class_ in enumerate(classes)}
    held_out = {id: class_ for id, class_ in teaching.labels.items() if id in teaching.held_out and id in rows}
    answered = [(id, class_, P[rows[id]]) for id, class_ in held_out.items()]
    if (left := learned.left_out) is not None:
        without_label = in_columns(left.P, learned.classifier.classes, classes)
        answered += zip(left.documents, left.labels, without_label, strict=True)
    answered = [each for each in answered if each[1] in known and each[0] not in gone]
    answers = Answers(
        np.array([row for _, _, row in answered]).reshape(-1, len(classes)),
        np.array([known[class_] for _, class_, _ in answered], dtype=np.intp),
        np.array([id in by_chance for id, _, _ in answered], dtype=np.bool_),
    )
    open = np.ones(len(P), dtype=np.bool_)
    closed = (*teaching.labels, *gone, *terms.searched_for())  # these are not there by chance
    open[[rows[id] for id in closed if id in rows]] = False
    return P[open], answers


@reading_setting(QUALITY)
def kept_quality(store: Reader, learned: Learned) -> tuple[Quality, AnswerEvidence | None] | None:
    """What was kept with the model; None where that is another one's. An older teachback kept no evidence."""
    stored = store.settings().get(QUALITY)
    if not stored or stored["position"] != learned.position:
        return None
    evidence = stored.get("evidence")
    return Quality.from_dict(stored["quality"]), None if evidence is None else AnswerEvidence.from_dict(evidence)


def _confidences(learned: Learned, terms: Terms, classes: Sequence[str]) -> Matrix:
    """The model's probabilities of all documents, as people see them, in the order of the classes."""
    model = learned.classifier
    if not hasattr(model.learner, "predict_calibrated_proba"):
        return probabilities(learned, terms, classes)
    return in_columns(model.row_probabilities(terms.seen_by(model)), model.classes, classes)
