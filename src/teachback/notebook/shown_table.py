"""A result as a table: on a notebook's page, in a terminal, and as a frame of pandas.

The pieces of a page are static, every text is escaped, and colours are left to the notebook.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import Any

from teachback.errors import TeachbackError

_ON_A_PAGE, _IN_A_TERMINAL = 50, 20  # rows
_LONG, _WIDE = 300, 60  # characters of a cell on a page, and in a terminal
_BAR = "display:inline-block;height:.7em;background:currentColor;opacity:.45"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table; cells are HTML already.

    >>> table(["a"], [["1"]])
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def escaped_text(text: str) -> str:
    """A sentence, or a text as it stands.

    >>> escaped_text("<b>\\n")
    '<span style="white-space:pre-wrap;text-align:left">&lt;b&gt;\\n</span>'
    """
    return f'<span style="white-space:pre-wrap;text-align:left">{escape(text)}</span>'


def bar(share: float) -> str:
    """A share as a bar and a number."""
    drawn = f'<span style="{_BAR};width:{5 * share:.2f}em" aria-hidden="true"></span>'
    return f'<span style="white-space:nowrap">{drawn} {100 * share:.0f} %</span>'


def paragraphs(*sentences: str) -> str:
    """Sentences below each other."""
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)


@dataclass(frozen=True)
class ShownTable:
    """Columns of values.

    Examples
    --------
    >>> shown = ShownTable({"class": ["bug"], "probability": [0.75]}, index=["m1"], index_name="document")
    >>> print(shown.to_text())
    document  class  probability
    m1        bug           0.75
    """

    columns: Mapping[str, Sequence[Any]]  # their names and values, all of the same length
    # What the rows are called, and what those names are; none where rows have no names
    index: Sequence[Any] | None = None
    index_name: str = ""
    shares: Collection[str] = ()  # columns that are shares of one, shown as bars
    # What stands over the table, and sentences below it
    caption: str = ""
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(next(iter(self._all.values()), ()))

    @property
    def _all(self) -> dict[str, Sequence[Any]]:
        return {**({} if self.index is None else {self.index_name: self.index}), **self.columns}

    def _first(self, most: int) -> list[tuple[Any, ...]]:
        return list(islice(zip(*self._all.values(), strict=True), most))

    def _notes(self, most: int) -> tuple[str, ...]:
        more = self.rows - most
        return (*([f"… and {more:,} more"] if more > 0 else []), *self.notes)

    def to_html(self) -> str:
        """For a notebook: every text is escaped."""
        if not self.rows:
            return paragraphs(self.caption, *self.notes)
        are_shares = [name in self.shares for name in self._all]
        rows = [
            [
                bar(value) if share else escaped_text(_shortened(_in_words(value), _LONG))
                for value, share in zip(row, are_shares, strict=True)
            ]
            for row in self._first(_ON_A_PAGE)
        ]
        return table(list(self._all), rows, self.caption) + paragraphs(*self._notes(_ON_A_PAGE))

    def to_text(self) -> str:
        """For a terminal: a line for each row, numbers to the right."""
        lines = [self.caption] if self.caption else []
        if self.rows:
            first = self._first(_IN_A_TERMINAL)
            cells = [
                list(self._all),
                *([_shortened(" ".join(_in_words(value).split()), _WIDE) for value in row] for row in first),
            ]
            widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
            right = [isinstance(value, int | float) for value in first[0]]
            for row in cells:
                placed = (
                    cell.rjust(width) if is_number else cell.ljust(width)
                    for cell, width, is_number in zip(row, widths, right, strict=True)
                )
                lines.append("  ".join(placed).rstrip())
        return "\n".join([*lines, *self._notes(_IN_A_TERMINAL)])

    def to_frame(self) -> Any:
        """As a frame of pandas, all rows."""
        try:
            import pandas
        except ImportError:
            raise TeachbackError(
                "to_frame() makes a table of pandas, which is not installed. Run: pip install pandas"
            ) from None
        index = None if self.index is None else pandas.Index(self.index, name=self.index_name or None)
        return pandas.DataFrame({name: list(values) for name, values in self.columns.items()}, index=index)


class Tabular:
    """A result that is a table."""

    __slots__ = ()

    def _table(self) -> ShownTable:
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The table as a frame of pandas, which is imported only here."""
        return self._table().to_frame()

    def _repr_html_(self) -> str:
        return self._table().to_html()

    def __str__(self) -> str:
        return self._table().to_text()

    def __repr__(self) -> str:
        return str(self)


def _in_words(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _shortened(text: str, most: int) -> str:
    """The text, or its beginning and three dots."""
    return text if len(text) <= most else text[: most - 1] + "…"
