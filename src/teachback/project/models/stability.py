"""Whether predictions still change from model to model, remembered with the project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from teachback.queries import Advice, Stability, stop_advice


class Settling(Stability):
    """The stability of a project's models, kept as one of its settings."""

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
