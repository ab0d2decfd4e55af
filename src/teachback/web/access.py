"""Who is calling, what they may do, and what people in a study may not see."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teachback.classroom import Classroom
from teachback.errors import listed
from teachback.web.errors import NotAllowed, NotSignedIn, UnknownProject

Role = Literal["owner", "teacher", "viewer"]
ProjectRole = Literal["owner", "teacher", "viewer", "none"]  # none: the project is not there for them
_RANK: dict[str, int] = {"none": -1, "viewer": 0, "teacher": 1, "owner": 2}


_ACROSS_A_RESTART = 600  # seconds in which an open page finds a server that was started again


def lesser(one: ProjectRole, other: ProjectRole) -> ProjectRole:
    """The role of two that may do less.

    >>> lesser("owner", "viewer"), lesser("none", "teacher")
    ('viewer', 'none')
    """
    return min(one, other, key=_RANK.__getitem__)


@dataclass(frozen=True)
class Caller:
    """A person or a program, and what they are in the project."""

    name: str
    role: Role

    def may(self, role: Role) -> bool:
        """Whether they may do what this role may: owners everything, teachers teach, viewers look."""
        return _RANK[self.role] >= _RANK[role]


class Gate(Protocol):
    """How callers are known. `team` says whether there are accounts."""

    team: bool

    def caller(self, request: Request) -> Caller | None:
        """Who sent the request; None where it does not say. The path may name a project."""

    def recent(self, request: Request) -> Caller | None:
        """The caller, if that is known without waiting for a database; else None."""

    def visible(self, request: Request, names: Iterable[str]) -> list[str]:
        """The projects that the caller may see, and no names of others."""


class LaunchGate:
    """One person on her own machine: a browser with the link that the server printed, or its cookie, is the owner's.

    Other pages in the same browser, and other people on the same machine, have neither. The token of the link is
    exchanged for a cookie that no script can read and no other site can send. A browser sends it to every server on
    this machine, whatever its port, so it is a new one at every start: what another program has seen of it opens
    nothing later. Pages that are open across a restart show the cookie of the start before; that is taken for some
    minutes, and the answer brings the new one. A browser that is opened for her gets a ticket instead of the token,
    which opens the page once: everybody on the machine can read the command line of a program.
    """

    team = False

    def __init__(self, teacher: str, *, port: int) -> None:
        self.token, self.ticket = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.cookie, self.pass_ = f"teachback-{port}", secrets.token_urlsafe(32)
        self.before: str | None = None  # the :meth:`mark` of the last start on this port, where it is known
        self._until = time.monotonic() + _ACROSS_A_RESTART
        self._owner = Caller(teacher, "owner")

    def mark(self, cookie: str | None = None) -> str:
        """What the next start keeps to know a cookie of this one by: it follows from the cookie, not it from this."""
        return hashlib.sha256(f"{self.cookie}={self.pass_ if cookie is None else cookie}".encode()).hexdigest()

    def is_of_the_start_before(self, request: Request) -> bool:
        """Whether the request shows the cookie of the start before this one, and that is minutes ago at most."""
        cookie = request.cookies.get(self.cookie)
        if cookie is None or self.before is None or time.monotonic() > self._until:
            return False
        return hmac.compare_digest(self.mark(cookie), self.before)

    def remember(self, request: Request, response: Response) -> None:
        """Give the browser the cookie."""
        encrypted, path = request.url.scheme == "https", request.app.state.root_path or "/"
        response.set_cookie(self.cookie, self.pass_, httponly=True, samesite="strict", secure=encrypted, path=path)

    def caller(self, request: Request) -> Caller | None:
        """The owner, if the cookie is right, or a program shows the token of the link."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._owner if self.opens(token.strip()) else None
        cookie = request.cookies.get(self.cookie, "")
        if hmac.compare_digest(cookie.encode(), self.pass_.encode()) or self.is_of_the_start_before(request):
            return self._owner
        return None

    def recent(self, request: Request) -> Caller | None:
        """The owner, if the cookie or the token is right: it takes no time."""
        return self.caller(request)

    def visible(self, request: Request, names: Iterable[str]) -> list[str]:
        """All projects for the owner, none for others."""
        return list(names) if self.caller(request) else []

    def opens(self, token: str) -> bool:
        """Whether this is the token of the link."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def takes(self, ticket: str) -> bool:
        """Whether this is the ticket; it is used up."""
        right = hmac.compare_digest(ticket.encode(), self.ticket.encode())
        if right:
            self.ticket = secrets.token_urlsafe(24)
        return right


class CookieRenewal:
    """Brings the new cookie to browsers that show the one of the start before."""

    def __init__(self, app: ASGIApp, gate: LaunchGate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope) if scope["type"] == "http" else None
        if request is None or not self.gate.is_of_the_start_before(request):
            return await self.app(scope, receive, send)
        answer = Response()
        self.gate.remember(request, answer)

        async def renewing(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", answer.headers["set-cookie"])
            await send(message)

        return await self.app(scope, receive, renewing)


def gate_of(request: Request) -> Gate:
    """The gate of the app that got the request."""
    gate: Gate = request.app.state.gate
    return gate


# Coroutines, because most of them only look something up: a plain function would be run in a thread.


async def _known(request: Request) -> Caller:
    gate = gate_of(request)
    caller = gate.recent(request) or await run_in_threadpool(gate.caller, request)
    if caller is None:
        raise not_known(request)
    return caller


def not_known(request: Request) -> NotSignedIn:
    """The error for a request that does not say who sent it, with what to do."""
    team, with_token = gate_of(request).team, "authorization" in request.headers
    if team and with_token:
        return NotSignedIn(
            "This API token is unknown, was revoked or has expired. Make another on the page (Data, API tokens)."
        )
    if team:
        return NotSignedIn("You are not signed in. Sign in first.")
    what = "This token is not the server's" if with_token else "This request has no cookie and no token of this server"
    return NotSignedIn(f"{what}. Open the link that `teachback serve` printed when it started.")


Viewer = Annotated[Caller, Depends(_known)]


async def _teacher(caller: Viewer) -> Caller:
    return _allowed(caller, "teacher")


async def _owner(caller: Viewer) -> Caller:
    return _allowed(caller, "owner")


def _allowed(caller: Caller, role: Role) -> Caller:
    if not caller.may(role):
        needed = "an owner" if role == "owner" else f"a {role}"
        raise NotAllowed(
            f"{caller.name} is a {caller.role} here, and this takes {needed}; ask an owner of the project."
        )
    return caller


Teacher = Annotated[Caller, Depends(_teacher)]
Owner = Annotated[Caller, Depends(_owner)]


async def _classroom(project: str, request: Request, caller: Viewer) -> Classroom:
    classrooms: dict[str, Classroom] = request.app.state.classrooms
    if project not in classrooms:
        raise unknown_project(project, gate_of(request).visible(request, classrooms))
    return classrooms[project]


def unknown_project(name: str, visible: Sequence[str]) -> UnknownProject:
    """The error for a project that is not there, or not for this caller: both are answered alike."""
    those = f"the projects are {listed(visible)}" if visible else "you have none; ask an owner of the team"
    return UnknownProject(f"There is no project {name!r} here; {those}.")


ClassroomOf = Annotated[Classroom, Depends(_classroom)]


def _refuse_in_trial(classroom: ClassroomOf, caller: Viewer) -> None:
    if classroom.project.study.running(caller.name) is not None:
        raise NotAllowed("Scores and predictions are hidden while your trial runs; come back when it is over.")


HiddenInTrials = Depends(_refuse_in_trial)
