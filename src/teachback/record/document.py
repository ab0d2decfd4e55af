"""A document: a text with an id, kept exactly as it came."""

from __future__ import annotations

from dataclasses import dataclass

from teachback.errors import BadText


def check_text(value: str, what: str) -> None:
    """Refuse a string that no database, file or browser could carry unchanged."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadText(
            f"{what} holds a lone surrogate (U+{ord(value[error.start]):04X}) at position {error.start}: it is half a "
            "character, so the text was cut or decoded wrongly. Decode it again as UTF-8 or UTF-16."
        ) from None


def check_name(value: str, what: str) -> None:
    """Refuse an id or a name that is empty, padded or holds control characters: it could not be typed again."""
    if not isinstance(value, str):
        raise BadText(f"{what} must be text, not {value!r}. Convert it with str() first.")
    check_text(value, what)
    if not value or value != value.strip() or not value.isprintable():
        raise BadText(
            f"{value!r} cannot be {what}: it must have at least one character, no space at either end and no "
            "control characters. Strip it first."
        )


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id. The text is never trimmed, normalised or changed in any way.

    >>> Document("d17", "The goalie saved us.\\r\\n").text
    'The goalie saved us.\\r\\n'
    """

    id: str
    text: str

    def __post_init__(self) -> None:
        check_name(self.id, "a document's id")
        if not isinstance(self.text, str):
            raise BadText(f"The text of document {self.id} must be a string, not {type(self.text).__name__}.")
        check_text(self.text, f"The text of document {self.id}")

    def snippet(self, width: int = 80) -> str:
        """The beginning of the text on one line, for lists.

        >>> Document("d1", "Dear  all,\\nthe export button does nothing").snippet(26)
        'Dear all, the export butt…'
        """
        line = " ".join(self.text[: 8 * width].split())
        return line if len(line) <= width else line[: width - 1] + "…"
