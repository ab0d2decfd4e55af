"""Rows as JSON values, on their way from the child process that reads a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from teachback.formats.rows import Item, Prediction, Row, Rule
from teachback.formats.rows.problems import Problem
from teachback.record import Document, Fields, Lesson, NotAReason, Word
from teachback.record.form import from_json, to_json


def to_wire(row: Row | Problem, unnamed: str) -> list[Any]:
    """The row; a document whose id begins with `unnamed` has none of its own.

    >>> to_wire(Item(Document("d1", "a text")), "?")
    ['document', 'd1', 'a text', None, [], None]
    """
    if isinstance(row, Item):
        document, guess = row.document, row.prediction
        id = None if document.id.startswith(unnamed) else document.id
        answer = guess and [guess.class_, dict(guess.probabilities), guess.explanations, guess.model]
        return ["document", id, document.text, document.fields.form, [to_json(each) for each in row.lessons], answer]
    if isinstance(row, Rule):
        return ["rule", row.class_, row.conditions, row.example]
    return ["problem", row.where, row.sentence] if isinstance(row, Problem) else ["word", to_json(row)]


def from_wire(form: list[Any], unnamed: Iterator[str]) -> Row | Problem:
    """The row that a child sent; documents that have no id get the next of `unnamed`.

    >>> from_wire(["document", None, "a text", '{"stars":4}', [], None], iter(["7"])).document.fields["stars"]
    4
    """
    match form:
        case ["document", id, str(text), fields, lessons, told]:
            document = Document(next(unnamed) if id is None else id, text, Fields.kept(fields))
            return Item(document, tuple(_lesson(each, document.id) for each in lessons), told and _prediction(*told))
        case ["word", said]:
            word = from_json(said)
            if isinstance(word, Word | NotAReason):
                return word
        case ["rule", class_, conditions, example]:
            return Rule(class_, tuple((term, held) for term, held in conditions), example)
        case ["problem", where, sentence]:
            return Problem(where, sentence)
    raise ValueError(f"{form!r:.80} is no row")


def _lesson(form: dict[str, Any], document: str) -> Lesson:
    lesson = from_json(form | {"document": document})
    if not isinstance(lesson, Lesson):
        raise ValueError(f"{form!r:.80} is no lesson")
    return lesson


def _prediction(class_: str, probabilities: dict[str, float], explanations: Any, model: str | None) -> Prediction:
    return Prediction(class_, probabilities, tuple(map(tuple, explanations)), model)
