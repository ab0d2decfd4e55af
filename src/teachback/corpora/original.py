"""Where a corpus comes from: its authors' archives, and how they become the form that we load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from teachback.corpora.shared_form import Row
from teachback.errors import TeachbackError

Counts: TypeAlias = Mapping[str, Mapping[str, Mapping[str, int]]]
"""How many rows each value of a field has: `counts[file][field][value]`."""


class BadOriginal(TeachbackError):
    """An archive that can be read but does not hold what its authors published."""


@dataclass(frozen=True)
class Converted:
    """What a converter made of the archives: the rows of each file, and what a person should know about them."""

    files: Mapping[str, Sequence[Row]]
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Original:
    """A corpus as its authors offer it."""

    page: str  # where a person can read about it and download it by hand
    # The address of each archive by a short name; nothing where no address is known for certain
    archives: Mapping[str, str | None]
    convert: Callable[[Mapping[str, Path]], Converted]  # from the archives' paths, under the same names, to rows
    counts: Counts  # what must come out, for every file (a path inside the data folder) that `convert` makes


def differences(file: str, rows: Iterable[Row], expected: Mapping[str, Mapping[str, int]]) -> list[str]:
    """What is wrong with the rows of a file, in words; nothing when every field has its expected counts.

    >>> rows = [{"label": "pos"}, {"label": "pos"}, {"label": "neg"}]
    >>> differences("reviews.jsonl.gz", rows, {"label": {"neg": 1, "pos": 3}})
    ['reviews.jsonl.gz has 2 rows with label pos, not 3']
    """
    counted = {field: Counter[str]() for field in expected}
    for row in rows:
        for field, counter in counted.items():
            counter[str(row.get(field))] += 1
    return [
        f"{file} has {counted[field][value]:,} rows with {field} {value}, not {counts.get(value, 0):,}"
        for field, counts in expected.items()
        for value in sorted({*counts, *counted[field]})
        if counted[field][value] != counts.get(value, 0)
    ]
