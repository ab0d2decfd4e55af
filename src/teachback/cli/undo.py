"""`teachback undo`: take back the last lesson."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.errors import TeachbackError, counted

if TYPE_CHECKING:
    from teachback.project import Project


def undo(
    project: ProjectAddress,
    teacher: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose last lesson; anybody's unless given.")
    ] = None,
    last_import: Annotated[
        bool, typer.Option("--import", help="The last import instead: its documents, classes and lessons.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take back the last lesson, act or change of classes, or the last import; it stays in the history.

    Example: `teachback undo mails.teachback`
    """
    from teachback.project import Project
    from teachback.project.history.timeline import described
    from teachback.record.form import to_json

    with Project.open(project) as opened:
        if last_import:
            _take_back_import(opened, teacher or "teacher", as_json)
            return
        before = len(opened.record)
        entry = opened.undo(teacher)
        others = len(opened.record) - before - 1
    if as_json:
        typer.echo(json.dumps(to_json(entry), ensure_ascii=False))
        return
    with_it = f", and {counted(others, 'other lesson')} taught at once with it" if others else ""
    typer.echo(f"Taken back: {described(entry)}{with_it}")


def _take_back_import(project: Project, teacher: str, as_json: bool) -> None:
    position = project.last_import()
    if position is None:
        raise TeachbackError("There is no import to take back.")
    went = project.take_back(position, teacher=teacher)
    if as_json:
        typer.echo(json.dumps(asdict(went), ensure_ascii=False))
        return
    typer.echo(f"Taken back: an import of {counted(went.documents, 'document')} and {counted(went.lessons, 'lesson')}.")
    if went.others:
        number = "1 other lesson is" if went.others == 1 else f"{went.others:,} other lessons are"
        typer.echo(f"{number} about these documents, and will count again when they are back.")
