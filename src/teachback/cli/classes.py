"""`teachback classes`: the project's classes, listed and changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress, Teacher
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.project import Project


ClassAction = Literal["list", "add", "rename", "merge", "archive", "bring-back", "rest"]


def classes(
    project: ProjectAddress,
    action: Annotated[ClassAction, typer.Argument(help="What to do.")] = "list",
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[CLASS]…", show_default=False, help="Their names.")
    ] = None,
    into: Annotated[str | None, typer.Option(metavar="CLASS", help="Merge the classes into this one.")] = None,
    teacher: Teacher = "teacher",
    as_json: AsJson = False,
) -> None:
    """List or change classes; no lesson is lost, and `teachback undo` takes a change back.

    `add A B`, `rename OLD NEW`, `merge A B --into C`, `archive A`, `bring-back A`; `rest A` says that A is everything
    else, for which no words are asked, and `rest` alone that no class is.

    Example: `teachback classes mails.teachback add how-to`
    """
    from teachback.project import Project

    with Project.open(project) as opened:
        _change(opened, action, names or [], into, teacher)
        status, rest = opened.status(), opened.rest
    if as_json:
        rows = [
            {"class": each.name, "labels": each.labels, "words": each.words, "rest": each.name == rest}
            for each in status.classes
        ]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    width = max((len(each.name) for each in status.classes), default=0)
    for each in status.classes:
        note = "  everything else" if each.name == rest else ""
        typer.echo(f"{each.name:<{width}}  {each.labels:>6,} labels  {each.words:>5,} words{note}")


def _change(project: Project, action: ClassAction, names: list[str], into: str | None, teacher: str) -> None:
    if (into is None) == (action == "merge"):
        raise TeachbackError("--into goes with merge, and merge with --into: merge A B --into C.")
    match action, names:
        case "list", []:
            pass
        case "add", [_, *_]:
            project.add_classes(*names, teacher=teacher)
        case "rename", [name, to]:
            project.rename_class(name, to, teacher=teacher)
        case "merge", [_, *_]:
            project.merge_classes(*names, into=str(into), teacher=teacher)
        case "archive", [name]:
            project.archive_class(name, teacher=teacher)
        case "bring-back", [name]:
            project.bring_back_class(name, teacher=teacher)
        case "rest", [] | [_]:
            project.declare_rest(names[0] if names else None, teacher=teacher)
        case _:
            raise TeachbackError(
                f"{action} does not take {len(names)} names; write list, add A B, rename OLD NEW, "
                "merge A B --into C, archive A, bring-back A, rest A or rest."
            )
