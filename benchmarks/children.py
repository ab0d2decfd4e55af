"""What reading files in a child process costs: a preview and an import, beside the same in this process."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from teachback.confined import warm_up
from teachback.formats import inspect
from teachback.project import Project
from teachback.project.transfer.imports import bring_in

_FEW, _MANY, _TIMES = 50, 100_000, 3
_TEXT = "please look into my invoice the amount is wrong and nobody has answered since last week"


def run(data: Path | None) -> None:
    """Print the seconds of a preview of 50 rows and of an import of 100,000, with and without a child."""
    warm_up()
    with TemporaryDirectory() as folder:
        few, many = _written(Path(folder) / "few.csv", _FEW), _written(Path(folder) / "many.csv", _MANY)
        inspect(few)  # the process that children come from is up
        there, here = _in_turns(partial(inspect, few), 20)
        print(f"preview of {_FEW} rows: {there:.3f} s, here {here:.3f} s: {there - here:.3f} s more (bar 0.3)")
        there, here = _in_turns(partial(_import, many), _TIMES)
        print(f"import of {_MANY:,} rows: {there:.2f} s, here {here:.2f} s: {there / here:.2f} times (bar 1.15)")


def _in_turns(work: Callable[[], object], times: int) -> tuple[float, float]:
    """The least seconds with a child and without."""
    there, here = [], []
    for _ in range(times):
        there.append(_seconds(work))
        with _without_child():
            here.append(_seconds(work))
    return min(there), min(here)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


@contextmanager
def _without_child() -> Iterator[None]:
    """Do in this process what a child would do."""

    def called(task: str, arguments: dict[str, object], limits: object) -> Iterator[object]:
        module, _, function = task.partition(":")
        return getattr(import_module(module), function)(**arguments)

    with patch("teachback.formats.plan.import_plan.call", called):
        yield


def _import(path: Path) -> None:
    with Project.create(classes=["a", "b"]) as project:
        bring_in(project, inspect(path))


def _written(path: Path, rows: int) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["id", "text", "source", "stars", "day", "label"])
        for row in range(rows):
            text = f"{row * 7919 % _MANY} {_TEXT[row % 40 :]} {row % 977}"
            writer.writerow([f"r{row}", text, "email", row % 5, "2026-03-01", "ab"[row % 2] if row % 10 == 0 else ""])
    return path
