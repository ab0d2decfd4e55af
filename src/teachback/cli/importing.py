"""Bringing files into a project, with what their columns were taken for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from teachback.cli.progress import progress_bar
from teachback.cli.terminal import readable
from teachback.errors import listed

if TYPE_CHECKING:
    from teachback.formats import Preview, Problem, Row
    from teachback.project import Project


def bring_in(project: Project, file: Path, **how: Any) -> int:
    """Import a file under the eyes of the person, as :func:`teachback.project.importing.bring_in` does."""
    from teachback.project import importing

    with progress_bar(file.name) as advance:
        return importing.bring_in(project, file, progress=advance, **how)


def preview_lines(shown: Preview, rows: int = 0) -> Iterator[str]:
    """What a file was taken for, and its first rows."""
    yield f"{shown.path}: {', '.join(filter(None, (shown.format, shown.encoding)))}"
    as_named = [role for role, column in shown.roles.items() if role == column]
    if as_named:
        yield f"  columns: {', '.join(as_named)}"
    yield from (f"  {role} ← {column}" for role, column in shown.roles.items() if role != column)
    unused = [column for column in shown.columns if column not in shown.roles.values()]
    if unused:
        yield f"  not used: {listed(unused)}"
    yield from (f"  {doubt}" for doubt in shown.doubts)
    yield from (f"  {row_text(row)}" for row in shown.rows[:rows])
    yield from problem_lines(shown.problems)


def problem_lines(problems: Iterable[Problem], most: int = 20) -> Iterator[str]:
    """What is wrong in a file, the first of it."""
    problems = list(problems)
    yield from (f"  bad: {problem}" for problem in problems[:most])
    if len(problems) > most:
        yield f"  bad: and {len(problems) - most:,} more"


def row_text(row: Row) -> str:
    """A row on a line."""
    from teachback.formats import Item
    from teachback.project.past import described
    from teachback.record import Entry

    if isinstance(row, Item):
        label = f" [{row.label}]" if row.label else ""
        return readable(f"{row.document.id}{label}: {row.document.snippet(70)}")
    return described(row) if isinstance(row, Entry) else str(row)


def preview_json(shown: Preview) -> dict[str, Any]:
    """The same for programs."""
    return {
        "path": str(shown.path),
        "format": shown.format,
        "encoding": shown.encoding,
        "columns": list(shown.columns),
        "roles": shown.roles,
        "doubts": list(shown.doubts),
        "problems": [str(problem) for problem in shown.problems],
        "rows": [row_text(row) for row in shown.rows],
    }
