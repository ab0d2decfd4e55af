"""Many files in parts: which files a pattern finds, and how each falls into parts that workers read by themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from teachback.errors import TeachbackError, require
from teachback.project.pool.addresses import is_address, matching_files, readable, state_of

_ROWS = 200_000  # of a part, at least, where a Parquet file has more


@dataclass(frozen=True)
class Part:
    """A file, or some row groups of a Parquet file, and the file that is written for it."""

    # Where it is read from, and written to
    source: str
    target: str
    # Of the source, as it was found: its bytes, and when it was changed (nanoseconds)
    size: int
    changed: int
    groups: tuple[int, ...] = ()  # the row groups; none where it is all of the file

    def __str__(self) -> str:
        return self.source if not self.groups else f"{self.source} (row groups {self.groups[0]} to {self.groups[-1]})"


def found_files(pattern: str) -> list[str]:
    """The files that a pattern finds, in order; a pattern that finds none is refused."""
    files = matching_files(pattern)
    if not files:
        raise TeachbackError(f"No file is found by {pattern}; put it between quotation marks, as in 'in/*.parquet'.")
    return files


def parts_of(source: str, target: Path | None = None) -> list[Part]:
    """The parts of a file: a Parquet file of many rows has several, by its row groups alone.

    Where nothing is written for them, the source stands for the target. For what is written, a file at an address is
    copied first, and so is one part.
    """
    copied = target is not None and is_address(source)
    target = target or Path(source)
    try:
        whole = Part(source, str(target), *state_of(source))
    except OSError as error:
        raise TeachbackError(f"{source}: it cannot be read ({error}).") from None
    if any(Path(each).suffix.casefold() != ".parquet" for each in (source, target)):
        return [whole]
    runs = _runs(source)
    if copied or len(runs) == 1:
        return [replace(whole, groups=tuple(group for run in runs for group in run))]
    names = (target.with_name(f"{target.stem}-{number:05d}.parquet") for number in range(1, len(runs) + 1))
    return [
        Part(whole.source, str(name), whole.size, whole.changed, run) for name, run in zip(names, runs, strict=True)
    ]


def _runs(source: str) -> list[tuple[int, ...]]:
    require("pyarrow", "tables", "The format parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with readable(source) as file:
            about = pq.read_metadata(file)
    except (pa.ArrowException, OSError) as error:
        raise TeachbackError(f"{source}: it cannot be read as Parquet ({error}).") from None
    runs: list[tuple[int, ...]] = [()]
    rows = 0
    for group in range(about.num_row_groups):
        if rows >= _ROWS:
            runs.append(())
            rows = 0
        runs[-1] += (group,)
        rows += about.row_group(group).num_rows
    return runs
