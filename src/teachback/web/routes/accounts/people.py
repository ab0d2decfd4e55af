"""The people of a team, for its owners: invitations, roles and the audit log; and how an invitation is accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from teachback.classroom import Classroom
from teachback.web.access import Owner, ProjectRole
from teachback.web.answers import AnswerRoute
from teachback.web.bodies import Body
from teachback.web.errors import REFUSED
from teachback.web.routes.accounts.own import AccountOf, GateOf, Number, Password, SignedIn, check_projects
from teachback.web.team.audit import AuditEntry
from teachback.web.team.gate import actor_of, caller_of, origin_of
from teachback.web.team.invitations import Invitation, link
from teachback.web.team.names import LONGEST_NAME
from teachback.web.team.people import Person

router = APIRouter(prefix="/api/v1", tags=["team"], route_class=AnswerRoute, responses=REFUSED)

Key = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True)
class InvitationMade(Invitation):
    """A new invitation with its link, which is shown only now."""

    link: str


Project = Annotated[str, Field(max_length=200)]
Chosen = Annotated[str, Field(max_length=2 * LONGEST_NAME)]


class Invite(Body):
    """The role of an invitation, for how many days its link works, and the name of the person who takes it.

    Without a name they choose their own, but none under which somebody has taught. The role counts in every project for
    which `roles` has no other; `none` is for people who see only the projects that are named.
    """

    role: ProjectRole
    days: Annotated[int, Field(ge=1, le=30)] = 7
    name: Chosen | None = None
    roles: dict[Project, ProjectRole] = Field(default_factory=dict)


@router.post("/invitations", status_code=201)
def invite(body: Invite, account: AccountOf, gate: GateOf, owner: Owner, request: Request) -> InvitationMade:
    """Make an invitation."""
    check_projects(body.roles, gate, request)
    made = account.team.invite(body.role, body.days, account.actor, body.name, body.roles)
    return _with_link(*made, request)


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

    role: ProjectRole
    name: str | None
    expires: datetime
    known: bool
    roles: Mapping[str, ProjectRole]


@router.post("/invitations/look")
def look(body: Look, gate: GateOf) -> InvitationSeen:
    """What a link invites to."""
    invitation = gate.accounts.look(body.key)
    known = invitation.person is not None
    return InvitationSeen(invitation.role, invitation.name, invitation.expires, known, invitation.roles)


class Accept(Body):
    """The key in the link, the name that a new person chooses, and a password."""

    key: Key
    name: Chosen | None = None
    password: Password


@router.post("/invitations/accept", status_code=201)
def accept(body: Accept, gate: GateOf, request: Request, response: Response) -> SignedIn:
    """Accept an invitation, once: the answer sets a cookie."""
    names, actor = names_in_records(request), actor_of(request, None)
    person, session = gate.accounts.join(body.key, body.name, body.password, actor, in_records=names)
    gate.remember(session, request, response)
    return SignedIn(caller_of(person))


def names_in_records(request: Request) -> Iterator[str]:
    """The names under which somebody has taught in a project here; nothing is read before the first is asked for."""
    classrooms: dict[str, Classroom] = request.app.state.classrooms
    yield from {entry.teacher for classroom in classrooms.values() for entry in classroom.project.record}


@router.get("/people")
def people(account: AccountOf, owner: Owner) -> list[Person]:
    """Everybody with an account."""
    return account.team.people.all()


class PersonChange(Body):
    """Another role, everywhere or in single projects (null: the one that counts everywhere), or who is shut out."""

    role: ProjectRole | None = None
    disabled: bool | None = None
    roles: dict[Project, ProjectRole | None] = Field(default_factory=dict)


@router.patch("/people/{id}")
def change_person(
    id: Number, body: PersonChange, account: AccountOf, gate: GateOf, owner: Owner, request: Request
) -> Person:
    """Change a person's role, shut them out, or let them in again."""
    check_projects((name for name, role in body.roles.items() if role is not None), gate, request)
    return account.team.change(id, account.actor, role=body.role, disabled=body.disabled, roles=body.roles)


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
    return InvitationMade(**vars(invitation), link=link(origin_of(request), key))
