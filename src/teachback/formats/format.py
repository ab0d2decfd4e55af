"""What a format is: its two functions, how it is recognised, and what it has a place for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from teachback.formats.problems import Problem
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.writing import Target


@dataclass(frozen=True)
class Format:
    """A way to keep documents and lessons in a file or folder.

    Attributes
    ----------
    about
        What it is, in a few words.
    read
        The rows of a file, and what is wrong with others; None for a format that is only written.
    write
        Writes rows; None for a format that is only read.
    suffixes
        How its files' names end, if that tells.
    carries
        What comes back when it is written and read again, besides the texts: any of `ids`, `labels`, `exclusions`,
        `skips`, `teachers`, `times`, `rationales`, `predictions`, `explanations`, `words` and `rules`.
    """

    name: str
    about: str
    read: Callable[[Reading], Iterator[Row | Problem]] | None = None
    write: Callable[[Target, Iterable[Row]], None] | None = None
    suffixes: tuple[str, ...] = ()
    carries: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Preview:
    """What an import would bring, before anything is written.

    Attributes
    ----------
    encoding
        How the bytes were read; empty for formats that are not text.
    columns, roles
        The columns of a table, and which of them is the text, the label and so on.
    rows
        The first of them.
    problems, classes
        What is wrong, and the classes that lessons name, in as much of the file as was looked at.
    documents, blank, whole
        How many different documents there are in that much, how many of them have no text, and whether that was all.
    doubts
        Sentences about what was guessed.
    """

    path: Path
    format: str
    encoding: str
    columns: tuple[str, ...]
    roles: dict[str, str]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    classes: tuple[str, ...]
    documents: int
    blank: int
    whole: bool
    doubts: tuple[str, ...]
