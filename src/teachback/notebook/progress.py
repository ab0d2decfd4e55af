"""How far something is, for who waits for it in a notebook: a bar after a second, gone when it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any, Self, TypeVar

from teachback.notebook.shown_table import bar, escaped_text

_Each = TypeVar("_Each")
_PATIENCE, _PAUSE = 1.0, 0.2  # seconds before a bar is shown, and between two looks of it


class NotebookBar:
    """A bar of the notebook that runs; nothing at all anywhere else.

    >>> with NotebookBar("Reading", 100) as shown:
    ...     shown.advance(50)
    """

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what, self.total = what, total
        self._done, self._next = 0, monotonic() + _PATIENCE
        self._display = _display()
        self._handle: Any = None

    def advance(self, number: int = 1) -> None:
        """Count that many more as done."""
        self._done += number
        if self._display is not None and monotonic() >= self._next:
            self._show(self._look())
            self._next = monotonic() + _PAUSE

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._handle is not None:
            self._show("")

    def _look(self) -> str:
        far = bar(min(1.0, self._done / self.total)) if self.total else ""
        return escaped_text(f"{self.what}: {self._done:,}{f' of {self.total:,}' if self.total else ''} ") + far

    def _show(self, html: str) -> None:
        content, plain = {"text/html": html, "text/plain": ""}, {"raw": True}
        if self._handle is None:
            self._handle = self._display(content, display_id=True, **plain)
        else:
            self._handle.update(content, **plain)


def watched(each: Iterable[_Each], what: str, total: int | None = None) -> Iterator[_Each]:
    """Iterates over things, with a progress bar in a notebook.

    >>> list(watched("abc", "Reading"))
    ['a', 'b', 'c']
    """
    with NotebookBar(what, total) as bar:
        for one in each:
            yield one
            bar.advance()


def _display() -> Any:
    """What shows something in the notebook that runs; None in any other program, which then never loads IPython."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display
