"""Who is calling, and what is here."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from teachback import __version__
from teachback.classroom import Classroom
from teachback.web.access import Caller, Role, gate_of
from teachback.web.routes.study import TrialNow

router = APIRouter(prefix="/api/v1", tags=["session"])


class User(BaseModel):
    """Who is calling."""

    name: str
    role: Role


class ProjectLine(BaseModel):
    """A project on the list."""

    name: str
    documents: int
    classes: list[str]


class Session(BaseModel):
    """What a page needs to know first."""

    user: User | None
    team: bool
    version: str
    projects: list[ProjectLine]
    study: TrialNow | None


@router.get("/session")
def session(request: Request) -> Session:
    """Who is calling, and the projects that they may see; nobody sees none."""
    gate = gate_of(request)
    caller = gate.caller(request)
    desks: dict[str, Classroom] = request.app.state.desks if caller else {}
    return Session(
        user=User(name=caller.name, role=caller.role) if caller else None,
        team=gate.team,
        version=__version__,
        projects=[
            ProjectLine(name=name, documents=desk.size, classes=list(desk.project.classes))
            for name, desk in desks.items()
        ],
        study=next(filter(None, (_trial(desk, caller) for desk in desks.values() if caller)), None),
    )


def _trial(desk: Classroom, caller: Caller) -> TrialNow | None:
    trial = desk.project.study.running(caller.name)
    return None if trial is None else TrialNow.of(trial, desk.name)
