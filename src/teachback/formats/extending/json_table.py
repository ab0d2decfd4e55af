"""JSON lines, or a JSON list, of objects with fields added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from teachback.formats.extending.extension import Extension, in_batches
from teachback.formats.reading import Reading
from teachback.formats.rows.problems import Problem
from teachback.formats.tables.json_values import values, write_lines, write_list
from teachback.formats.writing import Target


def extend(reading: Reading, target: Target, extension: Extension) -> None:
    """Write the objects, one a line, with the new fields behind their own."""
    write_lines(target, _objects(reading, extension))


def extend_list(reading: Reading, target: Target, extension: Extension) -> None:
    """Write a list of the objects with the new fields behind their own."""
    write_list(target, _objects(reading, extension))


def _objects(reading: Reading, extension: Extension) -> Iterator[dict[str, Any]]:
    names = extension.names(reading.columns)
    for batch in in_batches(_good(reading, extension)):
        added = extension.cells([text for _, text in batch])
        for (value, _), cells in zip(batch, zip(*added, strict=True), strict=True):
            yield {**value, **dict(zip(names, cells, strict=True))}
    extension.check(reading.path)


def _good(reading: Reading, extension: Extension) -> Iterator[tuple[dict[str, Any], str]]:
    for number, value in values(reading):
        if isinstance(value, str):
            value = {reading.text_columns[0]: value}
        if isinstance(value, dict) and isinstance(text := reading.text_in(value), str):
            yield value, text
        else:
            where = f"{reading.unit} {number:,}"
            extension.refuse(value if isinstance(value, Problem) else Problem(where, "it has no text."))
