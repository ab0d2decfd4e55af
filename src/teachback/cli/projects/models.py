"""What a command classifies with: a model file or a project's newest model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from teachback.cli.projects.encoder import read_documents
from teachback.cli.terminal.progress import progress_bar
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.classifier import TextClassifier
    from teachback.project import Learned, Project


@contextmanager
def open_model(address: str) -> Iterator[tuple[TextClassifier, Project | None]]:
    """The model at an address, and the project that it belongs to, if any."""
    if _is_model(address):
        from teachback.classifier import TextClassifier

        yield TextClassifier.load(address), None
        return
    from teachback.project import Project  # with the database, which a model does without

    with Project.open(address) as project:
        yield newest(project).classifier, project


def newest(project: Project) -> Learned:
    """The project's newest model, with a note if it is behind; one is made if there is none."""
    from teachback.record import DocumentsAdded, Lesson
    from teachback.record.event import teaches

    learned = project.learned or learned_now(project)
    since = project.record[learned.position :]
    unheard = [entry for entry in since if teaches(entry) and not isinstance(entry, DocumentsAdded)]
    if unheard:
        one = "lesson" if isinstance(unheard[0], Lesson) else "change"
        number = f"{len(unheard):,} lessons and changes" if len(unheard) > 1 else one
        typer.echo(f"The model has not heard the last {number}; learn again with: teachback learn PROJECT", err=True)
    return learned


def learned_now(project: Project, learner: str | None = None) -> Learned:
    """A model of everything that has been taught, made with a progress bar."""
    read_documents(project)
    with progress_bar("learning", project.store.size) as advance:
        return project.learn(learner, progress=advance)


def check_place_for_predictions(file: Path, format: str | None = None) -> None:
    """Refuse a file whose format would leave the predictions out."""
    from teachback.formats import FORMATS, CannotHold, find

    by_name = (each for each in FORMATS.values() if file.suffix.casefold() in each.suffixes)
    chosen = next(by_name, None) if format is None else find(format)
    if chosen is not None and "predictions" not in chosen.carries:
        raise CannotHold(f"{chosen.name} has no place for predictions; write csv, jsonl, parquet, excel or the like.")


def _is_model(address: str) -> bool:
    path = Path(address)
    if "://" in address or path.is_dir():
        return False
    try:
        with path.open("rb") as file:
            return file.read(2) == b"PK"
    except OSError as error:
        raise TeachbackError(f"{address} cannot be read ({error.strerror}); give a model file or a project.") from None
