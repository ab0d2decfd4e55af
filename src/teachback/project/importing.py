"""Bringing files into a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from teachback.formats import Problem, read
from teachback.formats.reading import Progress

if TYPE_CHECKING:
    from teachback.project.project import Project


def bring_in(
    project: Project,
    file: Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    roles: Mapping[str, str] | None = None,
    teacher: str = "importer",
    left_out: list[Problem] | None = None,
    progress: Progress | None = None,
) -> int:
    """Import a file, all of it or nothing, and say how many documents came.

    Bad rows are left out only when there is a list, `left_out`, that they can be noted in. `progress` is called now and
    then with how much of the file is read, and how much there is.
    """
    rows = read(
        file,
        format=format,
        encoding=encoding,
        roles=roles,
        teacher=teacher,
        unnamed=free_ids(project),
        progress=progress,
        leave_out=None if left_out is None else left_out.append,
    )
    return project.add_rows(rows, teacher=teacher)


def free_ids(project: Project) -> Iterator[str]:
    """1, 2, 3 … without those that documents of the project have."""
    taken = frozenset(project.record.documents)
    return (id for id in map(str, count(1)) if id not in taken)
