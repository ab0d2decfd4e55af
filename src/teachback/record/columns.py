"""The columns of the tables that a project's documents came from, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self, get_args

from teachback.errors import BadText
from teachback.record.fields import Kind

PART = "part"  # what a column is that makes the text together with others; its cells are fields, too
_KINDS = list(get_args(Kind))


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a file."""

    name: str
    kind: Kind = "text"  # what its cells are: text, number, date, boolean or list
    # What it was taken for, such as ``text`` or ``label``; None for a column that is kept as a field, and ``part`` for
    # one that is kept so and makes the text together with others
    role: str | None = None

    @classmethod
    def from_json(cls, form: Any) -> Self:
        """The column that :meth:`to_json` wrote; anything else is refused.

        >>> TableColumn.from_json({"name": "stars", "kind": "number"}).kind
        'number'
        """
        if isinstance(form, dict) and form.keys() <= {"name", "kind", "role"}:
            name, kind, role = form.get("name"), form.get("kind", "text"), form.get("role")
            if isinstance(name, str) and name and kind in _KINDS and (role is None or isinstance(role, str)):
                return cls(name, kind, role)
        raise BadText(f'A column is written like {{"name": "source", "kind": "text"}}, and not {form!r:.80}.')

    def to_json(self) -> dict[str, Any]:
        """The column as a setting keeps it."""
        return asdict(self)


def merged_columns(known: Sequence[TableColumn], new: Iterable[TableColumn]) -> tuple[TableColumn, ...]:
    """The columns of several files: those of the first, then what others add; a column of two kinds is text.

    >>> first = [TableColumn("Nr", role="id"), TableColumn("stars", "number")]
    >>> [(column.name, column.kind) for column in merged_columns(first, [TableColumn("stars"), TableColumn("source")])]
    [('Nr', 'text'), ('stars', 'text'), ('source', 'text')]
    """
    columns = {column.name: column for column in known}
    for column in new:
        there = columns.setdefault(column.name, column)
        if there.role is None and there.kind != column.kind:
            columns[column.name] = TableColumn(column.name)
    return tuple(columns.values())
