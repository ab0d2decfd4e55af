"""What a report is made of in every format: headings, paragraphs, tables, lists and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the title."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Plain text."""

    text: str


@dataclass(frozen=True)
class Quoted:
    """A text of others, with its line breaks, under the name of what it is."""

    of: str
    text: str


@dataclass(frozen=True)
class Listing:
    """A list of sentences."""

    items: Sequence[str]


@dataclass(frozen=True)
class Table:
    """A table; `numbers` says how many of the last columns are numbers, `shares` how dark each of its cells is."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: int = 0
    shares: Sequence[Sequence[float]] = ()


@dataclass(frozen=True)
class Picture:
    """A drawing, and the table that says the same where nothing can be drawn."""

    svg: str
    table: Table


@dataclass(frozen=True)
class Gallery:
    """Pictures side by side."""

    caption: str
    pictures: Sequence[Picture]


Block: TypeAlias = Heading | Paragraph | Quoted | Listing | Table | Picture | Gallery
