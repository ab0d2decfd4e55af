"""The columns of a table that have no role: their cells as typed fields of the documents."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from teachback.record.fields import FieldValue, Kind

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?")
_CODE = re.compile(r"-?0\d+$")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_GERMAN_DATE = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})")  # with points the day comes first, and nowhere else
_EXACT = 15  # digits that a float keeps
_DEEPEST = 4  # objects inside objects; what lies deeper is kept as JSON


def typed_cells(cells: Iterable[tuple[str, str]], kinds: MutableMapping[str, Kind]) -> dict[str, FieldValue]:
    """The cells of a row that are not empty, each as what its column is; its first cell tells, unless `kinds` knows.

    A cell that is something else than its column stays a text.

    >>> kinds = {}
    >>> typed_cells([("stars", "4"), ("code", "007"), ("day", "2026-03-01"), ("note", "")], kinds)
    {'stars': 4, 'code': '007', 'day': datetime.date(2026, 3, 1)}
    >>> typed_cells([("stars", "four"), ("code", "8")], kinds)
    {'stars': 'four', 'code': '8'}
    """
    values: dict[str, FieldValue] = {}
    for name, cell in cells:
        if cell:
            kind = kinds.get(name)
            if kind is None:
                kind = kinds[name] = text_kind([cell])
            values[name] = cell if kind == "text" else as_kind(cell, kind)
    return values


def text_kind(cells: Iterable[str]) -> Kind:
    """What more than half of these cells are, leaving out empty ones; else text, as where a number begins with 0.

    >>> text_kind(["4", "", "4.5", "n/a"]), text_kind(["4", "007"]), text_kind(["true", "False"]), text_kind(['["a"]'])
    ('number', 'text', 'boolean', 'list')
    >>> text_kind(["2026-03-01", "31.3.2026"]), as_kind("31.3.2026", "date")
    ('date', datetime.date(2026, 3, 31))
    """
    filled = [cell for cell in cells if cell]
    if any(_CODE.match(cell) for cell in filled):
        return "text"
    kinds: tuple[Kind, ...] = ("number", "date", "boolean", "list")
    fitting = {kind: sum(not isinstance(as_kind(cell, kind), str) for cell in filled) for kind in kinds}
    return next((kind for kind in kinds if 2 * fitting[kind] > len(filled)), "text")


def as_kind(cell: str, kind: Kind) -> FieldValue:
    """The cell as a value of that kind, or else as it is."""
    try:
        if kind == "number" and _NUMBER.fullmatch(cell):
            return int(cell) if cell.lstrip("-").isdecimal() else float(cell)
        if kind == "date" and _DATE.fullmatch(cell):
            return date.fromisoformat(cell) if len(cell) == len("2026-03-01") else datetime.fromisoformat(cell)
        if kind == "date" and (written := _GERMAN_DATE.fullmatch(cell)):
            day, month, year = map(int, written.groups())
            return date(year, month, day)
        if kind == "boolean" and cell.casefold() in ("true", "false"):
            return cell.casefold() == "true"
        if kind == "list" and cell.startswith("["):
            value = json.loads(cell)
            return tuple(value) if _is_flat(value) else cell
    except (ValueError, RecursionError):
        return cell
    return cell


def typed_values(
    values: Mapping[str, Any], kinds: MutableMapping[str, Kind], but: Collection[str] = ()
) -> dict[str, FieldValue]:
    """The values of a JSON object or of a row of Arrow, which have types of their own; texts may be dates.

    What is inside an object gets a name with a point (those of `but` are left out), and what no field can be is kept
    as JSON.

    >>> typed_values({"meta": {"source": "email", "n": 3}, "fields": {"id": "7"}, "tags": ["a"], "gone": None}, {})
    {'meta.source': 'email', 'meta.n': 3, 'id': '7', 'tags': ('a',)}
    """
    wanted = ((name, value) for name, value in named_values(values) if name not in but)
    return {name: value for name, untyped in wanted if (value := _typed(name, untyped, kinds)) is not None}


def named_values(values: Mapping[str, Any], before: str = "", depth: int = 1) -> Iterator[tuple[str, Any]]:
    """The values of an object and of the objects inside it, which have names with a point.

    >>> dict(named_values({"id": 7, "mail": {"body": "it crashes"}}))
    {'id': 7, 'mail.body': 'it crashes'}
    """
    for key, value in values.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping) and value and depth < _DEEPEST and all(isinstance(each, str) for each in value):
            yield from named_values(value, "" if name == "fields" else f"{name}.", depth + 1)
        elif name:
            yield name, value


def _typed(name: str, value: Any, kinds: MutableMapping[str, Kind]) -> FieldValue | None:
    if value is None or value == "" or value == [] or value == {}:
        return None
    if isinstance(value, str):
        kind = kinds.setdefault(name, "date" if _DATE.fullmatch(value) else "text")
        return as_kind(value, kind) if kind == "date" else value
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, Decimal):
        value = float(value) if len(value.as_tuple().digits) <= _EXACT else str(value)
    if isinstance(value, time | timedelta):
        value = str(value)
    kinds.setdefault(name, _kind(value))
    if isinstance(value, str | bool | int | float | date):
        return value
    if isinstance(value, bytes):
        return f"{len(value):,} bytes"
    if _is_flat(value):
        return tuple(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _is_flat(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str | int | float | bool) for each in value)


def _kind(value: object) -> Kind:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "date" if isinstance(value, date) else "list" if _is_flat(value) else "text"
