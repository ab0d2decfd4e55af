"""A terminal's two ends: lines and commands that a person types, and texts that are safe to show."""

from __future__ import annotations

import re
import shlex
import sys
import unicodedata
from collections.abc import Iterable
from contextvars import ContextVar

import typer


def typed_line() -> str:
    """The next line that is typed or piped in, with its end; nothing when there are no more."""
    if sys.stdin.isatty():
        typer.echo("> ", nl=False)
    return sys.stdin.readline()


def readable(text: str) -> str:
    """The text without the signs that a terminal would take for commands.

    >>> readable("a \\x1b[31mred alert\\r\\n")
    'a [31mred alert\\n'
    """
    return "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) != "Cc")


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
