"""Who sent a request to a team's server: the person of a session cookie, or of an API token."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from teachback.web.access import Caller
from teachback.web.team.people import Person
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

    def __init__(self, accounts: Team) -> None:
        self.accounts = accounts

    def caller(self, request: Request) -> Caller | None:
        """Who sent the request, as routes know her."""
        present = self.present(request)
        return None if present is None else Caller(present.person.name, present.person.role)

    def recent(self, request: Request) -> Caller | None:
        """Who sent the request, if their session or token was looked up a moment ago; else None."""
        shown = self._shown(request)
        person = None if shown is None else self.accounts.recent(*shown)
        if person is None:
            return None
        request.state.present = _present(person, shown)
        return Caller(person.name, person.role)

    def present(self, request: Request) -> Present | None:
        """Who sent the request, looked up once."""
        if not hasattr(request.state, "present"):
            shown = self._shown(request)
            look = {"session": self.accounts.by_session, "token": self.accounts.by_token}
            person = None if shown is None else look[shown[0]](shown[1])
            request.state.present = None if person is None else _present(person, shown)
        found: Present | None = request.state.present
        return found

    def _shown(self, request: Request) -> tuple[Shown, str] | None:
        """What the request shows for who sent it."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return "token", token.strip()
        session = self.session(request)
        return None if session is None else ("session", session)

    def session(self, request: Request) -> str | None:
        """The session that the browser's cookie names, whether it is one or not."""
        return request.cookies.get(_cookie(request))

    def remember(self, session: str, request: Request, response: Response) -> None:
        """Give the browser the cookie of a session."""
        response.set_cookie(
            _cookie(request),
            session,
            max_age=int(OLDEST.total_seconds()),
            secure=_encrypted(request),
            httponly=True,
            samesite="strict",
        )

    def forget(self, request: Request, response: Response) -> None:
        """Take the cookie away."""
        response.delete_cookie(_cookie(request), secure=_encrypted(request), httponly=True, samesite="strict")


def _present(person: Person, shown: tuple[Shown, str] | None) -> Present:
    return Present(person, shown[1] if shown and shown[0] == "session" else None)


def actor_of(request: Request, who: str | None) -> Actor:
    """Who acts by this request, for the audit log."""
    return Actor(who, request.client.host if request.client else None)


def _encrypted(request: Request) -> bool:
    return request.url.scheme == "https"


def _cookie(request: Request) -> str:
    """Under TLS the prefix makes browsers refuse the cookie from anywhere else, another host of the domain included."""
    try:
        port = request.url.port
    except ValueError:  # the Host header of no browser
        port = None
    return f"__Host-teachback-{port or 443}" if _encrypted(request) else f"teachback-{port or 80}"
