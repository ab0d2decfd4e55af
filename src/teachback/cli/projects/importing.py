"""Bringing files into a project, with what their columns were taken for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Any

from teachback.cli.terminal.lines import readable, typed_again
from teachback.cli.terminal.progress import progress_bar
from teachback.errors import TeachbackError, listed

if TYPE_CHECKING:
    from teachback.formats import ImportPlan, Problem, Row
    from teachback.project import Project
    from teachback.project.transfer.imports import Brought
    from teachback.record.columns import TableColumn

_CLASSES = 20  # new classes that are named


def bring_in(project: Project, plan: ImportPlan, *, way_out: str | None = None, **how: Any) -> Brought:
    """Import a file with a progress bar, as :func:`teachback.project.transfer.imports.bring_in` does.

    If rows are bad, the `way_out` is a command that leaves them out: what was typed, unless another is given.
    """
    from teachback.formats import BadRows
    from teachback.project.transfer import imports

    try:
        with progress_bar(plan.path.name) as advance:
            return imports.bring_in(project, plan, progress=advance, **how)
    except BadRows as bad:
        raise BadRows(bad.path, bad.problems, bad.total, leaving_out(way_out)) from None


def refuse_unasked(plan: ImportPlan, classes: Sequence[str]) -> None:
    """Refuse a file with names that may be no classes of their own, until options say what they stand for."""
    if questions := plan.class_questions(classes):
        sentences = "".join(f"\n  {question.sentence}" for question in questions[:_CLASSES])
        more = f"\n  and {len(questions) - _CLASSES:,} more" if len(questions) > _CLASSES else ""
        likely = [word for each in questions for word in ("--class-as", f"{each.name}={each.likely}")]
        own = questions[0].name
        raise TeachbackError(
            f"{plan.path}: nothing is imported before it is clear what is a class.{sentences}{more}\nIf so: "
            f"{typed_again(*likely)}\nWhat is a class of its own stands for itself: --class-as {quote(f'{own}={own}')}"
        )


def leaving_out(command: str | None = None) -> str:
    """What to do about bad rows: leave them out with the command, else with what was typed and one option more."""
    return f"Mend the file, or leave these rows out with: {command or typed_again('--leave-out-bad-rows')}"


def preview_lines(plan: ImportPlan, classes: Sequence[str], rows: int = 0, teacher: str = "importer") -> Iterator[str]:
    """What a file was taken for, what it would bring to a project with these classes, and its first rows."""
    from teachback.project.transfer.imports import machines_sentence, new_classes, not_taken_sentence

    yield f"{plan.path}: {', '.join(filter(None, (plan.format, plan.encoding)))}"
    if len(plan.sheets) > 1:
        yield f"  sheets: {listed(plan.sheets)} (another with --sheet NAME)"
    if plan.texts:
        yield f"  text ← {' + '.join(plan.texts)}"
    as_named = [role for role, column in plan.roles.items() if role == column and not (plan.texts and role == "text")]
    if as_named:
        yield f"  columns: {', '.join(as_named)}"
    columns_of_roles = {role: column for role, column in plan.roles.items() if not (plan.texts and role == "text")}
    yield from (f"  {role} ← {column}" for role, column in columns_of_roles.items() if role != column)
    others = [column for column in plan.columns if column not in plan.roles.values()]
    if "text" not in plan.roles and others:
        yield f"  not used: {listed(others)} ({_use(plan.roles)})"
    elif fields := [_field(column) for column in plan.table if column.role is None]:
        yield f"  kept as fields: {listed(fields)} ({_use(plan.roles)})"
    if plan.documents:
        yield f"  documents: {_documents(plan)}"
    if plan.several:
        yield f"  rows with several classes: {plan.several:,} (--several leave-out, first or combine)"
    if plan.only_class is not None:
        yield (
            f"  all answers are about {plan.only_class!r}: texts for which it was rejected come as what they are not. "
            "Are they a class of their own? Name it with --rejected CLASS"
        )
    if len(plan.controls) > 1:
        named = ", ".join(f"{name} ({kind})" for name, kind in plan.controls.items())
        yield f"  controls that could be the class: {named} (choose with --label NAME)"
    if plan.not_taken:
        yield f"  {not_taken_sentence(plan.not_taken)}"
    if machines := plan.machines(teacher):
        alone = " (as fields alone: --column prediction=)" if "prediction" in plan.roles else ""
        yield f"  {machines_sentence(machines)}{alone}"
    new = new_classes(plan, classes)
    if new:
        yield f"  new classes, {len(new):,}: {listed(new, _CLASSES)}"
    yield from (f"  {doubt}" for doubt in (*plan.doubts, *_asked(plan, classes)[:_CLASSES]))
    yield from (f"  {row_text(row)}" for row in plan.rows[:rows])
    yield from problem_lines(plan.problems)


def _asked(plan: ImportPlan, classes: Sequence[str]) -> list[str]:
    """What is asked of names that would be classes, and how to answer."""
    answers = ((each, quote(f"{each.name}={each.likely}")) for each in plan.class_questions(classes))
    return [f"{each.sentence} If so: --class-as {answer}" for each, answer in answers]


def _field(column: TableColumn) -> str:
    return column.name if column.kind == "text" else f"{column.name} ({column.kind})"


def _documents(plan: ImportPlan) -> str:
    """How many documents would come, and how many of them have nothing to read."""
    many = f"{plan.documents:,}" if plan.whole else f"at least {plan.documents:,}"
    return f"{many}; {plan.blank:,} without text, which will not be asked" if plan.blank else many


def _use(roles: Mapping[str, str]) -> str:
    """How to say what a column is that was given no role.

    >>> _use({"text": "Nachricht", "id": "Nr"})
    'for another use: --column label=NAME'
    """
    missing = [role for role in ("id", "label") if "text" in roles and role not in roles] or ["ROLE"]
    return f"for another use: {' or '.join(f'--column {role}=NAME' for role in missing)}"


def problem_lines(problems: Iterable[Problem], most: int = 20) -> Iterator[str]:
    """What is wrong in a file, the first of it."""
    problems = list(problems)
    yield from (f"  bad: {problem}" for problem in problems[:most])
    if len(problems) > most:
        yield f"  bad: and {len(problems) - most:,} more"


def row_text(row: Row) -> str:
    """A row on a line."""
    from teachback.formats import Item
    from teachback.project.history.timeline import described
    from teachback.record import Entry

    if isinstance(row, Item):
        label = f" [{row.label}]" if row.label else ""
        return readable(f"{row.document.id}{label}: {row.document.snippet(70)}")
    return described(row) if isinstance(row, Entry) else str(row)


def preview_json(plan: ImportPlan, classes: Sequence[str], teacher: str = "importer") -> dict[str, Any]:
    """What :func:`preview_lines` says, as JSON."""
    from teachback.project.transfer.imports import as_planned, new_classes

    return {
        "path": str(plan.path),
        **as_planned(plan),
        "machines": plan.machines(teacher),
        "not_taken": plan.not_taken,
        "new_classes": new_classes(plan, classes),
        "doubts": [*plan.doubts, *_asked(plan, classes)],
        "problems": [str(problem) for problem in plan.problems],
        "rows": [row_text(row) for row in plan.rows],
    }
