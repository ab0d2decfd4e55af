"""`teachback data`: the papers' corpora."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from teachback.cli.terminal.arguments import FormatName
from teachback.errors import TeachbackError

app = typer.Typer(
    no_args_is_help=True,
    help="List, download and export the papers' corpora.\n\nExample: `teachback data list`",
    rich_markup_mode="markdown",
)

DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", envvar="TEACHBACK_DATA", help="The folder with the corpora (default: your cache)."
    ),
]


@app.command("list")
def list_(
    data: DataFolder = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """List the corpora, and which of them are in the data folder.

    Example: `teachback data list --json`
    """
    from teachback import corpora

    folder = corpora.data_folder(data)
    rows = [
        {"name": entry.name, "about": entry.about, "here": entry.missing(folder) is None}
        for entry in corpora.CATALOGUE.values()
    ]
    if as_json:
        typer.echo(json.dumps({"data": str(folder), "corpora": rows}, indent=2))
        return
    typer.echo(f"Data folder: {folder}")
    for row in rows:
        typer.echo(f"  {'✓' if row['here'] else '·'} {row['name']:<18} {row['about']}")
    typer.echo("✓ is there   · download it with: teachback data fetch NAME")


@app.command()
def fetch(
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="Which corpora; see `teachback data list`.")],
    data: DataFolder = None,
    sources: Annotated[
        list[str] | None,
        typer.Option(metavar="ARCHIVE=FILE", help="Take an archive from a file or another address; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Download corpora from their authors' pages, convert and check them.

    Nothing is installed unless all of it came out as published.

    Example: `teachback data fetch zoo`
    """
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    from teachback.corpora.fetch import fetch as fetch_corpus

    own_sources = dict(_pair(source) for source in sources or ())
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    fetched = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def progress(archive: str, done: int, total: int | None) -> None:
            if archive not in tasks:
                tasks[archive] = bars.add_task(archive)
            bars.update(tasks[archive], completed=done, total=total)

        for name in names:
            fetched.append(fetch_corpus(name, data, progress=progress, sources=own_sources))
            if not as_json:
                one = fetched[-1]
                bars.console.print(f"{one.name}: {'already there' if one.already_there else 'done'}", highlight=False)
                for note in one.notes:
                    bars.console.print(f"  {note}", highlight=False)
    if as_json:
        rows = [
            {
                "name": one.name,
                "files": [str(file) for file in one.files],
                "already_there": one.already_there,
                "notes": list(one.notes),
            }
            for one in fetched
        ]
        typer.echo(json.dumps(rows, indent=2))


@app.command()
def export(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which corpus; see `teachback data list`.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file or folder to write.")],
    data: DataFolder = None,
    format: FormatName = None,
    without_labels: Annotated[
        bool, typer.Option("--without-labels", help="The documents alone, to be taught by you.")
    ] = False,
) -> None:
    """Write a corpus to a file, in any format that `teachback import` reads.

    Example: `teachback data export demo inbox.csv --without-labels`
    """
    from teachback import corpora
    from teachback.formats import Item, write
    from teachback.record import Label, Lesson, Rationale

    corpus = corpora.load(name, data)
    lessons: dict[str, list[Lesson]] = {document.id: [] for document in corpus.documents}
    if not without_labels:
        for document, class_ in corpus.labels.items():
            lessons[document].append(Label(document, class_, teacher="gold"))
        for span in corpus.rationales:
            lessons[span.document].append(Rationale(*span[:4], teacher=span.teacher))
    items = (Item(document, tuple(lessons[document.id])) for document in corpus.documents)
    write(file, items, format=format, classes=corpus.classes)
    typer.echo(f"{file}: {len(corpus.documents):,} documents of {', '.join(corpus.classes)}.")


def _pair(source: str) -> tuple[str, str]:
    archive, equals, place = source.partition("=")
    if not equals:
        raise TeachbackError(f"--sources takes ARCHIVE=FILE, not {source!r}; for example zoo.zip=Downloads/zoo.zip")
    return archive, place
