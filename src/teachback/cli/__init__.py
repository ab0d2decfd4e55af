"""The command line: one command a file. Heavy imports happen inside commands, so that help is instant."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from teachback import __version__
from teachback.cli import (
    ask,
    audit,
    classes,
    classify,
    data,
    demo,
    explain,
    export,
    history,
    import_,
    learn,
    new,
    play,
    reproduce,
    serve,
    simulate,
    status,
    teach,
    undo,
)
from teachback.cli.projects.check import check
from teachback.cli.projects.encoder import encoder
from teachback.cli.projects.erase import erase
from teachback.cli.projects.pool import pool
from teachback.cli.projects.report import report
from teachback.cli.teaching import machine_teachers
from teachback.cli.teaching.effect import effect
from teachback.cli.teaching.finding import find
from teachback.cli.terminal.lines import remember
from teachback.errors import TeachbackError


class _OneSentence(TyperGroup):
    """A person's mistake is answered with its sentence on standard error and exit code 1; the rest is our bug."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        remember(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (Exception, KeyboardInterrupt) as error:
            if _was_stopped(error):
                sentence = "stopped; what was under way is not kept, and all that was kept before is."
                typer.echo(f"teachback: {sentence}", err=True)
                raise typer.Exit(130) from None
            if isinstance(error, TeachbackError):
                typer.echo(f"teachback: {error}", err=True)
                raise typer.Exit(1) from None
            raise


def _was_stopped(error: BaseException | None) -> bool:
    """Whether Ctrl-C was pressed, or led to the error while things were being put away."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


app = typer.Typer(
    cls=_OneSentence,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMANDS: tuple[Callable[..., None], ...] = (
    *(demo.demo, serve.serve, new.new, import_.import_, classes.classes, encoder, teach.teach, learn.learn, ask.ask),
    *(explain.explain, find, classify.classify, audit.audit, report, pool, export.export, check, status.status),
    *(history.history, effect, undo.undo, erase, reproduce.reproduce, simulate.simulate),
)
for _command in _COMMANDS:
    app.command(_command.__name__.rstrip("_"))(_command)
app.add_typer(machine_teachers.app, name="teacher")
app.add_typer(data.app, name="data")
app.add_typer(play.app, name="play")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"teachback {__version__}")
        raise typer.Exit


@app.callback()
def teachback(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Text classifiers you teach with reasons, and that give their reasons back.

    Example: `teachback demo`
    """


_YOUNG = 20_000  # objects made before the next look for garbage: a program that imports a lot has none for a second


def main() -> None:
    """Run the command line."""
    gc.set_threshold(_YOUNG)
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):  # files and programs have UTF-8, whatever the system's own encoding
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors=errors)
    app()
