"""`teachback effect`: what a word or any other lesson did."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.cli.terminal.lines import readable


def effect(
    project: ProjectAddress,
    lesson: Annotated[
        str,
        typer.Argument(
            metavar="WORD|ID",
            show_default=False,
            help="A word that was taught, or how the id of a lesson begins, as `teachback history` shows it.",
        ),
    ],
    class_: Annotated[
        str | None, typer.Option("--class", metavar="CLASS", help="The word as it was taught for this class.")
    ] = None,
    at_once: Annotated[
        bool, typer.Option("--at-once", help="With all lessons that were taught at once with it.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what a lesson did: which predictions are others because of it, and the expected accuracy without it.

    Example: `teachback effect mails.teachback invoice`
    """
    from teachback.project import Project
    from teachback.project.review.changes import lessons_named

    with Project.open(project) as opened:
        change = opened.review.effect(*lessons_named(opened.record, lesson, class_), at_once=at_once)
    if as_json:
        form = asdict(change, dict_factory=lambda fields: {name.rstrip("_"): value for name, value in fields})
        typer.echo(json.dumps(form, indent=2, ensure_ascii=False))
        return
    typer.echo(readable(str(change)))
    for each in change.listed:
        typer.echo(readable(f"{each.id}\t{each.from_} → {each.to}\t{each.snippet[:100]}"))
