"""A file's rows with columns added, in another format than its own."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import Any

from teachback.errors import require
from teachback.formats.delimited import cells_of, fitted, harmless, unguarded, wrong_width
from teachback.formats.excel import sheet_cells, write_sheet
from teachback.formats.extending.delimited_table import header_of
from teachback.formats.extending.extension import AT_ONCE, Extension, in_batches
from teachback.formats.plan import ImportPlan
from teachback.formats.reading import Reading
from teachback.formats.reading.reading import value_in
from teachback.formats.rows import Item
from teachback.formats.rows.problems import Problem
from teachback.formats.tables.json_values import values, write_lines, write_list
from teachback.formats.tables.roles import TABLES
from teachback.formats.writing import Target

Found = Iterator[tuple[int, Any]]  # where a row is, and its record, cells or text, or what is wrong with it


def write_new_table(plan: ImportPlan, reading: Reading, target: Target, format: str, extension: Extension) -> None:
    """Write the rows with the new columns behind their own, in a format that has columns."""
    columns = _columns(plan)
    names = extension.names(columns)
    kinds = [*_kinds(plan, columns), *(kind for _, kind in extension.columns)]
    write_table(target, format, [*columns, *names], kinds, _rows(plan, reading, columns, extension))


def write_table(
    target: Target, format: str, names: Sequence[str], kinds: Sequence[type], rows: Iterable[list[Any]]
) -> None:
    """Write rows of cells under these names: texts, numbers, dates, lists; None where there is nothing."""
    _WRITERS[format](target, names, kinds, rows)


def _rows(plan: ImportPlan, reading: Reading, columns: Sequence[str], extension: Extension) -> Iterator[list[Any]]:
    for batch in in_batches(_good(plan, reading, extension)):
        added = extension.cells([text for _, text in batch])
        for (record, _), cells in zip(batch, zip(*added, strict=True), strict=True):
            yield [*(value_in(record, column) for column in columns), *cells]
    extension.check(reading.path)


def _good(plan: ImportPlan, reading: Reading, extension: Extension) -> Iterator[tuple[dict[str, Any], str]]:
    width, text = len(reading.columns), reading.text_columns[0]
    for number, content in _records(plan, reading):
        record = content
        if isinstance(content, list):
            cells = fitted(content, width, reading.unit)
            record = dict(zip(reading.columns, cells, strict=True)) if len(cells) == width else None
        elif isinstance(content, str):
            record = {text: content}
        if isinstance(record, dict) and isinstance(own_text := reading.text_in(record), str):
            yield record, own_text
        elif isinstance(content, Problem):
            extension.refuse(content)
        else:
            wrong = wrong_width(len(content), width, reading.unit) if isinstance(content, list) else "it has no text."
            extension.refuse(Problem(f"{reading.unit} {number:,}", wrong))


def _records(plan: ImportPlan, reading: Reading) -> Found:
    match plan.format:
        case "csv" | "tsv":
            return _cells(reading)
        case "excel":
            return _below_the_header(reading, sheet_cells(reading))
        case "jsonl" | "json":
            return values(reading)
        case "spreadsheet":
            return _below_the_header(reading, plan.table_rows())
        case "parquet":
            return plan.table_rows()
    return enumerate((_record(row) for row in plan.read()), start=1)


def _cells(reading: Reading) -> Found:
    guarded = reading.columns in TABLES.values()
    with reading.text() as text:
        for line, cells in _below_the_header(reading, cells_of(reading, reading.lines(text))):
            yield line, [unguarded(cell) for cell in cells] if guarded and isinstance(cells, list) else cells


def _below_the_header(reading: Reading, rows: Found) -> Found:
    if reading.header:
        header_of(reading, rows)
    return rows


def _record(row: object) -> object:
    """A document of a file without columns, as a record."""
    if not isinstance(row, Item):
        return row
    label = {"label": row.label} if row.label is not None else {}
    return {"id": row.document.id, "text": row.document.text, **label, "fields": row.document.fields}


def _columns(plan: ImportPlan) -> list[str]:
    """The columns of the file. Records may have others further on, so all of them are looked at."""
    if plan.format in ("jsonl", "json"):
        objects = (value for _, value in values(plan.reading()) if isinstance(value, dict))
        return list(dict.fromkeys(name for value in objects for name in value)) or ["text"]
    if plan.columns:
        return list(plan.columns)
    return list(dict.fromkeys(["id", "text", *(["label"] if plan.classes else []), *plan.fields]))


def _kinds(plan: ImportPlan, columns: Sequence[str]) -> list[type]:
    """Numbers stay numbers where all of a column are; anything else is written as text."""
    if plan.format not in ("jsonl", "json", "parquet"):
        return [str] * len(columns)
    types: dict[str, set[type]] = {column: set() for column in columns}
    for _, record in _records(plan, plan.reading()):
        for column in columns if isinstance(record, dict) else ():
            if (value := value_in(record, column)) is not None:
                types[column].add(type(value))
    numbers = {frozenset({int}): int, frozenset({float}): float, frozenset({int, float}): float}
    return [numbers.get(frozenset(types[column]), str) for column in columns]


def cell_text(value: Any) -> str:
    """A value as a cell of a table that has only texts.

    >>> cell_text(["a", "b"]), cell_text(None), cell_text(True), cell_text(0.5)
    ('a; b', '', 'true', '0.5')
    """
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple) and not any(isinstance(each, list | dict) for each in value):
        return "; ".join(map(cell_text, value))
    return json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, list | dict) else str(value)


def _write_delimited(target: Target, names: Sequence[str], rows: Iterable[list[Any]], delimiter: str) -> None:
    with target.text(newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\r\n")
        writer.writerow(map(harmless, names))
        for row in rows:
            writer.writerow(value if isinstance(value, int | float) else harmless(cell_text(value)) for value in row)


def _objects(names: Sequence[str], rows: Iterable[list[Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        known = zip(names, row, strict=True)
        yield {name: value.isoformat() if isinstance(value, date) else value for name, value in known}


def _excel_cells(row: list[Any]) -> list[str | float]:
    """Numbers as they are, and anything else as text."""
    return [
        value if isinstance(value, int | float) and not isinstance(value, bool) else cell_text(value) for value in row
    ]


def _write_parquet(target: Target, names: Sequence[str], kinds: Sequence[type], rows: Iterable[list[Any]]) -> None:
    require("pyarrow", "tables", "The format parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {int: pa.int64(), float: pa.float64(), str: pa.string()}
    schema = pa.schema([(name, types[kind]) for name, kind in zip(names, kinds, strict=True)])
    with target.bytes() as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in in_batches(rows, AT_ONCE):
            columns = [
                pa.array(column if kind is not str else map(_text_or_none, column), types[kind])
                for column, kind in zip(zip(*batch, strict=True), kinds, strict=True)
            ]
            writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=schema))


def _text_or_none(value: Any) -> str | None:
    return None if value is None else cell_text(value)


_WRITERS: Mapping[str, Callable[[Target, Sequence[str], Sequence[type], Iterable[list[Any]]], None]] = {
    "csv": lambda target, names, _, rows: _write_delimited(target, names, rows, ","),
    "tsv": lambda target, names, _, rows: _write_delimited(target, names, rows, "\t"),
    "jsonl": lambda target, names, _, rows: write_lines(target, _objects(names, rows)),
    "json": lambda target, names, _, rows: write_list(target, _objects(names, rows)),
    "excel": lambda target, names, _, rows: write_sheet(target, chain([names], map(_excel_cells, rows))),
    "parquet": _write_parquet,
}
