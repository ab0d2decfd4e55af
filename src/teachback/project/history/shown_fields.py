"""The fields of a document as a page shows them: in the order of their columns, dates and long numbers as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from teachback.record import Document, Fields
from teachback.record.columns import TableColumn
from teachback.record.fields import Kind, Scalar, kind_of

_EXACT = 2**53  # a browser counts no further


@dataclass(frozen=True)
class ShownField:
    """A field of a document; a date is written like 2026-03-01 or 2026-03-01T12:30:00."""

    name: str
    kind: Kind
    value: Scalar | tuple[Scalar, ...]


def shown_fields(document: Document, columns: Sequence[TableColumn] = ()) -> tuple[ShownField, ...]:
    """The fields that the document has.

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
