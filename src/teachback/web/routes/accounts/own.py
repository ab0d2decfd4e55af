"""The caller's own account: signing in and out, the password, API tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from teachback.web.access import Caller, ProjectRole, gate_of, not_known, unknown_project
from teachback.web.answers import AnswerRoute
from teachback.web.bodies import Body
from teachback.web.errors import REFUSED, NotAllowed
from teachback.web.team.gate import Present, TeamGate, actor_of, caller_of
from teachback.web.team.names import LONGEST_NAME
from teachback.web.team.people import Person
from teachback.web.team.problems import NoTeam
from teachback.web.team.team import Actor, Team
from teachback.web.team.tokens import ApiToken, Scope

router = APIRouter(prefix="/api/v1", tags=["team"], route_class=AnswerRoute, responses=REFUSED)

Number = Annotated[int, Path(ge=1, le=2**53)]
Password = Annotated[str, Field(max_length=2000)]


def _gate(request: Request) -> TeamGate:
    gate = gate_of(request)
    if not isinstance(gate, TeamGate):
        raise NoTeam
    return gate


GateOf = Annotated[TeamGate, Depends(_gate)]


@dataclass(frozen=True)
class Account:
    """The person who is signed in, and whose account this request is about."""

    team: Team
    person: Person
    session: str
    actor: Actor


def _present(request: Request, gate: GateOf) -> Present:
    present = gate.present(request)
    if present is None:
        raise not_known(request)
    return present


PresentOf = Annotated[Present, Depends(_present)]


def _account(request: Request, gate: GateOf, present: PresentOf) -> Account:
    if present.session is None:
        raise NotAllowed("An API token cannot manage accounts; sign in with your name and password.")
    return Account(gate.accounts, present.person, present.session, actor_of(request, present.person.name))


AccountOf = Annotated[Account, Depends(_account)]


class SignIn(Body):
    """A name and its password."""

    name: Annotated[str, Field(max_length=2 * LONGEST_NAME)]
    password: Password


@dataclass(frozen=True)
class SignedIn:
    """Who is signed in now."""

    user: Caller


@router.post("/session")
def sign_in(body: SignIn, gate: GateOf, request: Request, response: Response) -> SignedIn:
    """Sign in: the answer sets a cookie."""
    before = gate.session(request)
    person, session = gate.accounts.sign_in(body.name, body.password, actor_of(request, None), before)
    gate.remember(session, request, response)
    return SignedIn(caller_of(person))


@router.delete("/session", status_code=204)
def sign_out(gate: GateOf, account: AccountOf, request: Request, response: Response, everywhere: bool = False) -> None:
    """Sign out, in this browser or in all of them."""
    account.team.sign_out(account.person, account.session, account.actor, everywhere=everywhere)
    gate.forget(request, response)


@dataclass(frozen=True)
class OwnAccount:
    """The caller's account; `sessions` counts the browsers that are signed in."""

    id: int
    name: str
    role: ProjectRole
    since: datetime
    sessions: int
    roles: Mapping[str, ProjectRole]


@router.get("/me")
def me(gate: GateOf, present: PresentOf) -> OwnAccount:
    """The caller's account."""
    person = present.person
    sessions = gate.accounts.sessions(person)
    return OwnAccount(person.id, person.name, person.role, person.since, sessions, person.roles)


class PasswordChange(Body):
    """The password until now, and the one from now on."""

    old: Password
    new: Password


@router.put("/me/password", status_code=204)
def change_password(
    body: PasswordChange, gate: GateOf, account: AccountOf, request: Request, response: Response
) -> None:
    """Change the caller's password; every other browser is signed out."""
    session = account.team.change_password(account.person, body.old, body.new, account.actor)
    gate.remember(session, request, response)


@dataclass(frozen=True)
class TokenMade(ApiToken):
    """A new token with its text, which is shown only now."""

    token: str


class NewToken(Body):
    """What a token is for, what it may do, in which project (all without one) and for how many days (else no end)."""

    name: Annotated[str, Field(max_length=LONGEST_NAME)]
    scope: Scope = "own"
    project: Annotated[str, Field(max_length=200)] | None = None
    days: Annotated[int, Field(ge=1, le=366)] | None = None


@router.get("/tokens")
def tokens(account: AccountOf) -> list[ApiToken]:
    """The caller's tokens; an owner sees all tokens."""
    whose = None if account.person.role == "owner" else account.person
    return account.team.tokens(whose)


@router.post("/tokens", status_code=201)
def make_token(body: NewToken, account: AccountOf, gate: GateOf, request: Request) -> TokenMade:
    """Make a token for a program or a notebook."""
    check_projects([] if body.project is None else [body.project], gate, request)
    limits: dict[str, Any] = {"scope": body.scope, "project": body.project, "days": body.days}
    token, key = account.team.make_token(account.person, body.name, account.actor, **limits)
    return TokenMade(**vars(token), token=key)


def check_projects(names: Iterable[str], gate: TeamGate, request: Request) -> None:
    """Refuse names of projects that are not there for the caller."""
    visible = gate.visible(request, request.app.state.classrooms)
    for name in names:
        if name not in visible:
            raise unknown_project(name, visible)


@router.delete("/tokens/{id}", status_code=204)
def revoke_token(id: Number, account: AccountOf) -> None:
    """Revoke a token."""
    account.team.revoke_token(id, account.person, account.actor)
