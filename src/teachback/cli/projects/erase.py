"""`teachback erase`: remove the texts of documents for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import ProjectAddress, Teacher
from teachback.errors import TeachbackError, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from teachback.project import Project


def erase(
    project: ProjectAddress,
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENT…", show_default=False, help="Their ids.")],
    keep_lessons: Annotated[
        bool, typer.Option("--keep-lessons", help="Let what class they are still count; else nothing does.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without a question.")] = False,
    teacher: Teacher = "teacher",
) -> None:
    """Remove the texts and fields of documents for good, such as those of a person who asks for it.

    Nothing is left of them in the project: not in its file, its search, its vectors or its models. That they were there
    stays in the record. Backups, exports and model files that were made before are not changed.

    Example: `teachback erase mails.teachback notes-20 --yes`
    """
    from teachback.project import Project

    with Project.open(project) as opened:
        for id in documents:
            opened.document(id)  # or say that there is none
        quotes = _quoted(opened, documents)
        what = counted(len(documents), "document")
        if not yes and not typer.confirm(f"Erase the text of {what}? Nothing brings it back.", default=False, err=True):
            raise TeachbackError("Nothing was erased.")
        opened.erase(*documents, keep_lessons=keep_lessons, teacher=teacher)
    typer.echo(f"Erased: the text and the fields of {what}.")
    typer.echo(
        "What class they are still counts." if keep_lessons else "What was taught about them counts no more.",
    )
    for line in quotes:
        typer.echo(line)
    typer.echo(
        "Not covered: backups, exports and model files that were made before now, and the files that the texts came "
        "from. Delete them, or erase there too."
    )


def _quoted(project: Project, documents: Sequence[str]) -> list[str]:
    """What people wrote about the documents in their own words: it is part of the record, and stays."""
    from teachback.record import Distinction, Flag

    erased = set(documents)
    lines = []
    for entry in project.record:
        if isinstance(entry, Flag) and entry.note and entry.document in erased:
            lines.append(f"Stays in the record, and counts no more: {entry.teacher}'s note “{entry.note}”.")
        elif isinstance(entry, Distinction) and not erased.isdisjoint((entry.document, entry.versus)):
            lines.append(f"Stays in the record, and counts no more: {entry.teacher}'s word “{entry.term}”.")
    return lines
