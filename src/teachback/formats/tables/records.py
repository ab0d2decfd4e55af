"""Rows as flat records with one value a column, the same in CSV, JSON, Parquet and Excel.

A document that several teachers spoke of is written once for each of them, as tables of annotators usually are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any, TypeAlias

from teachback.formats.reading import Reading, as_text
from teachback.formats.rows import OWN_MODEL, Item, Prediction, Row, Rule
from teachback.formats.rows.problems import BadRow, CannotHold
from teachback.formats.tables.roles import CLASSIFIED
from teachback.record import Exclude, Label, NotAReason, Rationale, Skip, Word

Record: TypeAlias = dict[str, Any]  # role → str, bool, float, a list, or None where there is nothing
_encode = json.JSONEncoder(ensure_ascii=False).encode
_KINDS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("documents", (Item,)),
    ("words", (Word, NotAReason)),
    ("rules", (Rule,)),
)


def table_of(rows: Iterable[Row]) -> tuple[str, Iterator[Row]]:
    """Which table the rows belong to (the first one tells), and the rows, all checked to belong there."""
    iterator = iter(rows)
    first = next(iterator, None)
    table = next((name for name, kinds in _KINDS if isinstance(first, kinds)), "documents")
    return table, _all_of(table, iterator if first is None else chain([first], iterator))


def _all_of(table: str, rows: Iterable[Row]) -> Iterator[Row]:
    kinds = dict(_KINDS)[table]
    for row in rows:
        if not isinstance(row, kinds):
            raise CannotHold(
                f"A file holds documents, words or rules, not several of them: this one began with {table}."
            )
        yield row


def documents_of(rows: Iterable[Row], format: str) -> Iterator[Item]:
    """The rows for a format that has no place for words and rules, nor for what a document is not."""
    for row in rows:
        if not isinstance(row, Item):
            raise CannotHold(
                f"{format} has a place for documents only; write words and rules as csv, jsonl or parquet."
            )
        yield but_exclusions(row)


def but_exclusions(item: Item) -> Item:
    """The item without what its document is not."""
    return replace(item, lessons=tuple(each for each in item.lessons if not isinstance(each, Exclude)))


def records(rows: Iterable[Row]) -> Iterator[Record]:
    """The rows as records that have every column of their table."""
    for number, row in enumerate(rows, start=1):
        if isinstance(row, Item):
            yield from _item_records(row)
        elif isinstance(row, Rule):
            conditions = [{"term": term, "present": present} for term, present in row.conditions]
            yield {"rule": str(number), "class": row.class_, "conditions": conditions, "example": row.example}
        else:
            strength = row.strength if isinstance(row, Word) else None
            spoken = {
                "term": row.term,
                "class": row.class_,
                "strength": strength,
                "reason": "yes" if strength else "no",
            }
            yield {**spoken, **_entry(row)}


def _item_records(item: Item) -> Iterator[Record]:
    text = item.document.text
    for teacher in item.teachers or (None,):
        answer = item.answer(teacher) if teacher is not None else None
        rationales = [lesson for lesson in item.rationales if lesson.teacher == teacher]
        excluded = [lesson for lesson in item.exclusions if lesson.teacher == teacher]
        lesson = answer or next(iter(rationales), None) or next(iter(excluded), None)
        yield {
            "id": item.document.id,
            "text": text,
            "label": answer.class_ if isinstance(answer, Label) else None,
            "skipped": isinstance(answer, Skip),
            "excluded": [lesson.class_ for lesson in excluded],
            **(_entry(lesson) if lesson else {"teacher": None, "seconds": None, "time": None}),
            "rationales": [
                {"start": span.start, "end": span.end, "label": span.class_, "text": text[span.start : span.end]}
                for span in rationales
            ],
            **_prediction_columns(item.prediction),
            "fields": item.document.fields,
        }


def _entry(lesson: Label | Exclude | Skip | Rationale | Word | NotAReason) -> Record:
    return {"teacher": lesson.teacher, "seconds": lesson.seconds, "time": lesson.time.isoformat()}


def _prediction_columns(prediction: Prediction | None) -> Record:
    if prediction is None:
        empty = {"prediction": None, "probability": None, "model": None}
        return {**empty, "probabilities": [], "explanations": []}
    probabilities = [{"label": name, "probability": float(p)} for name, p in prediction.probabilities.items()]
    return {
        "prediction": prediction.class_,
        "probability": prediction.probabilities.get(prediction.class_),
        "probabilities": probabilities,
        "explanations": [list(words) for words in prediction.explanations],
        "model": prediction.model,
    }


def cell(value: object) -> str:
    """A value of a record as the text of a cell.

    >>> cell(None), cell(True), cell([{"start": 2}])
    ('', 'true', '[{"start": 2}]')
    """
    if isinstance(value, str):
        return value
    return "" if value is None or value is False or value == [] else _encode(value)


# Back again.


def row(reading: Reading, record: Mapping[str, object], fields: Mapping[str, object] | None = None) -> Row:
    """The row that a record describes; which table it is from shows in the roles that it has."""
    if "rule" in record:
        return _rule(record)
    if "term" in record:
        return _word(reading, record)
    draft = reading.draft(record.get("text"), record.get("id"), fields)
    if len(record) > 1 + ("id" in record):  # there is more than a text
        provenance = _said(record)
        if not _is_blank(label := record.get("label")):
            draft.label(label, **provenance)
        elif _is_true(record.get("skipped")):
            draft.skip(**provenance)
        for class_ in _list(record, "excluded"):
            draft.exclude(class_, **provenance)
        for span in _list(record, "rationales"):
            draft.rationale(*_span(span), **provenance)
    return draft.item(_prediction(record, reading.used.get("prediction")))


def _rule(record: Mapping[str, object]) -> Rule:
    conditions = _list(record, "conditions")
    if not all(isinstance(part, dict) and isinstance(part.get("term"), str) for part in conditions):
        raise BadRow('a rule\'s conditions are a list like [{"term": "goalie", "present": true}].')
    literals = tuple((part["term"], _is_true(part.get("present"))) for part in conditions)
    example = record.get("example")
    return Rule(as_text(record.get("class")), literals, None if _is_blank(example) else as_text(example))


def _word(reading: Reading, record: Mapping[str, object]) -> Word | NotAReason:
    provenance: Any = {"teacher": reading.teacher, "time": reading.time}
    provenance |= {name: value for name, value in _said(record).items() if value is not None}
    term, class_ = as_text(record["term"]), record.get("class")
    if not _is_blank(reason := record.get("reason")) and not _is_true(reason):
        return NotAReason(term, None if _is_blank(class_) else reading.class_named(class_), **provenance)
    strength = number(record.get("strength"), "strength")
    return Word(term, reading.class_named(class_), 1.0 if strength is None else strength, **provenance)


def _said(record: Mapping[str, object]) -> dict[str, object]:
    teacher, seconds = record.get("teacher"), number(record.get("seconds"), "seconds")
    return {
        "teacher": None if _is_blank(teacher) else as_text(teacher),
        "seconds": seconds,
        "time": moment(record.get("time")),
    }


def _prediction(record: Mapping[str, object], column: str | None = None) -> Prediction | None:
    if _is_blank(class_ := record.get("prediction")):
        return None
    probabilities = _list(record, "probabilities") or [{"label": class_, "probability": record.get("probability")}]
    model = record.get("model")
    if _is_blank(model):
        model = OWN_MODEL if column in CLASSIFIED else None
    return Prediction(
        as_text(class_).strip(),
        dict(filter(None, map(_probability, probabilities))),
        tuple(map(_words, _list(record, "explanations"))),
        None if model is None else as_text(model).strip(),
    )


def guessed(class_: object, score: object, model: object) -> Prediction:
    """A prediction as tools keep it: a class, its score and the name of a model."""
    name, probability = as_text(class_).strip(), number(score, "score")
    return Prediction(
        name, {} if probability is None else {name: probability}, model=None if model is None else as_text(model)
    )


def _probability(part: object) -> tuple[str, float] | None:
    if not isinstance(part, dict):
        raise BadRow(f'{part!r:.60} is not a probability; write it like {{"label": "bug", "probability": 0.9}}.')
    probability = number(part.get("probability"), "probability")
    return None if probability is None else (as_text(part.get("label")), probability)


def _words(part: object) -> tuple[str, ...]:
    if not isinstance(part, list):
        raise BadRow(f"{part!r:.60} is not an explanation; write it as a list of words.")
    return tuple(map(as_text, part))


def moment(value: object) -> datetime | None:
    """A time as tools write it: ISO 8601 (in UTC unless it says otherwise) or seconds since 1970."""
    if _is_blank(value):
        return None
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value, UTC)
        time = value if isinstance(value, datetime) else datetime.fromisoformat(as_text(value))
        return time if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        raise BadRow(f"{value!r:.60} is not a time; write it like 2026-01-02T03:04:05Z.") from None


def _span(value: object) -> tuple[object, object, object, object]:
    """The class, start, end and quotation of a passage, as an object or as [start, end, class]."""
    match value:
        case {"start": start, "end": end, **more}:
            label = more.get("label", more.get("class", more.get("labels")))
            return only_class(label), start, end, more.get("text")
        case [start, end, label]:
            return label, start, end, None
    raise BadRow(f'{value!r:.60} is not a passage; write it like {{"start": 2, "end": 15, "label": "bug"}}.')


def only_class(label: object) -> object:
    """A class, which some tools put into a list; several classes for one text are refused."""
    if isinstance(label, list):
        if len(label) != 1:
            raise BadRow(f"it has {len(label)} labels ({label!r:.60}); a teacher gives a document one class.")
        return label[0]
    return label


def _list(record: Mapping[str, object], role: str) -> Sequence[Any]:
    value = record.get(role)
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise BadRow(f"the {role} {value!r:.60} are not a JSON list.") from None
    if _is_blank(value):
        return []
    if not isinstance(value, list):
        raise BadRow(f"the {role} {value!r:.60} are not a list.")
    return value


def number(value: object, role: str) -> float | None:
    """A number, which may be written as text; nothing for an empty cell."""
    if _is_blank(value):
        return None
    percent = isinstance(value, str) and value.rstrip().endswith("%")
    try:
        value_read = float(str(value).rstrip(" %")) / 100 if percent else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        value_read = math.nan
    if not math.isfinite(value_read):
        raise BadRow(f"the {role} {value!r:.60} is not a number.")
    return value_read


def _is_blank(value: object) -> bool:
    if isinstance(value, float):
        return math.isnan(value)  # how tables of numbers write that there is nothing
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _is_true(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.strip().casefold() in ("true", "yes", "1"))
