"""Comma- and tab-separated tables. Every cell is text: 007 stays 007, NA stays NA, an empty cell stays empty."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from teachback.errors import counted, listed
from teachback.formats.reading import LONGEST_LINE, SAMPLE, Reading
from teachback.formats.rows import Row
from teachback.formats.rows.class_lists import unpacked
from teachback.formats.rows.problems import BadFile, BadRow, Problem
from teachback.formats.tables.records import cell, records, row, table_of
from teachback.formats.tables.roles import (
    MOST_COLUMNS,
    TABLES,
    guess,
    guess_without_names,
    is_header,
    label_doubts,
    numbered,
    rows_above_header,
    unique_names,
)
from teachback.formats.tables.typed_cells import text_kind, typed_cells
from teachback.formats.writing import Target

_DELIMITERS = ",;\t|"
_MOST = 0.9  # of the rows of a file named for tabs must be cut alike by something else
_TOLD = 60  # letters of a row that is left out
SEPARATOR_LINE = re.compile(r"\ufeff?\"?sep=(.)\"?[\r\n]*", re.IGNORECASE)  # which Excel writes and reads, and no row
# What a spreadsheet would run as a formula, and what our own mark has been put before.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_SUSPECT = frozenset("'=+-@\t\r\n＝＋－＠")

csv.field_size_limit(LONGEST_LINE)


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of a table; what separates its cells is found out."""
    with reading.text() as text:
        lines = reading.lines(text)
        head = list(islice(lines, SAMPLE))
        reading.delimiter = reading.delimiter or _delimiter(head, reading.path.suffix.casefold())
        yield from read_cells(reading, cells_of(reading, chain(head, lines)), guarded=True)


def read_cells(
    reading: Reading, cells: Iterator[tuple[int, list[str] | Problem]], *, guarded: bool = False
) -> Iterator[Row | Problem]:
    """The rows of a table of texts: find out what the columns are, from a header or without one, and read on.

    In a table with our columns that is `guarded`, apostrophes stand before what a spreadsheet would run.
    """
    cells = ((line, content) for line, content in cells if isinstance(content, Problem) or any(map(str.strip, content)))
    sample = list(islice(cells, SAMPLE))
    full = [content for _, content in sample if isinstance(content, list)]
    if not full:
        raise BadFile(reading.path, str(sample[0][1]) if sample else "it is empty.")
    if not reading.columns:
        _find_columns(reading, [(line, content) for line, content in sample if isinstance(content, list)])
    if reading.header:
        first = full[reading.above]
        if sample[-1][1] is first:
            raise BadFile(
                reading.path,
                f"it has the names of columns ({listed(map(repr, first), 6)}) and no row below them, so there is "
                "nothing to import.",
            )
        full = full[reading.above + 1 :]
        sample = sample[[content for _, content in sample].index(first) + 1 :]
    columns = reading.columns
    guarded = guarded and columns in TABLES.values()
    places = {role: columns.index(name) for role, name in reading.used.items()}
    fields = _fields(reading, full)
    return reading.rows(chain(sample, cells), partial(_row, reading, places, fields, len(columns), guarded))


def _fields(reading: Reading, sample: Sequence[list[str]]) -> list[tuple[str, int]]:
    """The columns that are kept as fields, and what their cells are in the first rows."""
    if "text" not in reading.used:
        return []
    taken = {reading.columns.index(name) for name in reading.taken}
    fields = [(name, place) for place, name in enumerate(reading.columns) if place not in taken]
    for name, place in fields:
        if cells := [row[place] for row in sample if place < len(row) and row[place]]:
            reading.kinds.setdefault(name, text_kind(cells))
    return fields


def _find_columns(reading: Reading, numbered_rows: Sequence[tuple[int, list[str]]]) -> None:
    """Find out which row names the columns, if one does, and what they are."""
    sample = [cells for _, cells in numbered_rows]
    if reading.header is None:
        reading.above = rows_above_header(sample)
        reading.header = bool(reading.above) or is_header(sample[0], sample[1:])
    first, others = sample[reading.above], sample[reading.above + 1 :]
    if reading.above:
        beginnings = listed((repr(" ".join(filter(None, cells))[:_TOLD]) for cells in sample[: reading.above]), 3)
        reading.doubts.append(
            f"The names of its columns are in {reading.unit} {numbered_rows[reading.above][0]:,}; what stands above "
            f"them is no document: {beginnings}."
        )
    if reading.header:
        reading.columns = unique_names(first)
        reading.check_texts()
        reading.used = guess(reading.columns, others, reading.asked_roles())
        reading.doubts += label_doubts(reading.columns, others, reading.used, reading.roles)
    else:
        reading.columns = tuple(numbered(max(map(len, sample))))
        reading.doubts.append("Its first line does not look like names of columns, so it is read as data.")
        reading.check_texts()
        asked = reading.asked_roles()
        reading.used = guess(reading.columns, sample, asked) if asked else guess_without_names(sample)


