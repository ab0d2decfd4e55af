"""Many files in parts, each classified by itself: what a worker does, and how a file falls into parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from teachback.classifier import TextClassifier
from teachback.errors import TeachbackError, require
from teachback.formats import BadFile, BadRows, Problem
from teachback.formats.extending import Extension, extend_row_groups
from teachback.project.transfer.classified_files import AnswerColumns, classify_file

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


@dataclass(frozen=True)
class PartTask:
    """What is to be written for a part."""

    part: Part
    reasons: bool
    probabilities: bool
    leave_out_bad_rows: bool
    text: str
    how: Mapping[str, Any]  # it is read and written

    def __str__(self) -> str:
        return str(self.part)


@dataclass(frozen=True)
class PartAnswered:
    """What became of a part: so many rows were written, or why nothing was."""

    rows: int = 0
    left_out: tuple[Problem, ...] = ()
    refused: str = ""
    bad_rows: int = 0  # of which left_out has the first


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


def answer_part(model: bytes, task: PartTask) -> PartAnswered:
    """Classify the rows of a part and write them; a worker calls it."""
    left_out: list[Problem] = []
    leave_out = left_out.append if task.leave_out_bad_rows else None
    part, classifier = task.part, _model(model)
    try:
        Path(part.target).parent.mkdir(parents=True, exist_ok=True)
        if not part.groups:
            rows = classify_file(
                classifier,
                part.source,
                part.target,
                reasons=task.reasons,
                probabilities=task.probabilities,
                leave_out=leave_out,
                **task.how,
            )
        else:
            said = AnswerColumns(classifier, task.reasons, task.probabilities)
            extension = Extension(said.columns, said.of, leave_out)
            beside = classifier.analyzer.columns
            extend_row_groups(Path(part.source), task.text, Path(part.target), extension, part.groups, beside)
            rows = extension.rows
    except BadRows as bad:
        return PartAnswered(left_out=bad.problems, bad_rows=bad.total)
    except TeachbackError as error:
        return PartAnswered(refused=str(error))
    except OSError as error:
        return PartAnswered(refused=f"{part.target} cannot be written ({error.strerror or error}).")
    return PartAnswered(rows, tuple(left_out))


@lru_cache(maxsize=1)
def _model(content: bytes) -> TextClassifier:
    return TextClassifier.from_bytes(content, "The model")
