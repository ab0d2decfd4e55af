"""Documents by the fields of their rows: those that a search such as ``source:email`` finds, and in a field's order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from teachback.errors import TeachbackError, listed, near_miss
from teachback.project.history.columns import columns_in
from teachback.record.columns import PART, TableColumn
from teachback.record.fields import FieldValue, as_cell
from teachback.store import Store

_TEST = re.compile(r'(?<!\S)(?:"([^"]+)"|([^\s":]+)):(?:"([^"]*)"|(\S+))')
_KEPT = 8  # columns that are remembered
_AS_FIELDS = (None, PART, "prediction")  # roles of columns whose cells are fields


class UnknownField(TeachbackError):
    """A field that no document has."""


@dataclass(frozen=True)
class FieldTest:
    """What the value of a field must be, as a person types it.

    A text is compared without capitals, and ``ema*`` is a beginning; a date by as much as is given of it; ``>4``,
    ``<4`` and ``2..4`` are for numbers and dates; of a list one member must fit.

    >>> FieldTest("received", "2026-03").fits(date(2026, 3, 9)), FieldTest("stars", ">3").fits(3)
    (True, False)
    """

    name: str
    wanted: str

    def fits(self, value: FieldValue) -> bool:
        """Whether a value passes."""
        if isinstance(value, tuple):
            return any(map(self.fits, value))
        low, between, high = self.wanted.partition("..")
        if between and (low or high) and not isinstance(value, str | bool):
            return (not low or _compared(value, low) >= 0) and (not high or _compared(value, high) <= 0)
        if self.wanted[:1] in "<>" and len(self.wanted) > 1 and not isinstance(value, str | bool):
            return _compared(value, self.wanted[1:]) == (1 if self.wanted[0] == ">" else -1)
        if isinstance(value, date) or (isinstance(value, int | float) and not isinstance(value, bool)):
            return _compared(value, self.wanted) == 0
        cell, wanted = as_cell(value).casefold(), self.wanted.casefold()
        if isinstance(value, bool):
            wanted = {"yes": "true", "no": "false"}.get(wanted, wanted)
        return cell.startswith(wanted[:-1]) if wanted.endswith("*") else cell == wanted


def _compared(value: float | date, wanted: str) -> float:
    """Below 0, 0 or above 0 as the value is less than what is wanted, the same, or more; NaN for another kind."""
    if isinstance(value, date):
        begins = value.isoformat()[: len(wanted)]
        return (begins > wanted) - (begins < wanted)
    try:
        than = float(wanted.replace(",", "."))
    except ValueError:
        return np.nan
    return (value > than) - (value < than)


def parsed_query(query: str, fields: Iterable[str]) -> tuple[str, list[FieldTest]]:
    """The words of a search, and the tests of fields in it; a name that is no field's is a word.

    >>> parsed_query('refund Source:email "paid by":"credit card" http://x.org', ["source", "paid by"])
    ('refund http://x.org', [FieldTest(name='source', wanted='email'), FieldTest(name='paid by', wanted='credit card')])
    """
    known, tests = {name.casefold(): name for name in fields}, list[FieldTest]()

    def taken(match: re.Match[str]) -> str:
        name = known.get((match[1] or match[2]).casefold())
        if name is None:
            return match[0]
        tests.append(FieldTest(name, match[4] if match[3] is None else match[3]))
        return " "

    return " ".join(_TEST.sub(taken, query).split()), tests


def field_names(columns: Sequence[TableColumn]) -> tuple[str, ...]:
    """The columns whose cells documents have as fields, those that make the text last."""
    fields = (column for column in columns if column.role in _AS_FIELDS)
    return tuple(column.name for column in sorted(fields, key=lambda column: column.role == PART))


class FieldColumns:
    """The fields of all documents, a column at a time; each is read once, however often it is searched or sorted by."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, _Column] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The fields that documents have."""
        return field_names(columns_in(self._store.settings()))

    def passing(self, test: FieldTest, rows: Mapping[str, int]) -> NDArray[np.bool_]:
        """Which documents, by row, have a value that fits."""
        column = self._column(test.name, rows)
        fits = np.array([*map(test.fits, column.values), False])
        return fits[column.codes]

    def ranks(self, by: str, rows: Mapping[str, int]) -> NDArray[np.intp]:
        """The place of each document, by row, in a field's order; ``-received`` is downwards. Without a value: last.

        Numbers come before dates, and these before texts.
        """
        names = self.names
        down = by not in names and by.startswith("-")
        name = by[1:] if down else by
        if name not in names:
            raise UnknownField(
                f"No document has a field {name!r}.{near_miss(name, names)} "
                + (f"There are {listed(names)}." if names else "The documents of this project have none.")
            )
        column = self._column(name, rows)
        order = sorted(range(len(column.values)), key=lambda place: _key(column.values[place]), reverse=down)
        ranks = np.full(len(order) + 1, len(order), dtype=np.intp)
        ranks[order] = np.arange(len(order))
        return ranks[column.codes]

    def _column(self, name: str, rows: Mapping[str, int]) -> _Column:
        column = self._kept.pop(name, None)
        if column is None or len(column.codes) != len(rows):
            column = self._read(name, rows)
        self._kept[name] = column
        while len(self._kept) > _KEPT:
            self._kept.pop(next(iter(self._kept)))
        return column

    def _read(self, name: str, rows: Mapping[str, int]) -> _Column:
        codes = np.full(len(rows), -1, dtype=np.intp)
        values: dict[tuple[type, FieldValue], int] = {}
        with self._store.reading() as reader:
            for document in reader.documents():
                if document.id in rows and (value := document.fields.get(name)) is not None:
                    codes[rows[document.id]] = values.setdefault((type(value), value), len(values))
        return _Column(codes, tuple(value for _, value in values))


@dataclass(frozen=True)
class _Column:
    """The different values of a field, and which of them (-1: none) each document has."""

    codes: NDArray[np.intp]
    values: tuple[FieldValue, ...]


def _key(value: FieldValue) -> tuple[int, float, str]:
    if isinstance(value, int | float):
        return 0, float(value), ""
    return (1, 0.0, value.isoformat()) if isinstance(value, date) else (2, 0.0, as_cell(value).casefold())
