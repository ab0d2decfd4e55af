"""`teachback import`: documents and lessons from a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal import arguments as shared

if TYPE_CHECKING:
    from teachback.formats import Problem


def import_(
    project: shared.ProjectAddress,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A file or a folder.")],
    preview: Annotated[bool, typer.Option("--preview", help="Show what would come, and change nothing.")] = False,
    format: shared.FormatName = None,
    encoding: shared.Encoding = None,
    columns: shared.Columns = None,
    text: shared.TextColumns = None,
    between: shared.Between = "\n\n",
    header: shared.Header = None,
    sheet: shared.Sheet = None,
    label: shared.LabelColumn = None,
    several: shared.SeveralClasses = None,
    rejected: shared.Rejected = None,
    class_as: shared.ClassesAs = None,
    learn_from: shared.LearnFrom = None,
    leave_out_bad_rows: shared.LeaveOutBadRows = False,
    teacher: Annotated[
        str,
        typer.Option(metavar="NAME", envvar="TEACHBACK_TEACHER", help="Who taught what the file attributes to nobody."),
    ] = "importer",
    as_json: shared.AsJson = False,
) -> None:
    """Add the documents of a file and, where it has them, their labels, passages and words.

    All of the file is imported or, when a row is bad, nothing. CSV, TSV, JSON, Parquet, Excel, plain text, folders,
    zip archives, Hugging Face datasets, Label Studio, doccano, Prodigy, Argilla, brat and teachback's own record are
    recognised.

    Example: `teachback import mails.teachback inbox.csv --preview`
    """
    from teachback.confined import warm_up

    warm_up()  # while the rest is imported
    from teachback import formats
    from teachback.cli.projects.importing import bring_in, preview_json, preview_lines, problem_lines, refuse_unasked
    from teachback.cli.terminal.pipes import as_file
    from teachback.project import Project
    from teachback.project.transfer.imports import check_learned_columns

    left_out: list[Problem] = []
    with Project.open(project) as opened, as_file(file) as path:
        classes, before = opened.classes, len(opened.record)
        plan = formats.inspect(
            path,
            format=format,
            encoding=encoding,
            header=header,
            roles=shared.roles_of(columns, label),
            texts=text or (),
            between=between,
            sheet=sheet,
            classes=classes,
            several=shared.several_of(several),
            rejected=rejected,
            classes_as=shared.classes_as_of(class_as),
        )
        check_learned_columns(plan, learn_from or ())
        if preview:
            lines = preview_lines(plan, classes, 5, teacher)
            typer.echo(json.dumps(preview_json(plan, classes, teacher), indent=2) if as_json else "\n".join(lines))
            return
        refuse_unasked(plan, classes)
        left = left_out if leave_out_bad_rows else None
        brought = bring_in(opened, plan, by=teacher, teacher=teacher, left_out=left, learn_from=learn_from or ())
        lessons = sum(map(_is_lesson, opened.record[before:]))
    if as_json:
        counted = {
            "documents": brought.documents,
            "lessons": lessons,
            "known": brought.known,
            "machines": dict(brought.machines),
            "left_out": [str(problem) for problem in left_out],
            "not_taken": dict(brought.not_taken),
            "notes": brought.notes,
        }
        typer.echo(json.dumps(preview_json(plan, classes) | counted, indent=2))
        return
    accepted = replace(plan, problems=(), not_taken={}, models={})  # what was not taken of all of it comes below
    for line in (*preview_lines(accepted, classes), *problem_lines(left_out)):
        typer.echo(line)
    typer.echo(f"Documents: {brought.documents:,}; lessons: {lessons:,}; bad rows left out: {len(left_out):,}.")
    for note in brought.notes:
        typer.echo(note)


def _is_lesson(entry: object) -> bool:
    from teachback.record import Lesson

    return isinstance(entry, Lesson)
