"""Bringing files into a project: sent, looked at, and imported in the background, all of a file or nothing."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Annotated

from fastapi import Query, Request
from pydantic import Field

from teachback import corpora, formats
from teachback.classroom import Classroom, Job
from teachback.errors import TeachbackError
from teachback.formats import BadRows, ImportPlan, Item, Problem
from teachback.formats.plan.class_questions import ClassQuestion
from teachback.formats.reading import Several
from teachback.project.history.timeline import described
from teachback.project.transfer.imports import as_planned, bring_in, new_classes
from teachback.record import Entry
from teachback.record.fields import Kind
from teachback.web.access import ClassroomOf, Owner
from teachback.web.bodies import Body, Name
from teachback.web.errors import Conflict, public_sentence
from teachback.web.uploads import Upload, Uploads, uploads_of
from teachback.web.writers import ProjectRouter, write_for

router = ProjectRouter(tags=["imports"])

_log = logging.getLogger("teachback.web")
_SHOWN = 200  # characters of a text, and bad rows that are listed
_NAMED = 20  # new classes that are named


@dataclass(frozen=True)
class PreviewRow:
    """A row of the file: a document, or a lesson in words."""

    id: str | None
    text: str
    label: str | None


@dataclass(frozen=True)
class UploadPreview:
    """What a file was taken for; nothing has been imported.

    `problems` are the first of `bad_rows` that cannot be imported, and `new_classes` the first of `new_class_count`.
    `controls` could be the class, where people answered several questions; `several` counts rows with several classes,
    `machines` what models say, by the teacher (no person) whose lessons it becomes, and `not_taken` what does not come
    of the file, by its name.
    `only_class` is what all answers are about, where it was rejected of some texts: `rejected` names their class.
    `class_questions` are names that may be no classes of their own but `like` another, or none; `classes_as` answers.
    `fields` are the columns that are kept with each document beside its text, and what their cells are.
    `blank` counts the `documents` without any text; there are more of both unless the `whole` file was looked at.
    """

    format: str
    encoding: str
    columns: Sequence[str]
    roles: Mapping[str, str]
    fields: Mapping[str, Kind]
    doubts: Sequence[str]
    class_questions: Sequence[ClassQuestion]
    problems: Sequence[str]
    bad_rows: int
    new_classes: Sequence[str]
    new_class_count: int
    documents: int
    blank: int
    whole: bool
    rows: Sequence[PreviewRow]
    texts: Sequence[str]
    sheets: Sequence[str]
    controls: Mapping[str, str]
    several: int
    only_class: str | None
    machines: Mapping[str, int]
    not_taken: Mapping[str, int]


@dataclass(frozen=True)
class Uploaded:
    """A file that was sent, and what it was taken for."""

    upload: str
    preview: UploadPreview


class ReadingOptions(Body):
    """How to read the file; what is left out is found out."""

    format: Annotated[str, Field(max_length=40)] | None = None
    encoding: Annotated[str, Field(max_length=40)] | None = None
    roles: dict[str, Annotated[str, Field(max_length=2000)]] | None = None
    several: Several | None = None
    texts: Annotated[list[Annotated[str, Field(max_length=2000)]], Field(max_length=100)] | None = None
    between: Annotated[str, Field(max_length=100)] | None = None
    header: bool | None = None
    sheet: Annotated[str, Field(max_length=200)] | None = None
    rejected: Annotated[str, Field(max_length=2000)] | None = None
    classes_as: dict[str, Annotated[str, Field(max_length=2000)]] | None = None


class ImportIn(ReadingOptions):
    """How to read it, and whether bad rows are left out rather than ending the import."""

    leave_out_bad_rows: bool = False
    teacher: Name = "importer"
    learn_from: Annotated[
        list[Annotated[str, Field(max_length=2000)]] | None,
        Field(max_length=100, description="Columns to learn from, too: each value is a term such as source=email."),
    ] = None


@dataclass(frozen=True)
class ImportJob:
    """An import that goes on; the project's events tell of its `progress` by this name."""

    job: str


@dataclass(frozen=True)
class SampleAdded:
    """How many documents came."""

    documents: int


@router.post("/uploads", status_code=201)
async def upload(
    request: Request,
    classroom: ClassroomOf,
    caller: Owner,
    name: Annotated[str, Query(min_length=1, max_length=500, description="The file's name.")],
) -> Uploaded:
    """Send a file as it is; the answer says what it was taken for. It waits until it is imported or dropped."""
    received = await uploads_of(request).receive(classroom.name, caller.name, name, request.stream())
    try:
        looking = partial(_preview, classroom, received, ReadingOptions(), uploads_of(request))
        preview = await write_for(caller.name, looking)
    except TeachbackError:
        uploads_of(request).drop(received.id)
        raise
    return Uploaded(received.id, preview)


