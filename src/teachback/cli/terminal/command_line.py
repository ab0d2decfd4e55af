"""The command that a person typed, to be offered again with one more option."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from contextvars import ContextVar

_typed: ContextVar[tuple[str, ...]] = ContextVar("typed", default=())
_PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


def remember(words: Iterable[str]) -> None:
    """Note what was typed after the program's name."""
    _typed.set(tuple(words))


def typed_again(*options: str) -> str:
    """What was typed, with the options added.

    >>> remember(["serve", "my mails.csv"])
    >>> typed_again("--team")
    "teachback serve 'my mails.csv' --team"
    """
    return command(*_typed.get(), *options)


def command(*words: str) -> str:
    """A command of this program as a shell takes it; passwords are not shown.

    >>> command("status", "postgresql://ines:secret@db/mails")
    "teachback status 'postgresql://ines:***@db/mails'"
    """
    return shlex.join(["teachback", *(_PASSWORD.sub(r"\1:***@", word) for word in words)])
