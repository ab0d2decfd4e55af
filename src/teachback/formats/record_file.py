"""The whole record in one file, enough to replay the project: JSON lines that any tool can read.

The first line says what the file is, then come documents and entries in order (an entry in the form of
:mod:`teachback.record.form`, a document before the event that adds it), and the last line counts them, so that a file
that breaks off is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias

from teachback.errors import TeachbackError
from teachback.formats.reading import Reading
from teachback.formats.rows import Row
from teachback.formats.rows.conversion import batches, items, words
from teachback.formats.rows.problems import BadFile, Problem
from teachback.formats.tables.json_values import values, write_lines
from teachback.formats.writing import Target
from teachback.record import ClassesAdded, Document, Entry, Fields, Record
from teachback.record.form import from_json, to_json

VERSION = 1
Part: TypeAlias = Document | Entry


def looks_like(value: dict[str, Any]) -> bool:
    """Whether a JSON object is the first line of a record."""
    return "teachback" in value


def write_record(target: Target, parts: Iterable[Part]) -> None:
    """Write documents and entries, in the order in which a record accepts them."""
    write_lines(target, _lines(parts))


def _lines(parts: Iterable[Part]) -> Iterator[dict[str, Any]]:
    counted = {"documents": 0, "entries": 0}
    yield {"teachback": VERSION}
    for part in parts:
        if isinstance(part, Document):
            counted["documents"] += 1
            fields = {"fields": part.fields.to_json()} if part.fields else {}
            yield {"kind": "document", "id": part.id, "text": part.text, **fields}
        else:
            counted["entries"] += 1
            yield to_json(part)
    yield {"kind": "end", **counted}


def read_record(reading: Reading) -> Iterator[Part]:
    """The documents and entries of a file, in order; one that is damaged anywhere is refused."""
    counted = {"documents": 0, "entries": 0}
    numbered_values = values(reading)
    _, first = next(numbered_values)
    if not isinstance(first, dict) or first.get("teachback") != VERSION:
        raise BadFile(
            reading.path,
            f"its first line is not {json.dumps({'teachback': VERSION})}, so it is not a record that this teachback "
            "reads; open it with the teachback that wrote it, or a newer one.",
        )
    ended = False
    for number, value in numbered_values:
        if isinstance(value, Problem):
            raise BadFile(reading.path, str(value))
        if ended:
            raise BadFile(reading.path, f"line {number:,} comes after the end of the record.")
        if isinstance(value, dict) and value.get("kind") == "end":
            ended = True
            if {name: value.get(name) for name in counted} != counted:
                raise BadFile(reading.path, f"it has lost some lines: it should have {value}, and has {counted}.")
            continue
        part = _part(reading, number, value)
        counted["documents" if isinstance(part, Document) else "entries"] += 1
        yield part
    if not ended:
        raise BadFile(reading.path, "it breaks off before its end; take another copy.")


def _part(reading: Reading, number: int, value: Any) -> Part:
    try:
        if isinstance(value, dict) and value.get("kind") == "document":
            return Document(value.get("id"), value.get("text"), Fields.from_json(value.get("fields", {})))  # type: ignore[arg-type]
        return from_json(value)
    except TeachbackError as error:
        raise BadFile(reading.path, f"line {number:,}: {error}") from None


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The record's outcome for another project: its documents, lessons and words."""
    documents: dict[str, Document] = {}
    record = Record(documents)
    for part in read_record(reading):
        if isinstance(part, Document):
            documents[part.id] = part
        else:
            record.append(part)
    yield from items(record, (documents[id] for id in record.documents))
    yield from words(record)


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write the record of a project that has been taught these rows and nothing else."""
    classes = [ClassesAdded(tuple(target.classes))] if target.classes else []
    taught = (chain[Part](batch.documents, batch.entries) for batch in batches(rows, classes=target.classes))
    write_record(target, chain(classes, chain.from_iterable(taught)))