@router.post("/uploads/{upload}/preview")
def preview(
    upload: str, options: ReadingOptions, request: Request, classroom: ClassroomOf, caller: Owner
) -> UploadPreview:
    """What the file is when it is read in another way."""
    uploads = uploads_of(request)
    return _preview(classroom, uploads.find(classroom.name, caller.name, upload), options, uploads)


@router.post("/uploads/{upload}/import", status_code=202)
def import_(upload: str, options: ImportIn, request: Request, classroom: ClassroomOf, caller: Owner) -> ImportJob:
    """Import the file in the background, all of it or nothing; events tell how it goes."""
    file, job = uploads_of(request).claim(classroom.name, caller.name, upload), uuid.uuid4().hex
    Thread(
        target=_import, args=(classroom, request, file, options, caller.name, job), name="teachback-import", daemon=True
    ).start()
    return ImportJob(job)


@router.post("/sample", status_code=201)
def sample(classroom: ClassroomOf, caller: Owner) -> SampleAdded:
    """Fill an empty project with the documents and classes of the demo corpus, to try things on."""
    project, corpus = classroom.project, corpora.load("demo")
    if project.size:
        raise Conflict(
            f"This project has {project.size:,} documents already; the sample is for an empty one. "
            "Try it in a project of its own with: teachback demo"
        )
    missing = [name for name in corpus.classes if name not in project.classes]
    if missing:
        project.add_classes(*missing, teacher=caller.name)
    documents = project.add_documents(corpus.documents, teacher=caller.name)
    return SampleAdded(documents)


@router.delete("/uploads/{upload}", status_code=204)
def drop(upload: str, request: Request, classroom: ClassroomOf, caller: Owner) -> None:
    """Delete a file that was sent."""
    uploads_of(request).drop(uploads_of(request).find(classroom.name, caller.name, upload).id)


def _preview(classroom: Classroom, upload: Upload, options: ReadingOptions, uploads: Uploads) -> UploadPreview:
    classes = classroom.project.classes
    try:
        with uploads.turn_of(upload.sender, "look"):
            plan = _plan(classroom, upload, options)
    except TeachbackError as mistake:
        mistake.args = (_message(mistake, upload),)
        raise
    new, questions = new_classes(plan, classes), plan.class_questions(classes)[:_SHOWN]
    return UploadPreview(
        **as_planned(plan),
        doubts=[*plan.doubts, *(each.sentence for each in questions)],
        class_questions=questions,
        problems=list(map(str, plan.problems[:_SHOWN])),
        bad_rows=len(plan.problems),
        new_classes=new[:_NAMED],
        new_class_count=len(new),
        rows=list(map(_row, plan.rows)),
        machines=plan.machines(),
        not_taken=plan.not_taken,
    )


def _plan(classroom: Classroom, upload: Upload, options: ReadingOptions) -> ImportPlan:
    """How the file is read: the plan that was made for the preview, unless it is read in another way now."""
    chosen = options.model_dump(include=set(ReadingOptions.model_fields), exclude_none=True)
    how = chosen | {"classes": classroom.project.classes}
    if upload.plan is None or upload.plan[0] != how:
        upload.plan = how, formats.inspect(upload.path, **how)
    return upload.plan[1]


def _message(mistake: TeachbackError, upload: Upload) -> str:
    """What went wrong with a file, by the name that its sender gave rather than its place on the server."""
    return str(mistake).replace(str(upload.path), upload.path.name)


def _row(row: object) -> PreviewRow:
    if isinstance(row, Item):
        return PreviewRow(id=row.document.id, text=row.document.snippet(_SHOWN), label=row.label)
    return PreviewRow(id=None, text=described(row) if isinstance(row, Entry) else str(row), label=None)


def _import(classroom: Classroom, request: Request, upload: Upload, options: ImportIn, by: str, job: str) -> None:
    uploads = uploads_of(request)
    announced, left_out = Job(classroom.events, job, f"Importing {upload.path.name}"), list[Problem]()
    error, result = None, None
    try:
        with uploads.turn_of(upload.sender, "job"):
            brought = bring_in(
                classroom.project,
                _plan(classroom, upload, options),
                by=by,
                teacher=options.teacher,
                left_out=left_out if options.leave_out_bad_rows else None,
                progress=announced.advance,
                learn_from=options.learn_from or (),
            )
        result = {
            "documents": brought.documents,
            "left_out": [str(problem) for problem in left_out[:_SHOWN]],
            "notes": brought.notes,
        }
    except BadRows as bad:
        error = f"{bad.total:,} rows cannot be imported, so nothing was."
        result = {"problems": list(map(str, bad.problems)), "total": bad.total}
    except TeachbackError as mistake:
        mistake.args = (_message(mistake, upload),)
        error = public_sentence(mistake, request)
    except Exception:
        _log.exception("importing into %s failed", classroom.name)
        error = "Something went wrong on the server; nothing was imported."
    uploads.release(upload.id)
    if error is None:
        uploads.drop(upload.id)
    announced.end(error=error, result=result)
