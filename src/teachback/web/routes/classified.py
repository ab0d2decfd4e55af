"""What the newest model says of texts and of files that are no documents of the project."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Annotated, Any, Self

from fastapi import Query, Request
from fastapi.responses import FileResponse
from pydantic import Field, model_validator

from teachback.classifier import TextClassifier
from teachback.classroom import Classroom, Job
from teachback.errors import TeachbackError
from teachback.formats import Item
from teachback.project.transfer.classified_files import AnswerColumns, inspected, keeps_columns
from teachback.web.access import ClassroomOf, HiddenInTrials, Viewer
from teachback.web.bodies import Body
from teachback.web.errors import Conflict, NotThere
from teachback.web.uploads import Upload, Uploads, uploads_of
from teachback.web.writers import ProjectRouter, one_at_a_time

router = ProjectRouter(tags=["classify"], dependencies=[HiddenInTrials])

_log = logging.getLogger("teachback.web")
_SHOWN = 20  # answers that are shown of a file
_LONGEST = 400  # characters of a text that is shown
_OLD = (".xls", ".ods")
_SECONDS = 3600  # that a file may take

TextIn = Annotated[str, Field(max_length=1_000_000)]
FieldIn = Annotated[str, Field(max_length=10_000)] | float | bool | list[Annotated[str, Field(max_length=1000)]] | None


class TextsIn(Body):
    """Texts to classify, and whether to say why."""

    texts: Annotated[list[TextIn], Field(min_length=1, max_length=1000)]
    reasons: bool = False
    fields: Annotated[
        list[dict[str, FieldIn]] | None,
        Field(description="For each text the columns that the model learned from, where it learned from some."),
    ] = None

    @model_validator(mode="after")
    def _one_for_each(self) -> Self:
        if self.fields is not None and len(self.fields) != len(self.texts):
            raise ValueError(f"there are {len(self.texts)} texts and {len(self.fields)} fields; give each text its own")
        return self


@dataclass(frozen=True)
class ClassifiedText:
    """What the model says of a text; `reasons` are the words without which it would say something else.

    `known` is whether the model knows any word of it; else its answer is a guess.
    """

    class_: str
    probability: float
    probabilities: Mapping[str, float]
    reasons: Sequence[str]
    known: bool


@dataclass(frozen=True)
class ClassifyJob:
    """A file that is being classified; the project's events tell its sender of `progress` by the name of the job."""

    job: str
    file: str


@router.post("/classify")
async def classify(body: TextsIn, classroom: ClassroomOf, caller: Viewer) -> list[ClassifiedText]:
    """What the newest model says of texts; nothing of them is kept."""
    _require_model(classroom)

    def answers() -> list[ClassifiedText]:
        model = classroom.project.model_for_new_texts()
        rows = zip(body.texts, body.fields or ({} for _ in body.texts), strict=True)
        texts = [model.analyzer.with_fields(text, fields) for text, fields in rows]
        knowing = model.knowing(texts)
        X = knowing.reader.transform(texts)
        guesses = knowing.guesses(X)
        reasons = knowing.reasons(texts, X) if body.reasons else [()] * len(guesses)
        return [
            ClassifiedText(guess.class_, guess.probability, guess.probabilities, words, known)
            for guess, words, known in zip(guesses, reasons, knowing.knows_words(X), strict=True)
        ]

    return await one_at_a_time(answers)


@router.post("/classify/uploads", status_code=202)
async def classify_upload(
    request: Request,
    classroom: ClassroomOf,
    caller: Viewer,
    name: Annotated[str, Query(min_length=1, max_length=500, description="The file's name.")],
    text: Annotated[
        list[Annotated[str, Field(max_length=2000)]] | None,
        Query(max_length=100, description="The column of the texts, or several that are joined; else guessed."),
    ] = None,
    between: Annotated[str | None, Query(max_length=100, description="What stands between several columns.")] = None,
    sheet: Annotated[str | None, Query(max_length=200, description="The sheet of a workbook; else the first.")] = None,
    reasons: Annotated[bool, Query(description="Whether to add the words behind each answer.")] = False,
    probabilities: Annotated[bool, Query(description="Whether to add the probability of every class.")] = False,
) -> ClassifyJob:
    """Send a file as it is, to be classified in the background; when it is done, get it under the name of `file`.

    The files of one sender are classified one after another, and nobody else hears of them.
    """
    _require_model(classroom)
    uploads, job = uploads_of(request), uuid.uuid4().hex
    received = await uploads.receive(classroom.name, caller.name, name, request.stream())
    uploads.claim(classroom.name, caller.name, received.id)
    options = _Options(tuple(text or ()), between, sheet, reasons, probabilities)
    work = (classroom, uploads, received, options, job)
    Thread(target=_classify, args=work, name="teachback-classify", daemon=True).start()
    return ClassifyJob(job, received.id)


