"""Excel workbooks: the first sheet as a table of texts.

A workbook is a zip archive of XML; reading and writing one table of texts needs no more than the standard library.
Characters that XML cannot carry are written the way Excel writes them (``_x0000_``).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import IO
from xml.etree.ElementTree import Element, ParseError, iterparse
from xml.sax.saxutils import escape

from teachback.archives import MOST_BYTES, opened
from teachback.errors import listed, near_miss
from teachback.formats.delimited import read_cells
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile, CannotHold, Problem
from teachback.formats.tables.records import cell, records, table_of
from teachback.formats.tables.roles import MOST_COLUMNS, TABLES
from teachback.formats.tables.spreadsheets import spreadsheet_cells
from teachback.formats.writing import Target

LONGEST_CELL = 32_767
MOST_ROWS = 1_048_576
_MOST_ELEMENTS = 200_000  # of XML in memory at once: a row of the widest table has about a tenth
_MOST_OF_ONE = 64 << 20  # bytes of XML between the ends of two rows
_MOST_TEXTS = 5_000_000

_BEGIN = datetime(1899, 12, 30)
_DATE_FORMATS = frozenset(map(str, (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))))  # Excel's own
_NO_DATE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.')  # texts, escapes, colours and widths in a format
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_HOURS = "46"  # Excel's own format for them
_SHOWS_DATE = re.compile(r"[ymdhs]", re.IGNORECASE)
_MERGED = re.compile(rb'<(?:[\w.-]{1,40}:)?mergeCell\s[^>]{0,80}?ref="[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7})"')
_SHEET_PLACE = re.compile(r"xl/worksheets/sheet\d+\.xml")
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_SPELLED = re.compile(r"_x([0-9A-Fa-f]{4})_")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_SHEET, _NUMBER_FORMAT, _CELL_STYLES = (f"{{{MAIN}}}{name}" for name in ("sheet", "numFmt", "cellXfs"))
_RELATIONSHIP = f"{{{_PACKAGE}/relationships}}Relationship"
_LONGEST_FORMAT = 255  # characters, as Excel has it
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPES}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{_DOCUMENT}"><sheets>'
    '<sheet name="teachback" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of a workbook's first sheet."""
    reading.unit = "row"
    yield from read_cells(reading, sheet_cells(reading))
    if merged := _merged_down(reading):
        reading.not_taken["values of cells that are merged over several rows, below the first of these"] += merged


def _merged_down(reading: Reading) -> int:
    """How many rows have a part of a merged cell, and not the first: what it says is in the first alone."""
    named = _sheets(reading.path)
    place = named.get(reading.sheet or next(iter(named), ""))
    if place is None:
        return 0
    with zipfile.ZipFile(reading.path) as archive, archive.open(place) as stream:
        tail, rows = b"", 0
        while chunk := stream.read(1 << 16):
            merges = list(_MERGED.finditer(tail + chunk))
            rows += sum(int(each[2]) - int(each[1]) for each in merges)
            tail = (tail + chunk)[merges[-1].end() if merges else 0 :][-200:]
    return rows


def read_spreadsheet(reading: Reading) -> Iterator[Row | Problem]:
    """The rows of a sheet of an old workbook, or of an OpenDocument table; only in a child process."""
    reading.unit = "row"
    return read_cells(reading, spreadsheet_cells(reading))


def sheet_and_texts(reading: Reading) -> tuple[str | None, list[str]]:
    """The name of the sheet that is read, and the texts that its cells share with others."""
    shared: list[str] = []
    sheets = []
    with opened(reading.path) as members:
        for name, stream in members:
            if name == "xl/sharedStrings.xml":
                for entry in _elements(reading.path, stream, f"{{{MAIN}}}si"):
                    shared.append(_text(entry))
                    if len(shared) > _MOST_TEXTS:
                        raise BadFile(reading.path, f"its cells share more than {_MOST_TEXTS:,} texts.")
            elif _SHEET_PLACE.fullmatch(name):
                sheets.append(name)
    named = _sheets(reading.path)
    if reading.sheet is not None:
        if reading.sheet not in named:
            raise BadFile(
                reading.path,
                f"it has no sheet {reading.sheet!r}.{near_miss(reading.sheet, named)} It has {listed(named)}.",
            )
        return named[reading.sheet], shared
    first = next((place for place in named.values() if place in sheets), None)
    return first or min(sheets, key=lambda name: (len(name), name), default=None), shared


def sheet_names(path: Path) -> list[str]:
    """The names of the sheets, in the workbook's order; those that it hides come last."""
    try:
        return list(_sheets(path))
    except (ParseError, ValueError) as error:
        raise BadFile(path, f"it cannot be read as an Excel workbook ({error}); save it again.") from None


