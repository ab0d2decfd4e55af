"""Many files in parts: which files a pattern finds, and how each falls into parts that workers read by themselves."""

from __future__ import annotations

import glob
import re
from dataclasses import dataclass, replace
from pathlib import Path

from teachback.errors import TeachbackError, require
from teachback.formats import BadFile

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # of s3, gs, https …; one letter is a drive
_ROWS = 200_000  # of a part, at least, where a Parquet file has more


@dataclass(frozen=True)
class Part:
    """A file, or some row groups of a Parquet file, and the file that is written for it.

    Attributes
    ----------
    source, target
        Where it is read from, and written to.
    size, changed
        Of the source, as it was found: its bytes, and when it was changed (nanoseconds).
    groups
        The row groups; none where it is all of the file.
    """

    source: str
    target: str
    size: int
    changed: int
    groups: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.source if not self.groups else f"{self.source} (row groups {self.groups[0]} to {self.groups[-1]})"


def matching_files(pattern: str) -> list[Path]:
    """The files that a pattern finds, in order."""
    return [Path(each) for each in sorted(glob.iglob(pattern, recursive=True)) if Path(each).is_file()]  # noqa: PTH207


def found_files(pattern: str) -> list[Path]:
    """The files that a pattern finds, in order; a pattern that finds none is refused."""
    files = matching_files(pattern)
    if not files and _ADDRESS.match(pattern):
        raise TeachbackError(
            f"{pattern} is an address, and files are read by their paths alone. Copy them to a disk that all workers "
            "see, or mount their store there, and give that path."
        )
    if not files:
        raise TeachbackError(f"No file is found by {pattern}; put it between quotation marks, as in 'in/*.parquet'.")
    return files


def parts_of(source: Path, target: Path) -> list[Part]:
    """The parts of a file: a Parquet file of many rows has several, by its row groups alone."""
    about = source.stat()
    whole = Part(str(source), str(target), about.st_size, about.st_mtime_ns)
    if source.suffix.casefold() != ".parquet" or target.suffix.casefold() != ".parquet":
        return [whole]
    runs = _runs(source)
    if len(runs) == 1:
        return [replace(whole, groups=runs[0])]
    names = (target.with_name(f"{target.stem}-{number:05d}.parquet") for number in range(1, len(runs) + 1))
    return [
        Part(whole.source, str(name), whole.size, whole.changed, run) for name, run in zip(names, runs, strict=True)
    ]


def _runs(source: Path) -> list[tuple[int, ...]]:
    require("pyarrow", "tables", "The format parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        about = pq.read_metadata(source)
    except (pa.ArrowException, OSError) as error:
        raise BadFile(source, f"it cannot be read as Parquet ({error}).") from None
    runs: list[tuple[int, ...]] = [()]
    rows = 0
    for group in range(about.num_row_groups):
        if rows >= _ROWS:
            runs.append(())
            rows = 0
        runs[-1] += (group,)
        rows += about.row_group(group).num_rows
    return runs
