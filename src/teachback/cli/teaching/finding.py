"""`teachback find`: documents by their words, by what the model says, or like others; and one act for all of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress, Teacher
from teachback.cli.terminal.lines import readable
from teachback.errors import TeachbackError, UnknownClass, counted, percent

if TYPE_CHECKING:
    from teachback.project import Project
    from teachback.project.review.browsing import DocumentPage
    from teachback.project.review.selecting import Selection


OnlyThose = Literal["errors", "disagreements", "flagged", "held_out", "skipped", "unlabelled"]


def find(
    project: ProjectAddress,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD]…", show_default=False, help="Words they have; sav* is any that begins so."),
    ] = None,
    like: Annotated[list[str] | None, typer.Option(metavar="DOCUMENT", help="Like this document; repeatable.")] = None,
    like_text: Annotated[str, typer.Option(metavar="TEXT", help="Like a word or a passage.")] = "",
    labelled: Annotated[str | None, typer.Option(metavar="CLASS", help="With this label.")] = None,
    predicted: Annotated[str | None, typer.Option(metavar="CLASS", help="Of this class, as the model says.")] = None,
    low: Annotated[float, typer.Option(min=0, max=1, help="Of which the model is at least that sure.")] = 0.0,
    high: Annotated[float, typer.Option(min=0, max=1, help="And at most that sure.")] = 1.0,
    only: Annotated[OnlyThose | None, typer.Option(help="Only those.")] = None,
    count: Annotated[int, typer.Option("-n", "--documents", min=0, max=500, help="How many are listed.")] = 20,
    label: Annotated[str | None, typer.Option(metavar="CLASS", help="Label all that have no label.")] = None,
    flag: Annotated[str | None, typer.Option(metavar="NOTE", help="Flag all of them.")] = None,
    set_aside: Annotated[bool, typer.Option("--set-aside", help="Set all aside that have no label.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    teacher: Teacher = "teacher",
    as_json: AsJson = False,
) -> None:
    """Find documents; with --label, --flag or --set-aside, teach that of all of them as one act, with one undo.

    Example: `teachback find mails.teachback invoice --flag "is this billing?" --yes`
    """
    from teachback.project import Project
    from teachback.project.review.browsing import Filter

    query = " ".join(words or ())
    wanted = Filter(query, labelled, predicted, low, high, only, None, tuple(like or ()), like_text)
    if sum((label is not None, flag is not None, set_aside)) > 1:
        raise TeachbackError("One act says one thing: give --label, --flag or --set-aside, and not several of them.")
    with Project.open(project) as opened:
        for class_ in filter(None, (labelled, predicted)):
            if class_ not in opened.classes:
                raise UnknownClass(class_, opened.classes)
        selection = opened.review.select(wanted)
        if label is None and flag is None and not set_aside:
            page = opened.review.documents(wanted, limit=max(count, 1))
            typer.echo(
                json.dumps(_to_json(page, selection), indent=2, ensure_ascii=False) if as_json else _lines(page, count)
            )
            return
        about = selection.documents if flag is not None else selection.open
        what = f"label {label}" if label is not None else "flag" if flag is not None else "set aside"
        left_alone = len(selection.documents) - len(about)
        left = f" ({counted(left_alone, 'document')} with a label left as it is)" if left_alone else ""
        if not about:
            raise TeachbackError(f"No document to {what}{left or ': none fits'}.")
        if not yes:
            typer.confirm(f"{what[0].upper()}{what[1:]}: {counted(len(about), 'document')}{left}?", abort=True)
        _teach(opened, about, label, flag, teacher)
    if as_json:
        typer.echo(json.dumps({"documents": list(about), "left": left_alone}, ensure_ascii=False))
    else:
        typer.echo(f"Done: {what}, {counted(len(about), 'document')}{left}. `teachback undo {project}` takes it back.")


def _teach(project: Project, about: tuple[str, ...], label: str | None, flag: str | None, teacher: str) -> None:
    from teachback.record import Flag, Label, Skip

    if label is not None:
        project.teach(*(Label(id, label, teacher=teacher) for id in about), at_once=True)
    elif flag is not None:
        project.teach(*(Flag(id, flag, teacher=teacher) for id in about), at_once=True)
    else:
        project.teach(*(Skip(id, teacher=teacher) for id in about), at_once=True)


def _to_json(page: DocumentPage, selection: Selection) -> dict[str, Any]:
    documents = [
        {
            "document": each.id,
            "snippet": each.snippet,
            "label": each.label,
            "guess": each.guess and each.guess.class_,
            "probability": each.guess and each.guess.probability,
        }
        for each in page.documents
    ]
    return {"total": page.total, "labelled": len(selection.labelled), "documents": documents}


def _lines(page: DocumentPage, count: int) -> str:
    lines = [f"{counted(page.total, 'document')} found."]
    for each in page.documents[:count]:
        answers = [f"labelled {each.label}"] if each.label is not None else []
        answers += [f"{each.guess.class_} {percent(each.guess.probability)}"] if each.guess is not None else []
        lines.append(f"{each.id}\t{', '.join(answers)}\t{each.snippet[:100]}")
    return readable("\n".join(lines))
