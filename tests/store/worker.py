"""Processes that teach: they import the store alone, and start quickly from a server that has imported it already."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from teachback.record import ClassesAdded, Document, DocumentsAdded, Entry, Label, Record
from teachback.store import Store, Writer, create_store, open_store

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(
    [
        "tests.store.worker",
        "alembic.command",
        "psycopg",
        "sqlalchemy.dialects.sqlite.pysqlite",
        "sqlalchemy.dialects.postgresql.psycopg",
    ]
)

DOCUMENT = Document("first", "the first text")


def prepare(store: Store) -> None:
    """What every teacher needs: a class and a document."""
    with store.writing() as writer:
        writer.add_documents([DOCUMENT])
        writer.append([ClassesAdded(("bug",)), DocumentsAdded(("first",))])


def lesson(teacher: str, number: int, writer: Writer) -> Entry:
    """The teacher's lesson of that number, always the same; every fifth is an import, whose texts are kept with it."""
    id = f"{teacher} {number}"
    if number % 5 < 4:
        return Label("first", "bug", id=id, teacher=teacher)
    documents = [Document(f"{id} {which}", f"text {id} {which}") for which in range(20)]
    writer.add_documents(documents)
    return DocumentsAdded(tuple(document.id for document in documents), id=id, teacher=teacher)


def teach(address: str, teacher: str, first: int, answers: Connection) -> None:
    """Teach from a lesson on until the end of the world, and tell what was acknowledged."""
    with open_store(address) as store:
        for number in count(first):
            with store.writing() as writer:
                (position,) = writer.append([lesson(teacher, number, writer)])
            answers.send((number, position))


def make(address: str, answers: Connection) -> None:
    """Make a project."""
    create_store(address).close()
    answers.send("made")


def follow_and_teach(address: str, teacher: str, lessons: int, answers: Connection) -> None:
    """Read what the others taught, check against it, append: as a project does."""
    with open_store(address) as store:
        record = Record({DOCUMENT.id: DOCUMENT})
        for number in range(lessons):
            with store.writing() as writer:
                record.append(*writer.entries(after=len(record)))
                lesson = Label("first", "bug", id=f"{teacher} {number}", teacher=teacher)
                record.append(lesson)
                answers.send((lesson.id, *writer.append([lesson])))


def received(answers: Connection) -> Iterator[Any]:
    """What a process said until it ended, or was ended in the middle of a word."""
    while True:
        try:
            yield answers.recv()
        except (EOFError, OSError):
            return
