"""A study of teaching: trials that begin, run for some minutes, and end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from fastapi import Query, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from teachback.project.study import Trial
from teachback.web.access import ClassroomOf, HiddenInTrials, Owner, Teacher
from teachback.web.bodies import Body, Name
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["study"])

Condition = Literal["dual", "documents", "passive"]


class TrialIn(Body):
    """A trial to begin."""

    condition: Condition
    minutes: Annotated[float, Field(gt=0, le=1440)] = 6.0
    subject: Name


@dataclass(frozen=True)
class TrialNow:
    """A trial, and how long it goes on."""

    id: str
    project: str
    condition: Condition
    subject: str
    minutes: float
    started: str
    seconds_left: float
    rounds: int
    running: bool

    @classmethod
    def of(cls, trial: Trial, project: str) -> TrialNow:
        """The trial at this moment."""
        return cls(
            id=trial.id,
            project=project,
            condition=cast(Condition, trial.condition),
            subject=trial.subject,
            minutes=trial.minutes,
            started=trial.started.isoformat(),
            seconds_left=trial.seconds_left,
            rounds=len(trial.rounds),
            running=trial.running,
        )


@dataclass(frozen=True)
class StudyBasis:
    """What a trial would be measured by: documents whose class is known, those of them that test, and `doubts`."""

    documents: int
    test: int
    sentence: str
    doubts: Sequence[str]


@router.get("/study/known")
def basis(classroom: ClassroomOf, caller: Teacher) -> StudyBasis:
    """How many documents have a known class, and what that is too few for; without any, no trial can begin."""
    known = classroom.project.study.known()
    return StudyBasis(known.documents, known.test, sentence=str(known), doubts=known.doubts)


@router.post("/study", status_code=201)
def start(body: TrialIn, classroom: ClassroomOf, caller: Teacher) -> TrialNow:
    """Begin a trial for the caller: what she teaches until it is over belongs to it, and scores are hidden."""
    study = classroom.project.study
    trial = study.start(body.condition, minutes=body.minutes, subject=body.subject, teacher=caller.name)
    return TrialNow.of(trial, classroom.name)


@router.get("/study")
def study(classroom: ClassroomOf, caller: Teacher) -> TrialNow | None:
    """The caller's trial; when none runs, her last one; null before her first."""
    mine = [trial for trial in classroom.project.study.trials if trial.teacher == caller.name]
    return TrialNow.of(mine[-1], classroom.name) if mine else None


@router.delete("/study")
def stop(classroom: ClassroomOf, caller: Teacher) -> TrialNow:
    """End the caller's trial early."""
    return TrialNow.of(classroom.project.study.stop(caller.name), classroom.name)


@router.get("/study/export", dependencies=[HiddenInTrials], response_class=Response)
def export(
    classroom: ClassroomOf,
    caller: Owner,
    format: Annotated[Literal["json", "csv"], Query(description="csv: curves.")] = "json",
) -> Response:
    """All trials that are over: curves, seconds of each action, errors, and the tests of the paper."""
    report = classroom.project.study.report()
    if format == "csv":
        headers = {"Content-Disposition": 'attachment; filename="study.csv"'}
        return Response(report.to_csv(), media_type="text/csv; charset=utf-8", headers=headers)
    content: dict[str, Any] = report.to_dict()
    return JSONResponse(content)
