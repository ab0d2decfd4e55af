"""Saving a project whose file was removed, replaced or overwritten while it was open."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from teachback.errors import TeachbackError
from teachback.project.transfer.salvage import salvage
from teachback.store import FileChanged, SqlStore, copy, create_store, open_store
from teachback.store.failure import Damaged

if TYPE_CHECKING:
    from teachback.project.project import Project


class Rescued(NamedTuple):
    """Where a project was saved, and how many entries that were kept could not be: their documents are gone."""

    path: Path
    lost: int


def rescue(project: Project, place: Path) -> Rescued | None:
    """Save the project under another name, if its file is not the one that was opened; else None.

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
                    return Rescued(saved, _lost(project, saved))
        raise
    return None


def _copied(project: Project, place: Path, saved: Path) -> None:
    """A file that was removed or replaced is still there for those who have it open."""
    with create_store(saved) as target:
        copy(project.store, target)
        if target.position < len(project.known_entries):
            raise Damaged("what was taught last")


def _salvaged(project: Project, place: Path, saved: Path) -> None:
    """Of a file that was overwritten there is what it holds now, and the entries that this process knows."""
    salvage(place, saved, known=project.known_entries)


def _lost(project: Project, saved: Path) -> int:
    """How many of the entries that this process knows are not there."""
    with open_store(saved) as store:
        there = {entry.id for entry in store.entries()}
    return sum(entry.id not in there for entry in project.known_entries)


def free_name(path: Path) -> Path:
    """The path or, where something is there, one with a number."""
    names = (path if number == 1 else path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())
