"""The fields of a document: the other columns of the row that it came from, each with its own type."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Literal, Self, TypeAlias

from teachback.errors import BadText
from teachback.record.texts import check_text

Kind: TypeAlias = Literal["text", "number", "date", "boolean", "list"]
Scalar: TypeAlias = str | int | float | bool
FieldValue: TypeAlias = Scalar | date | tuple[Scalar, ...]  # a datetime is a date, too

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class Fields(Mapping[str, FieldValue]):
    """Values by the names of their columns, in the columns' order; what is empty in the file is not there.

    Reading texts alone costs nothing for them: what comes from a store is taken apart when it is asked for.

    >>> fields = Fields({"source": "email", "received": date(2026, 3, 1), "tags": ["vip", "refund"], "stars": 4})
    >>> fields["tags"], fields.kind("received")
    (('vip', 'refund'), 'date')
    >>> Fields.kept(fields.form) == fields
    True
    """

    __slots__ = ("_form", "_values")

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self._values: dict[str, FieldValue] | None = {
            _checked_name(name): _checked(name, value) for name, value in (values or {}).items()
        }
        self._form: str | None = None

    @classmethod
    def kept(cls, form: str | None) -> Self:
        """Fields as a store keeps them: JSON, in which ``{"date": "2026-03-01"}`` is a date; None for none at all."""
        fields = cls()
        if form is not None:
            fields._form, fields._values = form, None
        return fields

    @classmethod
    def from_json(cls, values: object) -> Self:
        """Fields from the JSON object that :meth:`to_json` makes."""
        if not isinstance(values, Mapping):
            raise BadText(f"The fields of a document are an object of names and values, not {values!r:.80}.")
        return cls({name: _from_json(value) for name, value in values.items()})

    @property
    def form(self) -> str | None:
        """The fields as a store keeps them."""
        if self._form is None and self._values:
            self._form = _encode(self.to_json())
        return self._form

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {name: _to_json(value) for name, value in self._read().items()}

    def kind(self, name: str) -> Kind:
        """What the value of that name is: text, number, date, boolean or list."""
        return kind_of(self[name])

    def _read(self) -> dict[str, FieldValue]:
        if self._values is None:
            self._values = {name: _from_json(value) for name, value in json.loads(self._form or "{}").items()}
        return self._values

    def __getitem__(self, name: str) -> FieldValue:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __repr__(self) -> str:
        return repr(self._read())

    def __reduce__(self) -> tuple[Any, ...]:
        return Fields.kept, (self.form,)


def kind_of(value: FieldValue) -> Kind:
    """The type of a field's value, by its name.

    >>> kind_of(4.5), kind_of(True), kind_of(("a", "b")), kind_of("email")
    ('number', 'boolean', 'list', 'text')
    """
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "date" if isinstance(value, date) else "list"


def as_cell(value: FieldValue) -> str:
    """The value as the text of a cell.

    >>> as_cell(4.0), as_cell(date(2026, 3, 1)), as_cell(("a", 2)), as_cell(False)
    ('4', '2026-03-01', '["a",2]', 'false')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, int) else _encode(value)


def _checked_name(name: object) -> str:
    check_text(name, "The name of a field")  # type: ignore[arg-type]
    if not name or not isinstance(name, str):
        raise BadText("The name of a field is empty; give it a name.")
    return name


def _checked(name: str, value: object) -> FieldValue:
    if isinstance(value, str):
        check_text(value, f"The field {name!r:.60}")
        return value
    if isinstance(value, bool | int | date):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Iterable) and not isinstance(value, Mapping | bytes):
        members = tuple(_checked(name, member) for member in value)
        if not any(isinstance(member, tuple | date) for member in members):
            return members  # type: ignore[return-value]
    raise BadText(
        f"The field {name!r:.60} is {value!r:.60}; a field is a text, a number, a date, true or false, or a list of "
        "texts and numbers."
    )


def _to_json(value: FieldValue) -> Any:
    if isinstance(value, date):
        return {"date": value.isoformat()}
    return list(value) if isinstance(value, tuple) else value


def _from_json(value: Any) -> Any:
    match value:
        case {"date": str(told)}:
            try:
                return datetime.fromisoformat(told) if len(told) > len("2026-03-01") else date.fromisoformat(told)
            except ValueError:
                raise BadText(f"{told!r:.60} is not a date; write it like 2026-03-01.") from None
        case list():
            return tuple(value)
    return value
