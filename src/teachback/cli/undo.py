"""`teachback undo`: take back the last lesson."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from teachback.cli.arguments import AsJson, ProjectAddress


def undo(
    project: ProjectAddress,
    teacher: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose last lesson; anybody's unless given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take back the last lesson or change of classes; it stays in the history.

    Example: `teachback undo mails.teachback --teacher ines`
    """
    from teachback.project import Project
    from teachback.project.past import described
    from teachback.record.form import to_json

    with Project.open(project) as opened:
        entry = opened.undo(teacher)
    taken_back = json.dumps(to_json(entry), ensure_ascii=False) if as_json else f"Taken back: {described(entry)}"
    typer.echo(taken_back)
