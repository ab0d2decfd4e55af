"""Finished sessions as rows: a mean over runs with its interval, for each corpus, way, learner, budget and quantity."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from teachback.experiments.simulation.measures import Interval, area, interval, paired_difference, seconds_to
from teachback.experiments.simulation.running import FULL, FinishedSession
from teachback.experiments.simulation.session import SessionPoint

ENOUGH = 0.9  # of the accuracy of full supervision


def label_balance(counts: Sequence[int]) -> float:
    """How evenly labels are spread over the classes, in percent: 100 when each has as many, 0 when one has all.

    >>> label_balance([5, 5]), label_balance([10, 0]), round(label_balance([9, 1]), 1)
    (100.0, 0.0, 46.9)
    """
    shares = np.array([count for count in counts if count], dtype=np.float64)
    shares /= max(shares.sum(), 1.0)
    return 100.0 * float(abs(np.sum(shares * np.log(shares)))) / float(np.log(max(len(counts), 2)))


METRICS: Mapping[str, Callable[[SessionPoint], float]] = {
    "accuracy": lambda point: point.accuracy,
    "macro_f1": lambda point: point.macro_f1,
    "calibration_error": lambda point: point.calibration_error,
    "label_balance": lambda point: label_balance(list(point.labels.values())),
    "words": lambda point: float(point.words),
}


_SHARES = ("accuracy", "macro_f1", "calibration_error", "label_balance", "area")  # in percent


@dataclass(frozen=True)
class SimulationRow:
    """A quantity after a number of seconds of teaching, with its 95 % interval; one run alone has none."""

    corpus: str
    way: str
    learner: str
    seconds: int
    metric: str
    mean: float
    low: float | None
    high: float | None
    runs: int


class Cell(NamedTuple):
    """What was taught, and how."""

    corpus: str
    way: str
    learner: str


Cells = Mapping[Cell, Mapping[int, FinishedSession]]
Value = Callable[[FinishedSession], float]


def by_cell(sessions: Iterable[FinishedSession]) -> dict[Cell, dict[int, FinishedSession]]:
    """The sessions of each corpus, way and learner, by run; without those that taught a learner nothing."""
    cells: dict[Cell, dict[int, FinishedSession]] = {}
    for one in sessions:
        if one.points:
            cells.setdefault(Cell(one.task.corpus, one.task.way, one.task.with_encoder), {})[one.task.run] = one
    return {cell: dict(sorted(runs.items())) for cell, runs in cells.items()}


def rows_of(sessions: Iterable[FinishedSession]) -> list[SimulationRow]:
    """Every quantity at every budget; those of the whole curve, and how many of each class, at the last."""
    cells = by_cell(sessions)
    full = full_accuracy(cells)
    return [row for cell, runs in cells.items() for row in _rows(cell, list(runs.values()), full)]


def full_accuracy(cells: Cells) -> dict[tuple[str, int], float]:
    """The accuracy of full supervision, by corpus and run."""
    full = ((cell.corpus, runs) for cell, runs in cells.items() if cell.way == FULL)
    return {(corpus, run): one.points[0].accuracy for corpus, runs in full for run, one in runs.items()}


def _rows(
    cell: Cell, sessions: Sequence[FinishedSession], full: Mapping[tuple[str, int], float]
) -> Iterator[SimulationRow]:
    curves = [one.points for one in sessions]

    def row(seconds: int, metric: str, values: Sequence[float]) -> SimulationRow:
        numbers = _rounded(_possible(interval(values), metric))
        return SimulationRow(cell.corpus, cell.way, cell.learner, seconds, metric, *numbers)

    if cell.way == FULL:
        for metric in ("accuracy", "macro_f1"):
            yield row(0, metric, [METRICS[metric](points[0]) for points in curves])
        return
    for points in zip(*curves, strict=True):
        for metric, of in METRICS.items():
            yield row(points[0].seconds, metric, [of(point) for point in points])
    last = curves[0][-1]
    yield row(last.seconds, "area", [area_of(one) for one in sessions])
    if arrivals := [arrival(one, full[where(one)]) for one in sessions if where(one) in full]:
        yield row(last.seconds, "seconds_to_90", arrivals)
    for class_ in last.labels:
        yield row(last.seconds, f"labels of {class_}", [float(points[-1].labels[class_]) for points in curves])
        yield row(last.seconds, f"questions of {class_}", [float(points[-1].questions[class_]) for points in curves])


def where(one: FinishedSession) -> tuple[str, int]:
    """The texts of a session: its corpus and run."""
    return one.task.corpus, one.task.run


def _possible(of: Interval, metric: str) -> Interval:
    """The interval without what the quantity cannot be: nothing is below 0, and a share not above 100 %."""
    if of.low is None or of.high is None:
        return of
    most = 100.0 if metric in _SHARES else np.inf
    return of._replace(low=max(of.low, 0.0), high=min(of.high, most))


def _rounded(of: Interval) -> Interval:
    low, high = (None if end is None else round(end, 3) for end in (of.low, of.high))
    return Interval(round(of.mean, 3), low, high, of.runs)


def value_at(seconds: int, metric: str = "accuracy") -> Value:
    """Takes a quantity at a budget from a session."""
    return lambda one: METRICS[metric](next(point for point in one.points if point.seconds == seconds))


def area_of(one: FinishedSession) -> float:
    """The mean accuracy over the time between the first and the last budget."""
    return area([point.seconds for point in one.points], [point.accuracy for point in one.points])


def arrival(one: FinishedSession, full: float) -> float:
    """The seconds to :data:`ENOUGH` of the accuracy of full supervision."""
    return seconds_to(ENOUGH * full, [point.seconds for point in one.points], [point.accuracy for point in one.points])


def difference(cells: Cells, one: Cell, other: Cell, value: Value) -> Interval | None:
    """By how much one cell is above the other, over the runs that both have; None when they share none.

    It is significantly below if even `high` is under 0.
    """
    runs = [run for run in cells.get(one, ()) if run in cells.get(other, ())]
    if not runs:
        return None
    return paired_difference(*([value(cells[cell][run]) for run in runs] for cell in (one, other)))


def over_corpora(cells: Cells, corpora: Sequence[str], way: str, learner: str, value: Value) -> Interval | None:
    """The mean over corpora, in each run that all of them have; None when there is none."""
    sessions = [cells.get(Cell(corpus, way, learner), {}) for corpus in corpora]
    runs = sorted(set.intersection(*(set(of) for of in sessions))) if sessions else []
    return interval([float(np.mean([value(of[run]) for of in sessions])) for run in runs]) if runs else None


def significantly_below(cells: Cells, one: Cell, other: Cell) -> list[SimulationRow]:
    """The budgets at which one cell is significantly less accurate than the other of the same corpus, run by run."""
    rows = []
    for point in next(iter(cells[one].values())).points if one in cells else ():
        apart = difference(cells, one, other, value_at(point.seconds, "accuracy"))
        if apart is not None and apart.high is not None and apart.high < 0:
            named = f"{one.way} − {other.way}"
            rows.append(SimulationRow(one.corpus, named, one.learner, point.seconds, "accuracy", *_rounded(apart)))
    return rows
