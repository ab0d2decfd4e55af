"""The address of a project on a server: which server, which project, and the token that opens it."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from urllib.parse import parse_qs, quote, unquote, urlsplit

from teachback.errors import TeachbackError


class BadAddress(TeachbackError):
    """An address that does not lead to a project on a server."""


@dataclass(frozen=True)
class Address:
    """Where a project is served."""

    origin: str  # the server: scheme, host and port, and the path under which a proxy offers it
    project: str | None  # the project's name; None where the server has only one
    token: str | None = field(repr=False)  # what the link of `teachback serve` carries, or an API token of a team

    def __str__(self) -> str:
        return self.origin if self.project is None else f"{self.origin}/projects/{quote(self.project, safe='')}"


def is_served(address: str | PathLike[str]) -> bool:
    """Whether the address is that of a server rather than of a file or a database."""
    return isinstance(address, str) and address.lower().startswith(("http://", "https://"))


def read_address(written: str, token: str | None = None) -> Address:
    """The parts of an address as people copy it, from the terminal or from the browser.

    >>> read_address("http://127.0.0.1:8123/?token=abc")
    Address(origin='http://127.0.0.1:8123', project=None)
    >>> read_address("https://team.example/projects/my%20mails", "tb_abc").project
    'my mails'
    """
    parts = urlsplit(written)
    try:
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named:
        raise BadAddress(
            f"{written!r:.80} is not the address of a server; write it like https://team.example/projects/mails."
        )
    asked = parse_qs(parts.query) | parse_qs(urlsplit(parts.fragment).query)
    before, has_project, name = parts.path.rpartition("/projects/")
    project = unquote(name.rstrip("/")) if has_project else next(iter(asked.get("project", [])), None)
    host = parts.netloc.rpartition("@")[2]
    prefix = (before if has_project else parts.path).rstrip("/")
    return Address(
        f"{parts.scheme}://{host}{prefix}", project or None, token or next(iter(asked.get("token", [])), None)
    )
