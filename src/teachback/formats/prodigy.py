"""Prodigy: JSON lines, one answer of one person a line; taught words as patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from teachback.formats.reading import Draft, Reading, as_text
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadRow, CannotHold, Problem
from teachback.formats.tables.json_values import fields, members, objects, write_lines
from teachback.formats.tables.records import but_exclusions, moment, table_of
from teachback.formats.tables.typed_cells import typed_values
from teachback.formats.writing import Target
from teachback.record import Label, Skip, Word

_OWN = frozenset({"text", "id", "answer", "accept", "label", "options", "spans", "tokens", "config", "meta", "html"})


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is an answer or a pattern of Prodigy."""
    answered = "text" in value and value.get("answer") in ("accept", "reject", "ignore")
    return answered or ("pattern" in value and "label" in value)


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The answers of `prodigy db-out`, or a file of patterns."""
    return objects(reading, lambda value: (_word if "pattern" in value else _item)(reading, value))


def _item(reading: Reading, task: dict[str, Any]) -> Item:
    meta = fields(task.get("meta"))
    others = {name: value for name, value in {**task, **meta}.items() if name not in _OWN and name[0:1] != "_"}
    id = meta.get("id", task.get("_input_hash"))
    draft = reading.draft(task.get("text"), id, typed_values(others, reading.kinds))
    by = task.get("_annotator_id", task.get("_session_id"))
    provenance = {"teacher": None if by is None else as_text(by), "time": moment(task.get("_timestamp"))}
    answer, chosen = task.get("answer", "accept"), _chosen(task)
    teacher = str(by)
    if answer == "ignore":
        draft.skip(**provenance)
    elif answer == "reject":
        _reject(reading, draft, chosen, teacher, provenance)
    else:
        reading.not_taken["accepted texts for which nothing was chosen"] += task.get("accept") == []
        if chosen and not reading.says_another(draft.document.id, teacher, chosen):
            draft.label(chosen, **provenance)
        for span in members(task.get("spans")):
            if span.get("label") is None:
                reading.not_taken["passages without a label"] += 1
                continue
            draft.rationale(span.get("label"), span.get("start"), span.get("end"), span.get("text"), **provenance)
    return draft.item(again=True)


def _chosen(task: dict[str, Any]) -> object:
    """The class or classes that an answer is about; options that have numbers are called what they say."""
    chosen = task.get("accept") or task.get("label")
    options = {option.get("id"): option.get("text") for option in members(task.get("options"))}
    if isinstance(chosen, list) and any(isinstance(name, int) for name in chosen):
        return [options.get(name) or name for name in chosen]
    return chosen


def _reject(reading: Reading, draft: Draft, chosen: object, teacher: str, provenance: dict[str, Any]) -> None:
    """A rejected class: with two classes, or another that was named, it is the other; else the text is not of it."""
    rejected = [as_text(name) for name in (chosen if isinstance(chosen, list) else [chosen]) if name is not None]
    if not rejected:
        reading.not_taken["rejected texts of which no class was asked"] += 1
    reading.by_classes = True
    for name in rejected:
        others = [each for each in reading.classes if each != name]
        other = reading.rejected if reading.rejected not in (None, name) else None
        if other is None and len(reading.classes) == 2 and len(others) == 1:
            other = others[0]
        if other is None:
            draft.exclude(name, **provenance)
        elif not reading.says_another(draft.document.id, teacher, other):
            draft.label(other, **provenance)


def _word(reading: Reading, value: dict[str, Any]) -> Word:
    """A pattern is a phrase, or a list of tokens that are identified by their text."""
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
    answer = item.answer(teacher)
    rationales = [lesson for lesson in item.rationales if lesson.teacher == teacher]
    return {
        "accept": [answer.class_] if isinstance(answer, Label) else [],
        "spans": [{"start": span.start, "end": span.end, "label": span.class_} for span in rationales],
        "answer": "ignore" if isinstance(answer, Skip) else "accept",
        "config": {"choice_style": "single"},
        "_view_id": "choice",
        "_timestamp": int((answer or rationales[0]).time.timestamp()),
        "_annotator_id": teacher,
        "_session_id": teacher,
    }
