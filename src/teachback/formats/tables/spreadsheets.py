"""Old Excel workbooks (``.xls``) and OpenDocument tables (``.ods``), by python-calamine.

It holds a sheet in memory as a rectangle, so two cells that are far apart take gigabytes: it is only asked in a child
process, whose memory has a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import IO, TYPE_CHECKING, Any

from teachback.archives import MOST_BYTES
from teachback.errors import listed, near_miss, require
from teachback.formats.reading import Reading
from teachback.formats.rows.problems import BadFile
from teachback.formats.tables.roles import MOST_COLUMNS
from teachback.record.fields import as_cell

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


def is_old_excel(head: bytes) -> bool:
    """Whether these first bytes are those of an Excel file from before 2007."""
    return head[:4] == _OLD_EXCEL


def spreadsheet_names(reading: Reading) -> list[str]:
    """The names of the sheets, in order."""
    with reading.bytes() as file:
        return _names(_opened(reading, file))


def spreadsheet_cells(reading: Reading) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row of a sheet as texts, and the row's number."""
    with reading.bytes() as file:
        workbook = _opened(reading, file)
    names = _names(workbook)
    wanted = next(iter(names), "") if reading.sheet is None else reading.sheet
    if wanted not in names:
        raise BadFile(reading.path, f"it has no sheet {wanted!r}.{near_miss(wanted, names)} It has {listed(names)}.")
    width, left = 0, MOST_BYTES
    for number, row in enumerate(workbook.get_sheet_by_name(wanted).iter_rows(), start=1):
        cells = list(map(_cell, row))
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        left -= sum(map(len, cells))
        if len(cells) > MOST_COLUMNS or left < 0:
            raise BadFile(reading.path, f"its sheet has more than {MOST_COLUMNS:,} columns or {MOST_BYTES:,} letters.")
        width = width or len(cells)
        yield number, cells + [""] * (width - len(cells))


def _names(workbook: CalamineWorkbook) -> list[str]:
    """The sheets in the workbook's order; those that it hides come last."""
    from python_calamine import SheetVisibleEnum

    hidden = {sheet.name for sheet in workbook.sheets_metadata if sheet.visible != SheetVisibleEnum.Visible}
    return sorted(workbook.sheet_names, key=hidden.__contains__)


def _opened(reading: Reading, file: IO[bytes]) -> CalamineWorkbook:
    require("python_calamine", "tables", "The format spreadsheet")
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        return CalamineWorkbook.from_filelike(file)
    except (CalamineError, OSError, ValueError) as error:
        raise BadFile(
            reading.path, f"it cannot be read as a spreadsheet ({error}); save it again, or as .xlsx or CSV."
        ) from None


def _cell(value: Any) -> str:
    """A cell as the spreadsheet shows it.

    >>> _cell(7.0), _cell(datetime(2026, 3, 1)), _cell(time(12, 30)), _cell(True)
    ('7', '2026-03-01', '12:30:00', 'true')
    """
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return as_cell(value) if isinstance(value, str | bool | int | float | date) else ""
