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
def open_model(address: str, encoder: str | None = None) -> Iterator[tuple[TextClassifier, Project | None]]:
    """The model at an address, and the project that it belongs to, if any. A model from a file may be given the encoder
    that it was taught beside."""
    if _is_model(address):
        from teachback.classifier import TextClassifier

        model = TextClassifier.load(address)
        if encoder is not None:
            model = model.beside(encoder)
        elif model.encoder is not None:
            typer.echo(
                f"This model was taught beside an encoder ({model.encoder['name']}), which knows words that the model "
                "does not; to read these, too, add --encoder with its name or its files.",
                err=True,
            )
        yield model, None
        return
    if encoder is not None:
        raise TeachbackError("A project has an encoder of its own, so leave out --encoder; it is for a model file.")
    from teachback.project import Project  # with the database, which a model does without

    with Project.open(address) as project:
        newest(project)
        yield project.model_for_new_texts(), project


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
