"""A document: a text with an id and the fields of its row, kept exactly as it came."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from teachback.record.fields import Fields
from teachback.record.texts import check_name, check_text


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id, and what else its row had. The text is never trimmed, normalised or changed in any way.

    >>> Document("d17", "The goalie saved us.\\r\\n").text
    'The goalie saved us.\\r\\n'
    >>> Document("d18", "My bill is wrong", {"source": "email", "stars": 2}).fields["stars"]
    2

    Attributes
    ----------
    erased
        Whether its text and fields were removed for good; they are empty then.
    """

    id: str
    text: str
    fields: Fields = field(default_factory=Fields, hash=False, repr=False)
    erased: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        check_name(self.id, "a document's id")
        check_text(self.text, f"The text of document {self.id}")
        fields: object = self.fields
        if isinstance(fields, dict):
            object.__setattr__(self, "fields", Fields(fields))

    def snippet(self, width: int = 80) -> str:
        """The beginning of the text on one line, for lists.

        >>> Document("d1", "Dear  all,\\nthe export button does nothing").snippet(26)
        'Dear all, the export butt…'
        """
        line = " ".join(self.text[: 8 * width].split())
        return line if len(line) <= width else line[: width - 1] + "…"

    def _repr_html_(self) -> str:
        return f'<pre style="white-space:pre-wrap" title="{escape(self.id)}">{escape(self.text)}</pre>'
