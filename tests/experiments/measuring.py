"""Parts of experiments, measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from teachback.experiments import ReportRow, find


def measure_cases(paper: str, item: str, data: Path | None, **wanted: Any) -> list[ReportRow]:
    """The rows of the cases that have the wanted corpus, method, size or setting."""
    experiment = find(paper, item)
    cases = [
        case
        for case in experiment.cases
        if all(case.setting.get(name, getattr(case, name, None)) == value for name, value in wanted.items())
    ]
    return [row for rows in experiment.run(cases, data) for row in rows]
