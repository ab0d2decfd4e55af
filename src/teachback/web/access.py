"""Who is calling, and what they may do."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from teachback.classroom import Classroom
from teachback.errors import listed
from teachback.web.errors import NotAllowed, NotSignedIn, UnknownProject

Role = Literal["owner", "teacher", "viewer"]
_RANK: dict[str, int] = {"viewer": 0, "teacher": 1, "owner": 2}


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


class LaunchGate:
    """One person on her own machine: a browser with the link that the server printed, or its cookie, is the owner's.

    Other pages in the same browser, and other people on the same machine, have neither. The token of the link is
    exchanged for a cookie that no script can read and no other site can send. The cookie follows from a key, so that
    a server that is started again with the same key knows its browsers. A browser that is opened for her gets a ticket
    instead, which opens the page once: everybody on the machine can read the command line of a program.
    """

    team = False

    def __init__(self, teacher: str, *, port: int, key: bytes | None = None) -> None:
        self.token, self.ticket = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.cookie = f"teachback-{port}"  # a browser shares cookies between the ports of a machine
        self.pass_ = hmac.new(key or secrets.token_bytes(32), self.cookie.encode(), hashlib.sha256).hexdigest()
        self._owner = Caller(teacher, "owner")

    def caller(self, request: Request) -> Caller | None:
        """The owner, if the cookie is right, or a program shows the token of the link."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._owner if self.opens(token.strip()) else None
        cookie = request.cookies.get(self.cookie, "")
        return self._owner if hmac.compare_digest(cookie.encode(), self.pass_.encode()) else None

    def recent(self, request: Request) -> Caller | None:
        """The owner, if the cookie or the token is right: it takes no time."""
        return self.caller(request)

    def opens(self, token: str) -> bool:
        """Whether this is the token of the link."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def takes(self, ticket: str) -> bool:
        """Whether this is the ticket; it is used up."""
        right = hmac.compare_digest(ticket.encode(), self.ticket.encode())
        if right:
            self.ticket = secrets.token_urlsafe(24)
        return right


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
        return NotSignedIn("This API token is unknown or was revoked. Make another on the page (Data, API tokens).")
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
        raise UnknownProject(f"There is no project {project!r} here; the projects are {listed(classrooms)}.")
    return classrooms[project]


ClassroomOf = Annotated[Classroom, Depends(_classroom)]
