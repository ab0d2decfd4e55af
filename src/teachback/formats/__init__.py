"""The files that people have: a read and a write for each format, listed in one table.

Files of :mod:`rows` (what files hold) are read in one pass (:mod:`reading`) and written whole or not at all
(:mod:`writing`). :mod:`tables` has what formats with columns share; then comes a module for each format,
:mod:`catalogue` (the table of formats, and which one a file is in) and :mod:`plan` (a file inspected once in a child
process, to be shown and imported).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from teachback.errors import MissingLibrary
from teachback.formats.catalogue import FORMATS, by_suffix, find
from teachback.formats.format import Format
from teachback.formats.plan import ImportPlan, detect, inspect, read
from teachback.formats.rows import Item, Prediction, Row, Rule
from teachback.formats.rows.conversion import Batch, batches, items, merged_items, words
from teachback.formats.rows.problems import (
    BadFile,
    BadRole,
    BadRow,
    BadRows,
    CannotHold,
    Problem,
    UnknownFormat,
)
from teachback.formats.writing import Target

__all__ = [
    "FORMATS",
    "BadFile",
    "BadRole",
    "BadRow",
    "BadRows",
    "Batch",
    "CannotHold",
    "Format",
    "ImportPlan",
    "Item",
    "MissingLibrary",
    "Prediction",
    "Problem",
    "Row",
    "Rule",
    "UnknownFormat",
    "batches",
    "detect",
    "find",
    "inspect",
    "items",
    "merged_items",
    "read",
    "words",
    "write",
]


def write(path: str | Path, rows: Iterable[Row], *, format: str | None = None, classes: Sequence[str] = ()) -> None:
    """Write rows to a file or folder; it is there when all of it is written, and not before.

    Parameters
    ----------
    format
        By its name; else what the path's ending tells.
    classes
        The project's classes in order, for formats that name them all beforehand.
    """
    target = Target(Path(path), tuple(classes))
    chosen = find(format) if format is not None else by_suffix(target.path, "write")
    if chosen.write is None:
        raise CannotHold(f"{chosen.name} is a format to read only; write csv, jsonl, parquet or another.")
    chosen.write(target, rows)
