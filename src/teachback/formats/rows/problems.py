"""What can be wrong with a file, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from teachback.errors import TeachbackError, listed, near_miss

SHOWN = 20
_WAY_OUT = "Mend the file, or import the other rows and leave these out."


class BadFile(TeachbackError):
    """A file that cannot be read or written at all."""

    def __init__(self, path: Path, problem: str) -> None:
        self.problem = problem
        super().__init__(f"{path}: {problem}")


class BadRow(TeachbackError):
    """A row that cannot be imported; the others may be."""


class BadRows(TeachbackError):
    """Rows that cannot be taken and were not to be left out; `refused` says what cannot be done with them."""

    def __init__(
        self,
        path: Path,
        problems: Sequence[Problem],
        total: int,
        way_out: str = _WAY_OUT,
        refused: str = "imported, so nothing is",
    ) -> None:
        self.path, self.problems, self.total = path, tuple(problems), total
        lines = "".join(f"\n  {problem}" for problem in problems)
        more = f"\n  and {total - len(problems):,} more" if total > len(problems) else ""
        rows = "1 row" if total == 1 else f"{total:,} rows"
        super().__init__(f"{path}: {rows} cannot be {refused}.{lines}{more}\n{way_out}")


class UnknownFormat(TeachbackError):
    """A format that is not in the table."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(
            f"{name!r} is not a format that teachback knows.{near_miss(name, known)} It knows {listed(known, 30)}."
        )


class UnknownEnding(UnknownFormat):
    """A file whose name shows no format that can be read, or written."""

    def __init__(self, path: Path, known: Sequence[str]) -> None:
        ending = path.suffix or path.name
        TeachbackError.__init__(
            self,
            f"{ending!r} is not a format that teachback knows.{near_miss(ending, known)} It knows files that end in "
            f"{listed(known, 30)}; for another ending, say which format it is.",
        )


class BadRole(TeachbackError):
    """A role that no column can have, or a column that the table does not have."""


class CannotHold(TeachbackError):
    """Something that the chosen format has no place for."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in one place of a file.

    >>> print(Problem("line 17", "it has no text."))
    line 17: it has no text.
    """

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}"
