"""What a project and a model answer, as JSON that can be compared with what an earlier version answered."""

from __future__ import annotations

from typing import Any

from teachback.classifier import TextClassifier
from teachback.project import Project
from teachback.record.form import to_json

TEXTS = [
    "I want my money back, the invoice is wrong",
    "it crashed after the last update",
    "thank you, lovely app",
    "win a prize now",
    "",
]


def project_answers(project: Project) -> dict[str, Any]:
    """What the project holds and what its kept model says; then what it learns and asks. It writes to the project."""
    learned = project.learned
    assert learned is not None
    held: dict[str, Any] = {
        "documents": {document.id: document.text for document in project.documents()},
        "record": [to_json(entry) for entry in project.record],
        "classes": list(project.classes),
        "rest": project.rest,
        "teaching": teaching_answers(project),
        "preferences": project.preferences.batch,
        "guidelines": [project.guidelines.text, project.guidelines.version],
        "kept": {"learner": learned.learner, "position": learned.position, **model_answers(learned.classifier)},
    }
    project.learn()
    texts = [text for text in TEXTS if text]  # of an empty text a new model may guess anything
    held["learned"] = [guess.class_ for guess in project.classify(texts)]  # a better learner may be surer or less sure
    questions = project.ask(3, words=3, checks=0.0)  # and ask for other documents
    held["asked"] = {"documents": len(questions.documents), "words": sorted(map(str, questions.words))}
    return held


def teaching_answers(project: Project) -> dict[str, Any]:
    """What counts, under the project's policy."""
    teaching = project.teaching()
    return {
        "labels": dict(teaching.labels),
        "exclusions": {id: sorted(classes) for id, classes in teaching.exclusions.items()},
        "skips": sorted(teaching.skips),
        "words": {term: dict(classes) for term, classes in teaching.words.items()},
        "not_a_reason": {term: sorted(map(str, classes)) for term, classes in teaching.not_a_reason.items()},
        "rationales": {
            id: [[each.class_, each.start, each.end] for each in rationales]
            for id, rationales in teaching.rationales.items()
        },
        "distinctions": [to_json(each) for each in teaching.distinctions],
        "held_out": sorted(teaching.held_out),
    }


def model_answers(model: TextClassifier) -> dict[str, Any]:
    """What a model says of texts, and why."""
    return {
        "classes": [guess.class_ for guess in model.classify(TEXTS)],
        "probabilities": [list(guess.probabilities.values()) for guess in model.classify(TEXTS)],
        "explanation": str(model.explain(TEXTS[0])),
    }
