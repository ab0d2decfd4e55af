"""What a format is, the formats in one table, and which of them a file is in."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

from teachback.formats import (
    argilla,
    brat,
    conll,
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
from teachback.formats.plain import is_fasttext
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile, CannotHold, Problem, UnknownEnding, UnknownFormat
from teachback.formats.tables.json_values import values
from teachback.formats.tables.spreadsheets import is_old_excel
from teachback.formats.writing import Target


@dataclass(frozen=True)
class Format:
    """A way to keep documents and lessons in a file or folder."""

    name: str
    about: str  # what it is, in a few words
    # The rows of a file, and what is wrong with others; None for a format that is only written
    read: Callable[[Reading], Iterator[Row | Problem]] | None = None
    write: Callable[[Target, Iterable[Row]], None] | None = None  # writes rows; None for a format that is only read
    suffixes: tuple[str, ...] = ()  # how its files' names end, if that tells
    # What comes back when it is written and read again, besides the texts: any of `ids`, `labels`, `exclusions`,
    # `skips`, `teachers`, `times`, `rationales`, `predictions`, `explanations`, `words`, `rules` and `fields`
    carries: frozenset[str] = frozenset()

    def rows(self, reading: Reading) -> Iterator[Row | Problem]:
        """The rows of a file, and what is wrong with others; refused by a format that is only written."""
        if self.read is None:
            raise CannotHold(f"{self.name} is a format to write only; import what it was made from.")
        return self.read(reading)


_TEACHING = frozenset({"ids", "labels", "skips", "teachers", "times", "rationales"})
_ALL = _TEACHING | {"exclusions", "predictions", "explanations", "words", "rules"}

FORMATS: Mapping[str, Format] = {
    format.name: format
    for format in (
        Format("csv", "Comma-separated table", delimited.read, delimited.write, (".csv",), _ALL),
        Format("tsv", "Tab-separated table", delimited.read, delimited.write_tabs, (".tsv", ".tab"), _ALL),
        Format("jsonl", "JSON, one object a line", jsonl.read, jsonl.write, (".jsonl", ".ndjson"), _ALL | {"fields"}),
        Format("json", "JSON, one list of objects", jsonl.read, jsonl.write_json, (".json",), _ALL | {"fields"}),
        Format("parquet", "Parquet table", parquet.read, parquet.write, (".parquet", ".pq"), _ALL),
        Format("excel", "Excel workbook", excel.read, excel.write, (".xlsx",), _ALL),
        Format(
            "spreadsheet",
            "Old Excel workbook (.xls) or OpenDocument table (.ods)",
            excel.read_spreadsheet,
            suffixes=(".xls", ".ods"),
        ),
        Format("huggingface", "Hugging Face dataset on disk", huggingface.read, huggingface.write, (), _ALL),
        Format("lines", "Plain text, one document a line", plain.read_lines, plain.write_lines, (".txt",)),
        Format("text", "Plain text, the file is one document", plain.read_text),
        Format("folder", "Texts in a folder for each class", folder.read, folder.write, (), frozenset({"labels"})),
        Format(
            "zip",
            "Texts in a zip archive, in a folder for each class",
            folder.read_zip,
            folder.write_zip,
            (".zip",),
            frozenset({"labels"}),
        ),
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
            carries=_TEACHING | {"exclusions", "words", "fields"},
        ),
        Format("fasttext", "fastText lines: __label__class before the text", plain.read_fasttext),
        Format(
            "conll", "CoNLL: a token and its tag a line", conll.read, suffixes=(".conll", ".conllu", ".iob", ".bio")
        ),
        Format("cats", "spaCy's texts with cats, as JSON", spacy.read),
        Format("spacy", "spaCy DocBin, for training", write=spacy.write, suffixes=(".spacy",)),
        Format("sklearn", "Matrices for scikit-learn", write=sklearn.write),
    )
}

_START = 4_000  # bytes of a plain text that tell whether it is a tool's
_IN_JSON: Mapping[str, Callable[[dict[str, Any]], bool]] = {
    "teachback": record_file.looks_like,
    "label_studio": label_studio.looks_like,
    "argilla": argilla.looks_like,
    "prodigy": prodigy.looks_like,
    "doccano": doccano.looks_like,
    "cats": spacy.looks_like,
}


def find(name: str) -> Format:
    """The format of that name.

    >>> find("csv").about
    'Comma-separated table'
    """
    if name not in FORMATS:
        raise UnknownFormat(name, list(FORMATS))
    return FORMATS[name]


def format_of(reading: Reading, name: str | None = None) -> Format:
    """The format of that name, or else (None) the one that a file or folder is in."""
    if not reading.path.exists():
        raise BadFile(reading.path, "there is no such file or folder.")
    return _detected(reading) if name is None else find(name)


def _detected(reading: Reading) -> Format:
    """The format of a file or folder, by what is in it and else by its name."""
    path = reading.path
    if path.is_dir():
        kinds = (name for name, module in (("huggingface", huggingface), ("brat", brat)) if module.looks_like(path))
        return FORMATS[next(kinds, "folder")]
    with reading.bytes() as file:
        head = file.peek(4)[:4]
        if head == b"PAR1":
            return FORMATS["parquet"]
        if is_old_excel(head):
            return FORMATS["spreadsheet"]
        if head[:2] == b"PK" and zipfile.is_zipfile(file):
            return FORMATS[_in_archive(file)]
        lines = file.peek(_START)[:_START].decode(errors="ignore").splitlines()
        if head == b"__la" and is_fasttext(lines[0]):
            return FORMATS["fasttext"]
    format = by_suffix(path, "read")
    if format.name in ("lines", "tsv"):
        if lines and is_fasttext(lines[0]):
            return FORMATS["fasttext"]
        return FORMATS["conll" if conll.looks_like(lines[:-1]) else format.name]
    if format.name not in ("json", "jsonl"):
        return format
    first = next((value for _, value in values(reading)), None)
    if first is None:
        raise BadFile(path, "there is nothing in its list.")
    if isinstance(first, list):
        return FORMATS["cats" if len(first) == 2 and isinstance(first[1], dict) else format.name]
    tools = (name for name, looks_like in _IN_JSON.items() if isinstance(first, dict) and looks_like(first))
    return FORMATS[next(tools, format.name)]


def by_suffix(path: Path, wanted: Literal["read", "write"]) -> Format:
    """The format that a path's ending names."""
    for format in FORMATS.values():
        if path.suffix.casefold() in format.suffixes:
            return format
    able = (format for format in FORMATS.values() if getattr(format, wanted))
    raise UnknownEnding(path, [suffix for format in able for suffix in format.suffixes])


def write(path: str | Path, rows: Iterable[Row], *, format: str | None = None, classes: Sequence[str] = ()) -> None:
    """Write rows to a file or folder; it is there when all of it is written, and not before.

    The format is the one of that name; else what the path's ending tells. `classes` are the project's, in order, for
    formats that name all of them beforehand.
    """
    target = Target(Path(path), tuple(classes))
    chosen = find(format) if format is not None else by_suffix(target.path, "write")
    if chosen.write is None:
        raise CannotHold(f"{chosen.name} is a format to read only; write csv, jsonl, parquet or another.")
    chosen.write(target, rows)


def _in_archive(file: IO[bytes]) -> str:
    """Which format a zip archive is of."""
    try:
        with zipfile.ZipFile(file) as archive:
            if "xl/workbook.xml" in archive.NameToInfo:
                return "excel"
            return "spreadsheet" if {"mimetype", "content.xml"} <= archive.NameToInfo.keys() else "zip"
    except (zipfile.BadZipFile, OSError):
        return "zip"
