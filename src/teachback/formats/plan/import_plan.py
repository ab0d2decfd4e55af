"""The plan of an import: a file is inspected once; a person is shown what it holds, and it is read as it was shown."""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Unpack

from teachback.confined import ChildEnded, ChildLimits, call
from teachback.formats.catalogue import find
from teachback.formats.plan.class_questions import ClassQuestion, class_questions
from teachback.formats.reading import Progress, Reading, ReadingArguments
from teachback.formats.reading.beginning import MOST_ROWS
from teachback.formats.rows import Row, machine_of
from teachback.formats.rows.class_lists import single_classes
from teachback.formats.rows.problems import SHOWN, BadFile, BadRows, Problem
from teachback.formats.rows.wire import from_wire
from teachback.record.columns import PART, TableColumn
from teachback.record.fields import Kind

_TASKS = "teachback.formats.plan.tasks"
_EVERY_FILE = 1_000_000  # rows that a file may have, and one for each of its bytes
_AS_INSPECTED = ("documents", "blank", "whole", "models", "several", "only_class", "not_taken")


@dataclass(frozen=True)
class ImportPlan:
    """What an import would bring, before anything is written, and how to read it."""

    path: Path
    format: str
    encoding: str  # how the bytes are read; empty for formats that are not text
    # The columns of a table, and which of them is the text, the label and so on
    columns: tuple[str, ...]
    roles: dict[str, str]
    texts: tuple[str, ...]  # the columns that make the text together, where there are several
    sheets: tuple[str, ...]  # the names of a workbook's sheets
    fields: dict[str, Kind]  # the other columns, which are kept with each document, and what their cells are
    rows: tuple[Row, ...]  # the first of them
    # What is wrong, and the classes that lessons name, in as much of the file as was inspected
    problems: tuple[Problem, ...]
    classes: tuple[str, ...]
    # How many different documents there are in that much, how many of them have no text, and whether that was all
    documents: int
    blank: int
    whole: bool
    # How many documents come with what a model says of them, by its name (empty where the file has none): it is taught
    # by a teacher that is no person (`machines`)
    models: dict[str, int]
    doubts: tuple[str, ...]  # sentences about what was guessed
    controls: dict[str, str]  # what could be the class, and which kind of question it is, where people answered several
    several: int  # how many rows have several classes
    # The class that all answers are about, where it was rejected of some texts: are these of a class of their own?
    only_class: str | None
    not_taken: dict[str, int]  # what is in the file and does not come, by its name, and how much of it
    _reading: Reading = field(repr=False, compare=False)
    _version: tuple[int, int] = field(repr=False, compare=False)

    @property
    def classes_as(self) -> Mapping[str, str]:
        """The class that a name in the file stands for, as it was asked for."""
        return self._reading.classes_as

    @property
    def table(self) -> tuple[TableColumn, ...]:
        """The columns of the file in their order, with what each was taken for."""
        roles = {name: role for role, name in self.roles.items()}
        roles |= dict.fromkeys(self.texts, PART if len(self.texts) > 1 else "text")
        names = dict.fromkeys((*self.columns, *self.fields))
        return tuple(TableColumn(name, self.fields.get(name, "text"), roles.get(name)) for name in names)

    def class_questions(self, known: Iterable[str]) -> list[ClassQuestion]:
        """What to ask before it is imported into a project that has these classes: which new ones are likely none.

        It is answered with `classes_as` of :func:`inspect`; a name that stands for itself is a class.
        """
        classes = tuple(known)
        new = [] if self.format == "teachback" else [name for name in self.classes if name not in classes]
        return class_questions(new, classes, self.classes_as)

    def machines(self, importer: str = "importer") -> dict[str, int]:
        """How many predictions come as lessons of each teacher that is no person."""
        many = Counter[str]()
        for model, documents in self.models.items():
            many[machine_of(model, importer)] += documents
        return dict(many)

    def reading(self, progress: Progress | None = None) -> Reading:
        """Another pass over the file, which knows what was found out; a file that has changed since is refused."""
        if _version_of(self.path) != self._version:
            raise BadFile(self.path, "it has changed since it was inspected; import it again.")
        return self._reading.again(progress=progress)

    def table_rows(self) -> Iterator[tuple[int, Any]]:
        """The rows of a table as they are, from a child: each with its number, and its cells or its record."""
        for batch in _child(self.reading(), "table", {"format": self.format}):
            yield from map(tuple, batch["rows"])

    def read(
        self,
        *,
        teacher: str = "importer",
        unnamed: Iterator[str] | None = None,
        classes: Iterable[str] = (),
        progress: Progress | None = None,
        leave_out: Callable[[Problem], object] | None = None,
        not_taken: Counter[str] | None = None,
    ) -> Iterator[Row]:
        """The rows, streamed; parameters as for :func:`read`.

        The classes of the plan are known, besides those that are given. A file that has changed since it was inspected
        is refused.
        """
        known = single_classes(self.classes, self._reading.classes.union(classes))
        reading = self.reading()
        reading.classes = known
        rows = _sent_rows(reading, self.format, teacher, unnamed, progress, not_taken)
        return _good_rows(reading.path, rows, leave_out)


