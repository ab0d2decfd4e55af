"""`teachback import`: documents and lessons from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.arguments import AsJson, Columns, Encoding, FormatName, ProjectAddress, Teacher, roles_of

if TYPE_CHECKING:
    from teachback.formats import Problem


def import_(
    project: ProjectAddress,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A file or a folder.")],
    preview: Annotated[bool, typer.Option("--preview", help="Show what would come, and change nothing.")] = False,
    format: FormatName = None,
    encoding: Encoding = None,
    columns: Columns = None,
    leave_out_bad_rows: Annotated[
        bool, typer.Option("--leave-out-bad-rows", help="Import the others, rather than nothing.")
    ] = False,
    teacher: Teacher = "importer",
    as_json: AsJson = False,
) -> None:
    """Add the documents of a file and, where it has them, their labels, passages and words.

    All of the file is imported or, when a row is bad, nothing. CSV, TSV, JSON, Parquet, Excel, plain text, folders,
    zip archives, Hugging Face datasets, Label Studio, doccano, Prodigy, Argilla, brat and teachback's own record are
    recognised.

    Example: `teachback import mails.teachback more.csv --column text=Message`
    """
    from teachback import formats
    from teachback.cli.importing import bring_in, preview_json, preview_lines, problem_lines
    from teachback.project import Project

    roles = roles_of(columns)
    shown = formats.preview(file, format=format, encoding=encoding, roles=roles)
    if preview:
        typer.echo(json.dumps(preview_json(shown), indent=2) if as_json else "\n".join(preview_lines(shown, rows=5)))
        return
    left_out: list[Problem] = []
    with Project.open(project) as opened:
        before = len(opened.record)
        documents = bring_in(
            opened,
            file,
            format=format,
            encoding=encoding,
            roles=roles,
            teacher=teacher,
            left_out=left_out if leave_out_bad_rows else None,
        )
        lessons = sum(map(_is_lesson, opened.record[before:]))
    if as_json:
        counted = {"documents": documents, "lessons": lessons, "left_out": [str(problem) for problem in left_out]}
        typer.echo(json.dumps(preview_json(shown) | counted, indent=2))
        return
    for line in (*preview_lines(shown), *problem_lines(left_out)):
        typer.echo(line)
    typer.echo(f"Documents: {documents:,}; lessons: {lessons:,}; bad rows left out: {len(left_out):,}.")


def _is_lesson(entry: object) -> bool:
    from teachback.record import Lesson

    return isinstance(entry, Lesson)
