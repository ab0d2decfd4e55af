"""Files that can be made of a project."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from pydantic import BaseModel
from starlette.background import BackgroundTask

from teachback.formats import BadFile
from teachback.project.transfer.exports import EXPORTS, find_export, sample, why_not, write
from teachback.web.access import DeskOf, Viewer
from teachback.web.errors import NoRoom, NotThere
from teachback.web.hidden import HiddenInTrials

router = APIRouter(tags=["exports"], dependencies=[HiddenInTrials])

_log = logging.getLogger("teachback.web")


class ExportShown(BaseModel):
    """A file that can be made, or why it cannot be made now."""

    name: str
    what: list[str]
    about: str
    suffix: str
    available: bool
    why_not: str | None


class Sample(BaseModel):
    """The beginning of the file."""

    text: str


@router.get("/exports")
def exports(desk: DeskOf, caller: Viewer) -> list[ExportShown]:
    """The files that can be made of the project."""
    shown = []
    for export in EXPORTS:
        why = why_not(desk.project, export)
        shown.append(
            ExportShown(
                name=export.name,
                what=sorted(export.what),
                about=export.about,
                suffix=export.suffix,
                available=why is None,
                why_not=why,
            )
        )
    return shown


@router.get("/exports/{name}/sample")
def export_sample(name: str, desk: DeskOf, caller: Viewer) -> Sample:
    """The first three lines of the file."""
    _check(name)
    with _room():
        return Sample(text=sample(desk.project, find_export(name)))


@router.get("/exports/{name}", response_class=FileResponse)
def export(name: str, desk: DeskOf, caller: Viewer) -> FileResponse:
    """The file."""
    _check(name)
    chosen = find_export(name)
    folder = tempfile.TemporaryDirectory(prefix="teachback-export-")
    try:
        path = Path(folder.name) / f"export{chosen.suffix}"
        with _room():
            write(desk.project, chosen, path)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(
        path,
        media_type="application/octet-stream",
        filename=f"{desk.name}-{chosen.name}{chosen.suffix}",
        background=BackgroundTask(folder.cleanup),
    )


@contextmanager
def _room() -> Iterator[None]:
    """Where a file cannot be written, the server has no room for it; where it would have been is not told."""
    try:
        yield
    except BadFile as problem:
        _log.error("%s", problem)
        raise NoRoom from None


def _check(name: str) -> None:
    if name not in {export.name for export in EXPORTS}:
        raise NotThere(f"There is no export {name[:100]!r}.")
