"""Columns that are added to the rows of a table: their names, and how their cells come from texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TypeAlias, TypeVar

from teachback.formats.rows.problems import SHOWN, BadRows, Problem

Cell: TypeAlias = str | float | None
Answer: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[Cell]]]
T = TypeVar("T")

AT_ONCE = 2000  # rows


@dataclass
class Extension:
    """What is added to every row."""

    columns: Sequence[tuple[str, type]]  # the names of the columns that are added, each with the type of its cells
    answer: Answer  # from the texts of some rows to the cells of each column, as many as texts
    # Called with each row that cannot be answered; without it, such rows are gathered, and `check` refuses
    leave_out: Callable[[Problem], object] | None = None
    rows: int = 0
    _problems: list[Problem] = field(default_factory=list)
    _total: int = 0

    def names(self, taken: Iterable[str]) -> list[str]:
        """What the columns are called beside those that are there.

        >>> Extension([("class", str), ("probability", float)], lambda texts: []).names(["text", "Class"])
        ['predicted class', 'probability']
        """
        known, names = {name.strip().casefold() for name in taken}, list[str]()
        for wanted, _ in self.columns:
            name, number = wanted, 1
            while name.casefold() in known:
                name = f"predicted {wanted}" if number == 1 else f"predicted {wanted} {number}"
                number += 1
            known.add(name.casefold())
            names.append(name)
        return names

    def cells(self, texts: Sequence[str]) -> Sequence[Sequence[Cell]]:
        """The cells of each column for some rows."""
        self.rows += len(texts)
        return self.answer(texts) if texts else [()] * len(self.columns)

    def refuse(self, problem: Problem) -> None:
        """Leave a row out, or remember it."""
        if self.leave_out is not None:
            self.leave_out(problem)
            return
        self._total += 1
        self._problems += [problem] if self._total <= SHOWN else []

    def check(self, path: Path) -> None:
        """Refuse the file if a row was bad and is not to be left out; to be called before the new file is in place."""
        if self._total:
            raise BadRows(path, self._problems, self._total)


def in_batches(rows: Iterable[T], size: int = AT_ONCE) -> Iterator[list[T]]:
    """Some rows at a time."""
    iterator = iter(rows)
    while batch := list(islice(iterator, size)):
        yield batch
