"""`teachback simulate`: a simulated teacher, and what each minute of her time is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.data import DataFolder
from teachback.cli.terminal.arguments import AsJson
from teachback.cli.terminal.lines import typed_again
from teachback.errors import TeachbackError, listed, near_miss

if TYPE_CHECKING:
    from teachback.experiments.simulation import Place, SessionTask
    from teachback.experiments.simulation.running import FinishedSession


def simulate(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", show_default=False, help="Labelled texts of your own, in any format."),
    ] = None,
    text: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of FILE with the texts.")] = None,
    label: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of FILE with the classes.")] = None,
    data: DataFolder = None,
    corpus: Annotated[list[str] | None, typer.Option(help="This corpus (default: demo); repeatable.")] = None,
    way: Annotated[list[str] | None, typer.Option(help="Only this way of teaching; repeatable.")] = None,
    learner: Annotated[
        list[str] | None, typer.Option(help="This learner instead of the default one; repeatable.")
    ] = None,
    runs: Annotated[
        int | None, typer.Option(min=1, help="How many times, on other texts each time (default: 10).")
    ] = None,
    budget: Annotated[
        list[int] | None, typer.Option(min=1, metavar="SECONDS", help="Test after so much teaching; repeatable.")
    ] = None,
    careless: Annotated[
        bool, typer.Option("--careless", help="She gives 10 % wrong labels and 20 % wrong words.")
    ] = False,
    encoder: Annotated[
        str | None,
        typer.Option(
            metavar="NAME_OR_FOLDER", help="Also teach projects with this encoder, and a regression on its vectors."
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, show_default=False, help="Sessions at a time (default: one a processor).")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Three corpora (or FILE), three ways, two runs: a few minutes.")
    ] = False,
    table: Annotated[
        bool, typer.Option("--table", help="All corpora (or those named), ways and learners, in hours; use --out-dir.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Remember finished sessions here, and do not run them again.")
    ] = None,
    out_dir: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write simulate.md, simulate.json and simulate.png into this folder."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the curves into this file (PNG, SVG).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let a simulated person teach, and test what was learned after a minute, two, five … of her time.

    Example: `teachback simulate --corpus demo --way labels --way words --runs 2 --budget 60 --budget 120`
    """
    import os

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from teachback.experiments.report import as_json as rows_as_json
    from teachback.experiments.simulation import BUDGETS, COMPARED, DEFAULT, Place, report, rows_of, tasks
    from teachback.experiments.simulation.corpora import CORPORA
    from teachback.experiments.simulation.running import QUICK_CORPORA, quick_tasks, table_tasks

    place = Place(data, file, text, label)
    names = corpus if file is None else [file.name]
    _check(way or (), learner or (), plot)
    chosen_here = {"--way": way, "--learner": learner, "--runs": runs, "--budget": budget, "--encoder": encoder}
    if table:
        _refuse("--table", {"--quick": quick, **chosen_here})
    if quick:
        _refuse("--quick", chosen_here)
    if file is not None:
        _refuse("FILE", {"--corpus": corpus})
    if table:
        chosen = table_tasks(names or tuple(CORPORA), careless=careless)
    elif quick:
        chosen = quick_tasks(names or QUICK_CORPORA, careless=careless)
    else:
        taught = names or ["demo"], way or list(COMPARED), learner or [DEFAULT]
        chosen = tasks(*taught, runs=runs or 10, careless=careless, budgets=budget or BUDGETS, encoder=encoder)
    for name in dict.fromkeys(task.corpus for task in chosen):
        place.check(name)
    if out_dir is not None:
        out_dir.mkdir(parents=True, exist_ok=True)
        out = out or out_dir / ".simulate.finished.jsonl"
    sessions = _run(chosen, place, jobs or os.cpu_count() or 1, out)
    if plot is not None:
        report.plot(rows_of(sessions), plot)
    if out_dir is not None:
        made_by = "teachback simulate --table --data DIR --out-dir DIR" if table and not names else typed_again()
        report.write(sessions, out_dir, made_by)
    if as_json:
        typer.echo(rows_as_json(rows_of(sessions)), nl=False)
        return
    for grid in report.grids(sessions, intervals=False):
        rich_table = Table(*grid.header, title=grid.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
        for line in grid.lines:
            rich_table.add_row(*line)
        Console().print(rich_table)


def _run(tasks: Sequence[SessionTask], place: Place, jobs: int, out: Path | None) -> list[FinishedSession]:
    from teachback.cli.terminal.progress import progress_bar
    from teachback.experiments.simulation import run

    sessions = []
    with progress_bar("sessions", len(tasks)) as advance:
        for session in run(tasks, place, jobs=jobs, finished=out):
            sessions.append(session)
            advance(len(sessions), len(tasks))
    order = {task: number for number, task in enumerate(tasks)}
    return sorted(sessions, key=lambda session: order[session.task])


def _refuse(chosen: str, others: Mapping[str, object]) -> None:
    """Refuse what would be passed over beside something else that was chosen."""
    if passed_over := [name for name, value in others.items() if value]:
        raise TeachbackError(f"{chosen} settles that already; leave out {listed(passed_over)}.")


def _check(ways: Sequence[str], learners: Sequence[str], plot: Path | None) -> None:
    """Refuse before anything runs, not after."""
    from teachback.experiments.simulation import DEFAULT, WAYS
    from teachback.learners.catalogue import find_learner

    for way in ways:
        if way not in WAYS:
            raise TeachbackError(
                f"{way!r} is not a way of teaching.{near_miss(way, WAYS)} Choose among "
                f"{listed(map(repr, WAYS), most=30)}."
            )
    for learner in learners:
        if learner != DEFAULT:
            find_learner(learner)
    if plot is not None and (plot.suffix not in (".png", ".svg") or not plot.parent.is_dir()):
        raise TeachbackError(
            f"Cannot draw into {plot}: name a file that ends in .png or .svg, in a folder that is there."
        )
