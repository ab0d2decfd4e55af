"""Many files in parts, each classified by itself: what a worker does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from teachback.classifier import TextClassifier
from teachback.errors import TeachbackError
from teachback.formats import BadRows, Problem
from teachback.formats.extending import Extension, extend_row_groups
from teachback.kernels import compiling_for
from teachback.project.pool.addresses import on_this_disk
from teachback.project.pool.parts import Part
from teachback.project.transfer.classified_files import AnswerColumns, classify_file


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
    """What became of a part: how many rows were written, or why none were."""

    rows: int = 0
    left_out: tuple[Problem, ...] = ()
    refused: str = ""
    bad_rows: int = 0  # of which left_out has the first


def answer_part(model: bytes, task: PartTask) -> PartAnswered:
    """Classify the rows of a part and write them; a worker calls it."""
    left_out: list[Problem] = []
    leave_out = left_out.append if task.leave_out_bad_rows else None
    part, classifier = task.part, _model(model)
    source = Path(part.source)
    try:
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
    answers = AnswerColumns(classifier, task.reasons, task.probabilities)
    extension = Extension(answers.columns, answers.of, leave_out)
    with compiling_for(part.size):
        extend_row_groups(source, task.text, Path(part.target), extension, part.groups, classifier.analyzer.columns)
    return extension.rows


@lru_cache(maxsize=1)
def _model(content: bytes) -> TextClassifier:
    return TextClassifier.from_bytes(content, "The model")
