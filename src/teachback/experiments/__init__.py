"""The papers' experiments: `find("settles2011", "corpora")` and the rest of the catalogue.

:mod:`experiment` says what an experiment is and runs it, :mod:`report` renders it, one package a paper defines it, and
``published/`` holds the papers' own figures.
"""

from __future__ import annotations

from teachback.errors import TeachbackError, listed, near_miss
from teachback.experiments import dasgupta2018, martens2014, settles2011, zaidan2007, zaidan2008
from teachback.experiments.experiment import Case, Experiment, Measured, ReportRow

__all__ = ["CATALOGUE", "Case", "Experiment", "Measured", "ReportRow", "find"]

CATALOGUE: dict[tuple[str, str], Experiment] = {
    (experiment.paper, experiment.item): experiment
    for paper in (settles2011, zaidan2007, zaidan2008, martens2014, dasgupta2018)
    for experiment in paper.EXPERIMENTS
}


class UnknownExperiment(TeachbackError):
    """A paper or an item that the catalogue does not have."""


def find(paper: str, item: str) -> Experiment:
    """The experiment of that paper and item.

    >>> find("settles2011", "corpora").paper
    'settles2011'
    """
    papers = list(dict.fromkeys(paper for paper, _ in CATALOGUE))
    if paper not in papers:
        raise UnknownExperiment(f"{paper!r} is not a paper here.{near_miss(paper, papers)} There is {listed(papers)}.")
    items = [name for of, name in CATALOGUE if of == paper]
    if item not in items:
        raise UnknownExperiment(f"{paper} has no item {item!r}.{near_miss(item, items)} It has {listed(items)}.")
    return CATALOGUE[paper, item]
