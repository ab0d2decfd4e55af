"""Rows of an experiment for people (Markdown, terminal) and for programs (JSON)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from teachback.experiments.experiment import Experiment, ReportRow


def as_json(rows: Sequence[Any]) -> str:
    """The rows, of a report or of a simulation, as a JSON array, one row a line."""
    lines = ",\n".join(json.dumps(asdict(row), ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n"


def as_cells(rows: Sequence[ReportRow]) -> tuple[list[str], list[list[str]]]:
    """A header and the cells below it; columns in which nothing varies from empty are left out."""
    written = [{field.name: _cell(getattr(row, field.name)) for field in fields(ReportRow)} for row in rows]
    header = [
        field.name
        for field in fields(ReportRow)
        if field.name != "item" and any(cells[field.name] for cells in written)
    ]
    return header, [[cells[name] for name in header] for cells in written]


def as_markdown(experiment: Experiment, rows: Sequence[ReportRow], picture: str | None = None) -> str:
    """A page for people: what it is, how to make it again, and the table."""
    header, cells = as_cells(rows)
    lines = [
        f"# {experiment.paper} {experiment.item}",
        "",
        experiment.about,
        "",
        f"Made by `teachback reproduce {experiment.paper} {experiment.item} --data DIR`.",
        "",
        *([f"Where ours differ from the paper's: {experiment.differs}", ""] if experiment.differs else []),
        *([f"![{experiment.about}]({picture})", ""] if picture else []),
        *table_lines(header, cells),
        "",
    ]
    return "\n".join(lines)


def table_lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown, line by line."""
    return [f"| {' | '.join(cells)} |" for cells in (header, ["---"] * len(header), *rows)]


def _cell(value: Any) -> str:
    """A value in few characters.

    >>> _cell(9002.0), _cell(86.61), _cell({"alpha": 50}), _cell(None)
    ('9,002', '86.6', 'alpha=50', '')
    """
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={_cell(part)}" for name, part in value.items())
    if isinstance(value, float):
        return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}" if abs(value) >= 1 else f"{value:.3g}"
    return str(value)
