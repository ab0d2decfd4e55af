"""Classify the files that a pattern finds, all workers at once, into a folder."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Unpack

from teachback import formats
from teachback.classifier import TextClassifier
from teachback.distributed import Engine
from teachback.errors import TeachbackError, counted, listed
from teachback.formats import BadFile, BadRows, CannotHold, Problem
from teachback.formats.catalogue import FORMATS
from teachback.formats.extending import Extension, extend_row_groups
from teachback.formats.reading import Progress, ReadingArguments
from teachback.kernels import compiling_for
from teachback.project.pool.addresses import is_address, on_this_disk, spelled_out
from teachback.project.pool.parts import Part, found_files, parts_of
from teachback.project.transfer.classified_files import (
    AnswerColumns,
    check_columns,
    classify_file,
    fingerprint,
    inspected,
    table_format,
)
from teachback.scratch import Scratch


@dataclass(frozen=True)
class PartTask:
    """What is to be written for a part."""

    part: Part
    reasons: bool
    probabilities: bool
    leave_out_bad_rows: bool
    text: str
    how: Mapping[str, Any]  # it is read and written
    encoder: str | None = None  # for words that the model does not know

    def __str__(self) -> str:
        return str(self.part)


@dataclass(frozen=True)
class PartAnswered:
    """What became of a part: how many rows were written, or why none were."""

    rows: int = 0
    left_out: tuple[Problem, ...] = ()
    refused: str = ""
    bad_rows: int = 0  # of which left_out has the first


def answer_part(model: bytes, task: PartTask) -> PartAnswered:
    """Classify the rows of a part and write them; a worker calls it."""
    left_out: list[Problem] = []
    leave_out = left_out.append if task.leave_out_bad_rows else None
    part, source = task.part, Path(task.part.source)
    try:
        classifier = _model(model, task.encoder)
        with on_this_disk(part.source) as source:
            rows = _answer(classifier, task, source, leave_out)
    except BadRows as bad:
        return PartAnswered(left_out=bad.problems, bad_rows=bad.total)
    except TeachbackError as error:
        return PartAnswered(refused=str(error).replace(str(source), part.source))
    except OSError as error:
        return PartAnswered(refused=f"{part.target} cannot be written ({error.strerror or error}).")
    return PartAnswered(rows, tuple(left_out))


def _answer(
    classifier: TextClassifier, task: PartTask, source: Path, leave_out: Callable[[Problem], object] | None
) -> int:
    """Write the rows with the answers; says how many there are."""
    part = task.part
    Path(part.target).parent.mkdir(parents=True, exist_ok=True)
    if not part.groups:
        return classify_file(
            classifier,
            source,
            part.target,
            reasons=task.reasons,
            probabilities=task.probabilities,
            leave_out=leave_out,
            **task.how,
        )
    answers = AnswerColumns(classifier, task.reasons, task.probabilities, scratch=_scratch)
    extension = Extension(answers.columns, answers.of, leave_out)
    with compiling_for(part.size):
        extend_row_groups(source, task.text, Path(part.target), extension, part.groups, classifier.analyzer.columns)
    return extension.rows


_scratch = Scratch()  # of this worker, part after part


@lru_cache(maxsize=1)
def _model(content: bytes, encoder: str | None) -> TextClassifier:
    model = TextClassifier.from_bytes(content, "The model")
    return model if encoder is None else model.beside(encoder)


_JOURNAL = "_teachback.jsonl"  # who reads a folder of Parquet files passes over what begins so
_UNFINISHED = re.compile(r"\..+-[0-9a-f]{8}")


@dataclass(frozen=True)
class FilesAnswered:
    """What was written: rows and files in all, and how many of the files were there already."""

    rows: int
    files: int
    before: int

    def sentence(self, folder: Path) -> str:
        """What was done.

        >>> FilesAnswered(rows=1200, files=3, before=1).sentence(Path("out"))
        'out: 1,200 rows in 3 files, 1 of them from before.'
        """
        before = f", {self.before:,} of them from before" if self.before else ""
        return f"{folder}: {self.rows:,} rows in {counted(self.files, 'file')}{before}."


def is_pattern(name: str) -> bool:
    """Whether it names files by a pattern or an address, rather than one that is there.

    >>> is_pattern("in/*.parquet"), is_pattern("s3://bucket/in.parquet"), is_pattern("in.parquet")
    (True, True, False)
    """
    return is_address(name) or (glob.has_magic(name) and not Path(name).exists())


def classify_files(
    model: TextClassifier,
    pattern: str | Path,
    folder: str | Path,
    engine: Engine,
    *,
    reasons: bool = False,
    probabilities: bool = False,
    output_format: str | None = None,
    leave_out: Callable[[Problem], object] | None = None,
    progress: Progress | None = None,
    **how: Unpack[ReadingArguments],
) -> FilesAnswered:
    """Write each file with the model's class and probability behind its columns, under its own name in a folder.

    The same bytes are written for any number of workers. A file is there when it is whole. Given again after it was
    stopped, it goes on with those that are missing; a folder that has answers of another model is refused.

    Parameters
    ----------
    pattern
        Such as ``in/*.parquet``, or an address that fsspec reads; ``**`` stands for any folders. Parquet files of many
        rows fall into several.
    engine
        Who does it (:func:`teachback.distributed.open_engine`).
    reasons, probabilities, output_format, leave_out
        As for :func:`classify_file`.
    progress
        Called with how many parts are done, and of how many.
    how
        Their format, encoding and roles, where these are not to be found out.
    """
    folder = Path(folder)
    sources = _found(str(pattern), folder)
    ending = "" if output_format is None else FORMATS[formats.find(output_format).name].suffixes[0]
    parts = [part for source, name in sources for part in parts_of(source, folder / (name + ending))]
    with on_this_disk(sources[0][0]) as file:
        first = inspected(model, file, **how)
    if len(first.texts) > 1:
        raise TeachbackError(
            f"The model learned from texts that are made of {listed(first.texts)}. Name the one column that many files "
            "have for the text with --text NAME, or classify file after file."
        )
    if first.columns and "text" not in first.roles:
        raise TeachbackError(f"{sources[0][0]} holds taught words or rules; give files of documents to classify.")
    check_columns(model, first)
    for _, name in sources:
        table_format(Path(name), output_format)
    encoder = None if model.words_outside is None else model.words_outside.address
    if encoder is None:
        model = replace(model, words_outside=None)
    content, text = model.to_bytes(), first.roles.get("text", "text")
    read_as: dict[str, Any] = {"format": how.get("format"), "encoding": how.get("encoding")}
    read_as["roles"] = {**(how.get("roles") or {}), **({"text": text} if first.columns else {})}
    columns = [name for name, _ in AnswerColumns(model, reasons, probabilities).columns]
    key = {"model": fingerprint(model), "columns": columns, "left out": leave_out is not None, "how": read_as}
    with _Journal(folder, json.loads(json.dumps(key))) as journal:
        open_ = [part for part in parts if not journal.has(part)]
        done = len(parts) - len(open_)
        read_as["output_format"] = output_format
        leaves_out = leave_out is not None
        tasks = [PartTask(part, reasons, probabilities, leaves_out, text, read_as, encoder) for part in open_]
        for place, answer in engine.run(answer_part, content, tasks):
            _check(open_[place], answer)
            journal.add(open_[place], answer.rows)
            for problem in answer.left_out:
                if leave_out is not None:
                    leave_out(Problem(f"{open_[place].source}, {problem.where}", problem.sentence))
            done += 1
            if progress is not None:
                progress(done, len(parts))
        rows = sum(journal.rows(part) for part in parts)
    return FilesAnswered(rows, len(parts), len(parts) - len(open_))


def _found(pattern: str, folder: Path) -> list[tuple[str, str]]:
    """The files in order, and what each is called in the folder: its path below the pattern's fixed beginning."""
    if is_address(folder):
        raise CannotHold(f"Answers are written to a folder, and {folder} is an address; give the path of a folder.")
    if is_address(pattern):
        beginning = re.split(r"[^/]*[*?\[]|[^/]*$", spelled_out(pattern), maxsplit=1)[0]
        return [(file, file.removeprefix(beginning)) for file in found_files(pattern)]
    pieces = Path(pattern).parts
    fixed = next((place for place, piece in enumerate(pieces[:-1]) if glob.has_magic(piece)), len(pieces) - 1)
    root, out = Path(*pieces[:fixed]), folder.resolve()
    if out in (root.resolve(), *root.resolve().parents):
        raise CannotHold(f"{folder} has the files in it; give a new or an empty folder.")
    files = [file for file in map(Path, found_files(pattern)) if out not in file.resolve().parents]
    return [(str(file), str(file.relative_to(root))) for file in files]


def _check(part: Part, answer: PartAnswered) -> None:
    if answer.refused:
        raise TeachbackError(answer.refused)
    if answer.bad_rows:
        raise BadRows(Path(part.source), answer.left_out, answer.bad_rows)


class _Journal:
    """Which parts are finished, a line each, in the folder that they are written to."""

    def __init__(self, folder: Path, key: Mapping[str, Any]) -> None:
        self._folder, self._key = folder, key
        self._rows: dict[str, tuple[dict[str, Any], int]] = {}

    def __enter__(self) -> _Journal:
        path = self._folder / _JOURNAL
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not path.exists() and any(self._folder.iterdir()):
                raise CannotHold(f"{self._folder} has other files in it; give a new or an empty folder.")
            self._file = path.open("a+", encoding="utf-8")
            self._file.seek(0)
            lines = self._file.readlines()
        except OSError as error:
            raise BadFile(self._folder, f"it cannot be written ({error.strerror or error}).") from None
        whole = [line for line in lines if line.endswith("\n")]
        if len(whole) < len(lines):  # it was stopped while it wrote the last
            self._file.truncate(sum(len(line.encode()) for line in whole))
        if not whole:
            self._write(self._key)
        elif json.loads(whole[0]) != self._key:
            self._file.close()
            raise CannotHold(
                f"{self._folder} has answers of another model, or with other options; give a new or an empty folder."
            )
        for line in whole[1:]:
            entry = json.loads(line)
            self._rows[entry["part"]["target"]] = entry["part"], entry["rows"]
        self._sweep()
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def has(self, part: Part) -> bool:
        """Whether the part is finished, of the same file as now."""
        entry = self._rows.get(part.target)
        return entry is not None and entry[0] == json.loads(json.dumps(asdict(part))) and Path(part.target).is_file()

    def rows(self, part: Part) -> int:
        """How many rows a finished part has."""
        return self._rows[part.target][1]

    def add(self, part: Part, rows: int) -> None:
        """Note that a part is finished."""
        self._rows[part.target] = json.loads(json.dumps(asdict(part))), rows
        self._write({"part": asdict(part), "rows": rows})

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadFile(self._folder, f"it cannot be written ({error.strerror or error}).") from None

    def _sweep(self) -> None:
        """Take away what a run left that was killed while it wrote."""
        for path in self._folder.rglob(".*"):
            if path.is_file() and _UNFINISHED.fullmatch(path.name):
                path.unlink(missing_ok=True)
