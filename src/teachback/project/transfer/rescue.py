"""Saving a project whose file was removed, replaced or overwritten while it was open."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from teachback.errors import TeachbackError
from teachback.project.transfer.salvage import salvage
from teachback.store import FileChanged, SqlStore, copy, create_store

if TYPE_CHECKING:
    from teachback.project.project import Project


def rescue(project: Project, place: Path) -> Path | None:
    """Where the project was saved under another name, if its file is not the one that was opened; else None.

    It is saved beside its place or, where that cannot be written any more, among the machine's temporary files.
    """
    store = project.store
    if not isinstance(store, SqlStore):
        return None
    try:
        store.check_place()
    except FileChanged:
        for folder in (place.absolute().parent, Path(tempfile.gettempdir())):
            saved = free_name(folder / f"{place.name.removesuffix('.teachback')}-saved.teachback")
            for save in (_copied, _salvaged):
                try:
                    save(project, place, saved)
                except TeachbackError:
                    saved.unlink(missing_ok=True)
                else:
                    return saved
        raise
    return None


def _copied(project: Project, place: Path, saved: Path) -> None:
    """A file that was removed or replaced is still there for those who have it open."""
    with create_store(saved) as target:
        copy(project.store, target)


def _salvaged(project: Project, place: Path, saved: Path) -> None:
    """Of a file that was overwritten there is what it holds now, and the entries that this process knows."""
    salvage(place, saved, known=project.known_entries)


def free_name(path: Path) -> Path:
    """The path or, where something is there, one with a number."""
    names = (path if number == 1 else path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
