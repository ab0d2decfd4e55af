"""Which module writes a file with columns added."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from teachback.formats.extending import delimited_table, excel_table, json_table, parquet_table
from teachback.formats.extending.extension import Extension
from teachback.formats.extending.new_table import write_new_table
from teachback.formats.plan import ImportPlan
from teachback.formats.reading import Progress, Reading
from teachback.formats.writing import Target

EXTENDABLE: Mapping[str, Callable[[Reading, Target, Extension], None]] = {
    "csv": delimited_table.extend,
    "tsv": delimited_table.extend,
    "jsonl": json_table.extend,
    "json": json_table.extend_list,
    "parquet": parquet_table.extend,
    "excel": excel_table.extend,
}
_ROWS_AT_ONCE = 10_000


def extend_row_groups(
    source: Path, text: str, path: Path, extension: Extension, groups: Sequence[int], beside: Sequence[str] = ()
) -> None:
    """Write some row groups of a Parquet file with the columns added; `beside` as in :func:`extend_file`.

    A damaged file may end the process that calls this, so it is for a supervised process.
    """
    reading = Reading.of(source)
    reading.used["text"], reading.beside = text, tuple(beside)
    with reading.kept_open():
        parquet_table.extend_groups(reading, Target(path), extension, groups, _ROWS_AT_ONCE)


def extend_file(
    plan: ImportPlan,
    path: Path,
    extension: Extension,
    *,
    format: str,
    beside: Sequence[str] = (),
    progress: Progress | None = None,
) -> None:
    """Write the file with the columns added, in a format that has columns; it is there when it is whole, not before.

    In its own format nothing else in it changes. The columns `beside` the text go along with it.
    """
    reading = plan.reading(progress)
    reading.beside = tuple(beside)
    with reading.kept_open():
        if format == plan.format:
            EXTENDABLE[format](reading, Target(path), extension)
        else:
            write_new_table(plan, reading, Target(path), format, extension)
