"""What a format is: its two functions, how it is recognised, and what it has a place for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.rows.problems import CannotHold, Problem
from teachback.formats.writing import Target


@dataclass(frozen=True)
class Format:
    """A way to keep documents and lessons in a file or folder."""

    name: str
    about: str  # what it is, in a few words
    # The rows of a file, and what is wrong with others; None for a format that is only written
    read: Callable[[Reading], Iterator[Row | Problem]] | None = None
    write: Callable[[Target, Iterable[Row]], None] | None = None  # writes rows; None for a format that is only read
    suffixes: tuple[str, ...] = ()  # how its files' names end, if that tells
    # What comes back when it is written and read again, besides the texts: any of `ids`, `labels`, `exclusions`,
    # `skips`, `teachers`, `times`, `rationales`, `predictions`, `explanations`, `words`, `rules` and `fields`
    carries: frozenset[str] = frozenset()

    def rows(self, reading: Reading) -> Iterator[Row | Problem]:
        """The rows of a file, and what is wrong with others; refused by a format that is only written."""
        if self.read is None:
            raise CannotHold(f"{self.name} is a format to write only; import what it was made from.")
        return self.read(reading)
