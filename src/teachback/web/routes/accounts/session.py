"""Who is calling, and which projects there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request

from teachback import __version__
from teachback.classroom import Classroom
from teachback.web.access import Caller, gate_of
from teachback.web.answers import AnswerRoute
from teachback.web.errors import REFUSED
from teachback.web.routes.study import TrialNow
from teachback.web.team.gate import TeamGate

router = APIRouter(prefix="/api/v1", tags=["session"], route_class=AnswerRoute, responses=REFUSED)


@dataclass(frozen=True)
class ProjectListed:
    """A project in a list."""

    name: str
    documents: int
    classes: Sequence[str]


@dataclass(frozen=True)
class SessionNow:
    """What a page asks first: the caller (null for nobody), whether there are accounts, and the projects.

    `provider` is the name of whom people may sign in by.
    """

    user: Caller | None
    team: bool
    version: str
    projects: Sequence[ProjectListed]
    study: TrialNow | None
    provider: str | None


@router.get("/session")
def session(request: Request) -> SessionNow:
    """Who is calling, and the projects that they may see; none without signing in."""
    gate = gate_of(request)
    caller = gate.caller(request)
    all_: dict[str, Classroom] = request.app.state.classrooms
    classrooms = {name: all_[name] for name in gate.visible(request, all_)}
    return SessionNow(
        user=caller,
        team=gate.team,
        version=__version__,
        projects=[
            ProjectListed(name, classroom.size, classroom.project.classes) for name, classroom in classrooms.items()
        ],
        study=next(filter(None, (_trial(classroom, caller) for classroom in classrooms.values() if caller)), None),
        provider=gate.provider.name if isinstance(gate, TeamGate) and gate.provider else None,
    )


def _trial(classroom: Classroom, caller: Caller) -> TrialNow | None:
    trial = classroom.project.study.running(caller.name)
    return None if trial is None else TrialNow.of(trial, classroom.name)
