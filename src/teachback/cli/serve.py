"""`teachback serve`: texts or projects, opened in the browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from teachback.cli.projects.serving import ServerOptions, user_name
from teachback.cli.projects.serving import serve as serve_projects
from teachback.cli.terminal.arguments import ClassesAs, Columns, LeaveOutBadRows, classes_as_of, roles_of
from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.project import Project

_PATIENCE = 0.3  # seconds after which the pages of one server see what another program taught


def serve(
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|PROJECT…",
            show_default=False,
            help="A file or folder of texts, a project's file, or its database as postgresql+psycopg://…; several.",
        ),
    ],
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Where to listen; the project's usual port otherwise.")
    ] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Beyond this machine only with --team.")] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the link, and open no browser.")] = False,
    columns: Columns = None,
    class_as: ClassesAs = None,
    leave_out_bad_rows: LeaveOutBadRows = False,
    teacher: Annotated[
        str | None,
        typer.Option(metavar="NAME", envvar="TEACHBACK_TEACHER", help="Who teaches; your user name otherwise."),
    ] = None,
    team: Annotated[bool, typer.Option("--team", help="People sign in; the first owner gets a link.")] = False,
    certificate: Annotated[Path | None, typer.Option(metavar="FILE", help="The server's certificate, for TLS.")] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The key of the certificate.")] = None,
    behind_proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESSES", help="Of proxies that may say who asked, such as 127.0.0.1,10.1.0.0/16."),
    ] = None,
    root_path: Annotated[
        str, typer.Option(metavar="PATH", help="Under which a proxy offers the server, such as /teachback.")
    ] = "",
    oidc_issuer: Annotated[
        str | None, typer.Option(metavar="URL", help="A provider of OpenID Connect that people may sign in by.")
    ] = None,
    oidc_client: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Of this server there; its secret is read from TEACHBACK_OIDC_SECRET."),
    ] = None,
) -> None:
    """Open texts or projects in the browser.

    A file or folder of texts becomes a project beside it, `texts.teachback` for `texts.csv`, and is opened again the
    next time. Nothing leaves this machine unless you let others in, with --team and --host.

    Example: `teachback serve inbox.csv`
    """
    opened: dict[str, Project] = {}
    how = {"roles": roles_of(columns), "classes_as": classes_as_of(class_as)}
    addresses = [_address(place, how, leave_out_bad_rows, teacher or user_name()) for place in places]
    try:
        for address in dict.fromkeys(addresses):
            name, project = _opened(address)
            opened[_free(name, opened)] = project
    except BaseException:
        for project in opened.values():
            project.close()
        raise
    options = ServerOptions(
        host,
        port,
        not no_browser,
        teacher,
        addresses[0] if team else None,
        certificate,
        key,
        behind_proxy,
        root_path,
        oidc_issuer,
        oidc_client,
        dict(zip(opened, dict.fromkeys(addresses), strict=True)),
    )
    serve_projects(opened, options)


def _address(place: str, how: dict[str, dict[str, str]], leave_out_bad_rows: bool, by: str) -> str:
    """The project to open: the place itself, or the one made of it, now or before."""
    from teachback.store import is_project
    from teachback.store.engine import is_file

    path = Path(place)
    if not is_file(place) or is_project(path) or (path.exists() and path.suffix == ".teachback"):
        return place
    if not path.exists():
        make = f" Make a new project with: teachback new {place}" if path.suffix == ".teachback" else ""
        raise TeachbackError(f"There is no file {place}; check the path.{make}")
    made = path.with_name(f"{path.stem}.teachback") if path.is_file() else path.with_name(f"{path.name}.teachback")
    if made.exists():
        anew = (
            f" Its columns are as they were read then; to read them anew, remove {made} first." if how["roles"] else ""
        )
        typer.echo(f"{made} was made of {path} before, and is opened again.{anew}")
    else:
        _make(made, path, how, leave_out_bad_rows, by)
    return str(made)


def _make(made: Path, texts: Path, how: dict[str, dict[str, str]], leave_out_bad_rows: bool, by: str) -> None:
    from teachback.confined import warm_up

    warm_up()  # while the rest is imported
    from teachback.cli.new import nothing_left_behind
    from teachback.cli.projects.importing import bring_in, preview_lines, problem_lines, refuse_unasked
    from teachback.formats import Problem, inspect
    from teachback.project import Project

    left_out: list[Problem] = []
    plan = inspect(texts, **how)  # type: ignore[arg-type]
    for line in preview_lines(replace(plan, problems=()), ()):
        typer.echo(line)
    refuse_unasked(plan, ())
    with nothing_left_behind(str(made)), Project.create(made) as project:
        brought = bring_in(project, plan, by=by, left_out=left_out if leave_out_bad_rows else None)
    for line in problem_lines(left_out):
        typer.echo(line)
    if left_out:
        typer.echo(f"Bad rows left out: {len(left_out):,}.")
    typer.echo(f"{made} is a new project of {brought.documents:,} documents; all that is taught is kept there.")


def _opened(address: str) -> tuple[str, Project]:
    from sqlalchemy import make_url

    from teachback.project import Project
    from teachback.store import open_store
    from teachback.store.engine import is_file

    name = Path(address).stem if is_file(address) else make_url(address).database
    return _plain(name or ""), Project(open_store(address, patience=_PATIENCE))


def _plain(name: str) -> str:
    """The name of a file or a database as part of a web address.

    >>> _plain("my mails"), _plain("a/b"), _plain("caf\\udce9"), _plain("..")
    ('my mails', 'a-b', 'caf-', 'project')
    """
    plain = "".join(each if each.isprintable() and each not in "/\\" else "-" for each in name)
    return plain if plain.strip(". ") else "project"


def _free(name: str, taken: dict[str, Project]) -> str:
    """The name, or with a number where another project has it.

    >>> _free("mails", {"mails": None, "mails-2": None})
    'mails-3'
    """
    number = 1
    while (free := name if number == 1 else f"{name}-{number}") in taken:
        number += 1
    return free
