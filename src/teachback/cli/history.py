"""`teachback history`: everything that happened, now or at any moment in the past."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import ProjectAddress
from teachback.cli.terminal.lines import readable
from teachback.errors import TeachbackError, counted


def history(
    project: ProjectAddress,
    at: Annotated[
        str | None, typer.Option(metavar="MOMENT", help="A time like 2026-01-02T15:04, or how many entries.")
    ] = None,
    last: Annotated[int | None, typer.Option(min=1, metavar="N", help="Only the last N entries.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a line, for programs.")] = False,
) -> None:
    """List every lesson and change, oldest first; what was taken back is marked. With --at, what counted then too.

    Example: `teachback history mails.teachback --last 5`
    """
    from teachback.project import Project
    from teachback.record.form import to_json

    with Project.open(project) as opened:
        past = opened.history(None if at is None else _moment(at))
        if as_json:
            for entry in past[-last:] if last else past:
                typer.echo(json.dumps(to_json(entry), ensure_ascii=False))
            return
        for line in past.lines(last):
            typer.echo(readable(line))
        if at is not None:
            teaching = past.teaching
            typer.echo(
                f"Then: {counted(len(teaching.labels), 'labelled document')}, {counted(len(teaching.words), 'word')}; "
                f"classes: {', '.join(teaching.classes) or 'none'}."
            )


def _moment(at: str) -> datetime | int:
    if at.isdecimal():
        return int(at)
    try:
        time = datetime.fromisoformat(at)
    except ValueError:
        raise TeachbackError(
            f"{at!r} is not a moment; write a time like 2026-01-02T15:04, or a number of entries."
        ) from None
    return time if time.tzinfo else time.astimezone()
