"""Columns of the files that the documents came from whose cells could be their classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from teachback.record import Document
from teachback.record.columns import TableColumn
from teachback.record.fields import FieldValue, as_cell

_KINDS = ("text", "boolean")  # numbers and dates are measured, not named
_MOST = 50  # classes
_LONGEST = 100  # characters of a class's name
_SHARED = 2  # documents that have the same value, on the mean


@dataclass(frozen=True)
class ClassColumn:
    """A column whose cells could be the classes of the documents.

    Attributes
    ----------
    values
        The different cells, the most frequent first.
    documents
        How many documents have a cell that is filled in.
    """

    name: str
    values: tuple[str, ...]
    documents: int


def class_columns(documents: Iterable[Document], columns: Sequence[TableColumn]) -> tuple[ClassColumn, ...]:
    """The columns beside the texts that say the same few things again and again, in their order.

    >>> rows = [Document(str(k), "…", {"desk": ["grain", "oil"][k % 2], "by": f"reporter {k}"}) for k in range(6)]
    >>> class_columns(rows, [TableColumn("desk"), TableColumn("by")])
    (ClassColumn(name='desk', values=('grain', 'oil'), documents=6),)
    """
    counts = {column.name: Counter[str]() for column in columns if column.role is None and column.kind in _KINDS}
    for document in documents:
        for name in list(counts):
            if value := class_in(document.fields.get(name)):
                counts[name][value] += 1
                if len(counts[name]) > _MOST or len(value) > _LONGEST:
                    del counts[name]
        if not counts:
            break
    return tuple(
        ClassColumn(name, tuple(value for value, _ in found.most_common()), found.total())
        for name, found in counts.items()
        if 2 <= len(found) <= found.total() / _SHARED
    )


def class_in(value: FieldValue | None) -> str:
    """The class that a cell names; empty where it is blank."""
    return "" if value is None else as_cell(value).strip()
