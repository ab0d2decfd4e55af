"""An Excel workbook with columns added to a sheet: everything else in it stays as it is, byte by byte.

Numbers, dates, formulas, widths, colours and other sheets are not even looked at: cells are put into the sheet's XML
before the end of each row.
"""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import IO
from xml.parsers import expat

from teachback.formats.excel import cell_xml, column_letters, column_of, sheet_and_texts, unspelled
from teachback.formats.extending.extension import AT_ONCE, Cell, Extension
from teachback.formats.reading import Reading
from teachback.formats.rows.problems import BadFile, Problem
from teachback.formats.writing import Target

_CHUNK = 1 << 16
_LONGEST = 32_000  # characters of what is added to a cell
_SPANS = re.compile(rb'^(<[^>]*?)\s+spans="[^"]*"')  # a hint that would be wrong afterwards
_PREFIX = re.compile(rb"<([\w.-]+:)?row")


def extend(reading: Reading, target: Target, extension: Extension) -> None:
    """Write the workbook with the new columns behind those of the sheet's table."""
    sheet, shared = sheet_and_texts(reading)
    try:
        with (
            target.bytes() as file,
            zipfile.ZipFile(reading.path) as old,
            zipfile.ZipFile(file, "w", compresslevel=1) as new,
        ):
            for info in old.infolist():
                copied = zipfile.ZipInfo(info.filename, info.date_time)
                copied.compress_type = zipfile.ZIP_DEFLATED
                with old.open(info) as source, new.open(copied, "w", force_zip64=True) as copy:
                    if info.filename == sheet:
                        _extend_sheet(reading, source, copy, shared, extension)
                    else:
                        shutil.copyfileobj(source, copy)
            extension.check(reading.path)
    except (expat.ExpatError, ValueError, IndexError, zipfile.BadZipFile) as error:
        raise BadFile(reading.path, f"it cannot be read as an Excel workbook ({error}); save it again.") from None


@dataclass
class _SheetRow:
    """A row of the sheet: where its XML begins and where cells can be put in, and its texts."""

    number: int
    begins: int
    ends: int = 0  # where its own cells end: before the end tag, or before the first cell that is no column's
    closes: int = 0
    texts: dict[int, str] = field(default_factory=dict)  # by the place of their column
    is_blank: bool = True
    beyond: bool = False


@dataclass
class _Sheet:
    """Listens to the XML of a sheet, and keeps the rows that have ended."""

    text_places: Collection[int]
    width: int
    shared: Sequence[str]
    reading: Reading
    rows: list[_SheetRow] = field(default_factory=list)
    above: int = 0  # rows that are still to come above the names of columns

    def __post_init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._letters
        self._row: _SheetRow | None = None
        self._number, self._place, self._kind = 0, -1, ""
        self._reads = self._aside = False
        self._parts: list[str] = []

    def _start(self, name: str, about: dict[str, str]) -> None:
        kind = name.rpartition(" ")[2]
        if kind == "row":
            self._number = int(about.get("r", self._number + 1))
            self._row, self._place = _SheetRow(self._number, self.parser.CurrentByteIndex), -1
        elif kind == "c" and self._row is not None:
            self._place = column_of(about["r"]) if "r" in about else self._place + 1
            self._kind, self._parts = about.get("t", "n"), []
            if self._place >= self.width and not self._row.ends:
                self._row.ends = self.parser.CurrentByteIndex
        elif kind in ("v", "t"):
            self._reads = not self._aside
        elif kind == "rPh":
            self._aside = True

    def _letters(self, letters: str) -> None:
        if self._reads:
            self._parts.append(letters)

    def _end(self, name: str) -> None:
        kind = name.rpartition(" ")[2]
        if kind in ("v", "t"):
            self._reads = False
        elif kind == "rPh":
            self._aside = False
        elif self._row is None:
            return
        elif kind == "c" and self._parts:
            self._row.is_blank = False
            self._row.beyond |= self._place >= self.width
            if self._place in self.text_places:
                content = "".join(self._parts)
                text = self.shared[int(content)] if self._kind == "s" else unspelled(content)
                self._row.texts[self._place] = text if self._kind != "b" else str(text == "1").lower()
        elif kind == "row":
            self._row.closes = self.parser.CurrentByteIndex
            self._row.ends = self._row.ends or self._row.closes
            self.rows.append(self._row)
            self._row = None


def _extend_sheet(
    reading: Reading, source: IO[bytes], copy: IO[bytes], shared: Sequence[str], extension: Extension
) -> None:
    places = list(map(reading.columns.index, reading.text_columns))
    sheet = _Sheet(places, len(reading.columns), shared, reading)
    header = extension.names(reading.columns) if reading.header else None
    sheet.above = reading.above
    raw, begins = bytearray(), 0  # what has been read and not written yet, and where that begins
    while chunk := source.read(_CHUNK):
        if not begins and chunk[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise BadFile(reading.path, "its sheet is written in UTF-16; save it again.")
        raw += chunk
        sheet.parser.Parse(chunk)
        if len(sheet.rows) >= AT_ONCE:
            header, begins = _write_rows(sheet, raw, begins, copy, header, extension)
    sheet.parser.Parse(b"", True)
    _write_rows(sheet, raw, begins, copy, header, extension)
    copy.write(raw)


def _write_rows(
    sheet: _Sheet, raw: bytearray, begins: int, copy: IO[bytes], header: list[str] | None, extension: Extension
) -> tuple[list[str] | None, int]:
    """Write the rows that have ended, and forget them; says which header is to come, and where the rest begins."""
    rows, sheet.rows = sheet.rows, []
    if not rows:
        return header, begins
    filled = [row for row in rows if not row.is_blank]
    added: dict[int, Sequence[Cell]] = {}
    if header is not None:
        filled, sheet.above = filled[sheet.above :], max(0, sheet.above - len(filled))
    if header is not None and filled:
        added[filled.pop(0).number], header = header, None
    for row in filled:
        if row.beyond:
            extension.refuse(Problem(f"row {row.number:,}", f"it has cells beyond its {sheet.width:,} columns."))
    answered = [row for row in filled if not row.beyond]
    texts = [str(sheet.reading.text_of([row.texts.get(place, "") for place in sheet.text_places])) for row in answered]
    cells = zip(*extension.cells(texts), strict=True)
    added |= zip((row.number for row in answered), cells, strict=True)
    written = 0
    for row in (row for row in rows if row.number in added):
        copy.write(raw[written : row.begins - begins])
        own = _SPANS.sub(rb"\1", bytes(raw[row.begins - begins : row.ends - begins]))
        prefixed = _PREFIX.match(own)
        prefix = (prefixed[1] or b"").decode() if prefixed else ""
        copy.write(own + _xml(added[row.number], row.number, sheet.width, prefix))
        written = row.closes - begins
    end = rows[-1].closes
    copy.write(raw[written : end - begins])
    del raw[: end - begins]
    return header, end


def _xml(cells: Sequence[Cell], row: int, first: int, prefix: str) -> bytes:
    each = (
        cell_xml(cell[:_LONGEST] if isinstance(cell, str) else cell, f"{column_letters(first + place)}{row}", prefix)
        for place, cell in enumerate(cells)
        if cell is not None
    )
    return "".join(each).encode()