@router.get("/classify/uploads/{file}", response_class=FileResponse)
def classified_file(file: str, request: Request, classroom: ClassroomOf, caller: Viewer) -> FileResponse:
    """The file with the model's answers behind its own columns."""
    uploads = uploads_of(request)
    upload = uploads.find(classroom.name, caller.name, file)
    if uploads.in_use(file):
        raise Conflict("This file is being classified; the project's events tell when it is done.")
    out = _out(upload)
    if not out.exists():
        raise NotThere("This file could not be classified, or was not meant to be; send it again.")
    return FileResponse(out, media_type="application/octet-stream", filename=out.name)


@dataclass(frozen=True)
class _Options:
    texts: tuple[str, ...]
    between: str | None
    sheet: str | None
    reasons: bool
    probabilities: bool

    @property
    def reading(self) -> dict[str, Any]:
        """How the file is read."""
        between = {} if self.between is None else {"between": self.between}
        return {"texts": self.texts, "sheet": self.sheet, **between}

    @property
    def words(self) -> list[str]:
        """The options of the command."""
        arguments = [f"--text={name}" for name in self.texts]
        arguments += [] if self.between is None else [f"--between={self.between}"]
        arguments += [] if self.sheet is None else [f"--sheet={self.sheet}"]
        return arguments + ["--reasons"] * self.reasons + ["--probabilities"] * self.probabilities


def _classify(classroom: Classroom, uploads: Uploads, upload: Upload, options: _Options, job: str) -> None:
    """Classify a file in a process of its own, which takes nothing along should the file break it."""
    announced = Job(classroom.events, job, f"Classifying {upload.path.name}", to=upload.sender)
    announced.advance(0, 0)
    error, result = None, None
    try:
        with uploads.turn_of(upload.sender, "job"):
            model = classroom.project.model_for_new_texts()
            if model.words_outside is not None and model.words_outside.address is None:
                model = replace(model, words_outside=None)  # a function, which the process that reads the file has not
            doubts = _run(upload, model, options)
            result = _sample(upload, model, options) | {"doubts": doubts}
    except TeachbackError as mistake:
        error = str(mistake).replace(str(upload.path), upload.path.name).replace(str(upload.path.parent), "")
    except Exception:
        _log.exception("classifying a file in %s failed", classroom.name)
        error = "Something went wrong on the server; the file was not classified."
    uploads.release(upload.id)
    if error is not None:
        uploads.drop(upload.id)
    announced.end(error=error, result=result)


def _run(upload: Upload, model: TextClassifier, options: _Options) -> list[str]:
    """Classify the file, and say what was doubtful in it."""
    file = upload.path.with_name(f"model-{upload.path.name}")  # a file may be called model
    file.write_bytes(model.to_bytes())
    command = [sys.executable, "-m", "teachback", "classify", str(file), str(upload.path), f"--output={_out(upload)}"]
    if model.words_outside is not None:
        command.append(f"--encoder={model.words_outside.address}")
    done = subprocess.run(  # noqa: S603 - our own program; names of files and columns are single arguments of it
        [*command, *options.words],
        capture_output=True,
        timeout=_SECONDS,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    file.unlink()
    if done.returncode == 1:
        sentence = done.stderr.decode(errors="replace").rpartition("teachback: ")[2].strip()
        raise TeachbackError(sentence.partition("\nMend the file")[0])
    if done.returncode:
        _log.error(
            "classifying a file ended with %s: %s", done.returncode, done.stderr.decode(errors="replace")[-2000:]
        )
        raise TeachbackError("The file broke the program that read it; it is damaged. Save it again, and send it.")
    about, lines = f"{upload.path}: ", done.stderr.decode(errors="replace").splitlines()
    return [line.removeprefix(about) for line in lines if line.startswith(about)]


def _sample(upload: Upload, model: TextClassifier, options: _Options) -> dict[str, Any]:
    """The first answers, to be shown; and the columns among which the text was found."""
    plan = inspected(model, upload.path, rows=_SHOWN, **options.reading)
    documents = [row.document for row in plan.rows if isinstance(row, Item)]
    texts, read = [document.text for document in documents], list(map(model.text_of, documents))
    columns = AnswerColumns(model, reasons=options.reasons).of(read) if read else []
    rows = [
        {"text": text[:_LONGEST], "class": class_, "probability": probability, "reasons": "".join(filter(None, why))}
        for text, (class_, probability, *why) in zip(texts, zip(*columns, strict=True), strict=True)
    ]
    preview = {"columns": plan.columns, "text": plan.roles.get("text"), "texts": plan.texts, "rows": rows}
    preview |= {"sheets": plan.sheets, "sheet": options.sheet}
    return {"file": upload.id, "name": _out(upload).name, **preview}


def _out(upload: Upload) -> Path:
    """Where the answers go: a table of the same kind, Excel for old workbooks, or CSV where the file is none."""
    named = upload.path.with_name(f"classified-{upload.path.name}")
    try:
        is_table = keeps_columns(named)
    except TeachbackError:
        is_table = False
    return named if is_table else named.with_suffix(".xlsx" if named.suffix.casefold() in _OLD else ".csv")


def _require_model(classroom: Classroom) -> None:
    if classroom.project.learned is None:
        raise NotThere("There is no model yet; teach something first.")
