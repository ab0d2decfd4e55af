"""The columns of the files that documents came from: a setting, possible classes, and fields as pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from teachback.record import Document, Fields
from teachback.record.columns import PART, TableColumn, merged_columns
from teachback.record.fields import FieldValue, Kind, Scalar, as_cell, kind_of
from teachback.store import Writer, reading_setting

_SETTING = "columns"


@reading_setting(_SETTING)
def columns_in(settings: Mapping[str, Any]) -> tuple[TableColumn, ...]:
    """The columns that a project knows, in order: a setting that is written with the documents."""
    return tuple(TableColumn(**column) for column in settings.get(_SETTING, ()))


def texts_among(columns: Iterable[TableColumn]) -> tuple[str, ...]:
    """The columns of which texts are made."""
    return tuple(column.name for column in columns if column.role in ("text", PART))


class SeenColumns:
    """The columns of documents on their way into a project: those of their file, and any other that they have."""

    def __init__(self, table: Sequence[TableColumn] = ()) -> None:
        self._columns = {column.name: column for column in table}
        self.texts = texts_among(table)

    def passing(self, documents: Iterable[Document]) -> list[Document]:
        """The documents, whose fields are noted."""
        documents = list(documents)
        for document in documents:
            for name in document.fields:
                if name not in self._columns:
                    self._columns[name] = TableColumn(name, document.fields.kind(name))
        return documents

    def note(self, writer: Writer) -> None:
        """Remember them."""
        known = columns_in(writer.settings())
        columns = merged_columns(known, self._columns.values())
        if columns != known:
            writer.put(_SETTING, [column.to_json() for column in columns])


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
        ClassColumn(name, tuple(value for value, _ in cells.most_common()), cells.total())
        for name, cells in counts.items()
        if 2 <= len(cells) <= cells.total() / _SHARED
    )


def class_in(value: FieldValue | None) -> str:
    """The class that a cell names; empty where it is blank."""
    return "" if value is None else as_cell(value).strip()


_EXACT = 2**53  # a browser counts no further


@dataclass(frozen=True)
class ShownField:
    """A field of a document; a date is written like 2026-03-01 or 2026-03-01T12:30:00."""

    name: str
    kind: Kind
    value: Scalar | tuple[Scalar, ...]


def shown_fields(document: Document, columns: Sequence[TableColumn] = ()) -> tuple[ShownField, ...]:
    """The fields that the document has, in the order of their columns, dates and long numbers as text.

    >>> shown_fields(Document("d1", "a text", {"stars": 4, "day": date(2026, 3, 1)}))[1].value
    '2026-03-01'
    """
    fields = document.fields
    order = dict.fromkeys((*(column.name for column in columns if column.name in fields), *fields))
    return tuple(ShownField(name, kind_of(fields[name]), _shown(fields[name])) for name in order)


def _shown(value: Scalar | date | tuple[Scalar, ...]) -> Scalar | tuple[Scalar, ...]:
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, int) and abs(value) > _EXACT else value


def fields_shown(values: Iterable[Mapping[str, Any]]) -> Fields:
    """The fields of a document from what a server shows of it.

    >>> fields_shown([{"name": "day", "kind": "date", "value": "2026-03-01"}])["day"]
    datetime.date(2026, 3, 1)
    """
    return Fields.from_json({each["name"]: _from_shown(each["kind"], each["value"]) for each in values})


def _from_shown(kind: Kind, value: Any) -> Any:
    if kind == "date":
        return {"date": value}
    return int(value) if kind == "number" and isinstance(value, str) else value
