"""`teachback report`: what was taught, how good the model is, what it relies on and where it fails, as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import ProjectAddress


def report(
    project: ProjectAddress,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="A page (.html), or Markdown (.md).")
    ] = Path("report.html"),
) -> None:
    """Write a report on a project and its newest model: one page that needs nothing else and prints well, or Markdown.

    Example: `teachback report mails.teachback -o report.html`
    """
    from teachback.cli.projects.models import newest
    from teachback.project import Project
    from teachback.project.transfer.exports import write_report

    with Project.open(project) as opened:
        newest(opened)
        write_report(opened, output, Path(project).stem)
    typer.echo(f"{output} is written.")
