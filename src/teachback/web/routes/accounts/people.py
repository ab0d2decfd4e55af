"""The people of a team, for its owners: invitations, roles and the audit log; and how an invitation is accepted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from teachback.web.access import Caller, Owner, Role
from teachback.web.answers import AnswerRoute
from teachback.web.bodies import Body
from teachback.web.routes.accounts.own import AccountOf, GateOf, Number, Password, SignedIn
from teachback.web.team.audit import AuditEntry
from teachback.web.team.gate import actor_of
from teachback.web.team.invitations import Invitation, link
from teachback.web.team.people import LONGEST_NAME, Person

router = APIRouter(prefix="/api/v1", tags=["team"], route_class=AnswerRoute)

Key = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True)
class InvitationMade(Invitation):
    """A new invitation with its link, which is shown only now."""

    link: str


class Invite(Body):
    """The role of an invitation, and for how many days its link works."""

    role: Role
    days: Annotated[int, Field(ge=1, le=30)] = 7


@router.post("/invitations", status_code=201)
def invite(body: Invite, account: AccountOf, owner: Owner, request: Request) -> InvitationMade:
    """Make an invitation."""
    return _with_link(*account.team.invite(body.role, body.days, account.actor), request)


@router.get("/invitations")
def invitations(account: AccountOf, owner: Owner) -> list[Invitation]:
    """The invitations that can still be used."""
    return account.team.invitations()


@router.delete("/invitations/{id}", status_code=204)
def withdraw(id: Number, account: AccountOf, owner: Owner) -> None:
    """Withdraw an invitation."""
    account.team.withdraw(id, account.actor)


class Look(Body):
    """The key in the link of an invitation."""

    key: Key


@dataclass(frozen=True)
class InvitationSeen:
    """What a link invites to; `name` is set where a person of the team chooses a new password."""

    role: Role
    name: str | None
    expires: datetime


@router.post("/invitations/look")
def look(body: Look, gate: GateOf) -> InvitationSeen:
    """What a link invites to."""
    invitation = gate.accounts.look(body.key)
    return InvitationSeen(invitation.role, invitation.name, invitation.expires)


class Accept(Body):
    """The key in the link, the name that a new person chooses, and a password."""

    key: Key
    name: Annotated[str, Field(max_length=2 * LONGEST_NAME)] | None = None
    password: Password


@router.post("/invitations/accept", status_code=201)
def accept(body: Accept, gate: GateOf, request: Request, response: Response) -> SignedIn:
    """Accept an invitation, once: the answer sets a cookie."""
    person, session = gate.accounts.join(body.key, body.name, body.password, actor_of(request, None))
    gate.remember(session, request, response)
    return SignedIn(Caller(person.name, person.role))


@router.get("/people")
def people(account: AccountOf, owner: Owner) -> list[Person]:
    """Everybody with an account."""
    return account.team.people.all()


class PersonChange(Body):
    """Another role, or whether the person is shut out."""

    role: Role | None = None
    disabled: bool | None = None


@router.patch("/people/{id}")
def change_person(id: Number, body: PersonChange, account: AccountOf, owner: Owner) -> Person:
    """Change a person's role, shut them out, or let them in again."""
    return account.team.change(id, account.actor, role=body.role, disabled=body.disabled)


@router.post("/people/{id}/invitation", status_code=201)
def invite_again(id: Number, account: AccountOf, owner: Owner, request: Request) -> InvitationMade:
    """A link with which a person who forgot the password chooses another."""
    return _with_link(*account.team.invite_again(id, account.actor), request)


@dataclass(frozen=True)
class AuditPage:
    """Entries of the audit log, newest first; `next` is the `before` of the following page."""

    entries: list[AuditEntry]
    next: int | None


@router.get("/audit")
def audit(
    account: AccountOf,
    owner: Owner,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> AuditPage:
    """What was done with accounts and with whole projects."""
    entries = account.team.audit.entries(before, limit)
    return AuditPage(entries, next=entries[-1].number if len(entries) == limit else None)


def _with_link(invitation: Invitation, key: str, request: Request) -> InvitationMade:
    return InvitationMade(**vars(invitation), link=link(f"{request.url.scheme}://{request.url.netloc}", key))
