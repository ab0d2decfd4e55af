"""`teachback encoder`: what knows words from outside, shown and chosen; and reading documents with it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.cli.terminal.progress import progress_bar

if TYPE_CHECKING:
    from teachback.project import Project

Fetch = Annotated[
    bool, typer.Option("--fetch", help="Fetch a model by its name if it is not here. Texts are sent nowhere.")
]
NO_ENCODER = "none"


def encoder(
    project: ProjectAddress,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENCODER]",
            show_default=False,
            help="A folder, a file of word vectors, `wordllama`, the name of a model; `none` for no encoder.",
        ),
    ] = None,
    fetch: Fetch = False,
    as_json: AsJson = False,
) -> None:
    """Say which encoder the project has, or choose one; an encoder of whole texts then reads the documents.

    Ctrl-C while it reads is safe: what was read is kept, and learning goes on with the rest.

    Example: `teachback encoder mails.teachback none`
    """
    from teachback.project import Project

    with Project.open(project) as opened:
        if name is not None:
            opened.use_encoder(None if name == NO_ENCODER else name, fetch=fetch)
            read_documents(opened)
        now = opened.encoder
    if as_json:
        typer.echo(json.dumps(None if now is None else asdict(now), indent=2, ensure_ascii=False))
    else:
        typer.echo("No encoder: the project knows what its own texts say." if now is None else str(now))


def read_documents(project: Project) -> None:
    """Let the encoder read the documents that it has not read, with a progress bar."""
    if project.encoder is not None:
        with progress_bar("reading the documents with the encoder", project.store.size) as advance:
            project.encode(advance)
