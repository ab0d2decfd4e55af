"""The plan of an import: a file is inspected once; a person is shown what it holds, and it is read as it was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from teachback.formats.catalogue import find, format_of
from teachback.formats.format import Format
from teachback.formats.reading import Progress, Reading
from teachback.formats.reading.beginning import Beginning, beginning
from teachback.formats.rows import Row
from teachback.formats.rows.class_lists import single_classes
from teachback.formats.rows.problems import SHOWN, BadFile, BadRows, Problem
from teachback.record.columns import TableColumn
from teachback.record.fields import Kind


@dataclass(frozen=True)
class ImportPlan:
    """What an import would bring, before anything is written, and how to read it.

    Attributes
    ----------
    encoding
        How the bytes are read; empty for formats that are not text.
    columns, roles
        The columns of a table, and which of them is the text, the label and so on.
    fields
        The other columns, which are kept with each document, and what their cells are.
    rows
        The first of them.
    problems, classes
        What is wrong, and the classes that lessons name, in as much of the file as was inspected.
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
    fields: dict[str, Kind]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    classes: tuple[str, ...]
    documents: int
    blank: int
    whole: bool
    doubts: tuple[str, ...]
    _reading: Reading = field(repr=False, compare=False)
    _version: tuple[int, int] = field(repr=False, compare=False)

    @property
    def table(self) -> tuple[TableColumn, ...]:
        """The columns of the file in their order, with what each was taken for."""
        roles = {name: role for role, name in self.roles.items()}
        names = dict.fromkeys((*self.columns, *self.fields))
        return tuple(TableColumn(name, self.fields.get(name, "text"), roles.get(name)) for name in names)

    def reading(self, progress: Progress | None = None) -> Reading:
        """Another pass over the file, which knows what was found out; a file that has changed since is refused."""
        if _version_of(self.path) != self._version:
            raise BadFile(self.path, "it has changed since it was inspected; import it again.")
        return self._reading.again(progress=progress)

    def read(
        self,
        *,
        teacher: str = "importer",
        unnamed: Iterator[str] | None = None,
        classes: Iterable[str] = (),
        progress: Progress | None = None,
        leave_out: Callable[[Problem], object] | None = None,
    ) -> Iterator[Row]:
        """The rows, one after the other, whatever the size of the file; parameters as for :func:`read`.

        The classes of the plan are known, besides those that are given. A file that has changed since it was inspected
        is refused.
        """
        if _version_of(self.path) != self._version:
            raise BadFile(self.path, "it has changed since it was inspected; import it again.")
        known = single_classes(self.classes, self._reading.classes.union(classes))
        reading = self._reading.again(teacher=teacher, classes=known, progress=progress)
        reading.unnamed = unnamed or reading.unnamed
        return _good_rows(reading, find(self.format), leave_out)


def inspect(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    roles: Mapping[str, str] | None = None,
    header: bool | None = None,
    classes: Iterable[str] = (),
    rows: int = 20,
) -> ImportPlan:
    """Find out what is in a file: its format, what its columns are, its first rows, and what is wrong with it.

    The file is opened once, and nothing is written. Of a long file only the beginning is read, and a doubt says so.
    Parameters are as for :func:`read`.

    Parameters
    ----------
    rows
        How many of the first rows the plan shows.
    """
    reading = Reading.of(path, encoding=encoding, roles=roles or {}, header=header, classes=frozenset(classes))
    version = _version_of(reading.path)
    with reading.kept_open():
        chosen = format_of(reading, format)
        start = _beginning(reading, chosen, rows)
        known = single_classes(start.classes, reading.classes)
        if not known.issuperset(start.classes):  # now that the classes are known, cells that list several are found
            start = _beginning(reading.again(classes=known), chosen, rows)
    return ImportPlan(
        path=reading.path,
        format=chosen.name,
        encoding=reading.encoding.name if reading.encoding else "",
        columns=reading.columns,
        roles=dict(reading.used),
        fields=dict(reading.kinds),
        rows=start.rows,
        problems=start.problems,
        classes=start.classes,
        documents=start.documents,
        blank=start.blank,
        whole=start.whole,
        doubts=(*reading.doubts, *start.doubts),
        _reading=reading,
        _version=version,
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

    Rows that cannot be imported are gathered, and :class:`BadRows` lists them when the file is at its end: a caller
    that writes the rows in one transaction has then written nothing.

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
        Names that are known: a cell that lists several of them is a bad row.
    progress
        Called now and then with how much is done and how much there is in all.
    leave_out
        Called with each bad row, which is then left out.
    """
    asked: dict[str, Any] = {"roles": roles or {}, "header": header, "teacher": teacher, "progress": progress}
    reading = Reading.of(path, encoding=encoding, classes=frozenset(classes), **asked)
    reading.unnamed = unnamed or reading.unnamed
    with reading.kept_open():
        yield from _good_rows(reading, format_of(reading, format), leave_out)


def _beginning(reading: Reading, format: Format, rows: int) -> Beginning:
    with closing(format.rows(reading)) as all_rows:  # type: ignore[type-var]
        return beginning(all_rows, rows)


def _good_rows(reading: Reading, format: Format, leave_out: Callable[[Problem], object] | None) -> Iterator[Row]:
    """The rows that can be imported; the others go to `leave_out`, or end the reading when all have been read."""
    problems: list[Problem] = []
    total = 0
    for row in format.rows(reading):
        if not isinstance(row, Problem):
            yield row
        elif leave_out is not None:
            leave_out(row)
        else:
            total += 1
            problems += [row] if total <= SHOWN else []
    if total:
        raise BadRows(reading.path, problems, total)


def _version_of(path: Path) -> tuple[int, int]:
    """The size of a file and when it was last changed; nothing of a folder, or of what is not there."""
    if not path.is_file():
        return 0, 0
    about = path.stat()
    return about.st_size, about.st_mtime_ns
