"""`teachback new`: a project, from files or from a backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Any

import typer

from teachback.cli.projects.encoder import Fetch, read_documents
from teachback.cli.projects.pool import counts_beside
from teachback.cli.terminal import arguments as shared
from teachback.errors import TeachbackError


def new(
    project: shared.ProjectAddress,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]…", show_default=False, help="Files to import.")
    ] = None,
    classes: Annotated[list[str] | None, typer.Option("--class", metavar="NAME", help="A class; repeatable.")] = None,
    analyzer: Annotated[
        str, typer.Option(metavar="NAME", help="What a term is: words, lines, tweets, tokens, attributes or entities.")
    ] = "words",
    stop_words: Annotated[
        str, typer.Option(metavar="LANGUAGE", help="Whose common words are no terms; `none` keeps all words.")
    ] = "none",
    policy: Annotated[
        str, typer.Option(metavar="NAME", help="Where teachers disagree: majority, latest or adjudicator:TEACHER.")
    ] = "majority",
    hold_out: Annotated[
        int, typer.Option(min=0, help="Documents drawn by chance that are never asked and never trained on.")
    ] = 0,
    encoder: Annotated[
        str | None,
        typer.Option(metavar="ENCODER", help="What knows words from outside: see `teachback encoder --help`."),
    ] = None,
    fetch: Fetch = False,
    columns: shared.Columns = None,
    text: shared.TextColumns = None,
    between: shared.Between = "\n\n",
    header: shared.Header = None,
    sheet: shared.Sheet = None,
    label: shared.LabelColumn = None,
    several: shared.SeveralClasses = None,
    rejected: shared.Rejected = None,
    class_as: shared.ClassesAs = None,
    learn_from: shared.LearnFrom = None,
    leave_out_bad_rows: shared.LeaveOutBadRows = False,
    pool: Annotated[
        str | None,
        typer.Option(
            metavar="FILES", help="Files that stay where they are, such as 'in/*.parquet'; documents are drawn."
        ),
    ] = None,
    id: Annotated[str | None, typer.Option("--id", metavar="NAME", help="The column of the ids.")] = None,
    sample: Annotated[int, typer.Option(min=1, help="How many documents are drawn from --pool.")] = 100_000,
    workers: shared.Workers = None,
    engine: shared.Engaged = None,
    backup: Annotated[
        Path | None, typer.Option("--from", metavar="BACKUP", help="Restore what `teachback export --all` wrote.")
    ] = None,
) -> None:
    """Make a project, in a file or in an empty PostgreSQL database.

    If something cannot be imported, no file is left behind. In a database the project stays, empty: mend the file and
    use `teachback import`.

    With --pool, files of any number stay where they are: a sample of their documents, drawn by chance, comes into the
    project, models learn from all of them by their counts, which are kept in a folder beside the project, and
    `teachback classify` answers all of them once it is taught.

    Example: `teachback new mails.teachback inbox.csv --class bug --class billing`
    """
    from teachback.encoders import open_encoder
    from teachback.store.engine import place

    with nothing_left_behind(project):
        if backup is None:
            documents, names = _made(
                project,
                files or [],
                [*(columns or []), *([f"id={id}"] if id else [])],
                label,
                several,
                {
                    "texts": text or (),
                    "between": between,
                    "header": header,
                    "sheet": sheet,
                    "rejected": rejected,
                    "classes_as": shared.classes_as_of(class_as),
                },
                hold_out,
                leave_out_bad_rows,
                _pool(project, pool, files, text, id, {"sample": sample, "workers": workers, "engine": engine}),
                classes=classes or [],
                analyzer=analyzer,
                stop_words=None if stop_words == "none" else stop_words,
                policy=policy,
                learn_from=learn_from or (),
                encoder=None if encoder is None else open_encoder(encoder, fetch=fetch),
            )
        elif files or classes or encoder:
            raise TeachbackError(
                "A backup brings its own documents, classes and encoder: give --from without files, classes or "
                "--encoder."
            )
        else:
            documents, names = _restored(project, backup)
    if encoder is not None:
        from teachback.project import Project

        with Project.open(project) as opened:
            read_documents(opened)  # which may be stopped, and goes on when the project learns
    typer.echo(f"{place(project)}: {documents:,} documents; classes: {', '.join(names) or 'none yet'}.")


def _made(
    address: str,
    files: list[Path],
    columns: list[str],
    label: str | None,
    several: str | None,
    how: dict[str, Any],
    hold_out: int,
    leave_out_bad_rows: bool,
    pool: dict[str, Any] | None,
    **settings: Any,
) -> tuple[int, tuple[str, ...]]:
    from teachback.confined import warm_up

    warm_up()  # while the rest is imported
    from teachback.cli.projects.importing import bring_in, preview_lines, problem_lines, refuse_unasked
    from teachback.cli.projects.pool import draw_documents
    from teachback.cli.terminal.lines import command
    from teachback.formats import Problem, inspect
    from teachback.project import Project
    from teachback.project.transfer.imports import check_learned_columns
    from teachback.store.engine import is_file

    # Whatever cannot be read at all is refused before anything is made.
    roles, choice = shared.roles_of(columns, label), shared.several_of(several)
    plans = [inspect(file, roles=roles, classes=settings["classes"], several=choice, **how) for file in files]
    known = list(settings["classes"])
    for plan in plans:
        check_learned_columns(plan, settings["learn_from"])
        refuse_unasked(plan, known)
        known += plan.classes
    options = [word for column in columns for word in ("--column", column)]
    options += [word for name in how["texts"] for word in ("--text", name)]
    options += [word for name, class_ in how["classes_as"].items() for word in ("--class-as", f"{name}={class_}")]
    options += [*(("--rejected", how["rejected"]) if how["rejected"] else ())]
    options += [*(("--label", label) if label else ()), *(("--several", several) if several else ())]
    with Project.create(address, **settings) as project:
        for plan in plans:
            for line in preview_lines(replace(plan, problems=(), not_taken={}, models={}), project.classes):
                typer.echo(line)
            left_out: list[Problem] = []
            again = command("import", address, str(plan.path), *options, "--leave-out-bad-rows")
            brought = bring_in(
                project,
                plan,
                way_out=None if is_file(address) else again,  # a database is not emptied
                left_out=left_out if leave_out_bad_rows else None,
            )
            for line in (*problem_lines(left_out), *(f"  {note}" for note in brought.notes)):
                typer.echo(line)
        if pool is not None:
            draw_documents(project, **pool)
        if hold_out:
            project.hold_out(hold_out)
        return project.store.size, project.classes


def _pool(
    address: str,
    pattern: str | None,
    files: list[Path] | None,
    texts: list[str] | None,
    id: str | None,
    how: dict[str, Any],
) -> dict[str, Any] | None:
    """How documents are drawn, where they are."""
    if pattern is None:
        return None
    if files:
        raise TeachbackError(
            "Documents are imported from files or drawn from --pool, not both; use teachback import later."
        )
    if texts is None or len(texts) != 1:
        raise TeachbackError("Say which column of the pool has the texts: --text NAME.")
    return {"pattern": pattern, "text": texts[0], "id": id, "counts": counts_beside(address), **how}


def _restored(address: str, backup: Path) -> tuple[int, tuple[str, ...]]:
    from teachback.project import Project
    from teachback.store import copy, create_store, open_store

    with open_store(backup) as source, create_store(address) as target:
        copy(source, target)
    with Project.open(address) as project:
        return project.store.size, project.classes


@contextmanager
def nothing_left_behind(address: str) -> Iterator[None]:
    """Take the new file away again when something goes wrong; one that was there before is left alone."""
    from teachback.store.engine import is_file

    new = is_file(address) and not Path(address).exists()
    try:
        yield
    except BaseException:
        if new:
            for ending in ("", "-wal", "-shm"):
                Path(address + ending).unlink(missing_ok=True)
            if (counts := counts_beside(address)) is not None:
                rmtree(counts, ignore_errors=True)
        raise
