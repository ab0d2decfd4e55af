"""UCI Zoo (Richard Forsyth, 1990): 101 animals, each a list of what is true of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from teachback.archives import opened
from teachback.corpora.corpus import BadOriginal, Converted, Corpus, Line, Original, Row, read_table
from teachback.record.document import Document

CLASSES = ("mammal", "bird", "reptile", "fish", "amphibian", "insect", "other")

_YES_OR_NO = (
    *("hair", "feathers", "eggs", "milk", "airborne", "aquatic", "predator", "toothed", "backbone", "breathes"),
    *("venomous", "fins", "tail", "domestic", "catsize"),
)
_LEGS = ("0", "2", "4", "5", "6", "8")
_COLUMNS = ("animal", *_YES_OR_NO[:12], "legs", *_YES_OR_NO[12:], "type")

ATTRIBUTES = (*_YES_OR_NO, *(f"legs={count}" for count in _LEGS))
"""All that can be true of an animal: a text lists those that are, so what it does not list is false."""

FILE = "zoo/zoo.csv"
ARCHIVE = "zoo.zip"


def load(data: Path) -> Corpus:
    """The animals by name, their attributes one a line; a name that comes again gets a number: `frog (2)`."""
    documents: list[Document] = []
    labels: dict[str, str] = {}
    for line in read_table(data / FILE, _COLUMNS):
        name = _free_name(line.row["animal"], labels)
        documents.append(Document(name, "\n".join(_attributes(line))))
        labels[name] = CLASSES[int(_one_of(line, "type", "1234567")) - 1]
    return Corpus("zoo", documents, CLASSES, labels, analyzer="attributes")


def _attributes(line: Line) -> list[str]:
    true = [name for name in _YES_OR_NO if _one_of(line, name, "01") == "1"]
    return [*true, f"legs={_one_of(line, 'legs', _LEGS)}"]


def _one_of(line: Line, column: str, allowed: str | tuple[str, ...]) -> str:
    value: str = line.row[column]
    if value not in tuple(allowed):
        raise line.wrong(f"{column} is {value!r}, which is not one of {', '.join(allowed)}")
    return value


def _free_name(name: str, taken: Mapping[str, str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def convert(archives: Mapping[str, Path]) -> Converted:
    """From UCI's zip, whose `zoo.data` is our table without its header."""
    with opened(archives[ARCHIVE]) as members:
        data = [
            stream.read().decode("ascii", "replace") for name, stream in members if re.search(r"(^|/)zoo\.data$", name)
        ]
    if len(data) != 1:
        raise BadOriginal(f"{ARCHIVE} should hold one file zoo.data, but it holds {len(data)}.")
    rows: list[Row] = []
    for number, line in enumerate(data[0].split("\n"), start=1):
        values = [value.strip() for value in line.split(",")]
        if len(values) == len(_COLUMNS):
            rows.append(dict(zip(_COLUMNS, values, strict=True)))
        elif line.strip():
            raise BadOriginal(f"zoo.data in {ARCHIVE}, line {number}: {len(values)} values, not {len(_COLUMNS)}.")
    return Converted({FILE: rows})


ORIGINAL = Original(
    page="https://archive.ics.uci.edu/dataset/111/zoo",
    archives={ARCHIVE: "https://archive.ics.uci.edu/static/public/111/zoo.zip"},
    convert=convert,
    counts={FILE: {"type": dict(zip("1234567", (41, 20, 5, 13, 4, 8, 10), strict=True))}},
)
