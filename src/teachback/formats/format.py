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
    """A way to keep documents and lessons in a file or folder.

    Attributes
    ----------
    about
        What it is, in a few words.
    read
        The rows of a file, and what is wrong with others; None for a format that is only written.
    write
        Writes rows; None for a format that is only read.
    suffixes
        How its files' names end, if that tells.
    carries
        What comes back when it is written and read again, besides the texts: any of `ids`, `labels`, `exclusions`,
        `skips`, `teachers`, `times`, `rationales`, `predictions`, `explanations`, `words`, `rules` and `fields`.
    """

    name: str
    about: str
    read: Callable[[Reading], Iterator[Row | Problem]] | None = None
    write: Callable[[Target, Iterable[Row]], None] | None = None
    suffixes: tuple[str, ...] = ()
    carries: frozenset[str] = frozenset()

    def rows(self, reading: Reading) -> Iterator[Row | Problem]:
        """The rows of a file, and what is wrong with others; refused by a format that is only written."""
        if self.read is None:
            raise CannotHold(f"{self.name} is a format to write only; import what it was made from.")
        return self.read(reading)
