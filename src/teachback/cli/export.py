"""`teachback export`: what was taught and what was learned, in any format; the model; a backup."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.arguments import FormatName, ProjectAddress
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.formats import Item, Row, Rule
    from teachback.project import Project


class What(StrEnum):
    """What a file can be made of."""

    labels = "labels"
    words = "words"
    rules = "rules"
    predictions = "predictions"
    explanations = "explanations"
    record = "record"


_OF_DOCUMENTS = {What.labels, What.predictions, What.explanations}


def export(
    project: ProjectAddress,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="The file or folder to write.")],
    format: FormatName = None,
    what: Annotated[
        list[What] | None,
        typer.Option(help="What to write: labels unless given; predictions and explanations can go with them."),
    ] = None,
    model: Annotated[bool, typer.Option("--model", help="Write the model, for `teachback classify` anywhere.")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Write a backup of everything, for `teachback new --from`.")
    ] = False,
) -> None:
    """Write what was taught or learned to a file; it is there when all of it is written, and not before.

    Labels come with the passages marked, for the documents that somebody said something about; predictions and
    explanations are for all documents. The record is every lesson ever taught, enough to replay the project.

    Example: `teachback export mails.teachback labels.csv --what labels --what predictions`
    """
    from teachback import formats
    from teachback.formats.plain import write_rules
    from teachback.formats.writing import Target
    from teachback.project import Project

    if sum((model, everything, bool(what or format))) > 1:
        raise TeachbackError("--model and --all each write a file of their own; give one of them, without --what.")
    if file.exists() and Path(project).exists() and file.samefile(project):
        raise TeachbackError(f"{file} is the project itself; give the export another name.")
    if everything:
        _back_up(project, file)
    else:
        with Project.open(project) as opened:
            if model:
                _write_model(opened, file)
            elif what == [What.record]:
                _write_record(opened, file)
            elif what == [What.rules] and format is None and file.suffix.casefold() == ".txt":
                write_rules(Target(file), _rules(opened))
            else:
                rows = _rows(opened, set(what or [What.labels]))
                formats.write(file, rows, format=format, classes=opened.classes)
    typer.echo(f"{file} is written.")


def _rows(project: Project, what: set[What]) -> Iterable[Row]:
    from teachback import formats

    if len(what) > 1 and not what <= _OF_DOCUMENTS:
        alone = ", ".join(sorted(what - _OF_DOCUMENTS))
        raise TeachbackError(f"A file of {alone} holds nothing else; write one file for each.")
    if What.words in what:
        return formats.words(project.record)
    if What.rules in what:
        return _rules(project)
    return _items(project, what)


def _items(project: Project, what: set[What]) -> Iterator[Item]:
    from teachback.cli.models import newest, predicted
    from teachback.cli.progress import progress_bar
    from teachback.formats import Item, items

    said = items(project.record, project.documents()) if What.labels in what else map(Item, project.documents())
    if what == {What.labels}:
        said = (item for item in said if item.lessons)
    else:
        said = predicted(newest(project).classifier, said, explain=What.explanations in what)
    with progress_bar("writing", project.store.size) as advance:
        for done, item in enumerate(said, 1):
            yield item
            if not done % 1000:
                advance(done)


def _rules(project: Project) -> Iterator[Rule]:
    from teachback.cli.models import newest

    learned = newest(project)
    rules = project.rules()
    if not rules:
        raise TeachbackError(
            f"The model is a {learned.learner}, which has no rules; learn a list of rules first, with: teachback learn "
            "PROJECT --learner DistinctionList"
        )
    yield from rules


def _write_model(project: Project, file: Path) -> None:
    from teachback.cli.models import newest
    from teachback.formats.writing import Target

    with Target(file).bytes() as target:
        target.write(newest(project).classifier.to_bytes())


def _write_record(project: Project, file: Path) -> None:
    from itertools import chain

    from teachback.formats.record_file import write_record
    from teachback.formats.writing import Target

    with project.store.reading() as reader:
        write_record(Target(file), chain(reader.documents(), reader.entries()))


def _back_up(address: str, file: Path) -> None:
    """Copy everything into a project file of its own; whoever opens it has the same project."""
    from teachback.store import copy, create_store, open_store

    if file.exists():
        raise TeachbackError(f"{file} is there already, and a backup never replaces anything; give it a new name.")
    partial = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with open_store(address) as source, create_store(partial) as target:
            copy(source, target)
        partial.replace(file)
    finally:
        for ending in ("", "-wal", "-shm"):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)
