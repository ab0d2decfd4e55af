"""Prodigy: JSON lines, one answer of one person a line; taught words as patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from teachback.formats.reading import Reading, as_text
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadRow, CannotHold, Problem
from teachback.formats.tables.json_values import fields, members, objects, write_lines
from teachback.formats.tables.records import but_exclusions, moment, only_class, table_of
from teachback.formats.writing import Target
from teachback.record import Label, Skip, Word


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is an answer or a pattern of Prodigy."""
    answered = "text" in value and value.get("answer") in ("accept", "reject", "ignore")
    return answered or ("pattern" in value and "label" in value)


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The answers of `prodigy db-out`, or a file of patterns."""
    return objects(reading, partial(_row, reading))


def _row(reading: Reading, value: dict[str, Any]) -> Row:
    return _word(reading, value) if "pattern" in value else _item(reading, value)


def _item(reading: Reading, task: dict[str, Any]) -> Item:
    id = fields(task.get("meta")).get("id")
    draft = reading.draft(task.get("text"), task.get("_input_hash") if id is None else id)
    said = {"teacher": task.get("_annotator_id"), "time": moment(task.get("_timestamp"))}
    if task.get("answer") == "ignore":
        draft.skip(**said)
    elif task.get("answer", "accept") == "accept":  # a rejected class says what the text is not
        if chosen := task.get("accept") or task.get("label"):
            draft.label(only_class(chosen), **said)
        for span in members(task.get("spans")):
            draft.rationale(span.get("label"), span.get("start"), span.get("end"), span.get("text"), **said)
    return draft.item()


def _word(reading: Reading, value: dict[str, Any]) -> Word:
    """A pattern is a phrase, or a list of tokens that are told by their text."""
    pattern = value["pattern"]
    words = [pattern] if isinstance(pattern, str) else map(_told, members(pattern))
    return Word(" ".join(words), as_text(value.get("label")), teacher=reading.teacher, time=reading.time)


def _told(token: dict[str, Any]) -> str:
    match token:
        case (
            {"lower": str(word)}
            | {"LOWER": str(word)}
            | {"orth": str(word)}
            | {"ORTH": str(word)}
            | {"TEXT": str(word)}
        ):
            return word
    raise BadRow(f"the pattern {token!r:.60} is not told by its words; a term is.")


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write one answer a line, or taught words as patterns."""
    table, rows = table_of(rows)
    if table == "rules":
        raise CannotHold("Prodigy has no place for rules; write them as csv, jsonl or parquet.")
    write_lines(target, _patterns(rows) if table == "words" else _tasks(target, rows))


def _patterns(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    for row in rows:
        if isinstance(row, Word):
            yield {"label": row.class_, "pattern": [{"lower": word.lower()} for word in row.term.split()]}


def _tasks(target: Target, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    options = [{"id": name, "text": name} for name in target.classes]
    for row in rows:
        if isinstance(row, Item):
            item = but_exclusions(row)
            text, meta = item.document.text, {"id": item.document.id}
            if not item.lessons:
                yield {"text": text, "meta": meta, "options": options}
            for teacher in item.teachers:
                yield {"text": text, "meta": meta, "options": options, **_answer(item, teacher)}


def _answer(item: Item, teacher: str) -> dict[str, Any]:
    said = item.answer(teacher)
    rationales = [lesson for lesson in item.rationales if lesson.teacher == teacher]
    return {
        "accept": [said.class_] if isinstance(said, Label) else [],
        "spans": [{"start": span.start, "end": span.end, "label": span.class_} for span in rationales],
        "answer": "ignore" if isinstance(said, Skip) else "accept",
        "config": {"choice_style": "single"},
        "_view_id": "choice",
        "_timestamp": int((said or rationales[0]).time.timestamp()),
        "_annotator_id": teacher,
        "_session_id": teacher,
    }
