"""How teachers work in a project: the settings of the page, checked, and the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from teachback.errors import TeachbackError, listed, near_miss
from teachback.store import Reader, Store, reading_setting

_KEY = "preferences"
_NUMBERS: Mapping[str, tuple[int, int]] = {"batch": (1, 20), "words": (0, 100)}
_SHARES = ("overlap", "checks")


class BadPreference(TeachbackError):
    """A setting that is not there, or a value that it cannot have."""


@dataclass(frozen=True)
class Preferences:
    """How teachers work.

    Attributes
    ----------
    batch, words
        How many documents, and how many words for each class, are asked at a time.
    guess
        When the model's guess is shown: ``after`` the teacher has answered, ``before``, or ``never``.
    highlights
        On which documents a teacher is asked to mark passages: ``always``, on ``half`` of them, on those of ``rare``
        classes, or ``never``.
    overlap
        The share of documents that are shown to a second teacher.
    checks
        The share of documents that are drawn by chance to measure accuracy.
    by
        The order of documents.
    direction
        In which direction texts are written; ``auto`` looks at each text.
    machines
        Whether the lessons of teachers that are no person are ``weighed`` by how far they agree with people, or
        ``ignored`` when a model learns.

    Examples
    --------
    >>> Preferences().changed({"batch": 8}).batch
    8
    """

    batch: int = 5
    words: int = 10
    guess: Literal["after", "before", "never"] = "after"
    highlights: Literal["always", "half", "rare", "never"] = "always"
    overlap: float = 0.0
    checks: float = 0.1
    by: Literal["design", "entropy", "margin", "least_confidence", "random"] = "design"
    direction: Literal["auto", "ltr", "rtl"] = "auto"
    machines: Literal["weighed", "ignored"] = "weighed"

    def changed(self, values: Mapping[str, Any]) -> Preferences:
        """The preferences with other values, each of them checked."""
        known = [field.name for field in fields(self)]
        for name, value in values.items():
            if name not in known:
                raise BadPreference(f"There is no setting {name!r}.{near_miss(name, known)} There are {listed(known)}.")
            _check(name, value)
        return replace(self, **values)

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


_CHOICES = {name: get_args(kind) for name, kind in get_type_hints(Preferences).items() if get_origin(kind) is Literal}


@reading_setting(_KEY)
def preferences_in(store: Reader) -> Preferences:
    """The preferences that are kept in a store."""
    return Preferences().changed(store.settings().get(_KEY, {}))


def change_preferences(store: Store, values: Mapping[str, Any]) -> Preferences:
    """Keep other values; those that are not named stay."""
    with store.writing() as writer:
        changed = preferences_in(writer).changed(values)
        writer.put(_KEY, changed.to_dict())
    return changed


def _check(name: str, value: Any) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if name in _CHOICES:
        good, allowed = value in _CHOICES[name], f"one of {listed(_CHOICES[name])}"
    elif name in _NUMBERS:
        low, high = _NUMBERS[name]
        good, allowed = number and isinstance(value, int) and low <= value <= high, f"a number from {low} to {high}"
    else:
        good, allowed = number and 0.0 <= value <= 1.0, "a share from 0 to 1"
    if not good:
        raise BadPreference(f"The setting {name} cannot be {value!r:.40}; give {allowed}.")
