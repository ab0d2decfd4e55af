"""One reading of a file: what was asked for, what was found out on the way, and rows checked as they are made."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TextIO, TypeAlias, TypeVar

from teachback.errors import BadText, TeachbackError
from teachback.formats.encoding import Encoding, detect, named
from teachback.formats.problems import BadFile, BadRow, Problem
from teachback.formats.rows import Item, Prediction, Row
from teachback.record import Document, Exclude, Label, Lesson, Rationale, Skip
from teachback.record.boundaries import check_span, from_utf16
from teachback.record.entry import now

LONGEST_LINE = 1 << 24  # characters; a text of 16 million is no document that anybody reads
SAMPLE = 20  # rows that are looked at to find out what the columns are

Progress: TypeAlias = Callable[[int, int], object]  # how much is done, how much there is in all
T = TypeVar("T")


@dataclass
class Reading:
    """One pass over a file.

    Attributes
    ----------
    encoding
        As asked for, or else (None) detected.
    roles
        Which column is the text, the id, the label and so on, by role; what is not given is guessed.
    header
        Whether a table's first line names its columns; guessed unless given.
    teacher
        Who teaches what the file does not attribute to anybody.
    progress
        Called now and then with how much is done and how much there is in all (bytes, or files of a folder).
    unnamed
        Ids for documents that have none.
    classes
        Names that are known: a cell that lists several of them is no class.
    columns, used, unit, doubts
        Found out by reading: the columns, the role of each that has one, what rows are counted in, and sentences
        about what was guessed.
    """

    path: Path
    encoding: Encoding | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    header: bool | None = None
    teacher: str = "importer"
    progress: Progress | None = None
    unnamed: Iterator[str] = field(default_factory=lambda: map(str, count(1)))
    classes: frozenset[str] = frozenset()
    time: datetime = field(default_factory=now)
    columns: tuple[str, ...] = ()
    used: dict[str, str] = field(default_factory=dict)
    unit: str = "line"
    doubts: list[str] = field(default_factory=list)
    _texts: dict[str, int] = field(default_factory=dict)  # id → a fingerprint of the text that has it

    @classmethod
    def of(cls, path: str | Path, *, encoding: str | None = None, **asked: object) -> Reading:
        """A reading as a person asks for it."""
        return cls(Path(path), None if encoding is None else named(encoding), **asked)  # type: ignore[arg-type]

    def rows(self, values: Iterable[tuple[int, T | Problem]], make: Callable[[T], Row]) -> Iterator[Row | Problem]:
        """The rows that values become, or what is wrong with them and where."""
        for number, value in values:
            try:
                yield value if isinstance(value, Problem) else make(value)
            except TeachbackError as error:
                yield Problem(f"{self.unit} {number:,}", str(error))

    def draft(self, text: object, id: object = None) -> Draft:
        """Begin an item."""
        return Draft(self, text, id)

    def came_before(self, document: Document) -> bool:
        """Whether the document is in the file already; another text under the same id is refused."""
        fingerprint = hash(document.text)
        first = self._texts.get(document.id)
        if first not in (None, fingerprint):
            raise BadRow(f"the id {document.id!r} occurs twice, with different texts; give each document its own id.")
        self._texts[document.id] = fingerprint
        return first is not None

    @contextmanager
    def bytes(self) -> Iterator[io.BufferedReader[_Watched]]:
        """The file's bytes; reading them is what `progress` watches."""
        try:
            total = self.path.stat().st_size
            with io.BufferedReader(_Watched(self.path, total, self.progress), 1 << 20) as file:
                yield file
        except OSError as error:
            raise BadFile(self.path, f"it cannot be read ({error.strerror or error}).") from None

    @contextmanager
    def text(self, *, newline: str = "") -> Iterator[TextIO]:
        r"""The file's text, as it is; a line ends at ``\n``, ``\r`` or both, or only at the `newline` that is given."""
        with self.bytes() as file:
            if self.encoding is None:
                self.encoding = detect(self.path)
                self.doubts += filter(None, [self.encoding.doubt])
            try:
                with io.TextIOWrapper(file, self.encoding.name, self.encoding.errors, newline=newline) as text:
                    yield text
            except UnicodeError as error:
                raise BadFile(
                    self.path, f"it is not {self.encoding.name} ({error}); say which encoding it has."
                ) from None

    def lines(self, text: TextIO) -> Iterator[str]:
        """The lines of the text with their ends, none longer than a document can be."""
        while line := text.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE and line[-1] not in "\r\n":
                raise BadFile(
                    self.path,
                    f"a line is longer than {LONGEST_LINE:,} characters, so this is no table or list of documents. "
                    "Look whether it is the right file; a long text can be imported as a file of its own in a folder.",
                )
            yield line


