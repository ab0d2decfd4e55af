"""A study of teaching: trials that begin, run for some minutes, and end."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from teachback.project.study import Trial
from teachback.web.access import DeskOf, Owner, Teacher
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Asked, Name

router = APIRouter(tags=["study"])


class TrialIn(Asked):
    """A trial to begin."""

    condition: Literal["dual", "documents", "passive"]
    minutes: Annotated[float, Field(gt=0, le=1440)] = 6.0
    subject: Name


class TrialNow(BaseModel):
    """A trial, and how long it goes on."""

    id: str
    project: str
    condition: str
    subject: str
    minutes: float
    started: str
    seconds_left: float
    rounds: int
    running: bool

    @classmethod
    def of(cls, trial: Trial, project: str) -> TrialNow:
        """The same as the project says it."""
        return cls(
            id=trial.id,
            project=project,
            condition=trial.condition,
            subject=trial.subject,
            minutes=trial.minutes,
            started=trial.started.isoformat(),
            seconds_left=trial.seconds_left,
            rounds=len(trial.rounds),
            running=trial.running,
        )


class StudyKnown(BaseModel):
    """What a trial would be measured by: documents whose class is known, those of them that test, and `doubts`."""

    documents: int
    test: int
    sentence: str
    doubts: list[str]


@router.get("/study/known")
def known(desk: DeskOf, caller: Teacher) -> StudyKnown:
    """How many documents have a known class, and what that is too few for; without any, no trial can begin."""
    found = desk.project.study.known()
    return StudyKnown(documents=found.documents, test=found.test, sentence=str(found), doubts=list(found.doubts))


@router.post("/study", status_code=201)
def start(given: TrialIn, desk: DeskOf, caller: Teacher) -> TrialNow:
    """Begin a trial for the caller: what she teaches until it is over belongs to it, and scores are hidden."""
    study = desk.project.study
    trial = study.start(given.condition, minutes=given.minutes, subject=given.subject, teacher=caller.name)
    return TrialNow.of(trial, desk.name)


@router.get("/study")
def study(desk: DeskOf, caller: Teacher) -> TrialNow | None:
    """The caller's trial; when none runs, her last one; null before her first."""
    mine = [trial for trial in desk.project.study.trials if trial.teacher == caller.name]
    return TrialNow.of(mine[-1], desk.name) if mine else None


@router.delete("/study")
def stop(desk: DeskOf, caller: Teacher) -> TrialNow:
    """End the caller's trial early."""
    return TrialNow.of(desk.project.study.stop(caller.name), desk.name)


@router.get("/study/export", dependencies=[HiddenInTrials], response_class=Response)
def export(
    desk: DeskOf, caller: Owner, format: Annotated[Literal["json", "csv"], Query(description="csv: curves.")] = "json"
) -> Response:
    """All trials that are over: curves, seconds of each action, errors, and the tests of the paper."""
    report = desk.project.study.report()
    if format == "csv":
        headers = {"Content-Disposition": 'attachment; filename="study.csv"'}
        return Response(report.to_csv(), media_type="text/csv; charset=utf-8", headers=headers)
    content: dict[str, Any] = report.to_dict()
    return JSONResponse(content)
