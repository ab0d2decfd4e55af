"""A terminal's two ends: lines that a person types, and texts that are safe to show."""

from __future__ import annotations

import sys
import unicodedata

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
