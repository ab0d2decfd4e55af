"""`teachback pool`: the files outside a project that its documents were drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import Engaged, ProjectAddress, Workers

if TYPE_CHECKING:
    from teachback.project import Project


def pool(
    project: ProjectAddress,
    take_in: Annotated[bool, typer.Option("--take-in", help="Draw documents from files that were added.")] = False,
    workers: Workers = None,
    engine: Engaged = None,
) -> None:
    """Say which files a project's documents were drawn from, and what has happened to them since.

    Example: `teachback pool mails.teachback`
    """
    from teachback.cli.terminal.progress import progress_bar
    from teachback.distributed import open_engine
    from teachback.project import Project
    from teachback.project.transfer import pools
    from teachback.project.transfer.pool_manifest import changes_of, manifest_in

    with Project.open(project) as opened:
        if take_in:
            with open_engine(engine, workers) as engaged, progress_bar("reading") as advance:
                _, new = pools.take_in(opened, engaged, advance)
            typer.echo(f"{new:,} documents of added files are drawn.")
        manifest = manifest_in(opened.store)
        if manifest is None:
            typer.echo("All documents are in the project; it has no pool outside of it.")
            return
        typer.echo(str(manifest))
        for sentence in changes_of(manifest).sentences:
            typer.echo(sentence)


def draw_documents(
    project: Project,
    pattern: str,
    *,
    text: str,
    id: str | None,
    sample: int,
    workers: int | None,
    engine: str | None,
) -> None:
    """Draw a new project's documents from its pool, with a progress bar."""
    from teachback.cli.terminal.progress import progress_bar
    from teachback.distributed import open_engine
    from teachback.project.transfer.pools import set_up_pool

    with open_engine(engine, workers) as engaged, progress_bar("reading") as advance:
        manifest, brought = set_up_pool(project, pattern, engaged, text=text, id=id, sample=sample, progress=advance)
    typer.echo(str(manifest))
    for note in brought.notes:
        typer.echo(f"  {note}")
