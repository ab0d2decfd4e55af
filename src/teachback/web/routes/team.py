"""One's own account: signing in and out, the password, API tokens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import BaseModel, Field

from teachback.web.access import Role, gate_of, not_known
from teachback.web.errors import NotAllowed
from teachback.web.routes.session import User
from teachback.web.schemas import Asked
from teachback.web.team.gate import Present, TeamGate, act_of
from teachback.web.team.people import LONGEST_NAME, Person
from teachback.web.team.problems import NoTeam
from teachback.web.team.team import Act, Team

router = APIRouter(prefix="/api/v1", tags=["team"])

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
    """Somebody who is signed in, and whose account this request is about."""

    team: Team
    person: Person
    session: str
    act: Act


def _present(request: Request, gate: GateOf) -> Present:
    present = gate.present(request)
    if present is None:
        raise not_known(request)
    return present


PresentOf = Annotated[Present, Depends(_present)]


def _account(request: Request, gate: GateOf, present: PresentOf) -> Account:
    if present.session is None:
        raise NotAllowed("An API token cannot manage accounts; sign in with your name and password.")
    return Account(gate.accounts, present.person, present.session, act_of(request, present.person.name))


AccountOf = Annotated[Account, Depends(_account)]


class SignIn(Asked):
    """A name and its password."""

    name: Annotated[str, Field(max_length=2 * LONGEST_NAME)]
    password: Password


class SignedIn(BaseModel):
    """Who is signed in now."""

    user: User


@router.post("/session")
def sign_in(asked: SignIn, gate: GateOf, request: Request, response: Response) -> SignedIn:
    """Sign in: the answer sets a cookie."""
    before = gate.session(request)
    person, session = gate.accounts.sign_in(asked.name, asked.password, act_of(request, None), before)
    gate.remember(session, request, response)
    return SignedIn(user=User(name=person.name, role=person.role))


@router.delete("/session", status_code=204)
def sign_out(gate: GateOf, account: AccountOf, request: Request, response: Response, everywhere: bool = False) -> None:
    """Sign out, in this browser or in all of them."""
    account.team.sign_out(account.person, account.session, account.act, everywhere=everywhere)
    gate.forget(request, response)


class Me(BaseModel):
    """The caller's account; `sessions` counts the browsers that are signed in."""

    id: int
    name: str
    role: Role
    since: datetime
    sessions: int


@router.get("/me")
def me(gate: GateOf, present: PresentOf) -> Me:
    """The caller's account."""
    person = present.person
    sessions = gate.accounts.sessions(person)
    return Me(id=person.id, name=person.name, role=person.role, since=person.since, sessions=sessions)


class PasswordChange(Asked):
    """The password until now, and the one from now on."""

    old: Password
    new: Password


@router.put("/me/password", status_code=204)
def change_password(
    asked: PasswordChange, gate: GateOf, account: AccountOf, request: Request, response: Response
) -> None:
    """Change one's password; every other browser is signed out."""
    session = account.team.change_password(account.person, asked.old, asked.new, account.act)
    gate.remember(session, request, response)


class TokenLine(BaseModel):
    """An API token; `person` is whose."""

    id: int
    name: str
    person: str
    made: datetime
    used: datetime | None


class TokenMade(TokenLine):
    """A new token, which is shown only now."""

    token: str


class NewToken(Asked):
    """What a token is for."""

    name: Annotated[str, Field(max_length=LONGEST_NAME)]


@router.get("/tokens")
def tokens(account: AccountOf) -> list[TokenLine]:
    """One's own tokens; an owner sees everybody's."""
    whose = None if account.person.role == "owner" else account.person
    return [TokenLine(**vars(token)) for token in account.team.tokens(whose)]


@router.post("/tokens", status_code=201)
def make_token(asked: NewToken, account: AccountOf) -> TokenMade:
    """Make a token for a program or a notebook."""
    token, key = account.team.make_token(account.person, asked.name, account.act)
    return TokenMade(**vars(token), token=key)


@router.delete("/tokens/{id}", status_code=204)
def revoke_token(id: Number, account: AccountOf) -> None:
    """Revoke a token."""
    account.team.revoke_token(id, account.person, account.act)
