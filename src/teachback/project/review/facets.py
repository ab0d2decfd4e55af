"""Accuracy by the values of a field: is the model as good on letters as on mails, in May as in March?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from teachback.errors import TeachbackError, counted, listed, near_miss, percent
from teachback.project.history.columns import columns_in
from teachback.project.history.ledger import Ledger
from teachback.project.models.learned import Learned
from teachback.project.models.predictions import labelled_held_out, predicted_texts
from teachback.project.review.field_search import field_names
from teachback.queries import accuracy_interval
from teachback.record import Document
from teachback.record.fields import FieldValue, as_cell

_ENOUGH = 5  # checks of a value before a field is shown
_MOST = 20  # values of a field; the others are counted together


@dataclass(frozen=True)
class FacetValue:
    """The documents with one value of a field: how many were checked, how many the model gets right.

    `value` is a month for dates, and None for the values that are counted together. The accuracy on all documents with
    it lies between `low` and `high`, with a confidence of 95 %.
    """

    value: str | None
    right: int
    checked: int
    accuracy: float
    low: float
    high: float

    def __str__(self) -> str:
        """The value on a line.

        >>> print(FacetValue("email", 18, 20, 0.9, 0.68, 0.99))
        email: 90 % of 20 checks right (between 68 % and 99 %)
        """
        checks = counted(self.checked, "check")
        share = f"{percent(self.accuracy)} of {checks} right (between {percent(self.low)} and {percent(self.high)})"
        return f"{'other values' if self.value is None else self.value}: {share}"


@dataclass(frozen=True)
class Facet:
    """A field, and the accuracy on each of its values that were checked: dates in order, others by their checks."""

    field: str
    values: tuple[FacetValue, ...]


class NoFacet(TeachbackError):
    """A field by which accuracy is unknown, yet or at all."""

    def __init__(self, field: str, names: Sequence[str], enough: Iterable[str]) -> None:
        if field not in names:
            question = f"{near_miss(field, names)} There are {listed(names)}." if names else ""
            super().__init__(f"No document has a field {field!r}.{question}")
        else:
            super().__init__(
                f"Not enough documents were checked to tell the accuracy by {field!r}: that takes two values, and "
                f"{_ENOUGH} checks of one. Fields that have enough: {listed(enough)}. Check more with: teachback ask "
                "PROJECT --measure"
            )


def facets(ledger: Ledger, learned: Learned | None) -> tuple[Facet, ...]:
    """The accuracy by each field, on the random checks and held-out documents that have a label.

    A field is left out where no value has five checks, and where there is one value only.
    """
    gold = labelled_held_out(ledger.teaching())
    if learned is None or not gold:
        return ()
    checked = [ledger.store.document(id) for id in gold]
    predicted = predicted_texts(learned, checked)
    with ledger.lock:
        predicted = predicted.as_called_now(ledger.record)
    right = {
        id: predicted.classes[best] == gold[id] for id, best in zip(predicted.documents, predicted.best, strict=True)
    }
    measured = (_facet(name, checked, right) for name in field_names(columns_in(ledger.store.settings())))
    return tuple(facet for facet in measured if facet is not None)


def _facet(name: str, checked: Sequence[Document], right: Mapping[str, bool]) -> Facet | None:
    groups = defaultdict[str, list[bool]](list)
    is_dated = True
    for document in checked:
        value = document.fields.get(name)
        for group in _groups(value):
            groups[group].append(right[document.id])
            is_dated &= isinstance(value, date)
    most = sorted(groups, key=lambda group: -len(groups[group]))
    if len(groups) < 2 or len(groups[most[0]]) < _ENOUGH:
        return None
    listed_groups = sorted(most[:_MOST]) if is_dated else most[:_MOST]
    values = [_value(group, groups[group]) for group in listed_groups]
    others = [answer for group in most[_MOST:] for answer in groups[group]]
    return Facet(name, tuple([*values, _value(None, others)] if others else values))


def _groups(value: FieldValue | None) -> Iterable[str]:
    """What a document counts for: the month of a date, each member of a list.

    >>> list(_groups(date(2026, 3, 9))), list(_groups(("vip", "new"))), list(_groups(None))
    (['2026-03'], ['vip', 'new'], [])
    """
    if value is None:
        return ()
    if isinstance(value, tuple):
        return dict.fromkeys(map(as_cell, value))
    return (value.strftime("%Y-%m") if isinstance(value, date) else as_cell(value),)


def _value(value: str | None, answers: Sequence[bool]) -> FacetValue:
    right, checked = sum(answers), len(answers)
    low, high = accuracy_interval(right, checked)
    return FacetValue(value, right, checked, right / checked, low, high)
