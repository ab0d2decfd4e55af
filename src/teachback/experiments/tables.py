"""`make tables`: every experiment at full size, kept in docs/tables as Markdown, JSON and pictures.

An interrupted run goes on where it stopped: finished cases are remembered in a hidden file until their table is whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from teachback.errors import TeachbackError
from teachback.experiments import CATALOGUE, find
from teachback.experiments.experiment import Experiment
from teachback.experiments.report import as_json, as_markdown


def write_table(experiment: Experiment, data: Path | None, out: Path) -> None:
    """Run the whole experiment and keep its report in `out`."""
    from rich.progress import track

    name = f"{experiment.paper}-{experiment.item}"
    finished = out / f".{name}.finished.jsonl"
    cases = list(experiment.cases)
    steps = track(experiment.run(cases, data, finished), name, len(cases))
    rows = [row for rows in steps for row in rows]
    picture = None
    if experiment.plot is not None:
        picture = f"{name}.png"
        experiment.plot(rows, out / picture)
    (out / f"{name}.json").write_text(as_json(rows), encoding="utf-8")
    (out / f"{name}.md").write_text(as_markdown(experiment, rows, picture), encoding="utf-8")
    finished.unlink(missing_ok=True)


def write_tables(only: Sequence[str], data: Path | None, out: Path) -> None:
    """Write the named tables (`settles2011/corpora`), or all of them."""
    chosen = [find(*name.split("/", 1)) for name in only if "/" in name] if only else list(CATALOGUE.values())
    if len(chosen) < len(only):
        raise TeachbackError("Name a table as PAPER/ITEM, for example settles2011/corpora.")
    out.mkdir(parents=True, exist_ok=True)
    for experiment in chosen:
        write_table(experiment, data, out)


def _main(
    only: Annotated[list[str] | None, typer.Argument(metavar="[PAPER/ITEM]…")] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR")] = Path("docs/tables"),
) -> None:
    try:
        write_tables(only or (), data, out)
    except TeachbackError as error:
        typer.echo(f"tables: {error}", err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(_main)
