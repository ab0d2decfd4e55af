"""The record as it is, for programs: what a project over HTTP reads, and how it writes more than lessons."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Annotated, Any

from fastapi import Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from teachback.errors import BadLesson, TeachbackError
from teachback.formats.reading import LONGEST_LINE
from teachback.project import Learned
from teachback.project.models.models import model_to_keep
from teachback.record import Document, Entry, Fields
from teachback.record.columns import TableColumn
from teachback.record.entry import now
from teachback.record.form import VERSION, from_json, to_json
from teachback.web.access import Caller, ClassroomOf, HiddenInTrials, Owner, Teacher, Viewer
from teachback.web.bodies import Body
from teachback.web.routes.lessons import Written
from teachback.web.writers import ProjectRouter, write_for

router = ProjectRouter(path="/record", tags=["record"], dependencies=[HiddenInTrials])

Position = Annotated[int, Query(ge=0, le=2**53)]
_MOST = 1000  # entries or documents in an answer, and lines of an upload that are written together
_ROOM = 4 << 20  # characters of text in an answer, and bytes of an upload that are written together
_LONGEST = 4 * LONGEST_LINE  # bytes of a line
_IN_MEMORY = 1 << 20  # bytes of an upload
_OF_THE_MODEL = ("analyzer", "stop_words", "policy", "seed", "settling")
_READ_BY_CLIENTS = (*_OF_THE_MODEL, "preferences", "guidelines", "acts", "columns")


@dataclass(frozen=True)
class RecordPage:
    """Entries in the record's form, and how many there are of them and of documents."""

    entries: list[dict[str, Any]]
    position: int
    documents: int


@router.get("")
def entries(
    classroom: ClassroomOf, caller: Viewer, after: Position = 0, limit: Annotated[int, Query(ge=0, le=_MOST)] = _MOST
) -> RecordPage:
    """The entries after a position, in order."""
    project = classroom.project
    page = [to_json(entry) for entry in project.since(after)[:limit]]
    return RecordPage(entries=page, position=len(project.record), documents=project.store.size)


@dataclass(frozen=True)
class RecordDocument:
    """A document; a date among its fields is an object such as ``{"date": "2026-03-01"}``.

    One whose text was erased has an empty one.
    """

    id: str
    text: str
    fields: dict[str, Any]
    erased: bool = False

    @classmethod
    def of(cls, document: Document) -> RecordDocument:
        """The document as it is sent."""
        return cls(document.id, document.text, document.fields.to_json(), document.erased)


@dataclass(frozen=True)
class RecordDocuments:
    """Documents in the order they were added."""

    documents: list[RecordDocument]


@router.get("/documents")
def documents(classroom: ClassroomOf, caller: Viewer, after: Position = 0) -> RecordDocuments:
    """Documents from a position on, as many as fit into an answer; an empty list is the end."""
    page: list[RecordDocument] = []
    room = _ROOM
    for document in islice(classroom.project.store.documents(after=after), _MOST):
        page.append(RecordDocument.of(document))
        room -= len(document.text) + len(document.fields.form or "")
        if room <= 0:
            break
    return RecordDocuments(page)


@router.get("/document")
def document(classroom: ClassroomOf, caller: Viewer, id: Annotated[str, Query(max_length=2000)]) -> RecordDocument:
    """One document, by an id that may hold any character."""
    return RecordDocument.of(classroom.project.document(id))


@dataclass(frozen=True)
class FoundDocuments:
    """The ids of documents."""

    documents: Sequence[str]


@router.get("/search")
def search(
    classroom: ClassroomOf,
    caller: Viewer,
    query: Annotated[str, Query(max_length=1000)],
    limit: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> FoundDocuments:
    """The documents with every word of the query."""
    return FoundDocuments(classroom.project.store.search(query, limit))


@router.get("/settings")
def settings(classroom: ClassroomOf, caller: Viewer) -> dict[str, Any]:
    """The settings that a project over HTTP reads: what a term is, which teacher counts, the seed and so on."""
    return {key: value for key, value in classroom.project.store.settings().items() if key in _READ_BY_CLIENTS}


_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/zip": {}}, "description": "The model; its position is a header."}
}


