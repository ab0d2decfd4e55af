"""Arguments and options that several commands share, so that they are spelled alike everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.formats.reading import Several

ProjectAddress = Annotated[
    str,
    typer.Argument(
        metavar="PROJECT", show_default=False, help="The project: its file, or its database as postgresql+psycopg://…"
    ),
]
ModelAddress = Annotated[
    str, typer.Argument(metavar="MODEL|PROJECT", show_default=False, help="A model file, or a project.")
]
EncoderOfModel = Annotated[
    str | None,
    typer.Option(
        "--encoder", metavar="NAME", help="Beside a model file: the encoder that it was taught beside, for new words."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Teacher = Annotated[str, typer.Option(metavar="NAME", envvar="TEACHBACK_TEACHER", help="Who teaches.")]
FormatName = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help="The file's format, where its name or content misleads.")
]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="The file's encoding, such as utf-8 or cp1252; else it is detected.")
]
Columns = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="ROLE=NAME", help="The column of a role, such as text=Review; repeatable."),
]
LabelColumn = Annotated[
    str | None,
    typer.Option("--label", metavar="NAME", help="The column, or Label Studio's control, that is the class."),
]
TextColumns = Annotated[
    list[str] | None,
    typer.Option("--text", metavar="NAME", help="A column of the text; repeatable, and the columns are joined."),
]
Between = Annotated[
    str,
    typer.Option(
        "--between",
        metavar="TEXT",
        show_default=False,
        help="What stands between the columns of a text; else an empty line.",
    ),
]
Header = Annotated[
    bool | None, typer.Option("--header/--no-header", help="Whether the first row names the columns; else found out.")
]
Sheet = Annotated[str | None, typer.Option("--sheet", metavar="NAME", help="The sheet of a workbook; else its first.")]
SeveralClasses = Annotated[
    str | None,
    typer.Option(
        "--several",
        metavar="WHAT",
        help="Rows with several classes: leave-out their classes, take the first, or combine them into a class.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="For many files: processes at once; else one for each core."),
]
Engaged = Annotated[
    str | None,
    typer.Option("--engine", metavar="ADDRESS", help="For many files: a Dask scheduler, such as tcp://host:8786."),
]
LearnFrom = Annotated[
    list[str] | None,
    typer.Option(
        "--learn-from",
        metavar="COLUMN",
        help="Learn from this column, too: each value is a term such as source=email; repeatable.",
    ),
]
Rejected = Annotated[
    str | None,
    typer.Option(
        "--rejected",
        metavar="CLASS",
        help="The class of texts for which the only class of a Prodigy file was rejected.",
    ),
]
ClassesAs = Annotated[
    list[str] | None,
    typer.Option(
        "--class-as",
        metavar="NAME=CLASS",
        help="The class that a name in the file stands for, such as Spam=spam, or none, as in n/a= ; repeatable.",
    ),
]
LeaveOutBadRows = Annotated[bool, typer.Option("--leave-out-bad-rows", help="Take the others, rather than nothing.")]


def several_of(what: str | None) -> Several | None:
    """What to do with rows that have several classes.

    >>> several_of("leave-out")
    'leave_out'
    """
    known: dict[str | None, Several | None] = {
        None: None,
        "leave-out": "leave_out",
        "first": "first",
        "combine": "combine",
    }
    if what not in known:
        raise TeachbackError(f"--several takes leave-out, first or combine, not {what!r}.")
    return known[what]


def classes_as_of(names: Iterable[str] | None) -> dict[str, str]:
    """The class that each name stands for.

    >>> classes_as_of(["Spam=spam", "n/a="])
    {'Spam': 'spam', 'n/a': ''}
    """
    pairs = [name.rpartition("=") for name in names or ()]
    for name, equals, class_ in pairs:
        if not (name and equals):
            raise TeachbackError(f"--class-as takes NAME=CLASS, not {name + equals + class_!r}; for example Spam=spam.")
    return {name.strip(): class_.strip() for name, _, class_ in pairs}


def roles_of(columns: Iterable[str] | None, label: str | None = None) -> dict[str, str]:
    """The column of each role; one that is given none is not guessed either.

    >>> roles_of(["text=Review"], label="Stars")
    {'text': 'Review', 'label': 'Stars'}
    """
    pairs = [column.partition("=") for column in columns or ()]
    for role, equals, name in pairs:
        if not (role and equals):
            raise TeachbackError(f"--column takes ROLE=NAME, not {role + equals + name!r}; for example text=Review.")
    return {role: name for role, _, name in pairs} | ({} if label is None else {"label": label})
