"""Drawings of a report, as SVG that takes its colours from the page around it."""

from __future__ import annotations

from collections.abc import Sequence

from teachback.explain.page import escaped_html
from teachback.project.report.measures import ClassMeasures, ConfidenceBin

_SIDE = 150
_MARGIN = 28


def recall_curve(of: ClassMeasures) -> str:
    """Precision against recall of one class."""
    points = " ".join(f"{_x(recall):.1f},{_y(precision):.1f}" for recall, precision in of.curve)
    title = f"{of.name}: precision against recall, on average {of.average:.2f}"
    return _framed(title, "recall", "precision", f'<polyline class="line" points="{points}"/>')


def calibration_chart(bins: Sequence[ConfidenceBin]) -> str:
    """How many predictions are right, against how probable they were said to be."""
    most = max((each.documents for each in bins), default=1)
    marks = "".join(
        f'<circle class="dot" cx="{_x(each.said):.1f}" cy="{_y(each.right / each.documents):.1f}" '
        f'r="{2.5 + 5 * (each.documents / most) ** 0.5:.1f}"/>'
        for each in bins
    )
    even = f'<line class="even" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>'
    return _framed("Share that is right against what was said", "probability", "right", even + marks)


def _framed(title: str, across: str, up: str, inside: str) -> str:
    width = height = _SIDE + _MARGIN + 8
    frame = f'<rect class="frame" x="{_x(0)}" y="{_y(1)}" width="{_SIDE}" height="{_SIDE}"/>'
    ticks = "".join(
        f'<text x="{_x(at)}" y="{_y(0) + 12}" text-anchor="middle">{at:g}</text>'
        f'<text x="{_x(0) - 4}" y="{_y(at) + 4}" text-anchor="end">{at:g}</text>'
        for at in (0, 0.5, 1)
    )
    names = (
        f'<text x="{_x(0.75)}" y="{_y(0) + 12}" text-anchor="middle">{across}</text>'
        f'<text x="{_x(0) + 5}" y="{_y(1) + 12}">{up}</text>'
    )
    return (
        f'<svg role="img" viewBox="0 0 {width} {height + 8}" width="{width}" height="{height + 8}">'
        f"<title>{escaped_html(title)}</title>{frame}{ticks}{names}{inside}</svg>"
    )


def _x(share: float) -> float:
    return _MARGIN + _SIDE * share


def _y(share: float) -> float:
    return 8 + _SIDE * (1 - share)
