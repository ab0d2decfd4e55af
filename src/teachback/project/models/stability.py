"""Whether predictions still change from model to model, remembered with the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from teachback.queries import Advice, cohen_kappa, stop_advice

_STEP = 10  # lessons between two models that are worth comparing


@dataclass(frozen=True)
class Settling:
    """The agreement of successive models on a fixed sample of the documents.

    Attributes
    ----------
    kappas
        Of each two models that were compared, oldest first.
    lessons, predicted
        What the last compared model had heard, and its classes for the sample.
    """

    kappas: tuple[float, ...] = ()
    lessons: int = 0
    predicted: tuple[str, ...] = ()

    def seen(self, lessons: int, predicted: Sequence[str]) -> Settling:
        """The same with one more model; one that heard hardly more than the last is not compared."""
        new = tuple(map(str, predicted))
        if len(new) != len(self.predicted):
            return Settling((), lessons, new)
        if abs(lessons - self.lessons) < _STEP:
            return self
        return Settling((*self.kappas, cohen_kappa(self.predicted, new)), lessons, new)

    def advice(self, right: int, checked: int) -> Advice:
        """Whether to go on, also by how many random checks were right."""
        return stop_advice(self.kappas, right=right, checked=checked)

    def to_json(self) -> dict[str, Any]:
        """As a setting of the project."""
        return {"kappas": list(self.kappas), "lessons": self.lessons, "predicted": list(self.predicted)}

    @classmethod
    def from_json(cls, setting: Mapping[str, Any] | None) -> Settling:
        """From the setting, if there is one."""
        if setting is None:
            return cls()
        return cls(tuple(setting["kappas"]), setting["lessons"], tuple(setting["predicted"]))