class Draft:
    """An item in the making: a document and the lessons about it, each checked as it comes."""

    def __init__(self, reading: Reading, text: object, id: object = None, encoding: Encoding | None = None) -> None:
        if not isinstance(text, str):
            raise BadRow("it has no text.")
        name = next(reading.unnamed) if id is None else as_text(id)
        self._reading = reading
        self._lessons: list[Lesson] = []
        try:
            self.document = Document(name, text)
        except BadText as error:
            raise _wrong_bytes(text, encoding or reading.encoding) or error from None
        self._repeated = id is not None and reading.came_before(self.document)
        self._attributed = False

    def label(self, class_: object, **said: object) -> None:
        """Add that the document is of a class."""
        self._lessons.append(Label(self.document.id, as_text(class_).strip(), **self._entry(said)))  # type: ignore[arg-type]

    def exclude(self, class_: object, **said: object) -> None:
        """Add that the document is not of a class."""
        self._lessons.append(Exclude(self.document.id, as_text(class_).strip(), **self._entry(said)))  # type: ignore[arg-type]

    def skip(self, **said: object) -> None:
        """Add that the document was passed over."""
        self._lessons.append(Skip(self.document.id, **self._entry(said)))  # type: ignore[arg-type]

    def rationale(self, class_: object, start: object, end: object, quoted: object = None, **said: object) -> None:
        """Add a passage. `quoted`, where the file has it, finds the passage if its positions count something else."""
        text = self.document.text
        start, end = located(text, _position(start), _position(end), quoted)
        lesson = Rationale(self.document.id, as_text(class_).strip(), start, end, **self._entry(said))  # type: ignore[arg-type]
        check_span(text, start, end, self.document.id)
        self._lessons.append(lesson)

    def item(self, prediction: Prediction | None = None) -> Item:
        """The item; a document may come again only for another teacher to say something of it."""
        if self._repeated and not self._attributed:
            raise BadRow(
                f"the id {self.document.id!r} occurs twice; give each document its own id, or say which teacher each "
                "row is from."
            )
        return Item(self.document, tuple(self._lessons), prediction)

    def _entry(self, said: Mapping[str, object]) -> dict[str, object]:
        """Who said it, when and how long it took, with what the file does not say filled in."""
        given = {name: value for name, value in said.items() if value is not None}
        self._attributed |= "teacher" in given
        return {"teacher": self._reading.teacher, "time": self._reading.time, **given}


def as_text(value: object) -> str:
    """A cell as it would be written: numbers and yes-or-no values of other formats become text.

    >>> as_text("007"), as_text(7), as_text(True)
    ('007', '7', 'true')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    raise BadRow(f"{value!r:.80} is not a text or a number.")


def located(text: str, start: int, end: int, quoted: object = None) -> tuple[int, int]:
    """Where a passage is in code points, when the file quotes it and its positions may count something else.

    >>> located("🙂 fine", 3, 7, "fine")              # a browser's positions
    (2, 6)
    """
    if not isinstance(quoted, str) or not quoted or text[start:end] == quoted:
        return start, end
    try:
        units = from_utf16(text, start), from_utf16(text, end)
    except TeachbackError:
        units = start, end
    if text[units[0] : units[1]] == quoted:
        return units
    if text.count(quoted) == 1:
        return text.index(quoted), text.index(quoted) + len(quoted)
    raise BadRow(
        f"the passage {start} to {end} is {text[start:end]!r:.60} in the text, and {quoted!r:.60} in the file."
    )


def _position(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise BadRow(f"{value!r:.60} is not a position in a text; give whole numbers from 0.")


def _wrong_bytes(text: str, encoding: Encoding | None) -> BadRow | None:
    """The error for bytes that the encoding does not have; they were read as surrogates that stand for them."""
    wrong = [character for character in text if "\udc80" <= character <= "\udcff"]
    if not wrong or encoding is None or encoding.errors != "surrogateescape":
        return None
    return BadRow(
        f"byte 0x{ord(wrong[0]) - 0xDC00:02X} is wrong in {encoding.name} (in {text[:40]!r}); mend the row, or say "
        "which encoding the file has."
    )


class _Watched(io.RawIOBase):
    """A file that tells how far it has been read."""

    def __init__(self, path: Path, total: int, progress: Progress | None) -> None:
        super().__init__()
        self._file, self._total, self._progress, self._done = path.open("rb", buffering=0), total, progress, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readinto(self, buffer: object, /) -> int:
        got = self._file.readinto(buffer)  # type: ignore[arg-type]
        self._done += got
        if self._progress is not None:
            self._progress(self._done, self._total)
        return got

    def close(self) -> None:
        self._file.close()
        super().close()
