"""Who sent a request to a team's server: the person of a session cookie, or of an API token."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fastapi import Request, Response

from teachback.web.access import Caller, ProjectRole, unknown_project
from teachback.web.team.people import Person
from teachback.web.team.provider import Provider
from teachback.web.team.sessions import OLDEST
from teachback.web.team.team import Actor, Shown, Team


@dataclass(frozen=True)
class Present:
    """A person who is known for the length of a request; `session` is None for a program with a token."""

    person: Person
    session: str | None


class TeamGate:
    """Lets in people who are signed in or show a token, each in the role that the team gave them.

    The cookie is out of reach of scripts, is not sent by other sites and, under TLS, travels encrypted only. Its name
    has the port, since a browser shares cookies between the ports of a machine.
    """

    team = True

    def __init__(self, accounts: Team, provider: Provider | None = None) -> None:
        self.accounts, self.provider = accounts, provider

    def caller(self, request: Request) -> Caller | None:
        """Who sent the request, as routes know her."""
        present = self.present(request)
        return None if present is None else _caller(present.person, request)

    def recent(self, request: Request) -> Caller | None:
        """Who sent the request, if their session or token was looked up a moment ago; else None."""
        credential = self._shown(request)
        person = None if credential is None else self.accounts.recent(*credential)
        if person is None:
            return None
        request.state.present = _present(person, credential)
        return _caller(person, request)

    def visible(self, request: Request, names: Iterable[str]) -> list[str]:
        """The projects in which the caller has a role."""
        present = self.present(request)
        return [] if present is None else _visible(present.person, names)

    def present(self, request: Request) -> Present | None:
        """Who sent the request, looked up once."""
        if not hasattr(request.state, "present"):
            credential = self._shown(request)
            look = {"session": self.accounts.by_session, "token": self.accounts.by_token}
            person = None if credential is None else look[credential[0]](credential[1])
            request.state.present = None if person is None else _present(person, credential)
        sender: Present | None = request.state.present
        return sender

    def _shown(self, request: Request) -> tuple[Shown, str] | None:
        """What the request shows for who sent it."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return "token", token.strip()
        session = self.session(request)
        return None if session is None else ("session", session)

    def session(self, request: Request) -> str | None:
        """The session that the browser's cookie names, whether it is one or not."""
        return request.cookies.get(cookie_name(request))

    def remember(self, session: str, request: Request, response: Response) -> None:
        """Give the browser the cookie of a session."""
        response.set_cookie(
            cookie_name(request),
            session,
            max_age=int(OLDEST.total_seconds()),
            secure=is_encrypted(request),
            httponly=True,
            samesite="strict",
            path=cookie_path(request),
        )

    def forget(self, request: Request, response: Response) -> None:
        """Take the cookie away."""
        response.delete_cookie(
            cookie_name(request),
            secure=is_encrypted(request),
            httponly=True,
            samesite="strict",
            path=cookie_path(request),
        )


def _caller(person: Person, request: Request) -> Caller:
    """The person in her role in the project that the path names; a project in which she has none is not there."""
    project = request.path_params.get("project")
    role = person.role_in(project)
    if project is not None and role == "none":
        raise unknown_project(project, _visible(person, request.app.state.classrooms))
    return caller_of(person, role)


def caller_of(person: Person, role: ProjectRole | None = None) -> Caller:
    """A person as routes know her; one without a role on the whole server may look at her own account."""
    role = role or person.role
    return Caller(person.name, "viewer" if role == "none" else role)


def _visible(person: Person, names: Iterable[str]) -> list[str]:
    return [name for name in names if person.role_in(name) != "none"]


def _present(person: Person, credential: tuple[Shown, str] | None) -> Present:
    return Present(person, credential[1] if credential and credential[0] == "session" else None)


def actor_of(request: Request, who: str | None) -> Actor:
    """Who acts by this request, for the audit log."""
    return Actor(who, request.client.host if request.client else None)


def origin_of(request: Request) -> str:
    """Where the request found the page: scheme, host and the path under which a proxy offers it."""
    return f"{request.url.scheme}://{request.url.netloc}{request.app.state.root_path}"


def is_encrypted(request: Request) -> bool:
    """Whether it came by TLS, here or at the proxy."""
    return request.url.scheme == "https"


def cookie_name(request: Request, what: str = "") -> str:
    """What the cookie of a session is called, or another.

    Under TLS the prefix makes browsers refuse the cookie from anywhere else, another host of the domain included.

    Where a proxy offers others' servers under other paths of the host, these must not get it: then it is bound to ours.
    """
    try:
        port = request.url.port
    except ValueError:  # the Host header of no browser
        port = None
    prefix = "__Host-" if cookie_path(request) == "/" else "__Secure-"
    return f"{prefix}teachback-{what}{port or 443}" if is_encrypted(request) else f"teachback-{what}{port or 80}"


def cookie_path(request: Request) -> str:
    """Below which path browsers send our cookies."""
    return request.app.state.root_path or "/"
