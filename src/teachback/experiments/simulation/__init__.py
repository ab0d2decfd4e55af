"""A simulated teacher over any labelled corpus: what a minute of a person's time is worth, in each way of teaching.

In reading order: :mod:`corpora` (what is taught, and for what), :mod:`setup` (a pool, a test set and the truth),
:mod:`knowledge` (what the truth tells about words), :mod:`teacher` (costs and error rates), :mod:`work` (her answers),
:mod:`student` (a project that asks and learns), :mod:`peers` (other programs that do), :mod:`ways` (what she does
next), :mod:`measures`, :mod:`session` (one of them against the clock), :mod:`running` (many, in parallel,
remembered), :mod:`rows`, :mod:`report`.
"""

from teachback.experiments.simulation.corpora import CORPORA, DECIDING, DESIGNING, Place
from teachback.experiments.simulation.rows import SimulationRow, difference, rows_of
from teachback.experiments.simulation.running import FinishedSession, SessionTask, run, tasks
from teachback.experiments.simulation.session import BUDGETS
from teachback.experiments.simulation.student import DEFAULT
from teachback.experiments.simulation.teacher import CAREFUL, CARELESS, Costs, Teacher
from teachback.experiments.simulation.ways import COMPARED, WAYS

__all__ = [
    "BUDGETS",
    "CAREFUL",
    "CARELESS",
    "COMPARED",
    "CORPORA",
    "DECIDING",
    "DEFAULT",
    "DESIGNING",
    "WAYS",
    "Costs",
    "FinishedSession",
    "Place",
    "SessionTask",
    "SimulationRow",
    "Teacher",
    "difference",
    "rows_of",
    "run",
    "tasks",
]
