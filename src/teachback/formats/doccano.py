"""doccano: JSON lines with ``cats`` and ``entities`` (its project type for both at once), or with ``label``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from teachback.formats.reading import Draft, Reading
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadRow, Problem
from teachback.formats.tables.json_values import objects, write_lines
from teachback.formats.tables.records import documents_of, only_class
from teachback.formats.writing import Target


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is a line of doccano."""
    label = value.get("label")
    listed = isinstance(label, list) and ("Comments" in value or any(isinstance(part, list) for part in label))
    return listed or ("text" in value and isinstance(value.get("entities"), list))


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The examples of an export as JSONL, of any of doccano's project types that have texts and labels."""
    return objects(reading, partial(_item, reading))


def _item(reading: Reading, example: dict[str, Any]) -> Item:
    draft = reading.draft(example.get(reading.roles.get("text", "text")), example.get("id"))
    for part in (example.get("cats"), example.get("label"), example.get("entities")):
        if isinstance(part, str):
            draft.label(part)
        elif isinstance(part, list):
            _add(draft, part)
    return draft.item()


def _add(draft: Draft, part: list[Any]) -> None:
    """Add classes (as texts) or passages (as triples, or as objects where the project has relations)."""
    if part and all(isinstance(label, str) for label in part):
        draft.label(only_class(part))
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
    """Write one example a line, with the class that the teachers agree on and everybody's passages."""
    write_lines(target, map(_example, documents_of(rows, "doccano")))


def _example(item: Item) -> dict[str, Any]:
    entities = list(dict.fromkeys((span.start, span.end, span.class_) for span in item.rationales))
    return {
        "id": item.document.id,
        "text": item.document.text,
        "entities": entities,
        "cats": [] if item.label is None else [item.label],
        "Comments": [],
    }
