"""The files that people have: a read and a write for each format, listed in one table.

In reading order: :mod:`rows` (what files hold), :mod:`reading` and :mod:`writing` (one pass over a file),
:mod:`encoding`, :mod:`roles`, :mod:`several` and :mod:`flat` (bytes → text → columns → rows), a module a format,
:mod:`beginning` (what a preview looks at) and :mod:`conversion` (rows ↔ the record).
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from teachback.formats import (
    argilla,
    brat,
    delimited,
    doccano,
    excel,
    folder,
    huggingface,
    jsonl,
    label_studio,
    parquet,
    plain,
    prodigy,
    record_file,
    sklearn,
    spacy,
)
from teachback.formats.beginning import Beginning, beginning
from teachback.formats.conversion import Batch, batches, items, merged_items, words
from teachback.formats.format import Format, Preview
from teachback.formats.json_values import values
from teachback.formats.problems import (
    SHOWN,
    BadFile,
    BadRole,
    BadRow,
    BadRows,
    CannotHold,
    MissingLibrary,
    Problem,
    UnknownEnding,
    UnknownFormat,
)
from teachback.formats.reading import Progress, Reading
from teachback.formats.rows import Item, Prediction, Row, Rule
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
    "Item",
    "MissingLibrary",
    "Prediction",
    "Preview",
    "Problem",
    "Row",
    "Rule",
    "UnknownFormat",
    "batches",
    "detect",
    "find",
    "items",
    "merged_items",
    "preview",
    "read",
    "words",
    "write",
]

_TEACHING = frozenset({"ids", "labels", "skips", "teachers", "times", "rationales"})
_ALL = _TEACHING | {"exclusions", "predictions", "explanations", "words", "rules"}

FORMATS: Mapping[str, Format] = {
    format.name: format
    for format in (
        Format("csv", "Comma-separated table", delimited.read, delimited.write, (".csv",), _ALL),
        Format("tsv", "Tab-separated table", delimited.read, delimited.write_tabs, (".tsv", ".tab"), _ALL),
        Format("jsonl", "JSON, one object a line", jsonl.read, jsonl.write, (".jsonl", ".ndjson"), _ALL),
        Format("json", "JSON, one list of objects", jsonl.read, jsonl.write_json, (".json",), _ALL),
        Format("parquet", "Parquet table", parquet.read, parquet.write, (".parquet", ".pq"), _ALL),
        Format("excel", "Excel workbook, first sheet", excel.read, excel.write, (".xlsx",), _ALL),
        Format("huggingface", "Hugging Face dataset on disk", huggingface.read, huggingface.write, (), _ALL),
        Format("lines", "Plain text, one document a line", plain.read_lines, plain.write_lines, (".txt",)),
        Format("text", "Plain text, the file is one document", plain.read_text),
        Format("folder", "Texts in a folder for each class", folder.read, folder.write, (), frozenset({"labels"})),
        Format("zip", "The same in an archive", folder.read_zip, folder.write_zip, (".zip",), frozenset({"labels"})),
        Format(
            "label_studio",
            "Label Studio tasks",
            label_studio.read,
            label_studio.write,
            carries=_TEACHING | {"predictions"},
        ),
        Format(
            "doccano", "doccano JSONL", doccano.read, doccano.write, carries=frozenset({"ids", "labels", "rationales"})
        ),
        Format(
            "prodigy",
            "Prodigy JSONL or patterns",
            prodigy.read,
            prodigy.write,
            carries=_TEACHING - {"times"} | {"words"},
        ),
        Format(
            "argilla",
            "Argilla records",
            argilla.read,
            argilla.write,
            carries=_TEACHING - {"times"} | {"predictions"},
        ),
        Format("brat", "brat standoff folder", brat.read, brat.write, carries=frozenset({"labels", "rationales"})),
        Format(
            "teachback",
            "A project's whole record",
            record_file.read,
            record_file.write,
            carries=_TEACHING | {"exclusions", "words"},
        ),
        Format("spacy", "spaCy DocBin, for training", write=spacy.write, suffixes=(".spacy",)),
        Format("sklearn", "Matrices for scikit-learn", write=sklearn.write),
    )
}

_IN_JSON: Mapping[str, Callable[[dict[str, Any]], bool]] = {
    "teachback": record_file.looks_like,
    "label_studio": label_studio.looks_like,
    "argilla": argilla.looks_like,
    "prodigy": prodigy.looks_like,
    "doccano": doccano.looks_like,
}


def find(name: str) -> Format:
    """The format of that name.

    >>> find("csv").about
    'Comma-separated table'
    """
    if name not in FORMATS:
        raise UnknownFormat(name, list(FORMATS))
    return FORMATS[name]


def detect(path: str | Path) -> Format:
    """The format of a file or folder, by what is in it and else by its name."""
    return _detect(Reading.of(path))


def preview(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    roles: Mapping[str, str] | None = None,
    header: bool | None = None,
    classes: Iterable[str] = (),
    rows: int = 20,
) -> Preview:
    """What is in a file: its first rows, what its columns were taken for, and what is wrong. Nothing is written.

    Of a long file only the beginning is looked at, and a doubt says so. `classes` are as for :func:`read`.
    """
    known = frozenset(classes)

    def looked_at(classes: frozenset[str]) -> tuple[Reading, Format, Beginning]:
        reading = Reading.of(path, encoding=encoding, roles=roles or {}, header=header, classes=classes)
        chosen, all_rows = _rows(reading, format)
        return reading, chosen, beginning(all_rows, rows)

    reading, chosen, found = looked_at(known)
    single = found.single(known)
    if not single.issuperset(found.classes):  # now that the classes are known, cells that list several are found
        reading, chosen, found = looked_at(single)
    return Preview(
        path=reading.path,
        format=chosen.name,
        encoding=reading.encoding.name if reading.encoding else "",
        columns=reading.columns,
        roles=dict(reading.used),
        rows=found.rows,
        problems=found.problems,
        classes=found.classes,
        documents=found.documents,
        blank=found.blank,
        whole=found.whole,
        doubts=(*reading.doubts, *found.doubts),
    )


def read(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    roles: Mapping[str, str] | None = None,
    header: bool | None = None,
    teacher: str = "importer",
    unnamed: Iterator[str] | None = None,
    classes: Iterable[str] = (),
    progress: Progress | None = None,
    leave_out: Callable[[Problem], object] | None = None,
) -> Iterator[Row]:
    """The rows of a file, one after the other, whatever its size.

    Rows that cannot be imported are gathered, and :class:`BadRows` lists them when the file is at its end: whoever
    writes the rows in one transaction has then written nothing.

    Parameters
    ----------
    format, encoding, header
        What the file is; found out unless given.
    roles
        The column of a role, such as ``{"text": "Review", "label": "Stars"}``; others are guessed.
    teacher
        Who teaches what the file does not attribute to anybody.
    unnamed
        Ids for documents without one; 1, 2, 3 … unless given.
    classes
        Names that are known, such as those of :func:`preview`: a cell that lists several of them is a bad row.
    progress
        Called now and then with how much is done and how much there is in all.
    leave_out
        Called with each bad row instead, which is then left out.
    """
    asked: dict[str, Any] = {} if unnamed is None else {"unnamed": unnamed}
    asked |= {"roles": roles or {}, "header": header, "teacher": teacher, "progress": progress}
    asked["classes"] = frozenset(classes)
    reading = Reading.of(path, encoding=encoding, **asked)
    _, rows = _rows(reading, format)
    problems: list[Problem] = []
    total = 0
    for row in rows:
        if not isinstance(row, Problem):
            yield row
        elif leave_out is not None:
            leave_out(row)
        else:
            total += 1
            problems += [row] if total <= SHOWN else []
    if total:
        raise BadRows(reading.path, problems, total)


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
    chosen = find(format) if format is not None else _by_suffix(target.path, "write")
    if chosen.write is None:
        raise CannotHold(f"{chosen.name} is a format to read only; write csv, jsonl, parquet or another.")
    chosen.write(target, rows)


def _rows(reading: Reading, name: str | None) -> tuple[Format, Iterator[Row | Problem]]:
    """The format of what is read, and the rows to come."""
    if not reading.path.exists():
        raise BadFile(reading.path, "there is no such file or folder.")
    format = _detect(reading) if name is None else find(name)
    if format.read is None:
        raise CannotHold(f"{format.name} is a format to write only; import what it was made from.")
    return format, format.read(reading)


def _detect(reading: Reading) -> Format:
    path = reading.path
    if path.is_dir():
        kinds = (name for name, module in (("huggingface", huggingface), ("brat", brat)) if module.looks_like(path))
        return FORMATS[next(kinds, "folder")]
    with reading.bytes() as file:
        head = file.peek(4)[:4]
    if head == b"PAR1":
        return FORMATS["parquet"]
    if head[:2] == b"PK" and zipfile.is_zipfile(path):
        return FORMATS["excel" if _is_workbook(path) else "zip"]
    format = _by_suffix(path, "read")
    if format.name not in ("json", "jsonl"):
        return format
    probe = Reading(path, reading.encoding)
    _, first = next(values(probe))
    reading.encoding, reading.doubts = probe.encoding, probe.doubts
    tools = (name for name, looks_like in _IN_JSON.items() if isinstance(first, dict) and looks_like(first))
    return FORMATS[next(tools, format.name)]


def _by_suffix(path: Path, wanted: Literal["read", "write"]) -> Format:
    for format in FORMATS.values():
        if path.suffix.casefold() in format.suffixes:
            return format
    able = (format for format in FORMATS.values() if getattr(format, wanted))
    raise UnknownEnding(path, [suffix for format in able for suffix in format.suffixes])


def _is_workbook(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return "xl/workbook.xml" in archive.NameToInfo
    except (zipfile.BadZipFile, OSError):
        return False
