"""How a project stands, for the top of every screen."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from teachback.web.access import DeskOf, Role, Viewer
from teachback.web.schemas import Accuracy, Advice, Cold, Model

router = APIRouter(tags=["projects"])


class Counts(BaseModel):
    """How much counts of each kind."""

    labels: int
    words: int
    rationales: int
    skips: int
    flags: int


class ProjectNow(BaseModel):
    """A project and its newest model; `fresh` says that a newer one waits than the caller has seen questions of.

    `address` is where it is kept on the server's machine, without a password; only owners are told.
    """

    name: str
    address: str | None
    position: int
    documents: int
    held_out: int
    classes: list[str]
    rest: str | None
    counts: Counts
    model: Model | None
    fresh: bool
    behind: int
    accuracy: Accuracy | None
    advice: Advice
    settings: dict[str, Any]
    teacher: str
    role: Role
    cold: Cold | None
    guidelines_version: int


@router.get("")
def project(desk: DeskOf, caller: Viewer) -> ProjectNow:
    """How the project stands, for this caller."""
    project, page = desk.project, desk.page or desk.project.questioner.unread()
    teaching, advice = desk.teaching(), project.advice(page.right, page.checked)
    in_trial = project.study.running(caller.name) is not None  # then nothing tells how good the model is
    return ProjectNow(
        name=desk.name,
        address=desk.address if caller.may("owner") else None,
        position=desk.position,
        documents=desk.size,
        held_out=len(teaching.held_out),
        classes=list(teaching.classes),
        rest=teaching.rest,
        counts=Counts(
            labels=len(teaching.labels),
            words=sum(map(len, teaching.words.values())),
            rationales=sum(map(len, teaching.rationales.values())),
            skips=len(teaching.skips),
            flags=len(teaching.flags),
        ),
        model=Model.of(page.learned),
        fresh=desk.is_fresh(caller.name),
        behind=desk.behind,
        accuracy=Accuracy.model_validate(page.accuracy) if page.accuracy and not in_trial else None,
        advice=Advice(stop=False, why="", settled=False)
        if in_trial
        else Advice(stop=advice.stop, why=advice.why, settled=advice.settled),
        settings=project.preferences.to_dict(),
        teacher=caller.name,
        role=caller.role,
        cold=Cold.of(page),
        guidelines_version=project.guidelines.version,
    )
