"""A comma- or tab-separated table with columns added; its own cells stay as they are, letter by letter."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter
from typing import Any

from teachback.formats.delimited import SEPARATOR_LINE, cells_of, fitted, harmless, unguarded, wrong_width
from teachback.formats.extending.extension import Extension, in_batches
from teachback.formats.reading import Reading
from teachback.formats.rows.problems import Problem
from teachback.formats.tables.roles import TABLES
from teachback.formats.writing import Target


def extend(reading: Reading, target: Target, extension: Extension) -> None:
    """Write the table with the new columns behind its own."""
    with reading.text() as text, target.text(newline="") as file:
        if reading.encoding is not None and reading.encoding.name not in ("utf-8", "ascii"):
            file.write("\ufeff")  # spreadsheets that read the old encoding take UTF-8 only so
        writer = csv.writer(file, delimiter=reading.delimiter, lineterminator="\r\n")
        lines = reading.lines(text)
        first_line = next(lines, "")
        if SEPARATOR_LINE.fullmatch(first_line):
            file.write(first_line)
        rows = cells_of(reading, chain([first_line], lines))
        if reading.header:
            above, first = header_of(reading, rows)
            writer.writerows(above)
            writer.writerow([*first, *map(harmless, extension.names(first))])
        places = list(map(reading.columns.index, reading.text_columns))
        guarded = reading.columns in TABLES.values()
        for batch in _good(reading, rows, extension):
            columns = [list(map(itemgetter(place), batch)) for place in places]
            if guarded:
                columns = [list(map(unguarded, column)) for column in columns]
            texts = columns[0] if len(columns) == 1 else map(reading.text_of, zip(*columns, strict=True))
            added = extension.cells(list(map(str, texts)))
            new = [_safe(column, kind) for column, (_, kind) in zip(added, extension.columns, strict=True)]
            writer.writerows(map(list.__add__, batch, map(list, zip(*new, strict=True))))
        extension.check(reading.path)


def header_of(reading: Reading, rows: Iterator[tuple[int, Any]]) -> tuple[list[list[str]], list[str]]:
    """The rows above the one that names the columns, and that one; what is read after that are rows of the table."""
    above: list[list[str]] = []
    for _, cells in rows:
        if isinstance(cells, list) and any(map(str.strip, cells)):
            above.append(cells)
            if len(above) > reading.above:
                break
    return above[:-1], above[-1] if above else []


def _good(
    reading: Reading, rows: Iterator[tuple[int, list[str] | Problem]], extension: Extension
) -> Iterator[list[list[str]]]:
    """The cells of the rows, some rows at a time; rows are looked at one by one only where one of them is bad."""
    width = len(reading.columns)
    for batch in in_batches(rows):
        cells = [cell for _, cell in batch if isinstance(cell, list) and len(cell) == width]
        if len(cells) < len(batch) or _is_broken("".join(chain.from_iterable(cells))):
            cells = [good for line, cell in batch if (good := _good_row(line, cell, width, extension)) is not None]
        if cells:
            yield cells


def _good_row(line: int, content: list[str] | Problem, width: int, extension: Extension) -> list[str] | None:
    if isinstance(content, Problem):
        extension.refuse(content)
    elif len(cells := fitted(content, width, "line")) != width:
        extension.refuse(Problem(f"line {line:,}", wrong_width(len(cells), width, "line")))
    elif _is_broken("".join(cells)):
        extension.refuse(Problem(f"line {line:,}", "some of its bytes are no letters; say which encoding it has."))
    else:
        return cells
    return None


def _is_broken(text: str) -> bool:
    """Whether bytes that are wrong in the file's encoding stand in the text as halves of characters."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _safe(column: Any, kind: type) -> Any:
    """What we add, so that no spreadsheet runs it; what was there before stays as it was."""
    return column if kind is float else ("" if cell is None else harmless(cell) for cell in column)
