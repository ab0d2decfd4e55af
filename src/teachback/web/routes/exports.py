"""Files that can be made of a project."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from teachback.formats import BadFile
from teachback.project import Project
from teachback.project.transfer.exports import EXPORTS, Export, find_export, sample, why_not, write
from teachback.web.access import ClassroomOf, HiddenInTrials, Viewer
from teachback.web.errors import NoRoom, NotThere
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["exports"], dependencies=[HiddenInTrials])

_log = logging.getLogger("teachback.web")


@dataclass(frozen=True)
class ExportOffered:
    """A file that can be made, or why it cannot be made now."""

    name: str
    what: Sequence[str]
    about: str
    suffix: str
    available: bool
    why_not: str | None


@dataclass(frozen=True)
class ExportSample:
    """The beginning of the file."""

    text: str


@router.get("/exports")
def exports(classroom: ClassroomOf, caller: Viewer) -> list[ExportOffered]:
    """The files that can be made of the project."""
    return [_offered(classroom.project, export) for export in EXPORTS]


def _offered(project: Project, export: Export) -> ExportOffered:
    why = why_not(project, export)
    return ExportOffered(export.name, sorted(export.what), export.about, export.suffix, why is None, why)


@router.get("/exports/{name}/sample")
def export_sample(name: str, classroom: ClassroomOf, caller: Viewer) -> ExportSample:
    """The first three lines of the file."""
    _check(name)
    with _room():
        return ExportSample(sample(classroom.project, find_export(name)))


@router.get("/exports/{name}", response_class=FileResponse)
def export(name: str, classroom: ClassroomOf, caller: Viewer) -> FileResponse:
    """The file."""
    _check(name)
    chosen = find_export(name)
    folder = tempfile.TemporaryDirectory(prefix="teachback-export-")
    try:
        path = Path(folder.name) / f"export{chosen.suffix}"
        with _room():
            write(classroom.project, chosen, path)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(
        path,
        media_type="application/octet-stream",
        filename=f"{classroom.name}-{chosen.name}{chosen.suffix}",
        background=BackgroundTask(folder.cleanup),
    )


@contextmanager
def _room() -> Iterator[None]:
    """Answer that the disk is full where a file cannot be written; its path on the server goes to the log only."""
    try:
        yield
    except BadFile as problem:
        _log.error("%s", problem)
        raise NoRoom from None


def _check(name: str) -> None:
    if name not in {export.name for export in EXPORTS}:
        raise NotThere(f"There is no export {name[:100]!r}.")