def _sheets(path: Path) -> dict[str, str]:
    """The sheets' names, and where in the archive each of them is; those that are hidden come last."""
    names: dict[str, str] = {}
    hidden: set[str] = set()
    places: dict[str, str] = {}
    with opened(path) as members:
        for name, stream in members:
            if name in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
                for element in _elements(path, _Counted(path, stream), _SHEET, _RELATIONSHIP):
                    if element.tag == _SHEET:
                        names[name := element.get("name", "")] = element.get(f"{{{_DOCUMENT}}}id", "")
                        hidden |= {name} if element.get("state", "visible") != "visible" else set()
                    else:
                        target = element.get("Target", "")
                        places[element.get("Id", "")] = target.lstrip("/") if target[:1] == "/" else f"xl/{target}"
    in_order = sorted(names, key=hidden.__contains__)
    return {name: places[names[name]] for name in in_order if names[name] in places}


@dataclass(frozen=True)
class Dates:
    """The styles of cells whose numbers are days since 1899 (or, in some old workbooks, since 1904)."""

    styles: frozenset[str]
    begin: datetime
    elapsed: frozenset[str] = frozenset()

    def written(self, value: str, style: str = "") -> str:
        """A number as the date, the time of day or (in a style for that) the hours that Excel shows.

        >>> dates = Dates(frozenset(), _BEGIN, frozenset({"3"}))
        >>> dates.written("46082"), dates.written("0.5"), dates.written("1.25", "3")
        ('2026-03-01', '12:00:00', '30:00:00')
        """
        try:
            days = float(value)
            moment = self.begin + timedelta(seconds=round(days * 86_400))
        except (ValueError, OverflowError):
            return value
        if style in self.elapsed and days >= 0:
            minutes, seconds = divmod(round(days * 86_400), 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        if 0 <= days < 1:
            return moment.time().isoformat()
        return moment.date().isoformat() if days == int(days) else moment.isoformat()


def _dates(path: Path) -> Dates:
    """Which styles of a workbook show dates."""
    own: dict[str, str] = {}
    styles: list[str] = []
    begin = _BEGIN
    with opened(path) as members:
        for name, stream in members:
            if name == "xl/styles.xml":
                for element in _elements(path, _Counted(path, stream), _NUMBER_FORMAT, _CELL_STYLES):
                    if element.tag == _NUMBER_FORMAT:
                        own[element.get("numFmtId", "")] = element.get("formatCode", "")[:_LONGEST_FORMAT]
                    else:
                        styles += [style.get("numFmtId", "") for style in element.iter(f"{{{MAIN}}}xf")]
            elif name == "xl/workbook.xml":
                for element in _elements(path, _Counted(path, stream), f"{{{MAIN}}}workbookPr"):
                    if element.get("date1904") in ("1", "true"):
                        begin = datetime(1904, 1, 1)
    date_formats = {id for id in styles if id in _DATE_FORMATS or _SHOWS_DATE.search(_NO_DATE.sub("", own.get(id, "")))}
    elapsed = {id for id in date_formats if id == _HOURS or _ELAPSED.search(own.get(id, ""))}
    numbers = (frozenset(str(place) for place, id in enumerate(styles) if id in ids) for ids in (date_formats, elapsed))
    return Dates(next(numbers), begin, next(numbers))


def sheet_cells(reading: Reading) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row as texts, and the row's number."""
    try:
        first, shared = sheet_and_texts(reading)
        dates = _dates(reading.path)
        with opened(reading.path) as members:
            for name, stream in members:
                if name == first:
                    width = 0  # of the first row; sheets leave out empty cells at the end of others
                    left = MOST_BYTES  # a text that is kept once may be in every cell
                    for number, row in enumerate(_elements(reading.path, stream, f"{{{MAIN}}}row"), start=1):
                        if number > MOST_ROWS:
                            raise BadFile(reading.path, f"its first sheet has more than {MOST_ROWS:,} rows.")
                        cells = _row(reading, row, shared, dates)
                        left -= sum(map(len, cells))
                        if left < 0:
                            raise BadFile(reading.path, f"its first sheet has more than {MOST_BYTES:,} characters.")
                        if any(cells):
                            width = width or len(cells)
                            cells += [""] * (width - len(cells))
                            yield int(row.get("r", number)), cells
    except (ParseError, ValueError, IndexError) as error:
        raise BadFile(reading.path, f"it cannot be read as an Excel workbook ({error}); save it again.") from None


def _elements(path: Path, stream: IO[bytes] | _Counted, *tags: str) -> Iterator[Element]:
    """The elements of these names, each forgotten when the next is asked for; what stands around them is not kept.

    What has to be in memory at once is counted while it is read: a small file can unpack to a row of millions of cells.
    """
    parents: list[Element] = []
    inside = held = 0
    counted = _Counted(path, stream)
    for event, element in iterparse(counted, ("start", "end")):  # noqa: S314 - expat bounds what entities expand to
        is_wanted = element.tag in tags
        if event == "start":
            parents.append(element)
            inside += is_wanted
            held += 1
            if held > _MOST_ELEMENTS:
                raise BadFile(path, f"a row, a text or the list of its styles has more than {_MOST_ELEMENTS:,} parts.")
            continue
        parents.pop()
        inside -= is_wanted
        if inside:
            continue
        if is_wanted:
            yield element
            counted.begin_again()
        elif element.tag == f"{{{MAIN}}}sheetData":
            return  # what follows says how the sheet looks
        if parents:
            parents[-1].clear()
        held = len(parents)


class _Counted(io.RawIOBase):
    """A stream that refuses a row, or anything between rows, above a number of bytes."""

    def __init__(self, path: Path, stream: IO[bytes] | _Counted) -> None:
        super().__init__()
        self._path, self._stream, self._left = path, stream, _MOST_OF_ONE

    def begin_again(self) -> None:
        self._left = _MOST_OF_ONE

    def read(self, size: int = -1, /) -> bytes:
        content = self._stream.read(size)
        self._left -= len(content)
        if self._left < 0:
            raise BadFile(self._path, f"a row, or what stands before one, has more than {_MOST_OF_ONE:,} bytes.")
        return content


def _row(reading: Reading, row: Element, shared: list[str], dates: Dates) -> list[str]:
    cells: list[str] = []
    for element in row:
        place = column_of(element.get("r", "")) or len(cells)
        if place >= MOST_COLUMNS:
            raise BadFile(reading.path, f"it has more than {MOST_COLUMNS:,} columns.")
        cells += [""] * (place + 1 - len(cells))
        cells[place] = _value(element, shared, dates)
        if not cells[place] and element.get("t") != "str" and element.find(f"{{{MAIN}}}f") is not None:
            reading.not_taken["formulas that were never computed (open the file in Excel, and save it)"] += 1
    return cells


def column_of(reference: str) -> int:
    """The place of a cell such as AB12, from 0."""
    place = 0
    for letter in reference.rstrip("0123456789"):
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1 if place > 0 else 0


def _value(cell: Element, shared: list[str], dates: Dates) -> str:
    kind, value = cell.get("t"), cell.findtext(f"{{{MAIN}}}v") or ""
    if kind in (None, "n") and value and cell.get("s") in dates.styles:
        return dates.written(value, cell.get("s", ""))
    if kind == "s":
        return shared[int(value)]
    if kind == "inlineStr":
        return _text(cell)
    if kind == "b":
        return "true" if value == "1" else "false"
    return unspelled(value)


def _text(element: Element) -> str:
    """The text of a cell, whose parts may be set in different types; how it is pronounced is left out."""
    spoken = {text for aside in element.iter(f"{{{MAIN}}}rPh") for text in aside}
    return unspelled("".join(text.text or "" for text in element.iter(f"{{{MAIN}}}t") if text not in spoken))


def unspelled(text: str) -> str:
    """The text with what XML cannot carry spelled back."""
    return _SPELLED.sub(lambda code: chr(int(code[1], 16)), text)


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a workbook with one sheet; every cell is a text, so nothing is run or rounded."""
    table, rows = table_of(rows)
    columns = TABLES[table]
    cells = ([cell(record[column]) for column in columns] for record in records(rows))
    write_sheet(target, chain([columns], cells))


def write_sheet(target: Target, rows: Iterable[Sequence[str | float]]) -> None:
    """Write a workbook with one sheet of texts and numbers."""
    with target.bytes() as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in _PARTS.items():
            archive.writestr(zipfile.ZipInfo(name), _HEAD + content, zipfile.ZIP_DEFLATED)
        info = zipfile.ZipInfo("xl/worksheets/sheet1.xml")
        info.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(info, "w", force_zip64=True) as sheet:
            sheet.write(f'{_HEAD}<worksheet xmlns="{MAIN}"><sheetData>'.encode())
            for number, cells in enumerate(rows, start=1):
                if number > MOST_ROWS:
                    raise CannotHold(f"A sheet of Excel has {MOST_ROWS:,} rows; write csv or parquet instead.")
                row = "".join("<c/>" if cell == "" else cell_xml(cell) for cell in map(_short, cells))
                sheet.write(f"<row>{row}</row>".encode())
            sheet.write(b"</sheetData></worksheet>")


def cell_xml(value: str | float, reference: str = "", prefix: str = "") -> str:
    """A cell with a text or a number.

    >>> cell_xml(0.5, "B2")
    '<c r="B2"><v>0.5</v></c>'
    """
    at = f' r="{reference}"' if reference else ""
    if not isinstance(value, str):
        return f"<{prefix}c{at}><{prefix}v>{value!r}</{prefix}v></{prefix}c>"
    spelled = escape(_UNWRITABLE.sub(lambda character: f"_x{ord(character[0]):04X}_", value), {"\r": "&#13;"})
    inside = f'<{prefix}is><{prefix}t xml:space="preserve">{spelled}</{prefix}t></{prefix}is>'
    return f'<{prefix}c{at} t="inlineStr">{inside}</{prefix}c>'


def column_letters(place: int) -> str:
    """What Excel calls a column, counted from 0.

    >>> column_letters(0), column_letters(27)
    ('A', 'AB')
    """
    letters = ""
    place += 1
    while place:
        place, last = divmod(place - 1, 26)
        letters = chr(ord("A") + last) + letters
    return letters


def _short(text: str | float) -> str | float:
    if isinstance(text, str) and len(text) > LONGEST_CELL:
        raise CannotHold(
            f"A cell of Excel holds {LONGEST_CELL:,} characters, and one that begins with {text[:40]!r} has "
            f"{len(text):,}; write csv, jsonl or parquet instead."
        )
    return text
