"""An item in the making: a document and the lessons about it, each checked as it is added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from teachback.errors import BadText, TeachbackError
from teachback.formats.reading.encoding import Encoding
from teachback.formats.rows import Item, Prediction
from teachback.formats.rows.problems import BadRow
from teachback.record import Document, Exclude, Fields, Label, Lesson, Rationale, Skip
from teachback.record.boundaries import check_span, from_utf16

if TYPE_CHECKING:
    from teachback.formats.reading.reading import Reading


class Draft:
    """An item in the making: a document and the lessons about it, each checked as it comes."""

    def __init__(
        self,
        reading: Reading,
        text: object,
        id: object = None,
        encoding: Encoding | None = None,
        fields: Mapping[str, object] | None = None,
    ) -> None:
        if not isinstance(text, str):
            raise BadRow("it has no text.")
        name = next(reading.unnamed) if id is None else as_text(id)
        self._reading = reading
        self._lessons: list[Lesson] = []
        try:
            self.document = Document(name, text, Fields(fields))
        except BadText as error:
            cells = (text, *(cell for cell in (fields or {}).values() if isinstance(cell, str)))
            wrong = (_wrong_bytes(cell, encoding or reading.encoding) for cell in cells)
            raise next(filter(None, wrong), error) from None
        self._repeated = id is not None and reading.came_before(self.document)
        self._attributed = False

    def label(self, class_: object, **provenance: object) -> None:
        """Add that the document is of a class; of a list of several, what the reading was asked for."""
        if (name := self._reading.class_of(class_)) is not None:
            self._lessons.append(Label(self.document.id, name, **self._entry(provenance)))  # type: ignore[arg-type]

    def exclude(self, class_: object, **provenance: object) -> None:
        """Add that the document is not of a class."""
        if name := self._reading.class_named(class_):
            self._lessons.append(Exclude(self.document.id, name, **self._entry(provenance)))  # type: ignore[arg-type]

    def skip(self, **provenance: object) -> None:
        """Add that the document was passed over."""
        self._lessons.append(Skip(self.document.id, **self._entry(provenance)))  # type: ignore[arg-type]

    def rationale(
        self, class_: object, start: object, end: object, quoted: object = None, **provenance: object
    ) -> None:
        """Add a passage. `quoted`, where the file has it, finds the passage if its positions count something else."""
        text = self.document.text
        start, end = located(text, _position(start), _position(end), quoted)
        name = self._reading.class_named(class_)
        if not name:
            self._reading.not_taken["passages that speak for no class"] += 1
            return
        lesson = Rationale(self.document.id, name, start, end, **self._entry(provenance))  # type: ignore[arg-type]
        check_span(text, start, end, self.document.id)
        self._lessons.append(lesson)

    def item(self, prediction: Prediction | None = None, *, again: bool = False) -> Item:
        """The item; a document may come again only for another teacher to say something of it, or as an answer more."""
        if self._repeated and not self._attributed and not again:
            raise BadRow(
                f"the id {self.document.id!r} occurs twice; give each document its own id, or say which teacher each "
                "row is from."
            )
        if prediction is not None and prediction.class_ in self._reading.classes_as:
            name = self._reading.class_named(prediction.class_)
            prediction = replace(prediction, class_=name) if name else None
        return Item(self.document, tuple(self._lessons), prediction)

    def _entry(self, provenance: Mapping[str, object]) -> dict[str, object]:
        """Who said it, when and how long it took, with what the file does not say filled in."""
        known = {name: value for name, value in provenance.items() if value is not None}
        self._attributed |= "teacher" in known
        return {"teacher": self._reading.teacher, "time": self._reading.time, **known}


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
