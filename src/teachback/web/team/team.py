"""A team: everything that can be done with accounts, each in one transaction with its entry in the audit log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

from sqlalchemy import Connection

from teachback.store.log import Closing
from teachback.web.access import ProjectRole
from teachback.web.team.attempts import Attempts, is_one_of
from teachback.web.team.audit import AuditLog
from teachback.web.team.database import Database
from teachback.web.team.invitations import Invitation, Invitations
from teachback.web.team.names import check_new_name, folded, looks_like_one_of
from teachback.web.team.passwords import Passwords
from teachback.web.team.people import Holder, Identities, People, Person, ProviderIdentity, Recent
from teachback.web.team.problems import (
    HasEveryProject,
    NameInRecord,
    NameTaken,
    NoProject,
    UnknownIdentity,
    WeakPassword,
    WrongPassword,
)
from teachback.web.team.sessions import Sessions
from teachback.web.team.tokens import ApiToken, ApiTokens, Scope

Shown = Literal["session", "token"]
_NO_PASSWORD = ""  # the hash of none
_FIRST_DAYS = 1  # how long the link of the first owner works; the next start prints another


@dataclass(frozen=True)
class Actor:
    """Who acts, and from where; `who` is None without a sign-in."""

    who: str | None
    address: str | None = None


class Team(Closing):
    """The people who share a server's projects; :func:`teachback.web.team.opening.open_team` opens one.

    Threads may share a team, and several servers may share its database. Hashing a password takes a tenth of a second
    and happens outside of any transaction.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._passwords = Passwords()
        self._attempts = Attempts(database)
        self._sessions = Sessions(database)
        self._tokens = ApiTokens(database)
        self._invitations = Invitations(database)
        self._identities = Identities(database)
        self._recent = Recent(database)
        self.people = People(database)
        self.audit = AuditLog(database)

    # Signing in and out.

    def sign_in(self, name: str, password: str, actor: Actor, before: str | None = None) -> tuple[Person, str]:
        """The person, and the id of a new session; the browser's session `before` ends."""
        self._attempts.begin(folded(name), actor.address or "")
        known = self.people.named(name)
        person, stored = known if known else (None, None)
        is_known = is_one_of(actor.address or "", self.audit.addresses(person.name if person else ""))
        if self._passwords.match(stored, password, is_known=is_known) and person is not None:
            with self._database.writing() as connection:
                if self.people.password(person.id, connection) == stored:  # it may have been changed meanwhile
                    self._attempts.forget(folded(name), actor.address or "", connection)
                    if before is not None:
                        self._sessions.end(before, connection)
                    self._note("signed in", replace(actor, who=person.name), connection)
                    return person, self._sessions.begin(person.id, connection)
        self._failed(person, actor)
        raise WrongPassword

    @contextmanager
    def trying(self, name: str, actor: Actor) -> Iterator[None]:
        """Count a try to sign in, and forget it with those before when it succeeds."""
        self._attempts.begin(name, actor.address or "")
        yield
        with self._database.writing() as connection:
            self._attempts.forget(name, actor.address or "", connection)

    def sign_in_by(self, identity: ProviderIdentity, actor: Actor, before: str | None = None) -> tuple[Person, str]:
        """The person whom a provider has confirmed, and the id of a new session; the session `before` ends."""
        id = self._identities.person(identity)
        with self._database.writing() as connection:
            person = None if id is None else self.people.get(id, connection)
            if person is not None and not person.disabled:
                if before is not None:
                    self._sessions.end(before, connection)
                self._note("signed in", replace(actor, who=person.name), connection, provider=identity.issuer)
                return person, self._sessions.begin(person.id, connection)
        self._failed(person, actor)
        raise UnknownIdentity

    def sign_out(self, person: Person, session: str, actor: Actor, *, everywhere: bool = False) -> None:
        """End a session, or all of a person's."""
        with self._database.writing() as connection:
            if everywhere:
                self._sessions.end_all(person.id, connection)
            else:
                self._sessions.end(session, connection)
            self._note("signed out everywhere" if everywhere else "signed out", actor, connection)

    def by_session(self, key: str) -> Person | None:
        """Who has this session, if it has not expired and she has not been shut out."""
        return self._known("session", key, self._sessions.holder)

    def by_token(self, key: str) -> Person | None:
        """Whose API token it is, if she has not been shut out."""
        return self._known("token", key, self._tokens.holder)

    def recent(self, what: Shown, key: str) -> Person | None:
        """The person of a session or token that was looked up a moment ago, without the database; else None."""
        return self._recent.find(what, key)

    def sessions(self, person: Person) -> int:
        """In how many browsers a person is signed in."""
        return self._sessions.count(person.id)

    def change_password(self, person: Person, old: str, new: str, actor: Actor) -> str:
        """Change a password; every session ends, and the id of a new one comes back."""
        self._attempts.begin(folded(person.name), actor.address or "")
        with self._database.reading() as connection:
            stored = self.people.password(person.id, connection)
        if not self._passwords.match(stored, old):
            self._failed(person, actor)
            raise WrongPassword
        if old == new:
            raise WeakPassword("The new password is the old one; choose another.")
        hashed = self._passwords.hashed(new, person.name)
        with self._database.writing() as connection:
            self._attempts.forget(folded(person.name), actor.address or "", connection)
            self.people.set_password(person.id, hashed, connection)
            self._sessions.end_all(person.id, connection)
            self._note("password changed", actor, connection)
            return self._sessions.begin(person.id, connection)

    # Invitations.

    def first_invitation(self) -> str | None:
        """While no owner can sign in: the key of a link that makes one; that of an earlier start works no longer."""
        with self._database.writing() as connection:
            if self.people.owners(connection):
                return None
            self._invitations.withdraw_first(connection)
            _, key = self._invitations.make("owner", _FIRST_DAYS, None, connection)
            self._note("invited", Actor(None), connection, role="owner")
            return key

    def invite(
        self,
        role: ProjectRole,
        days: int,
        actor: Actor,
        name: str | None = None,
        roles: Mapping[str, ProjectRole] | None = None,
    ) -> tuple[Invitation, str]:
        """An invitation for a new person, and its key; `name`, where given, becomes the person's name.

        In single projects they may have other `roles`.
        """
        if name is not None:
            check_new_name(name)
        _check_roles(role, roles or {})
        about: dict[str, Any] = {} if name is None else {"name": name}
        about |= {"roles": dict(roles)} if roles else {}
        with self._database.writing() as connection:
            if name is not None:
                self.people.check_free(name, connection)
            made = self._invitations.make(role, days, actor.who, connection, given=name, roles=roles)
            self._note("invited", actor, connection, role=role, **about)
        return made

    def invite_again(self, id: int, actor: Actor) -> tuple[Invitation, str]:
        """A link with which a person chooses a new password, and its key."""
        with self._database.writing() as connection:
            person = self.people.get(id, connection)
            made = self._invitations.make(person.role, _FIRST_DAYS, actor.who, connection, person.id)
            self._note("invited", actor, connection, name=person.name)
        return made

    def invitations(self) -> list[Invitation]:
        """The invitations that can still be used."""
        return self._invitations.open()

    def withdraw(self, id: int, actor: Actor) -> None:
        """Let an invitation work no longer."""
        with self._database.writing() as connection:
            self._invitations.withdraw(id, connection)
            self._note("invitation withdrawn", actor, connection, invitation=id)

    def look(self, key: str) -> Invitation:
        """What the key of a link invites to."""
        with self._database.reading() as connection:
            return self._invitations.look(key, connection)

    def join(
        self, key: str, name: str | None, proof: str | ProviderIdentity, actor: Actor, *, in_records: Iterable[str] = ()
    ) -> tuple[Person, str]:
        """Accept an invitation, with a password or an identity to sign in by: the person, and the id of a session.

        A name that is in a record, or looks like one that is, would make others' lessons hers: only an owner gives it,
        or a person with the first owner's link, which the command line printed.
        """
        invitation = self.look(key)  # before any work is done without an invitation
        chosen = invitation.name or name or ""
        if invitation.name is None:
            check_new_name(chosen)
            if looks_like_one_of(chosen, filter(None, (each.name for each in self.invitations()))):
                raise NameTaken(chosen)  # an owner has given it to somebody who has not come yet
            if invitation.by is not None and looks_like_one_of(chosen, in_records):
                raise NameInRecord(chosen)
        hashed = self._passwords.hashed(proof, chosen) if isinstance(proof, str) else _NO_PASSWORD
        with self._database.writing() as connection:
            invitation = self._invitations.take(key, connection)
            if invitation.person is None:
                person = self.people.add(chosen, invitation.role, hashed, connection, invitation.roles)
                what = "joined"
            else:
                person = self.people.get(invitation.person, connection)
                self._sessions.end_all(person.id, connection)
                self._attempts.forget(folded(person.name), actor.address or "", connection)
                what = "identity added"
                if isinstance(proof, str):
                    self.people.set_password(person.id, hashed, connection)
                    what = "password changed"
            if isinstance(proof, ProviderIdentity):
                self._identities.add(proof, person.id, connection)
            self._note(what, replace(actor, who=person.name), connection, role=person.role, by=invitation.by)
            return person, self._sessions.begin(person.id, connection)

    # People and tokens.

    def change(
        self,
        id: int,
        actor: Actor,
        *,
        role: ProjectRole | None = None,
        disabled: bool | None = None,
        roles: Mapping[str, ProjectRole | None] | None = None,
    ) -> Person:
        """Give a person another role, everywhere or in single projects, shut her out, or let her in again.

        A role of None in a project is the one that she has everywhere. Invitations are the owners': those that she made
        do not outlast her being one.
        """
        with self._database.writing() as connection:
            person = self.people.get(id, connection)
            if role is not None and role != person.role:
                self.people.set_role(person, role, connection)
                self._note("role changed", actor, connection, name=person.name, role=role, before=person.role)
                person = self.people.get(id, connection)
            if roles:
                if person.role == "owner":
                    raise HasEveryProject(person.name)
                self.people.set_roles(id, roles, connection)
                self._note("role changed", actor, connection, name=person.name, roles=dict(roles))
            if disabled is not None and disabled != person.disabled:
                self.people.set_disabled(person, disabled, connection)
                if disabled:
                    self._sessions.end_all(id, connection)
                self._note("disabled" if disabled else "enabled", actor, connection, name=person.name)
            person = self.people.get(id, connection)
            if person.disabled or person.role != "owner":
                self._invitations.withdraw_all(person.name, connection)
            return person

    def tokens(self, person: Person | None = None) -> list[ApiToken]:
        """The tokens of one person, or of all."""
        return self._tokens.all(None if person is None else person.id)

    def make_token(
        self,
        person: Person,
        name: str,
        actor: Actor,
        *,
        scope: Scope = "own",
        project: str | None = None,
        days: int | None = None,
    ) -> tuple[ApiToken, str]:
        """A token for a program, and its key, which is not kept; for some days, or until it is revoked."""
        with self._database.writing() as connection:
            id, key = self._tokens.make(person.id, name, scope, project, days, connection)
            self._note("token made", actor, connection, token=name, scope=scope, project=project, days=days)
        return next(token for token in self._tokens.all(person.id) if token.id == id), key

    def revoke_token(self, id: int, person: Person, actor: Actor) -> None:
        """Revoke a token: one's own or, as an owner, any."""
        with self._database.writing() as connection:
            name = self._tokens.revoke(id, None if person.role == "owner" else person.id, connection)
            self._note("token revoked", actor, connection, token=name)

    def _known(self, what: Shown, key: str, look: Callable[[str], Holder | None]) -> Person | None:
        if person := self._recent.find(what, key):
            return person
        changes, holder = self._database.changes, look(key)
        if holder is None:
            return None
        with self._database.reading() as connection:
            person = self.people.get(holder.person, connection)
        if person.disabled:
            return None
        person = person.limited(holder.most, holder.project)
        self._recent.keep(what, key, person, changes)
        return person

    def _note(self, what: str, actor: Actor, connection: Connection | None = None, **about: Any) -> None:
        self.audit.note(what, who=actor.who, address=actor.address, about=about, connection=connection)

    def _failed(self, person: Person | None, actor: Actor) -> None:
        """Note a wrong password. An unknown name is left out: it may be a password, typed in the wrong place."""
        self._note("sign-in failed", Actor(None, actor.address), name=None if person is None else person.name)

    def today(self) -> date:
        """The day, by the team's clock."""
        return self._database.now().date()

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()


def _check_roles(role: ProjectRole, roles: Mapping[str, ProjectRole]) -> None:
    """Refuse roles with which a person would see nothing, and roles in single projects for an owner."""
    if role == "none" and all(each == "none" for each in roles.values()):
        raise NoProject
    if role == "owner" and roles:
        raise HasEveryProject(None)
