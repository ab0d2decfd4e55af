"""The people of a team, for its owners: invitations, roles and the audit log; and how somebody invited comes in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from teachback.web.access import Owner, Role
from teachback.web.routes.session import User
from teachback.web.routes.team import AccountOf, GateOf, Number, Password, SignedIn
from teachback.web.schemas import Asked
from teachback.web.team.gate import act_of
from teachback.web.team.invitations import Invitation, link
from teachback.web.team.people import LONGEST_NAME

router = APIRouter(prefix="/api/v1", tags=["team"])

Key = Annotated[str, Field(max_length=200)]


class InvitationLine(BaseModel):
    """An open invitation; `name` is set where somebody who is here chooses a new password, `by` unless by a start."""

    id: int
    role: Role
    name: str | None
    made: datetime
    by: str | None
    expires: datetime


class InvitationMade(InvitationLine):
    """A new invitation with its link, which is shown only now."""

    link: str


class Invite(Asked):
    """What somebody is invited to be, and for how many days the link works."""

    role: Role
    days: Annotated[int, Field(ge=1, le=30)] = 7


@router.post("/invitations", status_code=201)
def invite(asked: Invite, account: AccountOf, owner: Owner, request: Request) -> InvitationMade:
    """Invite somebody."""
    return _with_link(*account.team.invite(asked.role, asked.days, account.act), request)


@router.get("/invitations")
def invitations(account: AccountOf, owner: Owner) -> list[InvitationLine]:
    """The invitations that nobody has used yet."""
    return [InvitationLine(**_line(each)) for each in account.team.invitations()]


@router.delete("/invitations/{id}", status_code=204)
def withdraw(id: Number, account: AccountOf, owner: Owner) -> None:
    """Withdraw an invitation."""
    account.team.withdraw(id, account.act)


class Look(Asked):
    """The key in the link of an invitation."""

    key: Key


class Looked(BaseModel):
    """What a link invites to; `name` is set where somebody who is here chooses a new password."""

    role: Role
    name: str | None
    expires: datetime


@router.post("/invitations/look")
def look(asked: Look, gate: GateOf) -> Looked:
    """What a link invites to."""
    found = gate.accounts.look(asked.key)
    return Looked(role=found.role, name=found.name, expires=found.expires)


class Accept(Asked):
    """The key in the link, the name that a new person chooses, and a password."""

    key: Key
    name: Annotated[str, Field(max_length=2 * LONGEST_NAME)] | None = None
    password: Password


@router.post("/invitations/accept", status_code=201)
def accept(asked: Accept, gate: GateOf, request: Request, response: Response) -> SignedIn:
    """Accept an invitation, once: the answer sets a cookie."""
    person, session = gate.accounts.join(asked.key, asked.name, asked.password, act_of(request, None))
    gate.remember(session, request, response)
    return SignedIn(user=User(name=person.name, role=person.role))


class PersonLine(BaseModel):
    """Somebody with an account; `seen` is when she was last here with a browser."""

    id: int
    name: str
    role: Role
    since: datetime
    disabled: bool
    seen: datetime | None


@router.get("/people")
def people(account: AccountOf, owner: Owner) -> list[PersonLine]:
    """Everybody with an account."""
    return [PersonLine(**vars(person)) for person in account.team.people.all()]


class PersonChange(Asked):
    """Another role, or whether the person is shut out."""

    role: Role | None = None
    disabled: bool | None = None


@router.patch("/people/{id}")
def change_person(id: Number, asked: PersonChange, account: AccountOf, owner: Owner) -> PersonLine:
    """Change what somebody may do."""
    return PersonLine(**vars(account.team.change(id, account.act, role=asked.role, disabled=asked.disabled)))


@router.post("/people/{id}/invitation", status_code=201)
def invite_again(id: Number, account: AccountOf, owner: Owner, request: Request) -> InvitationMade:
    """A link with which somebody who forgot a password chooses another."""
    return _with_link(*account.team.invite_again(id, account.act), request)


class AuditLine(BaseModel):
    """Who did what; `who` is null where nobody was signed in."""

    number: int
    time: datetime
    who: str | None
    what: str
    about: dict[str, Any]
    address: str | None


class AuditPage(BaseModel):
    """Lines of the audit log, newest first; `next` is the `before` of the following page."""

    entries: list[AuditLine]
    next: int | None


@router.get("/audit")
def audit(
    account: AccountOf,
    owner: Owner,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> AuditPage:
    """What was done with accounts and with whole projects."""
    lines = account.team.audit.lines(before, limit)
    entries = [AuditLine(**vars(line)) for line in lines]
    return AuditPage(entries=entries, next=lines[-1].number if len(lines) == limit else None)


def _line(invitation: Invitation) -> dict[str, Any]:
    return {name: value for name, value in vars(invitation).items() if name != "person"}


def _with_link(invitation: Invitation, key: str, request: Request) -> InvitationMade:
    return InvitationMade(**_line(invitation), link=link(f"{request.url.scheme}://{request.url.netloc}", key))
