"""doccano: JSON lines with ``label``, or with ``cats`` and ``entities`` (its project type for both at once)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from teachback.formats.reading import SAMPLE, Draft, Reading, as_text
from teachback.formats.rows import Item, Row
from teachback.formats.rows.class_lists import are_free_texts
from teachback.formats.rows.problems import BadRow, Problem
from teachback.formats.tables.json_values import objects, values, write_lines
from teachback.formats.tables.records import documents_of
from teachback.formats.tables.roles import free_label_doubt
from teachback.formats.tables.typed_cells import typed_values
from teachback.formats.writing import Target

_OWN = ("id", "text", "cats", "label", "labels", "entities", "annotations", "relations", "Comments")


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is a line of doccano."""
    label = value.get("label", value.get("labels"))
    listed = isinstance(label, list) and ("Comments" in value or any(isinstance(part, list) for part in label))
    return listed or ("text" in value and isinstance(value.get("entities"), list)) or _by_number(value) is not None


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The examples of an export as JSONL, of any of doccano's project types that have texts and labels."""
    free = "label" not in reading.roles and _holds_answers(reading)
    if free:
        reading.doubts.append(free_label_doubt("label"))
    return objects(reading, partial(_item, reading, ("label",) if free else ()))


def _holds_answers(reading: Reading) -> bool:
    """Whether the labels are what people wrote, as in projects from sequence to sequence."""
    with reading.unwatched():
        examples = [example for _, example in islice(values(reading), SAMPLE)]
    labels = [example.get("label") for example in examples if isinstance(example, dict)]
    texts = (label for label in labels if isinstance(label, list) and label)
    return are_free_texts([" ".join(map(str, label)) for label in texts if isinstance(label[0], str)])


def _item(reading: Reading, fields: Sequence[str], example: dict[str, Any]) -> Item:
    name = reading.roles.get("text") or "text"
    others = {key: value for key, value in example.items() if key in fields or key not in (*_OWN, name)}
    draft = reading.draft(example.get(name), example.get("id"), typed_values(others, reading.kinds))
    classes = (example.get(key) for key in ("cats", "label", "labels") if key not in fields)
    for part in dict.fromkeys(json.dumps(part) for part in (*classes, example.get("entities")) if part):
        _add(draft, json.loads(part))
    for numbered in _by_number(example) or ():
        draft.label(numbered["label"], teacher=as_text(numbered["user"]) if "user" in numbered else None)
    for name, what in (("Comments", "comments"), ("relations", "relations between passages")):
        if there := example.get(name):
            reading.not_taken[what] += len(there) if isinstance(there, list) else 1
    return draft.item()


def _by_number(example: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Labels as old exports have them: numbers, which are named on doccano's own pages."""
    parts = example.get("annotations")
    is_old = isinstance(parts, list) and parts and all(isinstance(part, dict) and "label" in part for part in parts)
    return parts if is_old and "text" in example and "data" not in example else None


def _add(draft: Draft, part: Any) -> None:
    """Add classes (as texts) or passages (as triples, or as objects where the project has relations)."""
    if not isinstance(part, str | list):
        raise BadRow(f'{part!r:.60} is no list of labels of doccano, such as ["bug"] or [[2, 15, "bug"]].')
    if isinstance(part, str) or all(isinstance(label, str) for label in part):
        draft.label(part)
        return
    for span in part:
        match span:
            case [start, end, label]:
                draft.rationale(label, start, end)
            case {"start_offset": start, "end_offset": end, "label": label}:
                draft.rationale(label, start, end)
            case _:
                raise BadRow(f'{span!r:.60} is not a label of doccano, such as [2, 15, "bug"].')


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write one example a line, with the class that the teachers agree on and all teachers' passages."""
    write_lines(target, map(_example, documents_of(rows, "doccano")))


def _example(item: Item) -> dict[str, Any]:
    entities = list(dict.fromkeys((span.start, span.end, span.class_) for span in item.rationales))
    return {
        "id": item.document.id,
        "text": item.document.text,
        "label": [] if item.label is None else [item.label],  # what its projects for text classification read
        "entities": entities,  # what those for both at once read, with the next
        "cats": [] if item.label is None else [item.label],
        "Comments": [],
    }
