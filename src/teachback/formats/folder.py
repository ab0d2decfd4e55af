"""Folders and zip archives of texts, one document a file; the folder that a file lies in is its class."""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, count
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from teachback.archives import opened
from teachback.formats.reading import LONGEST_LINE, Draft, Reading
from teachback.formats.reading.encoding import detect_in, encode
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadFile, BadRow, CannotHold, Problem
from teachback.formats.tables.records import documents_of
from teachback.formats.writing import Target

_NOT_NAMES = re.compile(r'[<>:"/\\|?*%]')  # what a file's name may not have, on one system or another


class File(NamedTuple):
    """A file: its name inside the folder or archive, and its bytes."""

    name: PurePosixPath
    content: bytes


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The files of a folder and of the folders in it."""
    reading.unit = "file"
    yield from reading.rows(enumerate(files(reading), start=1), partial(_item, reading, None))


def read_zip(reading: Reading) -> Iterator[Row | Problem]:
    """The files of an archive, which are never unpacked to disk."""
    reading.unit = "file"
    with opened(reading.path) as members:
        tops = {PurePosixPath(name).parts[:1] for name, _ in members if _is_document(PurePosixPath(name))}
    wrapper = reading.path.stem if tops == {(reading.path.stem,)} else None
    with opened(reading.path) as members:
        named = ((PurePosixPath(name.replace("\\", "/")), stream) for name, stream in members)
        files = (File(name, stream.read(4 * LONGEST_LINE)) for name, stream in named if _is_document(name))
        yield from reading.rows(enumerate(files, start=1), partial(_item, reading, wrapper))


def files(reading: Reading) -> Iterator[File]:
    """The files in a folder that are documents, in the order of their names; progress counts files."""
    paths = (Path(at, name) for at, _, names in os.walk(reading.path) for name in names)
    named = sorted((path.relative_to(reading.path).as_posix(), path) for path in paths if path.is_file())
    for done, (name, path) in enumerate(named, start=1):
        if _is_document(PurePosixPath(name)):
            try:
                with path.open("rb") as file:
                    content = file.read(4 * LONGEST_LINE)
            except OSError as error:
                raise BadFile(path, f"it cannot be read ({error.strerror or error}).") from None
            yield File(PurePosixPath(name), content)
        if reading.progress is not None:
            reading.progress(done, len(named))


def draft(reading: Reading, file: File) -> Draft:
    """The document in a file, decoded by itself: files of a folder come from everywhere."""
    if len(file.content) >= 4 * LONGEST_LINE:
        raise BadRow(f"{file.name} is longer than a document can be.")
    encoding = reading.encoding or detect_in(io.BytesIO(file.content))
    try:
        return Draft(reading, encoding.decode(file.content), str(file.name), encoding)
    except UnicodeDecodeError as error:
        raise BadRow(f"{file.name} is not {encoding.name} ({error.reason}).") from None


def _item(reading: Reading, wrapper: str | None, file: File) -> Item:
    """A file as an item. `wrapper` is a folder around everything that is no class: the archive's own name."""
    made = draft(reading, file)
    if (class_ := file.name.parent.name) and class_ != wrapper:
        made.label(class_)
    return made.item()


def _is_document(name: PurePosixPath) -> bool:
    """Whether it is a document, and not one of the hidden files that systems leave in folders and archives."""
    return not any(part.startswith(".") or part == "__MACOSX" for part in name.parts if part not in (".", ".."))


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a file for each document, in a folder for each class."""
    with target.folder() as folder:
        for place, item in placed(documents_of(rows, "a folder")):
            (folder / place.parent).mkdir(exist_ok=True)
            (folder / place).write_bytes(encode(item.document.text))


def write_zip(target: Target, rows: Iterable[Row]) -> None:
    """Write an archive with a file for each document, in a folder for each class: what DUALIST opens."""
    with target.bytes() as file, zipfile.ZipFile(file, "w") as archive:
        for place, item in placed(documents_of(rows, "a zip")):
            info = zipfile.ZipInfo(place.as_posix())  # without the time of day: the same rows give the same bytes
            archive.writestr(info, encode(item.document.text), zipfile.ZIP_DEFLATED)


def placed(items: Iterable[Item]) -> Iterator[tuple[PurePosixPath, Item]]:
    """The folder (its class) and the file name (its id, with what file names may not have spelled out) of each item."""
    taken: set[str] = set()
    for item in items:
        label, id = item.label or "", item.document.id
        if _NOT_NAMES.search(label) or label.startswith(".") or label.endswith((".", " ")) or label == "__MACOSX":
            raise CannotHold(
                f"The class {label!r} cannot be the name of a folder; rename the class, or write csv or jsonl."
            )
        name = _NOT_NAMES.sub(lambda character: f"%{ord(character[0]):02X}", id).removesuffix(".txt")
        name = f"%2E{name[1:]}" if name.startswith(".") else name
        if len(name.encode()) > 200:
            raise CannotHold(f"The id {id!r:.80} is too long for the name of a file; write csv or jsonl.")
        names = (PurePosixPath(label, f"{name}{more}.txt") for more in chain([""], map("-{}".format, count(2))))
        place = next(place for place in names if str(place).casefold() not in taken)
        taken.add(str(place).casefold())
        yield place, item
