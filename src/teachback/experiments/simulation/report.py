"""Finished sessions for people (tables, a page, a picture) and for programs (JSON)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from teachback.experiments.plot import CurvePoint, panels
from teachback.experiments.report import as_json, table_lines
from teachback.experiments.simulation.corpora import DECIDING, DESIGNING
from teachback.experiments.simulation.measures import Interval
from teachback.experiments.simulation.rows import (
    Cell,
    Cells,
    SimulationRow,
    Value,
    area_of,
    arrival,
    by_cell,
    full_accuracy,
    over_corpora,
    rows_of,
    significantly_below,
    value_at,
    where,
)
from teachback.experiments.simulation.running import FULL, OTHER_CORPORA, FinishedSession
from teachback.experiments.simulation.student import DEFAULT

SHOWN = {
    "accuracy": "Accuracy (%)",
    "macro_f1": "Macro-F1 (%)",
    "calibration_error": "Expected calibration error (points)",
}
_RIVALS = {
    "labels": ("labels at random", "scikit-learn TF-IDF random", "scikit-learn TF-IDF margin"),
    "words and labels": (
        *("labels", "words", "scikit-learn TF-IDF random", "scikit-learn TF-IDF margin"),
        "settles2011 active dual",
    ),
    "words, labels and rationales": ("words and labels",),
    "words, labels and distinctions": ("words and labels",),
    "words, labels and corrected reasons": ("words and labels",),
    "everything": ("words and labels",),
}


@dataclass(frozen=True)
class Grid:
    """A table: a line for each way and learner, a column for each budget."""

    title: str
    header: list[str]
    lines: list[list[str]]


def grids(
    sessions: Sequence[FinishedSession], groups: Mapping[str, Sequence[str]] | None = None, *, intervals: bool = True
) -> Iterator[Grid]:
    """Tables of each quantity: the mean over each group of corpora (all of them, unless given), then each corpus."""
    cells = by_cell(sessions)
    corpora = list(dict.fromkeys(cell.corpus for cell in cells))
    if groups is None:
        groups = {f"mean over {len(corpora)} corpora": corpora} if len(corpora) > 1 else {}
    for metric, title in SHOWN.items():
        for name, members in [*groups.items(), *((corpus, [corpus]) for corpus in corpora)]:
            grid = _grid(cells, f"{title}, {name}", members, metric, intervals)
            if grid.lines:
                yield grid


def _grid(cells: Cells, title: str, corpora: Sequence[str], metric: str, intervals: bool) -> Grid:
    taught = [cell for cell in cells if cell.way != FULL]
    budgets = sorted({point.seconds for cell in taught for one in cells[cell].values() for point in one.points})
    columns: dict[str, Value] = {f"{seconds:,} s": value_at(seconds, metric) for seconds in budgets}
    if metric == "accuracy":
        full = full_accuracy(cells)
        columns |= {"area": area_of, "s to 90 %": lambda one: arrival(one, full[where(one)])}
    lines = []
    for way, learner in dict.fromkeys((cell.way, cell.learner) for cell in taught):
        values = [over_corpora(cells, corpora, way, learner, value) for value in columns.values()]
        if any(values):
            lines.append([way, learner, *(_cell(of, intervals) for of in values)])
    whole = over_corpora(cells, corpora, FULL, "LogisticRegression", value_at(0, metric))
    if whole is not None and lines and metric != "calibration_error":
        title += f"; all labels of the pool: {whole.mean:.1f}"
    return Grid(title, ["way", "learner", *columns], lines)


def _cell(of: Interval | None, with_interval: bool = True) -> str:
    """A mean, and how far its interval reaches.

    >>> _cell(Interval(71.25, 69.0, 73.5, 10)), _cell(Interval(1180.0, None, None, 1))
    ('71.2 ±2.2', '1,180')
    """
    if of is None:
        return ""
    mean = f"{of.mean:,.0f}" if of.mean >= 100.5 else f"{of.mean:.1f}"
    if of.high is None or not with_interval:
        return mean
    half = of.high - of.mean
    return f"{mean} ±{half:,.0f}" if of.mean >= 100.5 else f"{mean} ±{half:.1f}"


def as_markdown(sessions: Sequence[FinishedSession], command: str, picture: str | None = None) -> str:
    """A page for people: what it is, how to make it again, the means over corpora, where a way loses, each corpus."""
    groups = {
        "mean over the corpora that decide": DECIDING,
        "mean over the corpora for designing": DESIGNING,
        f"mean over {', '.join(OTHER_CORPORA)}": OTHER_CORPORA,
    }
    most = max(map(len, by_cell(sessions).values()), default=0)
    runs = f"{most} runs" if most != 1 else "one run"
    lines = [
        "# What a minute of teaching is worth",
        "",
        f"A simulated teacher ([how](../simulate.md)), tested after so many seconds of her time: means over {runs}, "
        "each with its 95 % interval.",
        "",
        f"Made by `{command}`.",
        "",
        *([f"![Accuracy against minutes of teaching]({picture})", ""] if picture else []),
    ]
    for grid in grids(sessions, groups):
        lines += [f"## {grid.title}", "", *table_lines(grid.header, grid.lines), ""]
    return "\n".join([*lines, *_losses(by_cell(sessions))])


def _losses(cells: Cells) -> list[str]:
    """Where a way is significantly below another that it should not be below."""
    losses = [
        row
        for way, rivals in _RIVALS.items()
        for cell in cells
        if (cell.way, cell.learner) == (way, DEFAULT)
        for rival in rivals
        for other in cells
        if (other.corpus, other.way) == (cell.corpus, rival) and _is_own(other)
        for row in significantly_below(cells, cell, other)
    ]
    header = ["corpus", "difference", "seconds", "points", "95 % interval"]
    body = [
        [row.corpus, row.way, f"{row.seconds:,}", f"{row.mean:.1f}", f"{row.low:.1f} to {row.high:.1f}"]
        for row in losses
    ]
    lines = table_lines(header, body) if body else ["Nowhere."]
    return ["## Significantly below (paired over runs, accuracy)", "", *lines, ""]


def _is_own(cell: Cell) -> bool:
    """Whether it is the one learner of a peer, or our default."""
    return cell.learner == DEFAULT or cell.way.startswith(("scikit-learn", "settles2011"))


def write(sessions: Sequence[FinishedSession], folder: Path, command: str) -> None:
    """Keep the page, the rows and the picture in a folder, as simulate.md, simulate.json and simulate.png."""
    rows = rows_of(sessions)
    plot(rows, folder / "simulate.png")
    (folder / "simulate.json").write_text(as_json(rows), encoding="utf-8")
    (folder / "simulate.md").write_text(as_markdown(sessions, command, "simulate.png"), encoding="utf-8")


def plot(rows: Sequence[SimulationRow], file: Path) -> None:
    """Accuracy against minutes: a panel for each corpus, a line for each way (and learner, where there are several)."""
    drawn = [row for row in rows if row.metric == "accuracy" and row.seconds]
    usual = {row.way: row.learner for row in reversed(drawn)}
    lines = [
        CurvePoint(
            row.corpus,
            row.way if usual[row.way] == row.learner else f"{row.way}, {row.learner}",
            row.seconds / 60,
            row.mean,
        )
        for row in drawn
    ]
    panels(lines, file, x="minutes of teaching", y="accuracy (%)", log_x=True)
