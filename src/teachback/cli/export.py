"""`teachback export`: what was taught and what was learned, in any format; the model; a backup."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import FormatName, ProjectAddress
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.formats import Row
    from teachback.project import Project


class ExportContent(StrEnum):
    """What a file can be made of."""

    gold = "gold"
    labels = "labels"
    words = "words"
    rules = "rules"
    predictions = "predictions"
    explanations = "explanations"
    record = "record"


_OF_A_MODEL = {ExportContent.predictions, ExportContent.explanations, ExportContent.rules}


def export(
    project: ProjectAddress,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="The file or folder to write.")],
    format: FormatName = None,
    what: Annotated[
        list[ExportContent] | None,
        typer.Option(
            help="What to write: labels unless given, a row for each teacher; predictions and explanations can go with "
            "them. gold: one row a document, on which teachers settled, with reasons and all fields."
        ),
    ] = None,
    model: Annotated[
        bool,
        typer.Option("--model", help="Write the model, for `teachback classify` anywhere; as ONNX into a .onnx file."),
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Write a backup of everything, for `teachback new --from`.")
    ] = False,
    without_vectors: Annotated[
        bool, typer.Option("--without-vectors", help="Leave out of a backup what an encoder would make again.")
    ] = False,
) -> None:
    """Write what was taught or learned to a file; it is there when all of it is written, and not before.

    Labels come with their rationales, for the documents that somebody said something about; predictions and
    explanations are for all documents. The record is every lesson ever taught, with all texts: enough to replay the
    project.

    Example: `teachback export mails.teachback labels.csv --what labels --what predictions`
    """
    from teachback import formats
    from teachback.cli.projects.models import newest
    from teachback.formats.plain import write_rules
    from teachback.formats.writing import Target
    from teachback.project import Project
    from teachback.project.transfer.classified_files import table_format
    from teachback.project.transfer.exports import rows, write_model, write_record
    from teachback.project.transfer.gold import write_gold

    if sum((model, everything, bool(what or format))) > 1:
        raise TeachbackError("--model and --all each write a file of their own; give one of them, without --what.")
    if file.exists() and Path(project).exists() and file.samefile(project):
        raise TeachbackError(f"{file} is the project itself; give the export another name.")
    if everything:
        _back_up(project, file, vectors=not without_vectors)
    else:
        with Project.open(project) as opened:
            if model or set(what or ()) & _OF_A_MODEL:
                newest(opened)
            if model:
                write_model(opened, file)
            elif what == [ExportContent.record]:
                write_record(opened, file)
            elif what == [ExportContent.gold]:
                write_gold(opened, file, table_format(file, format))
            else:
                exported = rows(opened, set(what or [ExportContent.labels]))
                if what == [ExportContent.rules] and format is None and file.suffix.casefold() == ".txt":
                    write_rules(Target(file), exported)
                else:
                    formats.write(file, _counted(opened, exported), format=format, classes=opened.classes)
    typer.echo(f"{file} is written.")


def _counted(project: Project, rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, with a bar that follows them."""
    from teachback.cli.terminal.progress import progress_bar

    with progress_bar("writing", project.store.size) as advance:
        for done, row in enumerate(rows, 1):
            yield row
            if not done % 1000:
                advance(done)


def _back_up(address: str, file: Path, *, vectors: bool) -> None:
    """Copy everything into a project file of its own, which can be opened like the project."""
    from teachback.store import copy, create_store, open_store

    if file.exists():
        raise TeachbackError(f"{file} is there already, and a backup never replaces anything; give it a new name.")
    partial = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with open_store(address) as source, create_store(partial) as target:
            copy(source, target, vectors=vectors)
        partial.replace(file)
    finally:
        for ending in ("", "-wal", "-shm"):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)
