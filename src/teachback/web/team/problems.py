"""What can go wrong between a team and its server."""

from __future__ import annotations

from teachback.web.errors import Conflict, NotSignedIn, NotThere, TooManyTries, WebError


class NoTeam(NotThere):
    """A question about accounts to a server that has none."""

    sentence = "This server has no accounts: it is for one person on one machine. Start it with --team."


class WrongPassword(NotSignedIn):
    """A name and a password that do not belong together; which of the two is wrong is not said."""

    sentence = "That name and password do not belong together. Check both, or ask an owner for a new link."


class WeakPassword(WebError):
    """A password that is too short, too long or easily guessed."""


class NameTaken(Conflict):
    """A name that is taken, or that looks like one that is."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} is taken, or a name that looks the same is. Choose another.")


class NameInRecord(Conflict):
    """A name with lessons in the record, or one that looks like it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"Somebody has taught here as {name!r}, or by a name that looks the same, and those lessons would become "
            "yours. Choose another, or ask an owner for a link that has this name."
        )


class BadInvitation(NotThere):
    """A link that is no invitation, or no longer one."""

    sentence = (
        "This link is not valid: it was used, withdrawn or has expired, or was not copied whole. Ask an owner for "
        "a new one."
    )


class LastOwner(Conflict):
    """A change that would leave a team without an owner."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} is the only owner who can sign in. Make somebody else an owner first.")


class IdentityTaken(Conflict):
    """An identity at a provider that is another person's already."""

    sentence = "Somebody else of the team signs in by this identity. Sign in at the provider as yourself."


class UnknownIdentity(NotSignedIn):
    """A person whom the provider knows and the team does not."""

    sentence = (
        "The provider knows you, and this team does not yet. Ask an owner for an invitation, or where you have an "
        "account already, for a new link to it, and open that."
    )


class NoSuchProvider(NotThere):
    """Signing in by a provider at a server that has none."""

    sentence = "This server knows no provider to sign in by; use your name and password."


class HasEveryProject(Conflict):
    """A role in a single project for an owner of all projects."""

    def __init__(self, name: str | None) -> None:
        who = "An owner of the server" if name is None else f"{name!r} is an owner of the server, and"
        super().__init__(f"{who} is the owner of every project. Give another role on the server first.")


class NoProject(WebError):
    """An invitation to nothing."""

    sentence = "Whoever takes this invitation would see no project. Give a role in at least one."


class NotInTeam(NotThere):
    """A person, an invitation or a token that is not there."""


def too_many_tries(seconds: int) -> TooManyTries:
    """Too many attempts to sign in; the sentence says how long to wait."""
    wait = "a second" if seconds == 1 else f"{seconds} seconds" if seconds < 120 else f"{-(-seconds // 60)} minutes"
    return TooManyTries(f"Too many tries to sign in. Wait {wait}, then try again.", seconds=seconds)
