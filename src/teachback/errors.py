"""What a person can get wrong. Every message says what was given, what is allowed and what to do next."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from importlib import import_module


class TeachbackError(Exception):
    """Base of every error a person can cause and mend; the doors print its sentence and nothing else."""


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names for a sentence: all of them, or the first few and how many more there are.

    >>> listed(["bug", "billing", "how-to"])
    'bug, billing, how-to'
    >>> listed([], most=3), listed("abcde", most=3)
    ('(none)', 'a, b, c and 2 more')
    """
    names = list(names)
    beginning = ", ".join(names[:most]) or "(none)"
    return beginning if len(names) <= most else f"{beginning} and {len(names) - most} more"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and what is counted, for a sentence.

    >>> counted(1, "lesson"), counted(1032, "lesson"), counted(2, "entry", "entries")
    ('1 lesson', '1,032 lessons', '2 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def percent(share: float) -> str:
    """A share for a sentence, never rounded to certainty.

    >>> percent(0.483), percent(0.9996), percent(0.0004), percent(0.0), percent(0.031)
    ('48 %', 'over 99 %', 'under 1 %', '0 %', '3 %')
    """
    if 0.0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1.0:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def near_miss(name: str, known: Iterable[str]) -> str:
    """A question that offers the closest known name, or nothing when none is close.

    >>> near_miss("biling", ["bug", "billing"])
    ' Did you mean billing?'
    >>> near_miss("weather", ["bug", "billing"])
    ''
    """
    close = difflib.get_close_matches(name, list(known), n=1)
    return f" Did you mean {close[0]}?" if close else ""


class MissingLibrary(TeachbackError):
    """Something that needs a library which is not installed."""

    def __init__(self, what: str, library: str, extra: str | None = None) -> None:
        library = library.replace("_", "-")  # as packages are spelled
        named = library if extra is None else f"'teachback[{extra}]'"
        super().__init__(f"{what} needs {library}, which is not installed. Run: pip install {named}")


def require(library: str, extra: str, what: str) -> None:
    """Refuse `what`, with the command to run, where a library of one of the package's extras is not installed.

    >>> require("json", "none", "Reading JSON")
    """
    try:
        import_module(library)
    except ImportError:
        raise MissingLibrary(what, library, extra) from None


class BadText(TeachbackError):
    """A string that cannot be kept and given back unchanged, or an id or name that could not be typed again."""


class BadLesson(TeachbackError):
    """A lesson or event that the record refuses; the record is as it was before."""

    entry: str | None = None  # the id of the refused entry, where several were given


class UnknownClass(BadLesson):
    """A class that the project does not have."""

    def __init__(self, name: str, known: Iterable[str], why: str = "") -> None:
        known = list(known)
        theirs = f"Its classes are {listed(known)}" if known else "It has no classes now"
        advice = "use one of these or add the class first" if known else "add the class first"
        question = near_miss(name, known)
        super().__init__(
            f"{name!r} is not a class of this project{why}. {theirs}{f'.{question}' if question else f'; {advice}.'}"
        )


class UnknownDocument(BadLesson):
    """A document that the project does not have."""

    def __init__(self, document: str) -> None:
        super().__init__(f"{document!r} is not a document of this project; use the id of one that has been added.")


class BadSpan(BadLesson):
    """A passage that is not a passage of the document's text."""


class BadTerm(BadLesson):
    """A term that could not be read, typed or found in a text."""


class CannotRetract(BadLesson):
    """A retraction of what is not there, is retracted already, or is needed by what came later."""
