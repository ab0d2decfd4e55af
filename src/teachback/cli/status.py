"""`teachback status`: how a project stands."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress


def status(
    project: ProjectAddress,
    by: Annotated[
        str | None, typer.Option("--by", metavar="FIELD", help="Also the accuracy by the values of a field.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what has been taught, by whom, how good the model is, and whether to go on.

    Example: `teachback status mails.teachback --json`
    """
    from teachback.project import Project

    with Project.open(project) as opened:
        how = opened.status()
        facet = None if by is None else opened.review.facet(by)
    if as_json:
        by_field = {"by": asdict(facet)} if facet else {}
        typer.echo(json.dumps(how.to_dict() | by_field, indent=2, ensure_ascii=False))
        return
    typer.echo(str(how))
    if facet is not None:
        typer.echo(f"By {facet.field}, on random checks:")
        typer.echo("\n".join(f"  {each}" for each in facet.values))
