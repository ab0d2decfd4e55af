"""Many files in parts, each classified by itself: what a worker does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from teachback.classifier import TextClassifier
from teachback.errors import TeachbackError
from teachback.formats import BadRows, Problem
from teachback.formats.extending import Extension, extend_row_groups
from teachback.kernels import compiling_for
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
            answers = AnswerColumns(classifier, task.reasons, task.probabilities)
            extension = Extension(answers.columns, answers.of, leave_out)
            beside = classifier.analyzer.columns
            with compiling_for(part.size):
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
