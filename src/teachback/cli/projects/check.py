"""`teachback check`: whether a project is as it was written, and what of a damaged one can be saved."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.terminal.arguments import AsJson, ProjectAddress
from teachback.errors import TeachbackError, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from teachback.project.transfer.salvage import CheckReport

_AUDIT = "audit:"
_MOST = 20  # sentences that are printed of each kind


def check(
    project: ProjectAddress,
    heads: Annotated[
        list[str] | None,
        typer.Option("--head", metavar="HEAD", help="One that was printed before and kept elsewhere; repeatable."),
    ] = None,
    salvage: Annotated[
        str | None, typer.Option(metavar="TO", help="Save everything that can be read in a new project.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look whether a project is as it was written: every page, entry, text, model and hash, and a team's audit log.

    The head stands for all that was kept until now: print it, keep it elsewhere, and give it back later to see that
    nothing before it was changed. The exit code is 1 where something is damaged.

    Example: `teachback check mails.teachback`
    """
    from teachback.project.remote.address import is_served
    from teachback.project.transfer import salvage as checking
    from teachback.store.chain import Head
    from teachback.store.engine import place
    from teachback.web.team.opening import has_team, open_audit_log

    if is_served(project):
        raise TeachbackError("A check reads the file or the database itself; run it where the server is.")
    of_audit = [Head.read(head.removeprefix(_AUDIT)) for head in heads or () if head.startswith(_AUDIT)]
    of_record = [Head.read(head) for head in heads or () if not head.startswith(_AUDIT)]
    report = checking.check(project, of_record) if salvage is None else checking.salvage(project, salvage, of_record)
    problems, audit_head = list(report.problems), None
    if has_team(project):
        with open_audit_log(project) as log:
            audit_head = f"{_AUDIT}{log.head}"
            problems += log.check(of_audit)
    elif of_audit:
        problems.append("There is no audit log here; a team has one.")
    if as_json:
        findings = {**asdict(report), "problems": problems, "audit_head": audit_head}
        typer.echo(json.dumps(findings, indent=2, ensure_ascii=False))
    else:
        for line in _lines(place(project), report, problems, audit_head, salvage):
            typer.echo(line)
    if problems:
        raise typer.Exit(1)


def _lines(
    where: str, report: CheckReport, problems: list[str], audit_head: str | None, salvaged: str | None
) -> list[str]:
    held = (
        f"{counted(report.documents, 'document')}, {counted(report.entries, 'entry', 'entries')}, "
        f"{counted(report.models, 'model')}"
    )
    if salvaged is not None:
        lines = [*_some(problems), *_some(report.lost), f"{salvaged}: {held} are saved."]
    elif problems:
        lines = [
            *_some(problems),
            f"{where} is damaged or was changed; {held} are as they were written.",
            f"Use a backup, or save what can be read, with: teachback check {where} --salvage NEW",
        ]
    else:
        lines = [f"{where}: {held}, all as they were written."]
    return [*lines, f"Head: {report.head}", *([f"Head of the audit log: {audit_head}"] if audit_head else [])]


def _some(sentences: Sequence[str]) -> list[str]:
    more = len(sentences) - _MOST
    return [*sentences[:_MOST], *([f"… and {more:,} more; --json has them all."] if more > 0 else [])]
