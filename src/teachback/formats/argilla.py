"""Argilla: a list (or lines) of records as its SDK writes them, with responses by person and a model's suggestions.

Argilla knows people by UUID; ours are made from the teachers' names, which stand in the metadata.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from teachback.formats.reading import Draft, Reading, as_text
from teachback.formats.rows import Item, Prediction, Row
from teachback.formats.rows.problems import Problem
from teachback.formats.tables.json_values import fields, members, objects, write_list
from teachback.formats.tables.records import documents_of, guessed
from teachback.formats.tables.typed_cells import typed_values
from teachback.formats.writing import Target
from teachback.record import Label, Skip

_PEOPLE = uuid.UUID("7ba7a7c5-0d5f-4b7a-8f4e-6f2f0a6e1c11")


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is a record of Argilla."""
    return isinstance(value.get("fields"), dict) and not value.keys().isdisjoint(("responses", "suggestions"))


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The records of `Dataset.records.to_json`, or of `Record.to_dict` one a line."""
    return objects(reading, partial(_item, reading))


def _item(reading: Reading, record: dict[str, Any]) -> Item:
    texts = fields(record.get("fields"))
    name = reading.roles.get("text") or ("text" if "text" in texts else next(iter(texts), ""))
    reading.used = {"text": name}
    names = fields(record.get("metadata"))
    answers = [answer for each in fields(record.get("responses")).values() for answer in members(each)]
    people = {str(answer.get("user_id")) for answer in answers}
    others = {key: value for key, value in {**names, **texts}.items() if key != name and key not in people}
    draft = reading.draft(texts.get(name), record.get("id"), typed_values(others, reading.kinds))
    skipped: set[str | None] = set()
    for answer in answers:
        by = answer.get("user_id")
        teacher = None if by is None else as_text(names.get(str(by), str(by)))
        if answer.get("status") != "discarded":
            _add(draft, answer.get("value"), teacher)
        elif teacher not in skipped:
            skipped.add(teacher)
            draft.skip(teacher=teacher)
    suggestions = map(fields, fields(record.get("suggestions")).values())
    return draft.item(next(filter(None, map(_prediction, suggestions)), None))


def _add(draft: Draft, value: object, teacher: str | None) -> None:
    if isinstance(value, str) or (isinstance(value, list) and all(isinstance(part, str) for part in value)):
        draft.label(value, teacher=teacher)
    else:
        for span in members(value):
            draft.rationale(span.get("label"), span.get("start"), span.get("end"), teacher=teacher)


def _prediction(suggestion: dict[str, Any]) -> Prediction | None:
    value = suggestion.get("value")
    return guessed(value, suggestion.get("score"), suggestion.get("agent")) if isinstance(value, str) else None


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a list of records for a dataset with the questions `label` and `rationale`."""
    write_list(target, map(_record, documents_of(rows, "Argilla")))


def _record(item: Item) -> dict[str, Any]:
    people = {teacher: str(uuid.uuid5(_PEOPLE, teacher)) for teacher in item.teachers}
    responses: dict[str, list[dict[str, Any]]] = {}
    for teacher, user in people.items():
        answer = item.answer(teacher)
        if isinstance(answer, Label):
            responses.setdefault("label", []).append({"value": answer.class_, "user_id": user})
        elif isinstance(answer, Skip):
            responses.setdefault("label", []).append({"value": None, "user_id": user, "status": "discarded"})
        spans = [lesson for lesson in item.rationales if lesson.teacher == teacher]
        if spans:
            value = [{"start": span.start, "end": span.end, "label": span.class_} for span in spans]
            responses.setdefault("rationale", []).append({"value": value, "user_id": user})
    guess = item.prediction
    score = None if guess is None else guess.probabilities.get(guess.class_)
    return {
        "id": item.document.id,
        "fields": {"text": item.document.text},
        "metadata": {user: teacher for teacher, user in people.items()},
        "suggestions": {"label": {"value": guess.class_, "score": score, "agent": guess.model}} if guess else {},
        "responses": responses,
        "vectors": {},
        "status": "pending",
        "_server_id": None,
    }