def inspect(path: str | Path, *, rows: int = 20, most: int = MOST_ROWS, **how: Unpack[ReadingArguments]) -> ImportPlan:
    """Find out what is in a file: its format, what its columns are, its first rows, and what is wrong with it.

    The file is opened once, and nothing is written. Of a long file only the beginning is read, and a doubt says so.

    The plan shows so many of the first `rows`; at `most` so many are looked at. `how` says how to read it, where that
    is not to be found out (:class:`~teachback.formats.reading.ReadingArguments`).
    """
    reading, format = Reading.of(path, **how), how.get("format")
    version = _version_of(reading.path)
    if format is not None:
        find(format)
    (inspected,) = _child(reading, "inspected", {"format": format, "rows": rows, "most": most})
    reading, unnamed = Reading.from_json({**inspected["reading"], "path": path}), map(str, count(1))
    problems = (from_wire(each, unnamed) for each in inspected["problems"])
    return ImportPlan(
        path=reading.path,
        format=inspected["format"],
        encoding=reading.encoding.name if reading.encoding else "",
        columns=reading.columns,
        roles=dict(reading.used),
        texts=reading.texts,
        sheets=tuple(inspected["sheets"]),
        fields=dict(reading.kinds),
        rows=tuple(row for each in inspected["rows"] if not isinstance(row := from_wire(each, unnamed), Problem)),
        problems=tuple(problem for problem in problems if isinstance(problem, Problem)),
        classes=tuple(inspected["classes"]),
        doubts=tuple(inspected["doubts"]),
        controls=dict(reading.controls),
        **{name: inspected[name] for name in _AS_INSPECTED},
        _reading=reading,
        _version=version,
    )


def read(
    path: str | Path,
    *,
    teacher: str = "importer",
    unnamed: Iterator[str] | None = None,
    progress: Progress | None = None,
    leave_out: Callable[[Problem], object] | None = None,
    not_taken: Counter[str] | None = None,
    **how: Unpack[ReadingArguments],
) -> Iterator[Row]:
    """The rows of a file of any size, streamed.

    Rows that cannot be imported are gathered, and :class:`BadRows` lists them when the file is at its end: a caller
    that writes the rows in one transaction has then written nothing.

    Parameters
    ----------
    teacher
        Who teaches what the file does not attribute to anybody.
    unnamed
        Ids for documents without one; 1, 2, 3 … unless given.
    progress
        Called now and then with how much is done and how much there is in all.
    leave_out
        Called with each bad row, which is then left out.
    not_taken
        Gets what is in the file and does not come, by its name, and how much of it.
    how
        How to read it, where that is not to be found out (:class:`~teachback.formats.reading.ReadingArguments`).
    """
    reading, format = Reading.of(path, **how), how.get("format")
    if format is not None:
        find(format)
    rows = _sent_rows(reading, format, teacher, unnamed, progress, not_taken)
    yield from _good_rows(reading.path, rows, leave_out)


def arrow_streams(reading: Reading) -> Iterator[bytes]:
    """The rows of a Parquet file as streams of Arrow, made by a child; the first has the columns alone."""
    for batch in _child(reading, "arrow_batches", {}):
        yield b64decode(batch["arrow"])
        if reading.progress is not None and batch["done"][1]:
            reading.progress(*batch["done"])


def _child(reading: Reading, task: str, arguments: Mapping[str, Any]) -> Iterator[Any]:
    """The answers of a task in a child process; where it ends early, the error is a sentence about the file."""
    try:
        about = {"reading": {**reading.to_json(), "path": _for_a_child(reading.path)}, **arguments}
        yield from call(f"{_TASKS}:{task}", about, ChildLimits.for_size(_size(reading.path)))
    except ChildEnded as ended:
        raise BadFile(reading.path, f"{ended}. Save it again, or as another kind of file, such as CSV.") from None


def _sent_rows(
    reading: Reading,
    format: str | None,
    teacher: str,
    unnamed: Iterator[str] | None,
    progress: Progress | None,
    not_taken: Counter[str] | None,
) -> Iterator[Row | Problem]:
    """The rows that a child reads, as they come."""
    unnamed, room = unnamed or map(str, count(1)), _EVERY_FILE + _size(reading.path)
    for batch in _child(reading, "rows", {"format": format, "teacher": teacher}):
        room -= len(batch["rows"])
        if room < 0:
            raise BadFile(reading.path, "it has more rows than bytes, mostly the same again; write it as jsonl or CSV.")
        for row in batch["rows"]:
            yield from_wire(row, unnamed)
        if progress is not None and batch["done"][1]:
            progress(*batch["done"])
        if not_taken is not None:
            not_taken.update(batch.get("not_taken", {}))


def _good_rows(
    path: Path, rows: Iterable[Row | Problem], leave_out: Callable[[Problem], object] | None
) -> Iterator[Row]:
    """The rows that can be imported; the others go to `leave_out`, or end the reading when all have been read."""
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
        raise BadRows(path, problems, total)


def _for_a_child(path: Path) -> str:
    """The path by which a child opens the file; what this process has open has another name there.

    >>> _for_a_child(Path("mails.csv"))
    'mails.csv'
    """
    own = re.fullmatch(r"/(?:dev|proc/self)/fd/(\d+)", str(path))
    return f"/proc/{os.getpid()}/fd/{own[1]}" if own and Path("/proc/self/fd").is_dir() else str(path)


def _size(path: Path) -> int:
    """The bytes of a file, or of the files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _version_of(path: Path) -> tuple[int, int]:
    """The size of a file and when it was last changed; zeros for a folder, or where there is no file."""
    if not path.is_file():
        return 0, 0
    about = path.stat()
    return about.st_size, about.st_mtime_ns
