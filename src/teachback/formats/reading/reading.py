"""One reading of a file: what was asked for, what was found out on the way, and rows checked as they are made."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Literal, TextIO, TypeAlias, TypedDict, TypeVar, Unpack

from teachback.column_terms import text_beside
from teachback.errors import TeachbackError, listed, near_miss
from teachback.formats.reading.draft import Draft, as_text
from teachback.formats.reading.encoding import Encoding, detect_in, named
from teachback.formats.rows import Row
from teachback.formats.rows.class_lists import classes_of
from teachback.formats.rows.problems import BadFile, BadRole, BadRow, Problem
from teachback.record import Document
from teachback.record.entry import now
from teachback.record.fields import Kind

BETWEEN = "\n\n"  # an empty line between the columns that make a text
LONGEST_LINE = 1 << 24  # characters; a text of 16 million is no document that anybody reads
SAMPLE = 20  # rows that are looked at to find out what the columns are

_SENT = (  # to another process, beside the path, the encoding and the classes
    *("roles", "header", "several", "texts", "between", "sheet", "rejected", "classes_as"),  # asked for
    *("above", "delimiter", "columns", "used", "kinds", "controls", "unit"),  # found out
)

Progress: TypeAlias = Callable[[int, int], object]  # how much is done, how much there is in all
Several: TypeAlias = Literal["leave_out", "first", "combine"]
T = TypeVar("T")


class ReadingArguments(TypedDict, total=False):
    """How a person wants a file to be read; what is left out is found out."""

    format: str | None
    encoding: str | None
    header: bool | None  # whether a table's first line names its columns
    # The column of a role, such as ``{"text": "Review", "label": "Stars"}``; others are guessed
    roles: Mapping[str, str] | None
    # The columns that make the text together, where there are several, and what stands between them
    texts: Sequence[str]
    between: str
    sheet: str | None  # of a workbook; the first unless given
    classes: Iterable[str]  # names that are known: a cell that lists several of them is a bad row
    # What becomes of rows with several classes: ``leave_out`` their classes, take the ``first``, or ``combine`` them
    # into a class; else they are bad rows
    several: Several | None
    # The class of texts for which the only class of a file was rejected; else they are what that class is not
    rejected: str | None
    # The class that a name in the file stands for, where it is another, such as ``{"Spam": "spam", "n/a": ""}``; empty
    # where it stands for none
    classes_as: Mapping[str, str] | None


@dataclass
class Reading:
    """One pass over a file."""

    path: Path
    # As asked for (:class:`ReadingArguments`)
    encoding: Encoding | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    header: bool | None = None
    classes: frozenset[str] = frozenset()
    several: Several | None = None
    texts: tuple[str, ...] = ()
    between: str = BETWEEN
    sheet: str | None = None
    rejected: str | None = None
    classes_as: Mapping[str, str] = field(default_factory=dict)
    teacher: str = "importer"  # who teaches what the file does not attribute to anybody
    # Called now and then with how much is done and how much there is in all (bytes, or files of a folder)
    progress: Progress | None = None
    unnamed: Iterator[str] = field(default_factory=lambda: map(str, count(1)))  # ids for documents that have none
    # Columns whose values go along with the text, for a model that learned from them (`column_terms`)
    beside: tuple[str, ...] = ()
    time: datetime = field(default_factory=now)
    # Found out by reading: how many rows stand above the names of columns, what separates the cells of a table, its
    # columns, the column of each role, what the cells of the others are, what could be the class where people answered
    # several questions, what rows are counted in, and sentences about what was guessed
    above: int = 0
    delimiter: str = ""
    columns: tuple[str, ...] = ()
    used: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    controls: dict[str, str] = field(default_factory=dict)
    unit: str = "line"
    doubts: list[str] = field(default_factory=list)
    # How many rows have several classes, and what of the file is not taken, by its name
    several_rows: int = 0
    not_taken: Counter[str] = field(default_factory=Counter)
    by_classes: bool = False  # whether rows mean something else once all classes are known
    _texts: dict[str, int] = field(default_factory=dict)  # id → a fingerprint of the text that has it
    _fields: dict[str, int] = field(default_factory=dict)  # likewise of its fields
    _file: io.BufferedReader[_Watched] | None = None  # while it is open

    @classmethod
    def of(cls, path: str | Path, **asked: Unpack[ReadingArguments]) -> Reading:
        """A reading as a person asks for it, in any format."""
        encoding = asked.get("encoding")
        plain: dict[str, Any] = {name: value for name, value in asked.items() if name not in ("format", "encoding")}
        kinds: dict[str, Callable[[Any], Any]] = {
            "roles": dict,
            "classes_as": dict,
            "classes": frozenset,
            "texts": tuple,
        }
        plain |= {name: kind(plain.get(name) or ()) for name, kind in kinds.items()}
        return cls(Path(path), None if encoding is None else named(encoding), **plain)

    def to_json(self) -> dict[str, Any]:
        """What was asked for and found out, as JSON: all that another process needs to read the file."""
        plain = {name: getattr(self, name) for name in _SENT}
        return {**plain, "path": str(self.path), "encoding": self.encoding, "classes": sorted(self.classes)}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Reading:
        """The opposite of :meth:`to_json`."""
        values = {
            "path": Path(form["path"]),
            "encoding": form["encoding"] and Encoding(*form["encoding"]),
            "classes": frozenset(form["classes"]),
            "columns": tuple(form["columns"]),
            "texts": tuple(form["texts"]),
        }
        return cls(**{**form, **values})

    def again(self, **asked: Any) -> Reading:
        """Another pass over the file, which knows what this one has found out."""
        fresh = Reading(self.path)
        anew: dict[str, Any] = {"unnamed": fresh.unnamed, "time": fresh.time, "doubts": [], "_texts": {}, "_fields": {}}
        return replace(self, **anew, several_rows=0, not_taken=Counter(), **asked)

    def rows(self, values: Iterable[tuple[int, T | Problem]], make: Callable[[T], Row]) -> Iterator[Row | Problem]:
        """The rows that values become, or what is wrong with them and where."""
        for number, value in values:
            try:
                yield value if isinstance(value, Problem) else make(value)
            except TeachbackError as error:
                yield Problem(f"{self.unit} {number:,}", str(error))

    @property
    def taken(self) -> frozenset[str]:
        """The columns that have a role; the others are fields, and so are several that make the text together."""
        parts = self.texts if len(self.texts) > 1 else ()
        return frozenset((*self.used.values(), *self.texts)).difference(parts)

    def asked_roles(self) -> dict[str, str]:
        """The roles that were asked for; of several columns that make the text, the first has its role."""
        return {**self.roles, "text": self.texts[0]} if self.texts else dict(self.roles)

    def check_texts(self) -> None:
        """Refuse columns for the text that are not there."""
        for name in self.texts:
            if name not in self.columns:
                raise BadRole(
                    f"There is no column {name!r} for the text.{near_miss(name, self.columns)} There are "
                    f"{listed(self.columns)}."
                )

    @property
    def text_columns(self) -> tuple[str, ...]:
        """The columns of the text (one, or those that make it together), then those beside it."""
        return (self.texts or (self.used.get("text", "text"),)) + self.beside

    def text_of(self, cells: Sequence[object]) -> object:
        """The text that the cells of its columns make."""
        text = self.joined(cells[: len(self.texts)]) if self.texts else cells[0]
        if not self.beside or not isinstance(text, str):
            return text
        return text_beside(text, dict(zip(self.beside, cells[-len(self.beside) :], strict=True)))

    def text_in(self, record: Mapping[str, object]) -> object | None:
        """The text of a record; None where it has none."""
        try:
            return self.text_of([value_in(record, name) for name in self.text_columns])
        except BadRow:
            return None

    def joined(self, parts: Iterable[object]) -> str:
        """The text that several cells make; empty ones are left out."""
        return self.between.join(part for part in map(as_text, filter(None, parts)) if part.strip())

    def class_named(self, name: object) -> str:
        """The class that a name in the file stands for; empty where that is none."""
        plain = as_text(name).strip()
        return self.classes_as.get(plain, plain)

    def class_of(self, label: object) -> str | None:
        """The one class that a cell or a list names; of several, what was asked for."""
        names = list(dict.fromkeys(filter(None, map(self.class_named, classes_of(label, self.classes)))))
        if len(names) < 2:
            return names[0] if names else None
        self.several_rows += 1
        if self.several == "combine":
            return " + ".join(sorted(names))
        if self.several is None:
            raise BadRow(
                f"{label!r:.80} are several classes, and a teacher gives a document one; leave one of them in the "
                "file, or say what to do with such rows: leave their classes out, take the first, or make each "
                "combination a class. If it is the name of one class, add that class to the project first."
            )
        self.not_taken["classes of rows with several"] += len(names) - (self.several == "first")
        return names[0] if self.several == "first" else None

    def draft(self, text: object, id: object = None, fields: Mapping[str, object] | None = None) -> Draft:
        """Begin an item."""
        return Draft(self, text, id, fields=fields)

    def came_before(self, document: Document) -> bool:
        """Whether the document is in the file already; another text under the same id is refused."""
        fingerprint = hash(document.text)
        first = self._texts.get(document.id)
        if first not in (None, fingerprint):
            raise BadRow(f"the id {document.id!r} occurs twice, with different texts; give each document its own id.")
        self._texts[document.id] = fingerprint
        if document.fields:
            fields = hash(tuple(document.fields.items()))
            if self._fields.setdefault(document.id, fields) != fields:
                self.not_taken["further rows of a document with other fields; those of its first row stay"] += 1
        return first is not None

    def says_another(self, document: str, teacher: str, label: object) -> bool:
        """Whether the teacher has given the document another class before in this file, which is then counted."""
        key, answer = f"{teacher}\0{document}", hash(str(label))
        other = self._texts.setdefault(key, answer) != answer
        self.not_taken["further classes of a text that has one"] += other
        return other

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Open the file once for everything that is read of it in the block; what is no file is left alone."""
        if not self.path.is_file():
            yield
            return
        with self.bytes() as self._file:
            try:
                yield
            finally:
                self._file = None

    @contextmanager
    def unwatched(self) -> Iterator[None]:
        """Report no progress in the block, which reads ahead."""
        progress, self.progress = self.progress, None
        try:
            yield
        finally:
            self.progress = progress

    def _report(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)

    @contextmanager
    def bytes(self) -> Iterator[io.BufferedReader[_Watched]]:
        """The file's bytes from the beginning; reading them is what `progress` watches."""
        try:
            if self._file is not None:
                self._file.seek(0)
                yield self._file
            else:
                with io.BufferedReader(_Watched(self.path, self._report), 1 << 20) as file:
                    yield file
        except OSError as error:
            raise BadFile(self.path, f"it cannot be read ({error.strerror or error}).") from None

    @contextmanager
    def text(self, *, newline: str = "") -> Iterator[TextIO]:
        r"""The file's text, as it is; a line ends at ``\n``, ``\r`` or both, or only at the `newline` that is given."""
        with self.bytes() as file:
            if self.encoding is None:
                with self.unwatched():
                    self.encoding = detect_in(file)
                    file.seek(0)
                self.doubts += filter(None, [self.encoding.doubt])
            text = io.TextIOWrapper(file, self.encoding.name, self.encoding.errors, newline=newline)
            try:
                yield text
            except UnicodeError as error:
                raise BadFile(
                    self.path, f"it is not {self.encoding.name} ({error}); say which encoding it has."
                ) from None
            finally:
                if not file.closed:
                    text.detach()  # the file stays open: others may read it again

    def lines(self, text: TextIO) -> Iterator[str]:
        """The lines of the text with their ends, none longer than a document can be."""
        if self.path.is_file() and self.path.stat().st_size < LONGEST_LINE:
            return iter(text)
        return self._watched_lines(text)

    def _watched_lines(self, text: TextIO) -> Iterator[str]:
        while line := text.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE and line[-1] not in "\r\n":
                raise BadFile(
                    self.path,
                    f"a line is longer than {LONGEST_LINE:,} characters, so this is no table or list of documents. "
                    "Look whether it is the right file; a long text can be imported as a file of its own in a folder.",
                )
            yield line


def value_in(record: Mapping[str, object], name: str) -> object:
    """The value of that name in a record; of an object inside it, by a name with a point.

    >>> value_in({"meta": {"source": "email"}}, "meta.source"), value_in({"fields": {"source": "email"}}, "source")
    ('email', 'email')
    """
    if name in record:
        return record[name]
    first, _, rest = name.partition(".")
    for inside, wanted in ((record.get(first), rest), (record.get("fields"), name)):
        if wanted and isinstance(inside, Mapping) and (value := value_in(inside, wanted)) is not None:
            return value
    return None


class _Watched(io.RawIOBase):
    """A file that reports how far it has been read."""

    def __init__(self, path: Path, report: Progress) -> None:
        super().__init__()
        self._file, self._report = path.open("rb", buffering=0), report
        self._total, self._done = path.stat().st_size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._done = self._file.seek(offset, whence)
        return self._done

    def tell(self) -> int:
        return self._file.tell()

    def readinto(self, buffer: object, /) -> int:
        read = self._file.readinto(buffer)  # type: ignore[arg-type]
        self._done += read
        self._report(self._done, self._total)
        return read

    def close(self) -> None:
        self._file.close()
        super().close()
