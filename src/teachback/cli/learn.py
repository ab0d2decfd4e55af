"""`teachback learn`: a model of everything that was taught."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress


def learn(
    project: ProjectAddress,
    learner: Annotated[
        str | None, typer.Option(metavar="NAME", help="The learner's class; else what was taught decides.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn from everything that has been taught until now, and keep the model in the project.

    Where the project has a pool outside of it, all its documents are then looked through, and those that are most worth
    asking come into the project.

    Example: `teachback learn mails.teachback --learner LabelledWordNB`
    """
    from teachback.cli.projects.models import learned_now
    from teachback.project import Project

    with Project.open(project) as opened:
        learned = learned_now(opened, learner)
        searched = 0
        if opened.pool_parts.parts:
            from teachback.project.transfer.pools import search_pool

            searched = search_pool(opened)
    if not as_json:
        typer.echo(str(learned))
        if searched:
            typer.echo(f"{searched:,} documents of the pool that are worth asking came into the project.")
        return
    names = ("learner", "why", "position", "seconds", "unheard", "remark")
    summary = {name: getattr(learned, name) for name in names}
    typer.echo(json.dumps(summary, indent=2, ensure_ascii=False))
