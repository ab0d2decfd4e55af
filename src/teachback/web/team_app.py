"""The app of a team: its gate knows accounts, and an audit log is kept of what touches accounts and whole projects."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teachback.project import Project
from teachback.web.app import create_app
from teachback.web.errors import answer
from teachback.web.proxy import Network
from teachback.web.team.gate import Present, TeamGate, actor_of
from teachback.web.team.provider import Provider
from teachback.web.team.team import Team

_log = logging.getLogger("teachback.web")

_PROJECT = "/api/v1/projects/{project}"  # FastAPI's routes know where they are mounted, or do not, by its version
NOTED = {  # below a project, besides what is about accounts
    ("GET", "/exports/{name}"): "exported",
    ("GET", "/models/current"): "exported",
    ("GET", "/study/export"): "exported",
    ("POST", "/restore"): "restored",
    ("POST", "/history/{position}/take-back"): "taken back",
    ("POST", "/documents/{id}/erase"): "erased",
    ("POST", "/uploads/{upload}/import"): "imported",
    ("POST", "/record/uploads"): "imported",
    ("POST", "/sample"): "imported",
    ("POST", "/classes"): "classes changed",
    ("POST", "/held-out"): "held out",
    ("PUT", "/settings"): "settings changed",
    ("PUT", "/encoder"): "settings changed",
    ("PUT", "/guidelines"): "guidelines changed",
    ("POST", "/study"): "study started",
    ("DELETE", "/study"): "study stopped",
}
READ = {  # noted once a day: programs read the record in many requests
    ("GET", "/record"): "lessons read",
    ("GET", "/record/documents"): "documents read",
    ("GET", "/record/model"): "model read",
    ("POST", "/record/learn"): "model read",
}
_NOT_NOTED = (
    "The audit log cannot be written now, so the answer is held back; what was asked for may be done. "
    "The server's log says why."
)


class Trail:
    """Adds a line to the log when such a request was granted, before its answer leaves; no line, no answer.

    Lessons are not here: each is in its project's record, with the teacher's name.
    """

    def __init__(self, app: ASGIApp, team: Team) -> None:
        self.app, self.team = app, team
        self._day, self._read = date.min, set[tuple[str | None, ...]]()  # who read what today, from where

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        held_back = False

        async def noting(message: Message) -> None:
            nonlocal held_back
            if message["type"] == "http.response.start" and message["status"] < 400:
                try:
                    await self._note(scope)
                except Exception:
                    _log.exception("the audit log could not be written")
                    held_back = True
                    await answer(503, "NotNoted", _NOT_NOTED)(scope, receive, send)
            if not held_back:
                await send(message)

        await self.app(scope, receive, noting if scope["type"] == "http" else send)

    async def _note(self, scope: Scope) -> None:
        path = getattr(scope.get("route"), "path", "").removeprefix(_PROJECT).replace(":document}", "}")
        asked = scope["method"], path
        what = NOTED.get(asked) or READ.get(asked)
        present: Present | None = scope.get("state", {}).get("present")
        if what is not None and present is not None and "project" in scope["path_params"]:
            actor = actor_of(Request(scope), present.person.name)
            about = {key: str(value)[:200] for key, value in scope["path_params"].items()}
            reading = actor.who, actor.address, what, about["project"]
            if asked in NOTED or self._is_first(reading):
                await run_in_threadpool(self.team.audit.note, what, who=actor.who, address=actor.address, about=about)
                self._read.add(reading)

    def _is_first(self, reading: tuple[str | None, ...]) -> bool:
        """Whether this is the first such reading today by that person from that address."""
        if self._day != (today := self.team.today()):
            self._day, self._read = today, set()
        return reading not in self._read


def create_team_app(
    projects: Mapping[str, Project],
    team: Team,
    *,
    proxies: tuple[Network, ...] = (),
    addresses: Mapping[str, str] | None = None,
    root_path: str = "",
    provider: Provider | None = None,
) -> FastAPI:
    """An app for the people of a team; the caller opens and closes the projects and the team.

    It answers to any name: a page that leads here under a name of its own (DNS rebinding) has no cookie of ours.

    Parameters
    ----------
    proxies
        From where a proxy may say who asked, by which name and whether encrypted.
    addresses
        Where the projects are kept; owners are told.
    root_path
        The path under which a proxy offers the app, such as ``/teachback``.
    provider
        By which people may sign in who were invited.
    """
    app = create_app(
        projects, gate=TeamGate(team, provider), hosts=None, addresses=addresses, root_path=root_path, proxies=proxies
    )
    app.user_middleware.append(Middleware(Trail, team=team))  # the innermost: what it answers is guarded as well
    return app
