"""Asking a person to choose: with the arrow keys in a terminal, by typing anywhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Protocol

import typer

from teachback.errors import listed, near_miss

UP, DOWN = ("\x1b[A", "\x1bOA", "\xe0H"), ("\x1b[B", "\x1bOB", "\xe0P")  # terminals, and Windows
ENTER, BACK, LEAVE = ("\r", "\n"), ("\x7f", "\b"), ("\x1b", "\x04")


class Enough(Exception):
    """The person wants to stop."""


class Ask(Protocol):
    """A way of asking."""

    def __call__(self, question: str, options: Sequence[str]) -> str:
        """The option that is chosen; raises :class:`Enough` when the person wants to stop."""


def asking() -> Ask:
    """Arrow keys where there is a terminal at both ends, typed lines otherwise."""
    return arrows if sys.stdin.isatty() and sys.stdout.isatty() else typed


def typed(question: str, options: Sequence[str]) -> str:
    """Ask for a line: an option, or enough of its beginning to know which."""
    typer.echo(f"{question} ({', '.join(options)})")
    while True:
        line = sys.stdin.readline()
        if not line:
            raise Enough
        answer = line.strip()
        matching = _matching(answer, options)
        if len(matching) == 1:
            return matching[0]
        if matching and answer:
            typer.echo(f"{answer!r} may be {listed(matching)}. Type more of it.")
        else:
            typer.echo(f"{answer!r} is none of {listed(options, most=30)}.{near_miss(answer, options)}")


def arrows(question: str, options: Sequence[str], key: Callable[[], str] = typer.getchar) -> str:
    """Ask with a menu: up and down move, letters narrow it down, enter chooses, escape stops."""
    letters, place, drawn = "", 0, 0
    try:
        while True:
            listed = _matching(letters, options) or list(options)
            place = min(place, len(listed) - 1)
            drawn = _draw(question, letters, listed, place, drawn)
            pressed = key()
            if pressed in ENTER:
                return listed[place]
            if pressed in LEAVE:
                raise Enough
            if pressed in UP or pressed in DOWN:
                place = (place + (1 if pressed in DOWN else -1)) % len(listed)
            elif pressed in BACK:
                letters = letters[:-1]
            elif pressed.isprintable() and _matching(letters + pressed, options):
                letters, place = letters + pressed, 0
    except (KeyboardInterrupt, EOFError):
        raise Enough from None


def _matching(letters: str, options: Sequence[str]) -> list[str]:
    """The options that begin with some letters; the one that is them, if there is one."""
    if letters in options:
        return [letters]
    return [option for option in options if option.lower().startswith(letters.lower())]


def _draw(question: str, letters: str, listed: Sequence[str], place: int, drawn: int) -> int:
    """Draw the menu over the one before; how many lines it has."""
    lines = [f"{question} {letters}"]
    lines += [typer.style(f"› {name}", bold=True) if k == place else f"  {name}" for k, name in enumerate(listed)]
    typer.echo((f"\x1b[{drawn}A\x1b[J" if drawn else "") + "\n".join(lines))
    return len(lines)
