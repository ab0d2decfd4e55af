"""A server's project as a store that can be read: entries, documents, models and settings come when they are asked."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import Any
from urllib.parse import quote

from teachback.errors import TeachbackError, listed
from teachback.project.models.models import CURRENT
from teachback.project.remote.address import BadAddress, read_address
from teachback.project.remote.connection import Answer, Connection, Refused
from teachback.record import Document, Entry, Fields
from teachback.record.columns import TableColumn
from teachback.record.form import from_json, to_json
from teachback.store import KeptVectors, Model, ModelCard, Reader, Writer
from teachback.store.log import Closing, Staging

_CALLERS = ("teacher", "importer")  # names that stand for the caller
_TEXTS = 1000  # documents that were read last
_IN_MEMORY = 1 << 20  # bytes of an upload
_PATIENCE = 3600.0  # seconds that learning or an import may take
_UNKNOWN = 401
_WHO = (
    "does not know who is calling. Give a token: Project.open(…, token=…), or ?token=… at the end of the address. In a "
    "team everybody makes one on the page (Data, API tokens); else it is in the link that `teachback serve` printed."
)


class OnTheServer(TeachbackError):
    """Something that is done on the server, and not from here."""


@contextmanager
def connected(address: str, token: str | None = None) -> Iterator[RemoteStore]:
    """The project at an address such as ``https://team.example/projects/mails``.

    It stays open after the block, unless something goes wrong in it; then it is said how to give a token.
    """
    where = read_address(address, token)
    connection = Connection(where.origin, where.token)
    try:
        yield RemoteStore(connection, where.project or _only_project(connection, where.token))
    except BaseException as error:
        connection.close()
        if isinstance(error, Refused) and error.status == _UNKNOWN and where.token is None:
            raise Refused(f"{where.origin} {_WHO}", error.kind, error.status) from None
        raise


def _only_project(connection: Connection, token: str | None) -> str:
    names = [each["name"] for each in connection.get("/session")["projects"]]
    if not names and token is None:
        raise BadAddress(f"{connection.origin} {_WHO}")
    if len(names) != 1:
        known = f"its projects are {listed(names)}" if names else "it shows no project to this token"
        raise BadAddress(f"{connection.origin} is a server: {known}. Write {connection.origin}/projects/NAME.")
    return str(names[0])


class RemoteStore(Closing):
    """Reads a project over HTTP, and sends what is written; the server checks it."""

    def __init__(self, connection: Connection, project: str) -> None:
        self.project = project
        self.connection = connection.beneath(f"/projects/{quote(project, safe='')}")
        self._texts: OrderedDict[str, Document] = OrderedDict()
        self._lock = Lock()
        self._newest: tuple[str, Model] | None = None

    @property
    def position(self) -> int:
        return int(self.connection.get("/record", after=0, limit=0)["position"])

    @property
    def size(self) -> int:
        return int(self.connection.get("/record", after=0, limit=0)["documents"])

    def entries(self, after: int = 0) -> Iterator[Entry]:
        while True:
            page = self.connection.get("/record", after=after)
            yield from map(from_json, page["entries"])
            after += len(page["entries"])
            if after >= page["position"]:
                return

    def documents(self, after: int = 0) -> Iterator[Document]:
        while page := self.connection.get("/record/documents", after=after)["documents"]:
            yield from map(_document, page)
            after += len(page)

    def document(self, id: str) -> Document:
        with self._lock:
            if id in self._texts:
                self._texts.move_to_end(id)
                return self._texts[id]
        fetched = _document(self.connection.get("/record/document", id=id))
        with self._lock:
            self._texts[id] = fetched
            if len(self._texts) > _TEXTS:
                self._texts.popitem(last=False)
        return fetched

    def search(self, query: str, limit: int | None = None) -> list[str]:
        return list(self.connection.get("/record/search", query=query, limit=limit)["documents"])

    def models(self) -> list[ModelCard]:
        newest = self.newest()
        return [] if newest is None else [newest.card]

    def model(self, name: str) -> Model | None:
        newest = self.newest()
        return newest if newest is not None and newest.name == name else None

    def newest(self) -> Model | None:
        """The server's newest model; it travels only when it is another than the last time."""
        known = self._newest
        headers = {} if known is None else {"If-None-Match": known[0]}
        answer = self.connection.send("GET", "/record/model", headers=headers)
        if answer.status == 304 and known is not None:
            return known[1]
        return None if answer.status == 204 else self._received(answer)

    def learn(self, learner: str | None) -> Model:
        """Let the server learn, and take the model."""
        return self._received(self.connection.send_json("POST", "/record/learn", {"learner": learner}, _PATIENCE))

    def _received(self, answer: Answer) -> Model:
        position, time = int(answer.headers["teachback-position"]), answer.headers["teachback-time"]
        model = Model(CURRENT, position, answer.content, datetime.fromisoformat(time))
        self._newest = answer.headers["etag"], model
        return model

    def settings(self) -> dict[str, Any]:
        return dict(self.connection.get("/record/settings"))

    def vectors(self, encoder: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        return {}  # they stay where they are used

    def count_vectors(self, encoder: str) -> int:
        return 0

    def all_vectors(self) -> Iterator[KeptVectors]:
        return iter(())

    def teach(self, entries: Iterable[Entry], *, at_once: bool = False) -> list[int]:
        """Send lessons, all of them or none; as one act, where they are taught at once."""
        lessons = {"entries": [_form(entry) for entry in entries], "at_once": at_once}
        return list(self.connection.post("/lessons", lessons)["positions"])

    def upload(
        self, batches: Iterable[tuple[Iterable[Document], Iterable[Entry]]], table: Sequence[TableColumn] = ()
    ) -> list[int]:
        """Send documents and entries of every kind, all of them or none, however many; says where the entries stand."""
        with SpooledTemporaryFile(_IN_MEMORY) as file:
            if table:
                file.write(_line({"columns": [column.to_json() for column in table]}))
            for documents, entries in batches:
                for document in documents:
                    fields = {"fields": document.fields.to_json()} if document.fields else {}
                    file.write(_line({"document": {"id": document.id, "text": document.text, **fields}}))
                for entry in entries:
                    file.write(_line({"entry": _form(entry)}))
            size = file.tell()
            headers = {"Content-Type": "application/octet-stream", "Content-Length": str(size)}
            answer = self.connection.send("POST", "/record/uploads", file, headers, seconds=_PATIENCE)
            return list(answer.json()["positions"])

    def reading(self) -> AbstractContextManager[Reader]:
        return nullcontext(self)

    def writing(self) -> AbstractContextManager[Writer]:
        raise OnTheServer("This is done on the server: change it on the page, or where the project is kept.")

    def staging(self) -> AbstractContextManager[Staging]:
        raise OnTheServer("This is done on the server: import there, or add documents with project.add_documents.")

    def coming(self) -> None:
        """The server reads it."""

    def forget(self) -> None:
        with self._lock:
            self._texts.clear()

    def close(self) -> None:
        self.connection.close()


def _document(form: dict[str, Any]) -> Document:
    return Document(form["id"], form["text"], Fields.from_json(form.get("fields", {})), form.get("erased", False))


def _form(entry: Entry) -> dict[str, Any]:
    """An entry as it is sent: the server writes the caller's name where the entry names no person."""
    form = to_json(entry)
    return {name: value for name, value in form.items() if name != "teacher" or value not in _CALLERS}


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"