@router.get("/model", response_class=Response, responses={**_FILE, 204: {}, 304: {}})
def model(classroom: ClassroomOf, caller: Viewer, request: Request) -> Response:
    """The newest model as a file, unless the caller has it already; nothing if there is none."""
    learned = classroom.project.learned
    if learned is None:
        return Response(status_code=204)
    if request.headers.get("if-none-match") == _tag(learned):
        return Response(status_code=304)
    return _file(learned)


class Learn(Body):
    """Which learner; null for the one that suits what was taught."""

    learner: Annotated[str, Field(max_length=100)] | None = None


@router.post("/learn", response_class=Response, responses=_FILE)
def learn(body: Learn, classroom: ClassroomOf, caller: Teacher) -> Response:
    """Learn from everything that was taught until now, and answer with the model."""
    return _file(classroom.learn(body.learner))


def _tag(learned: Learned) -> str:
    """No two models of a project took exactly as long."""
    return f'"{learned.position}-{learned.seconds!r}"'


def _file(learned: Learned) -> Response:
    model = model_to_keep(learned)
    about = {"Teachback-Position": str(model.position), "Teachback-Time": model.time.isoformat()}
    headers = {"ETag": _tag(learned), **about}
    return Response(model.content, media_type="application/zip", headers=headers)


_LINES = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/uploads", status_code=201, openapi_extra=_LINES)
async def upload(classroom: ClassroomOf, caller: Owner, request: Request) -> Written:
    """Keep documents and entries of every kind, all of them or none.

    The body has a JSON object a line: ``{"document": {"id", "text", "fields"}}``, or ``{"entry": …}`` in the record's
    form; before them may stand ``{"columns": […]}``, the columns of the file that the documents are from.
    """
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        async for chunk in request.stream():
            await run_in_threadpool(file.write, chunk)
        file.seek(0)
        table = _columns(file)
        adding = partial(classroom.project.add_entries, _batches(file, caller), table)
        positions = await write_for(caller.name, adding)
    return Written(positions, classroom.position)


def _columns(file: IO[bytes]) -> tuple[TableColumn, ...]:
    """The columns that the first line may name; else the file is at its beginning again."""
    first = file.readline(_LONGEST)
    if not first.startswith(b'{"columns"'):
        file.seek(0)
        return ()
    try:
        return tuple(map(TableColumn.from_json, json.loads(first)["columns"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadLesson('Line 1: the columns are a list like [{"name": "source", "kind": "text"}].') from None


def _batches(file: IO[bytes], caller: Caller) -> Iterator[tuple[list[Document], list[Entry]]]:
    documents: list[Document] = []
    entries: list[Entry] = []
    room = _ROOM
    for number, line in enumerate(iter(partial(file.readline, _LONGEST), b""), 1):
        try:
            sent = _read(line, caller)
        except TeachbackError as error:
            raise BadLesson(f"Line {number}: {error}") from None
        if isinstance(sent, Document):
            documents.append(sent)
        else:
            entries.append(sent)
        room -= len(line)
        if room <= 0 or len(documents) + len(entries) == _MOST:
            yield documents, entries
            documents, entries, room = [], [], _ROOM
    yield documents, entries


def _read(line: bytes, caller: Caller) -> Document | Entry:
    if len(line) == _LONGEST:
        raise BadLesson(f"It is longer than the {_LONGEST:,} bytes that a document or an entry may have.")
    try:
        sent = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLesson(f"This is not JSON ({error}).") from None
    match sent:
        case {"document": {"id": str(id), "text": str(text), **more}}:
            return Document(id, text, Fields.from_json(more.get("fields", {})))
        case {"entry": dict(form)}:
            return from_json({"v": VERSION, "time": now().isoformat(), "teacher": caller.name, **form})
    raise BadLesson(f"{sent!r:.80} is neither a document nor an entry.")
