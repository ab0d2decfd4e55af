"""`teachback teach`: one lesson, a file of lessons, or a conversation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.teaching.typed_lessons import LessonKind, lessons_of, typed_lesson
from teachback.cli.terminal.arguments import ProjectAddress, Teacher
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.record import Lesson


def teach(
    project: ProjectAddress,
    kind: Annotated[
        LessonKind | None, typer.Argument(show_default=False, help="What to teach; else you are asked.")
    ] = None,
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[WHAT]…", show_default=False, help="The rest of it, as above.")
    ] = None,
    strength: Annotated[float | None, typer.Option(help="How strongly a word speaks; 1 unless given.")] = None,
    start: Annotated[int | None, typer.Option(help="Where a passage begins, in characters from 0.")] = None,
    end: Annotated[int | None, typer.Option(help="Where it ends, the first character after it.")] = None,
    quote: Annotated[str | None, typer.Option(help="The passage itself, if it stands in the text once.")] = None,
    versus: Annotated[str | None, typer.Option(metavar="DOCUMENT", help="The document to tell it from.")] = None,
    has: Annotated[str | None, typer.Option(metavar="TERM", help="What it has and the other lacks.")] = None,
    lacks: Annotated[str | None, typer.Option(metavar="TERM", help="What it lacks and the other has.")] = None,
    lessons: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Teach a JSON object a line, from a file, or - for standard input."),
    ] = None,
    teacher: Teacher = "teacher",
    seconds: Annotated[float | None, typer.Option(help="How long it took you.")] = None,
) -> None:
    """Teach one lesson, or many from a file, or (with nothing but the project) as you are asked.

    `label DOCUMENT CLASS`, `exclude DOCUMENT CLASS` (it is not of that class), `word TERM CLASS`,
    `not-a-reason TERM [CLASS]`, `rationale DOCUMENT CLASS --quote PASSAGE`,
    `distinction DOCUMENT CLASS --versus DOCUMENT --has TERM`, `describe CLASS TEXT` (in the
    codebook's words), `skip DOCUMENT`, `flag DOCUMENT [NOTE]` and
    `adjudicate DOCUMENT CLASS`. Lines of a file look like `{"kind": "label", "document": "d17", "class": "bug"}`.

    Example: `teachback teach mails.teachback word invoice billing`

    Example: `teachback teach mails.teachback word "credit card" billing` (a phrase is one term)

    Example: `teachback teach mails.teachback exclude d17 billing`

    Example: `teachback teach mails.teachback describe billing "Invoices and refunds. Not: how to pay."`
    """
    from teachback.project import Project

    options = {"strength": strength, "start": start, "end": end, "quote": quote, "versus": versus}
    typed = {name: value for name, value in (options | {"has": has, "lacks": lacks}).items() if value is not None}
    if (kind is None and (what or typed or seconds is not None)) or (lessons is not None and kind is not None):
        raise TeachbackError("Give a kind of lesson with its options, or --lessons FILE, or neither to be asked.")
    with Project.open(project) as opened:
        if lessons is not None:
            taught = _from_file(lessons, teacher)
        elif kind is not None:
            taught = [typed_lesson(opened, kind, what or [], typed, teacher, seconds)]
        else:
            from teachback.cli.teaching.conversation import Conversation

            Conversation(opened, teacher).run()
            return
        opened.teach(*taught)
    typer.echo(f"{len(taught):,} {'lesson' if len(taught) == 1 else 'lessons'} taught.")


def _from_file(file: str, teacher: str) -> list[Lesson]:
    try:
        if file == "-":
            return lessons_of(sys.stdin, teacher)
        with Path(file).open(encoding="utf-8") as lines:
            return lessons_of(lines, teacher)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise TeachbackError(f"{file} cannot be read ({why}); give a file of JSON lines in UTF-8.") from None