def _row(
    reading: Reading,
    places: dict[str, int],
    fields: Sequence[tuple[str, int]],
    width: int,
    guarded: bool,
    cells: list[str],
) -> Row:
    cells = fitted(cells, width, reading.unit)
    if len(cells) != width:
        raise BadRow(wrong_width(len(cells), width, reading.unit))
    record: dict[str, object] = {role: cells[place] for role, place in places.items()}
    if guarded:
        record = {role: unguarded(cells[place]) for role, place in places.items()}
    if reading.texts:
        record["text"] = reading.joined(cells[reading.columns.index(name)] for name in reading.texts)
    if "label" in record and reading.columns not in TABLES.values():
        record["label"] = unpacked(cells[places["label"]].strip())
    if not record.get("id", "…"):
        raise BadRow("it has no id.")
    return row(reading, record, typed_cells([(name, cells[place]) for name, place in fields], reading.kinds))


def fitted(cells: list[str], width: int, unit: str) -> list[str]:
    """The cells of a row without empty ones behind the last column, which some programs write.

    A row of a sheet has as many cells as its table: it leaves out those at its end that are empty.

    >>> fitted(["a", "b", "", ""], 2, "line"), fitted(["a", "b", "c"], 2, "line"), fitted(["a"], 2, "row")
    (['a', 'b'], ['a', 'b', 'c'], ['a', ''])
    """
    if len(cells) < width:
        return [*cells, *[""] * (width - len(cells))] if unit == "row" else cells
    return cells[:width] if not any(cells[width:]) else cells


def wrong_width(cells: int, width: int, unit: str) -> str:
    """What is wrong with a row that has more or fewer cells than the table."""
    hint = "look whether something stands beside the table" if unit == "row" else "look at its quotation marks"
    return f"it has {counted(cells, 'cell')} where the table has {counted(width, 'column')}; {hint}."


def cells_of(reading: Reading, lines: Iterable[str]) -> Iterator[tuple[int, list[str] | Problem]]:
    """The cells of each row and the line it begins on."""
    table = csv.reader(_narrow(reading, lines), delimiter=reading.delimiter, strict=True)
    begins = 1
    while True:
        try:
            cells = next(table, None)
        except csv.Error as error:
            if "field larger" in str(error) or "end of data" in str(error):
                raise BadFile(
                    reading.path, f"a quotation mark is opened on line {begins:,} and never closed; mend that row."
                ) from None
            yield begins, Problem(f"line {begins:,}", f"its quotation marks are wrong ({error}).")
        else:
            if cells is None:
                return
            if cells:
                yield begins, cells
        begins = table.line_num + 1


def _narrow(reading: Reading, lines: Iterable[str]) -> Iterator[str]:
    """The lines, if the first one does not promise more columns than any table has."""
    rest = iter(lines)
    first = next(rest, "")
    if SEPARATOR_LINE.fullmatch(first):
        first = "\n"  # so that lines are counted as in the file
    elif (columns := first.count(reading.delimiter)) > MOST_COLUMNS:
        raise BadFile(
            reading.path,
            f"it has {columns + 1:,} columns, more than {MOST_COLUMNS:,}; is the table lying on its side, or is it "
            "separated by something else?",
        )
    return chain([first], rest)


def _delimiter(head: Sequence[str], suffix: str) -> str:
    """What cuts the largest share of the first rows into the same number (above one) of cells.

    It is a tab where the name says so, unless no row has one. A share, not a number: a text of many lines is one row
    where it is cut right and many where it is cut wrong.
    """
    named_for_tabs = suffix in (".tsv", ".tab")
    if named_for_tabs and any("\t" in line for line in head):
        return "\t"
    if head and (separator := SEPARATOR_LINE.fullmatch(head[0])):
        return separator[1]

    def agreement(delimiter: str) -> tuple[float, int]:
        try:
            rows = [cells for cells in csv.reader(head, delimiter=delimiter) if cells]
        except csv.Error:
            return 0.0, 0
        if len(rows) > 1 and len(head) == SAMPLE:
            rows.pop()  # it may go on below
        if rows and len(rows[0]) == 1 and (above := rows_above_header(rows)):
            rows = rows[above:]
        same = [cells for cells in rows if len(cells) == len(rows[0])]
        return (len(same) / len(rows), len(rows[0])) if rows and len(rows[0]) > 1 else (0.0, 0)

    best = max(_DELIMITERS, key=agreement)
    return "\t" if named_for_tabs and agreement(best)[0] < _MOST else best


def write(target: Target, rows: Iterable[Row], delimiter: str = ",") -> None:
    """Write a table under our own names of columns, safe to open in a spreadsheet.

    A cell that a spreadsheet would run as a formula gets an apostrophe before it, which is taken away again when a
    table with our columns is read.
    """
    table, rows = table_of(rows)
    with target.text(newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\r\n")
        writer.writerow(TABLES[table])
        columns = TABLES[table]
        for record in records(rows):
            values = map(record.__getitem__, columns)
            writer.writerow(["" if value is None else harmless(cell(value)) for value in values])


def write_tabs(target: Target, rows: Iterable[Row]) -> None:
    """Write a tab-separated table."""
    write(target, rows, "\t")


def harmless(text: str) -> str:
    """A cell that a spreadsheet shows and does not run.

    >>> harmless("=1+1"), harmless("a = b")
    ("'=1+1", 'a = b')
    """
    return f"'{text}" if text[:1] in _SUSPECT and _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The cell as it was before :func:`harmless`.

    >>> unguarded("'=1+1"), unguarded("'tis")
    ('=1+1', "'tis")
    """
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text
