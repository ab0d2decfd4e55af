"""Checking a project, and saving what can be read of one that was damaged, removed or replaced in a new project."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from teachback.errors import TeachbackError
from teachback.project.history.texts import Texts
from teachback.record import Document, DocumentsAdded, Entry, Flag, Record
from teachback.store import FileChanged, Model, SqlStore, copy, create_store, open_store
from teachback.store.chain import Head
from teachback.store.checking import Inspection, inspecting
from teachback.store.failure import Damaged

if TYPE_CHECKING:
    from teachback.project.project import Project


_NOTE = "Its text is not the one that was added: a check of the file found that it was changed."


@dataclass(frozen=True)
class CheckReport:
    """What a check found."""

    # How many can be read and are as they were written, as far as can be told
    documents: int
    entries: int
    models: int
    head: str  # the last entry's position and hash, to be kept elsewhere and compared
    problems: tuple[str, ...]  # what is not as it was written, in sentences; none where all is well
    lost: tuple[str, ...] = ()  # what a salvage could not save, in sentences


def check(address: str | PathLike[str], heads: Iterable[Head] = ()) -> CheckReport:
    """Look at everything a project holds; the heads are compared with its own."""
    with inspecting(address) as inspection:
        inspection.check_pages()
        inspection.check_tables()
        documents = sum(text.is_whole for text in inspection.texts())
        entries = sum(1 for _ in inspection.entries())
        for head in heads:
            inspection.check_head(head)
        list(inspection.settings())
        models = sum(1 for _ in _sound_models(inspection))
        return CheckReport(documents, entries, models, str(inspection.head), tuple(inspection.problems))


def salvage(
    address: str | PathLike[str],
    to: str | PathLike[str],
    heads: Iterable[Head] = (),
    *,
    known: Sequence[Entry] = (),
) -> CheckReport:
    """Save everything that can be read into a new project.

    A text that was changed is saved as it is now, and flagged. A lost document takes along what was taught about it.
    Entries that are not as they were written are left out, unless a program that had the project open still knows
    them (`known`). Models are saved where no entry is lost.
    """
    lost: list[str] = []
    with inspecting(address) as inspection, create_store(to) as target, target.writing() as writer:
        inspection.check_pages()
        inspection.check_tables()
        changed: list[str] = []
        saved: set[str] = set()
        documents = writer.add_documents(_noted(inspection, saved, changed))
        record = Record(Texts(writer))
        writer.append(_accepted(chain(inspection.entries(), known), record, saved, lost))
        is_whole = not lost and len(record) == inspection.head.position
        writer.append(_accepted((Flag(id, _NOTE, teacher="check") for id in changed), record, saved, lost))
        for head in heads:
            inspection.check_head(head)
        for key, value in inspection.settings():
            writer.put(key, value)
        models = 0
        for model in _sound_models(inspection):
            if is_whole:
                models += writer.keep_model(model)
        return CheckReport(
            documents, len(record), models, str(inspection.head), tuple(inspection.problems), tuple(lost)
        )


def _noted(inspection: Inspection, saved: set[str], changed: list[str]) -> Iterator[Document]:
    for text in inspection.texts():
        if text.document.id not in saved:
            saved.add(text.document.id)
            if not text.is_whole:
                changed.append(text.document.id)
            yield text.document


def _accepted(entries: Iterable[Entry], record: Record, saved: set[str], lost: list[str]) -> Iterator[Entry]:
    """The entries that are new to the record and that it takes, about documents that are saved."""
    for damaged in entries:
        entry = damaged
        if isinstance(entry, DocumentsAdded):
            there = tuple(id for id in entry.documents if id in saved)
            if not there:
                continue
            entry = replace(entry, documents=there)
        if record.entry(entry.id) is None:
            try:
                record.append(entry)
            except TeachbackError as error:
                lost.append(f"A {entry.kind} by {entry.teacher} is not saved: {error}")
            else:
                yield entry


def _sound_models(inspection: Inspection) -> Iterator[Model]:
    for model in inspection.models():
        try:
            if model.content:
                from teachback.classifier import TextClassifier  # which a project without a model need not wait for

                TextClassifier.from_bytes(model.content, f"The model {model.name!r}")
        except TeachbackError as error:
            inspection.problems.append(f"{error} Learn again, with: teachback learn")
        else:
            yield model


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
