"""What a report is about: the project as it stands, its newest model, and honest predictions of labelled documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from teachback.errors import counted
from teachback.project.models.learned import Learned
from teachback.project.report.measures import Measures, measured
from teachback.project.review.cross_fitting import CrossFit
from teachback.project.review.status import Status

if TYPE_CHECKING:
    from teachback.project.project import Project

ENOUGH = 30  # held-out documents by which alone the model is measured


@dataclass(frozen=True)
class Evidence:
    """What a report is about."""

    project: Project
    learned: Learned
    status: Status
    cross_fit: CrossFit  # predictions of labelled documents by models that were not told the label
    # How the model is measured, in words, and the labels of the documents by which it is
    how: str
    tested: Mapping[str, str]
    expected: str  # what is expected of it on all documents, in words; none where documents drawn by chance tell it
    classes: tuple[str, ...]  # those that are predicted, and those that are labels
    measures: Measures

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The row of each labelled document among the predictions."""
        return {id: row for row, id in enumerate(self.cross_fit.labels)}

    @cached_property
    def wrong(self) -> tuple[tuple[str, str, str], ...]:
        """The measured documents that are taken for something else, with label and prediction, the surest first."""
        predicted, P = self.cross_fit.predicted, self.cross_fit.P
        rows = [
            (-float(P[row].max()), id, label, predicted[row])
            for id, label in self.tested.items()
            if predicted[row := self.rows[id]] != label
        ]
        return tuple((id, label, guess) for _, id, label, guess in sorted(rows))


def gathered(project: Project, learned: Learned) -> Evidence:
    """Everything that a report needs to know of a project."""
    cross_fit = project.review.cross_fit()
    status, held_out = project.status(), project.teaching().held_out
    apart = {id: class_ for id, class_ in cross_fit.labels.items() if id in held_out}
    if len(apart) >= ENOUGH:
        many = counted(len(apart), "document")
        how = f"on {many} that were drawn at random, held out and never learned from, by the newest model"
        tested, expected = apart, ""
    else:
        tested = dict(cross_fit.labels)
        how = f"on {counted(len(tested), 'labelled document')}, {project.review.errors(cross_fit, 0).how}"
        expected = "" if status.quality is None else str(status.quality)
    classes = tuple(dict.fromkeys((*cross_fit.classes, *tested.values())))
    rows = {id: row for row, id in enumerate(cross_fit.labels)}
    P = np.zeros((len(tested), len(classes)))
    P[:, : len(cross_fit.classes)] = cross_fit.P[[rows[id] for id in tested]] if tested else 0.0
    measures = measured(classes, list(tested.values()), P)
    return Evidence(project, learned, status, cross_fit, how, tested, expected, classes, measures)
