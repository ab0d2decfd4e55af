"""Pictures of experiments: small panels, one a corpus, one line a method."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from teachback.errors import TeachbackError
from teachback.experiments.experiment import ReportRow

_TICKS = 8  # what was measured stands below the axis, unless that is more


class CurvePoint(NamedTuple):
    """A point of a line in a panel."""

    panel: str
    name: str
    x: float
    y: float


def curves(
    at: str,
    *,
    x: str,
    y: str = "accuracy (%)",
    metric: str | None = None,
    panel: Callable[[ReportRow], str] = lambda row: row.corpus,
    name: Callable[[ReportRow], str] = lambda row: row.method,
    log_x: bool = False,
) -> Callable[[Sequence[ReportRow], Path], None]:
    """A function that draws the rows of a metric against their size, or whatever varies in the setting."""

    def plot(rows: Sequence[ReportRow], file: Path) -> None:
        places = [row.size if at == "size" else row.setting.get(at) for row in rows]
        points = [
            CurvePoint(panel(row), name(row), float(place), row.ours)
            for row, place in zip(rows, places, strict=True)
            if place is not None and metric in (None, row.metric)
        ]
        panels(points, file, x=x, y=y, log_x=log_x)

    return plot


def panels(points: Sequence[CurvePoint], file: Path, *, x: str, y: str, log_x: bool = False) -> None:
    """Draw the points, a panel for each corpus and a line for each method, into a PNG or SVG file."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise TeachbackError("Pictures need matplotlib; install it with: pip install 'teachback[plot]'") from None
    names = list(dict.fromkeys(point.panel for point in points))
    columns = min(4, len(names))
    rows = -(-len(names) // columns)
    lines, across = list(dict.fromkeys(point.name for point in points)), max(2, columns)
    size = (max(5.6, 3.4 * columns), 2.8 * rows + 0.2 * -(-len(lines) // across))  # with room for the legend
    figure = Figure(figsize=size, layout="constrained")
    for place, panel in enumerate(names):
        axes = figure.add_subplot(rows, columns, place + 1)
        for name in lines:
            line = sorted((point.x, point.y) for point in points if (point.panel, point.name) == (panel, name))
            axes.plot(*zip(*line, strict=True), marker="o", markersize=3, label=name)
        axes.set_title(panel, fontsize=10)
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.grid(alpha=0.3)
        if log_x:
            axes.set_xscale("log", base=2)
            if len(measured := sorted({point.x for point in points})) <= _TICKS:
                axes.set_xticks(measured, [f"{at:,g}" for at in measured])
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=across)
    figure.savefig(file, dpi=110)
