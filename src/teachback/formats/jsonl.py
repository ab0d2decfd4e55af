"""JSON lines, and JSON lists, of flat records: our own columns, or what the keys look like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any

from teachback.errors import listed
from teachback.formats.reading import SAMPLE, Reading
from teachback.formats.reading.reading import value_in
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile, BadRow, Problem
from teachback.formats.tables.json_values import values, write_lines, write_list
from teachback.formats.tables.records import Record, records, row, table_of
from teachback.formats.tables.roles import MOST_COLUMNS, could_be_label, guess, label_doubts
from teachback.formats.tables.typed_cells import named_values, typed_values
from teachback.formats.writing import Target
from teachback.record import FieldValue

_MOST, _ROOM = 1_000, 1 << 20  # objects, and letters of them, whose fields tell what there is


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of a file of JSON objects."""
    return read_records(reading, values(reading))


def read_records(reading: Reading, numbered_records: Iterable[tuple[int, Any]]) -> Iterator[Row | Problem]:
    """The rows of records that have their own names for things: find the roles in the first ones, then read all."""
    iterator = iter(numbered_records)
    sample = _sample(iterator) if not reading.columns else []
    if not reading.columns:
        _find_columns(reading, [value for _, value in sample if isinstance(value, dict)])

    def made(value: object) -> Row:
        if isinstance(value, str):
            return reading.draft(value).item()
        if not isinstance(value, dict):
            raise BadRow(f"{value!r:.60} is neither an object nor a text.")
        record = {role: value_in(value, name) for role, name in reading.used.items()}
        record = {role: cell for role, cell in record.items() if cell is not None or reading.used[role] in value}
        if not record:
            raise BadRow(f"it has none of {listed(reading.used.values())}.")
        if reading.texts:
            record["text"] = reading.joined(value_in(value, name) for name in reading.texts)
        others = {name: cell for name, cell in value.items() if name not in taken}
        return row(reading, record, typed_values(others, reading.kinds, inner))

    taken = reading.taken
    inner = {name for name in taken if "." in name}
    return reading.rows(chain(sample, iterator), made)


def _sample(values: Iterator[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """The first values, and more where they are short: objects have only the fields that they need."""
    sample, room = [], _ROOM
    for number, value in values:
        sample.append((number, value))
        room -= len(str(value))
        if len(sample) >= SAMPLE and (room < 0 or len(sample) == _MOST):
            break
    return sample


def _find_columns(reading: Reading, sample: Sequence[dict[str, Any]]) -> None:
    """Find out which fields there are, and what they are."""
    columns = tuple(dict.fromkeys(name for value in sample for name, _ in named_values(value)))
    if len(columns) > MOST_COLUMNS:
        raise BadFile(reading.path, f"it has {len(columns):,} fields, more than {MOST_COLUMNS:,}.")
    few = sample[:SAMPLE]
    cells = [[_told(name, value_in(value, name)) for name in columns] for value in few]
    reading.columns = columns
    reading.check_texts()
    reading.used = guess(columns, cells, reading.asked_roles()) if columns else {}
    reading.doubts += label_doubts(columns, cells, reading.used, reading.roles)


def _told(name: str, value: object) -> str:
    """What a value tells of its column: a text, or a list of labels; empty for what tells nothing."""
    if could_be_label(name) and isinstance(value, list):
        return " ".join(map(str, value))
    return value if isinstance(value, str) else ""


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write one object a line."""
    write_lines(target, _objects(rows))


def write_json(target: Target, rows: Iterable[Row]) -> None:
    """Write a list of objects."""
    write_list(target, _objects(rows))


def _objects(rows: Iterable[Row]) -> Iterator[Mapping[str, object]]:
    """Records without what is empty, save for the columns that every reader expects."""
    table, rows = table_of(rows)
    always = {"documents": ("id", "text", "label"), "words": ("term", "class"), "rules": ("rule", "class")}[table]
    for record in records(rows):
        fields = record.pop("fields", {})
        values = {name: value for name, value in record.items() if name in always or not _is_empty(value)}
        yield {**values, **_field_values(fields, record)}


def _field_values(fields: Mapping[str, FieldValue], record: Record) -> Record:
    """A document's fields beside what is said of it; those whose names are taken come in an object of their own."""
    values = {name: value.isoformat() if isinstance(value, date) else value for name, value in fields.items()}
    free = {name: value for name, value in values.items() if name not in record and name != "fields"}
    taken = {name: value for name, value in values.items() if name not in free}
    return {**free, "fields": taken} if taken else free


def _is_empty(value: Record | object) -> bool:
    return value is None or value is False or value == []
