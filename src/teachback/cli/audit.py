"""`teachback audit`: how precise are the predictions, by the verdicts of several people?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.cli.terminal.lines import readable, typed_line
from teachback.errors import TeachbackError, listed

if TYPE_CHECKING:
    from teachback.formats import Item

_YES, _NO = ("yes", "y"), ("no", "n")


SheetAction = Literal["draw", "judge", "report"]


def audit(
    project: ProjectAddress,
    action: Annotated[SheetAction, typer.Argument(help="What to do.", show_default=False)],
    sheets: Annotated[
        list[Path], typer.Argument(metavar="SHEET…", show_default=False, help="The file; report reads several.")
    ],
    count: Annotated[int, typer.Option("-n", "--each", min=1, help="How many predictions of each class to draw.")] = 50,
    seed: Annotated[int, typer.Option(help="Which predictions are drawn.")] = 0,
    teacher: Annotated[str, typer.Option(metavar="NAME", envvar="TEACHBACK_TEACHER", help="Who judges.")] = "judge",
    as_json: AsJson = False,
) -> None:
    """Draw predictions into a sheet, judge them, and report their precision and how far the judges agree.

    `draw` writes a table (CSV, Excel …) of predictions on documents that nobody has labelled. A judge fills in its
    column *label* with `yes`, `no` or the right class, or is asked by `judge`. `report` reads one sheet or several: a
    judge is who the column *teacher* names, or else the sheet's name.

    Example: `teachback audit mails.teachback draw sheet.csv -n 20`
    """
    if action != "report" and len(sheets) != 1:
        raise TeachbackError(f"{action} takes one sheet, not {len(sheets)}; only report reads several.")
    if action == "draw":
        _draw(project, sheets[0], count, seed)
    elif action == "judge":
        _judge(project, sheets[0], teacher)
    else:
        _report(project, sheets, as_json)


def _draw(address: str, sheet: Path, count: int, seed: int) -> None:
    from teachback.cli.projects.models import check_place_for_predictions, newest
    from teachback.formats import Item, write
    from teachback.project import Project
    from teachback.project.review.audit import draw
    from teachback.project.transfer.exports import predicted

    if sheet.exists():
        raise TeachbackError(f"{sheet} is there already, perhaps with verdicts in it; give the sheet another name.")
    check_place_for_predictions(sheet)
    with Project.open(address) as project:
        model = newest(project).classifier
        taught = project.teaching().labels
        drawn = draw(((id, guess.class_) for id, guess in project.predictions() if id not in taught), count, seed)
        if not drawn:
            raise TeachbackError("There is no prediction to judge: every document has been labelled.")
        write(sheet, predicted(model, (Item(project.document(id)) for id in drawn)), classes=project.classes)
    typer.echo(f"{sheet}: {len(drawn):,} predictions to judge; write yes, no or the right class into the column label.")


def _judge(address: str, sheet: Path, judge: str) -> None:
    """Ask for verdicts one by one, and write them into the sheet."""
    from teachback.formats import Item, write
    from teachback.project import Project
    from teachback.record import Label

    with Project.open(address) as project:
        classes = project.classes
    items = _read([sheet])
    open_ = [item for item in items.values() if item.answer(judge) is None]
    typer.echo(f"{len(open_):,} predictions to judge. y: right, n: wrong, or the right class; s: skip, q: stop.")
    judged = 0
    for item in open_:
        predicted = _prediction(item, sheet)
        typer.echo(f"\n{readable(item.document.text)}\n\nIs this {predicted}?")
        verdict = _asked([*_YES, *_NO, *classes])
        if verdict is None:
            break
        if verdict:
            label = Label(item.document.id, verdict, teacher=judge)
            items[item.document.id] = Item(item.document, (*item.lessons, label), item.prediction)
            judged += 1
    if judged:
        write(sheet, items.values(), classes=classes)
    typer.echo(f"{judged:,} verdicts of {judge} came into {sheet}.")


def _asked(allowed: Sequence[str]) -> str | None:
    """The verdict that is typed; empty to skip the prediction, None to stop."""
    with suppress(KeyboardInterrupt):
        while line := typed_line():
            match line.strip():
                case "s":
                    return ""
                case "q":
                    return None
                case verdict if verdict in allowed:
                    return verdict
                case other:
                    typer.echo(f"{other!r} is no verdict. Type y, n, s, q, or one of {listed(allowed)}.")
    return None


def _report(address: str, sheets: list[Path], as_json: bool) -> None:
    from teachback.project import Project
    from teachback.project.review.audit import audited
    from teachback.record import Label

    with Project.open(address) as project:
        classes = project.classes
    items = _read(sheets)
    predicted = {id: _prediction(item, sheets[0]) for id, item in items.items()}
    verdicts = {
        id: {
            lesson.teacher: _is_right(lesson.class_, predicted[id], classes)
            for lesson in item.lessons
            if isinstance(lesson, Label)
        }
        for id, item in items.items()
    }
    precision = audited(predicted, verdicts)
    typer.echo(json.dumps(precision.to_dict(), indent=2, ensure_ascii=False) if as_json else str(precision))


def _read(sheets: Iterable[Path]) -> dict[str, Item]:
    """The predictions of all sheets by document, each with everybody's verdicts."""
    from teachback.formats import Item, read

    items: dict[str, Item] = {}
    for sheet in sheets:
        for row in read(sheet, teacher=sheet.stem):
            if not isinstance(row, Item):
                raise TeachbackError(f"{sheet} is no sheet of predictions; make one with: teachback audit PROJECT draw")
            before = items.get(row.document.id)
            lessons = (*before.lessons, *row.lessons) if before else row.lessons
            items[row.document.id] = Item(row.document, lessons, row.prediction)
    return items


def _prediction(item: Item, sheet: Path) -> str:
    if item.prediction is None:
        raise TeachbackError(f"{sheet} has no prediction for {item.document.id}; keep the column prediction as drawn.")
    return item.prediction.class_


def _is_right(verdict: str, predicted: str, classes: Sequence[str]) -> bool:
    """What a verdict says of a prediction.

    >>> _is_right("Yes", "bug", ["bug"]), _is_right("billing", "bug", ["bug", "billing"])
    (True, False)
    """
    if verdict in classes:
        return verdict == predicted
    if verdict.casefold() in _YES or verdict.casefold() in _NO:
        return verdict.casefold() in _YES
    raise TeachbackError(f"{verdict!r} is no verdict; write yes, no or one of {listed(classes)}.")
