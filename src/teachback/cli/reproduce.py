"""`teachback reproduce`: a paper's table or figure, ours beside theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from teachback.cli.data import DataFolder
from teachback.errors import TeachbackError


def reproduce(
    paper: Annotated[str, typer.Argument(help="Short name of the paper; leave out both to list what there is.")] = "",
    item: Annotated[str, typer.Argument(help="The paper's table, figure or section.")] = "",
    data: DataFolder = None,
    corpus: Annotated[list[str] | None, typer.Option(help="Only this corpus; repeatable.")] = None,
    method: Annotated[list[str] | None, typer.Option(help="Only this method; repeatable.")] = None,
    size: Annotated[list[int] | None, typer.Option(help="Only this number of documents; repeatable.")] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the figure into this file (PNG, SVG).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Run a paper's experiment and print our figures beside the paper's.

    The papers' corpora are not part of the package: for the example, `teachback data fetch zoo` first.

    Example: `teachback reproduce dasgupta2018 figure3 --method "the paper's rows"`
    """
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from teachback import experiments
    from teachback.experiments import report

    if not paper:
        for experiment in experiments.CATALOGUE.values():
            typer.echo(f"{experiment.paper} {experiment.item}: {experiment.about}")
        return
    if not item:
        items = [name for of, name in experiments.CATALOGUE if of == paper] or [""]
        experiments.find(paper, items[0])
        raise TeachbackError(f"Which part of {paper}? Give one of {', '.join(items)}.")
    experiment = experiments.find(paper, item)
    if plot is not None:
        _check_picture(plot, experiment.plot is not None, f"{paper} {item}")
    cases = experiment.chosen(corpus or (), method or (), size or ())
    errors = Console(stderr=True)
    steps = track(experiment.run(cases, data), f"{paper} {item}", len(cases), console=errors, transient=True)
    rows = [row for rows in steps for row in rows]
    if plot is not None and experiment.plot is not None:
        experiment.plot(rows, plot)
    if as_json:
        typer.echo(report.as_json(rows), nl=False)
        return
    header, cells = report.as_cells(rows)
    differs = f" Where ours differ from the paper's: {experiment.differs}" if experiment.differs else ""
    table = Table(*header, title=f"{paper} {item}", caption=experiment.about + differs)
    for row in cells:
        table.add_row(*row)
    Console().print(table)


def _check_picture(file: Path, drawn: bool, name: str) -> None:
    """Refuse before the experiment runs, not after."""
    if not drawn:
        raise TeachbackError(f"{name} has no picture; leave out --plot.")
    if not file.parent.is_dir():
        raise TeachbackError(f"Cannot draw into {file}: there is no folder {file.parent}. Create it first.")
    if file.suffix not in (".png", ".svg"):
        raise TeachbackError(f"Cannot draw into {file}: name a file that ends in .png or .svg.")
