"""Progress bars: on standard error, and only in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Moves a progress bar."""

    def __call__(self, done: int, total: int | None = None, /) -> None:
        """How much is done and, where it is known, of how much."""


@contextmanager
def progress_bar(what: str, total: int | None = None) -> Iterator[Advance]:
    """A bar that is gone when its block ends."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_terminal,
    ) as bars:
        task = bars.add_task(what, total=total)

        def advance(done: int, total: int | None = None, /) -> None:
            bars.update(task, completed=done, total=total)

        yield advance
