"""brat's standoff form: beside each text a file ``.ann`` with the passages; our classes are the folders.

brat's types are single words, so a class of several words is written with underscores, and ``visual.conf`` (where
brat looks for what to show) says what it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath

from teachback.formats.folder import File, draft, files, placed
from teachback.formats.reading import Reading
from teachback.formats.reading.encoding import encode
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadRow, Problem
from teachback.formats.tables.records import documents_of
from teachback.formats.writing import Target

_DIGITS = 19  # fewer than a number has that would be no place in a text
_OTHERS = {
    "R": "relations",
    "E": "events",
    "A": "attributes of passages",
    "M": "attributes of passages",
    "N": "links to other sources",
    "#": "notes",
    "*": "relations",
}


def looks_like(folder: Path) -> bool:
    """Whether a folder holds annotations of brat."""
    return next(folder.rglob("*.ann"), None) is not None


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The texts of a folder, with the rationales in them."""
    reading.unit = "file"
    texts = (file for file in files(reading) if file.name.suffix == ".txt")
    names = _shown_names(reading.path / "visual.conf")
    yield from reading.rows(enumerate(texts, start=1), partial(_item, reading, names))


def _item(reading: Reading, names: dict[str, str], file: File) -> Item:
    made = draft(reading, file)
    if class_ := file.name.parent.name:
        made.label(class_)
    annotations = reading.path / file.name.with_suffix(".ann")
    for line in _read(annotations).split("\n") if annotations.is_file() else ():
        if line.startswith("T"):
            kind, places = _mark(line)
            for start, end in places:
                made.rationale(names.get(kind, kind), start, end)
        elif what := _OTHERS.get(line[:1]):
            reading.not_taken[what] += 1
    return made.item()


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRow(f"{path.name} is not UTF-8 (byte {error.start}).") from None


def _mark(line: str) -> tuple[str, list[tuple[int, int]]]:
    r"""The type and places of a line such as ``T1\tbug 2 15;20 24\tthe app … crashes``."""
    matched = re.fullmatch(r"T\S*\t(\S+) ([\d ;]{1,10000})(?:\t.*)?", line.rstrip("\r"), re.ASCII)
    places = [place.split() for place in matched[2].split(";")] if matched else []
    if matched is None or not all(len(place) == 2 and max(map(len, place)) < _DIGITS for place in places):
        raise BadRow(f"{line!r:.60} is not a passage of brat.")
    return matched[1], [(int(start), int(end)) for start, end in places]


def _shown_names(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    shown_names = path.read_text(encoding="utf-8", errors="replace").splitlines()
    pairs = (line.split(" | ", 1) for line in shown_names if " | " in line)
    return {kind.strip(): names.split(" | ")[0].strip() for kind, names in pairs}


def write(target: Target, rows: Iterable[Row]) -> None:
    """Write a folder for brat, with its configuration."""
    kinds = {name: _kind(name) for name in target.classes}
    with target.folder() as folder:
        for place, item in placed(documents_of(rows, "brat")):
            kinds |= {span.class_: _kind(span.class_) for span in item.rationales}
            _write_item(folder, place, item)
        entities = "\n".join(dict.fromkeys(kinds.values()))
        parts = f"[entities]\n{entities}\n[relations]\n[events]\n[attributes]\n"
        (folder / "annotation.conf").write_bytes(parts.encode())
        names_of_kinds = "\n".join(f"{kind} | {name}" for name, kind in kinds.items())
        (folder / "visual.conf").write_bytes(f"[labels]\n{names_of_kinds}\n[drawing]\n".encode())


def _write_item(folder: Path, place: PurePosixPath, item: Item) -> None:
    text = item.document.text
    spans = dict.fromkeys((span.class_, span.start, span.end) for span in item.rationales)
    lines = [
        f"T{number}\t{_kind(class_)} {start} {end}\t{' '.join(text[start:end].split())}\n"
        for number, (class_, start, end) in enumerate(spans, start=1)
    ]
    (folder / place.parent).mkdir(exist_ok=True)
    (folder / place).write_bytes(encode(text))
    (folder / place.with_suffix(".ann")).write_bytes("".join(lines).encode())


def _kind(class_: str) -> str:
    return re.sub(r"[^\w-]", "_", class_)
