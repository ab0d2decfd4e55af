"""What the child process does with a file: inspect it, or read its rows. Everything that comes out is JSON."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import date
from itertools import count, islice
from math import isfinite
from typing import Any

from teachback.errors import TeachbackError, require
from teachback.formats.catalogue import Format, find, format_of
from teachback.formats.excel import sheet_names
from teachback.formats.parquet import opened_parquet, parquet_records
from teachback.formats.reading import Reading
from teachback.formats.reading.beginning import Beginning, beginning
from teachback.formats.rows.class_lists import single_classes
from teachback.formats.rows.wire import to_wire
from teachback.formats.tables.spreadsheets import spreadsheet_cells, spreadsheet_names

_ROWS = 200  # in a frame
_ROOM = 1 << 20  # about how many characters of text in a frame


def inspected(reading: Mapping[str, Any], format: str | None, rows: int, most: int) -> Iterator[dict[str, Any]]:
    """What is in a file: one object, with the fields of an import's plan and what was found out for reading it."""
    asked, mark = _marked(reading)
    with asked.kept_open():
        chosen = format_of(asked, format)
        start = _beginning(asked, chosen, rows, most)
        known = single_classes(start.classes, asked.classes)
        last = asked
        if not known.issuperset(start.classes) or (asked.by_classes and known != asked.classes):
            last = asked.again(classes=known)  # now that the classes are known, cells that list several are found
            last.unnamed = _ids(mark)
            start = _beginning(last, chosen, rows, most)
    yield {
        "format": chosen.name,
        "reading": asked.to_json(),
        "rows": [to_wire(row, mark) for row in start.rows],
        "problems": [to_wire(problem, mark) for problem in start.problems],
        "classes": start.classes,
        "documents": start.documents,
        "blank": start.blank,
        "models": start.models,
        "whole": start.whole,
        "doubts": [*asked.doubts, *start.doubts],
        "several": last.several_rows,
        "only_class": next(iter(known)) if last.by_classes and len(known) == 1 else None,
        "sheets": _sheets(asked, chosen.name),
        "not_taken": +last.not_taken,
    }


def _sheets(reading: Reading, format: str) -> list[str]:
    if format == "spreadsheet":
        return spreadsheet_names(reading)
    return sheet_names(reading.path) if format == "excel" else []


def table(reading: Mapping[str, Any], format: str) -> Iterator[dict[str, Any]]:
    """The rows of a table as they are, some at a time: each with its number, and its cells or its record."""
    asked = Reading.from_json(reading)
    with asked.kept_open():
        numbered_rows: Iterator[tuple[int, Any]] = (
            spreadsheet_cells(asked) if format == "spreadsheet" else enumerate(parquet_records(asked), start=1)
        )
        while some := list(islice(numbered_rows, _ROWS)):
            yield {"rows": [(number, _sent(row)) for number, row in some]}


def _sent(value: Any) -> Any:
    """A value of a table as JSON has it; dates, bytes and the like as their text."""
    if isinstance(value, dict):
        return {name: _sent(each) for name, each in value.items()}
    if isinstance(value, list):
        return list(map(_sent, value))
    plain = value is None or isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value))
    return value if plain else value.isoformat() if isinstance(value, date) else str(value)


def arrow_batches(reading: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file, checked, as streams of Arrow; the first has its columns and no row."""
    require("pyarrow", "tables", "The format parquet")
    import pyarrow as pa

    from teachback.formats.tables.arrow import bounded, pieces

    def sent(batches: list[pa.RecordBatch], schema: pa.Schema) -> dict[str, Any]:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, schema) as stream:
            for batch in batches:
                stream.write_batch(batch)
        return {"arrow": b64encode(sink.getvalue()).decode(), "done": done}

    asked, done = Reading.from_json(reading), (0, 0)

    def note(at: int, of: int) -> None:
        nonlocal done
        done = at, of

    asked.progress = note
    with opened_parquet(asked) as (table, own, most):
        yield sent([], own)
        for batch in bounded(asked.path, table.iter_batches(batch_size=_ROWS * 10), most):
            for piece in pieces(asked.path, batch):
                yield sent([piece], piece.schema)


def rows(reading: Mapping[str, Any], format: str | None, teacher: str) -> Iterator[dict[str, Any]]:
    """The rows of a file and what is wrong with others, some at a time, with how much of the file is read."""
    asked, mark = _marked(reading)
    asked.teacher = teacher
    done = (0, 0)

    def note(at: int, of: int) -> None:
        nonlocal done
        done = at, of

    asked.progress = note
    with asked.kept_open():
        chosen = find(format) if format is not None else format_of(asked)
        batch: list[list[Any]] = []
        room = _ROOM
        try:
            for row in chosen.rows(asked):
                sent = to_wire(row, mark)
                batch.append(sent)
                room -= len(sent[2]) if sent[0] == "document" else 100
                if len(batch) == _ROWS or room <= 0:
                    yield {"rows": batch, "done": done}
                    batch, room = [], _ROOM
        except TeachbackError:
            yield {"rows": batch, "done": done}  # what came before it
            raise
        yield {"rows": batch, "done": done, "not_taken": +asked.not_taken}


def _marked(reading: Mapping[str, Any]) -> tuple[Reading, str]:
    """A reading whose documents without an id get one that shows it: they are named where the rows arrive."""
    asked, mark = Reading.from_json(reading), f"unnamed-{secrets.token_hex(8)}-"
    asked.unnamed = _ids(mark)
    return asked, mark


def _ids(mark: str) -> Iterator[str]:
    return (f"{mark}{number}" for number in count(1))


def _beginning(reading: Reading, format: Format, rows: int, most: int) -> Beginning:
    with closing(format.rows(reading)) as all_rows:  # type: ignore[type-var]
        return beginning(all_rows, rows, most)
