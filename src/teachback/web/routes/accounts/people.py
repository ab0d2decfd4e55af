"""The people of a team, for its owners: invitations, roles and the audit log; and how an invitation is accepted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from teachback.classroom import Classroom
from teachback.web.access import Caller, Owner, Role
from teachback.web.answers import AnswerRoute
from teachback.web.bodies import Body
from teachback.web.routes.accounts.own import AccountOf, GateOf, Number, Password, SignedIn
from teachback.web.team.audit import AuditEntry
from teachback.web.team.gate import actor_of
from teachback.web.team.invitations import Invitation, link
from teachback.web.team.names import LONGEST_NAME
from teachback.web.team.people import Person

router = APIRouter(prefix="/api/v1", tags=["team"], route_class=AnswerRoute)

Key = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True)
class InvitationMade(Invitation):
    """A new invitation with its link, which is shown only now."""

    link: str


Chosen = Annotated[str, Field(max_length=2 * LONGEST_NAME)]


class Invite(Body):
    """The role of an invitation, for how many days its link works, and the name of whoever takes it.

    Without a name they choose their own, but none under which somebody has taught.
    """

    role: Role
    days: Annotated[int, Field(ge=1, le=30)] = 7
    name: Chosen | None = None


@router.post("/invitations", status_code=201)
def invite(body: Invite, account: AccountOf, owner: Owner, request: Request) -> InvitationMade:
    """Make an invitation."""
    return _with_link(*account.team.invite(body.role, body.days, account.actor, body.name), request)


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
    """What a link invites to; a person who is `known` chooses a new password, and others may have a name already."""

    role: Role
    name: str | None
    expires: datetime
    known: bool


@router.post("/invitations/look")
def look(body: Look, gate: GateOf) -> InvitationSeen:
    """What a link invites to."""
    invitation = gate.accounts.look(body.key)
    return InvitationSeen(invitation.role, invitation.name, invitation.expires, invitation.person is not None)


class Accept(Body):
    """The key in the link, the name that a new person chooses, and a password."""

    key: Key
    name: Chosen | None = None
    password: Password


@router.post("/invitations/accept", status_code=201)
def accept(body: Accept, gate: GateOf, request: Request, response: Response) -> SignedIn:
    """Accept an invitation, once: the answer sets a cookie."""
    classrooms: dict[str, Classroom] = request.app.state.classrooms
    names = {entry.teacher for classroom in classrooms.values() for entry in classroom.project.record}
    actor = actor_of(request, None)
    person, session = gate.accounts.join(body.key, body.name, body.password, actor, in_records=names)
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
