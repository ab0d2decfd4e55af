"""`teachback status`: how a project stands."""

from __future__ import annotations

import json

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress


def status(project: ProjectAddress, as_json: AsJson = False) -> None:
    """Say what has been taught, by whom, how good the model is, and whether to go on.

    Example: `teachback status mails.teachback --json`
    """
    from teachback.project import Project

    with Project.open(project) as opened:
        how = opened.status()
    typer.echo(json.dumps(how.to_dict(), indent=2, ensure_ascii=False) if as_json else str(how))
