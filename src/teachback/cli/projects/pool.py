"""`teachback pool`: the files outside a project that its documents were drawn from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import Engaged, ProjectAddress, Workers
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.project import Project


def pool(
    project: ProjectAddress,
    take_in: Annotated[bool, typer.Option("--take-in", help="Draw documents from files that were added.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Count all documents, to learn from all of them.")] = False,
    workers: Workers = None,
    engine: Engaged = None,
) -> None:
    """Say which files a project's documents were drawn from, and what has happened to them since.

    --workers or --engine says who does it, and who sums up all documents from now on when the project learns.

    Example: `teachback pool mails.teachback`
    """
    from teachback.cli.terminal.progress import progress_bar
    from teachback.distributed import open_engine
    from teachback.project import Project
    from teachback.project.pool.manifest import changes_of, manifest_in
    from teachback.project.pool.pool_parts import ChosenEngine, choose_engine, counts_folder
    from teachback.project.transfer import pools

    with Project.open(project) as opened:
        if take_in or count:
            with open_engine(engine, workers) as engaged, progress_bar("reading") as advance:
                new = pools.take_in(opened, engaged, advance)[1] if take_in else 0
                if count:
                    pools.count_pool(opened, _counts(project), engaged, advance)
            if take_in:
                typer.echo(f"{new:,} documents of added files are drawn.")
        elif workers is not None or engine is not None:
            open_engine(engine, workers).close()  # which refuses what does not answer
            if (folder := counts_folder(opened.store)) is not None:
                choose_engine(folder, ChosenEngine(engine, workers))
        manifest = manifest_in(opened.store)
        if manifest is None:
            typer.echo("All documents are in the project; it has no pool outside of it.")
            return
        typer.echo(str(manifest))
        typer.echo(opened.pool_parts.sentence)
        for sentence in changes_of(manifest).sentences:
            typer.echo(sentence)


def counts_beside(address: str) -> Path | None:
    """The folder beside a project for the counts of its pool; None beside a database."""
    from teachback.store.engine import is_file

    return Path(f"{address}-pool") if is_file(address) else None


def _counts(address: str) -> Path:
    folder = counts_beside(address)
    if folder is None:
        raise TeachbackError(
            "Counts are kept in a folder beside the project's file, and this project is in a database; it learns from "
            "the documents that are in it."
        )
    return folder


def draw_documents(
    project: Project,
    pattern: str,
    *,
    text: str,
    id: str | None,
    sample: int,
    counts: Path | None,
    workers: int | None,
    engine: str | None,
) -> None:
    """Draw a new project's documents from its pool, with a progress bar."""
    from teachback.cli.terminal.progress import progress_bar
    from teachback.distributed import open_engine
    from teachback.project.transfer.pools import set_up_pool

    with open_engine(engine, workers) as engaged, progress_bar("reading") as advance:
        manifest, brought = set_up_pool(
            project, pattern, engaged, text=text, id=id, sample=sample, counts=counts, progress=advance
        )
    typer.echo(str(manifest))
    typer.echo(project.pool_parts.sentence)
    for note in brought.notes:
        typer.echo(f"  {note}")
