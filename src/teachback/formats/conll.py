"""CoNLL's form and its like: a token a line with its tags, an empty line between texts; tags become passages.

The first column is the token (the second in CoNLL-U) and the last its tag, such as ``B-PER``, ``I-PER`` and ``O``. A
comment like ``# label = complaint`` gives the text its class, and any other comment of that form is a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from teachback.formats.reading import Reading
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadRow, Problem
from teachback.formats.tables.typed_cells import typed_cells

_COMMENT = re.compile(r"#\s*([\w .-]+?)\s*=\s*(.*)")
_CLASS = ("label", "class", "category", "intent", "cats")
_DOCUMENT = "-DOCSTART-"  # where the texts of another document begin
_TAG = re.compile(r"O|[BIESLU]-[^\W\d]\S*")
_NO_TAG = ("O", "_", "-", "")


def read(reading: Reading) -> Iterator[Row | Problem]:
    """The texts of a file; tokens are joined by spaces unless the file has the text itself."""
    with reading.text() as text:
        yield from reading.rows(_blocks(reading.lines(text)), partial(_item, reading))


def _blocks(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each text, and the line that it begins on."""
    block: list[str] = []
    begins = 1
    for number, line in enumerate(lines, start=1):
        if line.startswith(_DOCUMENT):
            continue
        if line.strip():
            begins = begins if block else number
            block.append(line.rstrip("\r\n"))
        elif block:
            yield begins, block
            block = []
    if block:
        yield begins, block


def _item(reading: Reading, block: list[str]) -> Item:
    comments = {comment[1]: comment[2] for line in block if (comment := _COMMENT.fullmatch(line))}
    rows = [line.split("\t") if "\t" in line else line.split() for line in block if not line.startswith("#")]
    if not rows:
        raise BadRow("it has no tokens.")
    place = 1 if all(len(row) == 10 and row[0][:1].isdigit() for row in rows) else 0  # CoNLL-U numbers its tokens
    tokens = [row[place] for row in (_written(rows) if place else rows)]
    tags = [row[-1] if len(row) > 1 and not place else "O" for row in rows]
    if place:
        reading.not_taken["parts of speech and syntax of tokens"] += len(rows)
    reading.not_taken["other columns of tokens"] += sum(max(0, len(row) - 2) for row in rows) if not place else 0
    text, places = _text(comments.pop("text", None), tokens)
    label = next((comments.pop(name) for name in _CLASS if name in comments), None)
    id = next((comments.pop(name) for name in ("sent_id", "id") if name in comments), None)
    draft = reading.draft(text, id, typed_cells(comments.items(), reading.kinds))
    if label is not None:
        draft.label(label)
    for class_, first, last in _spans(tags):
        draft.rationale(class_, places[first][0], places[last][1])
    return draft.item()


def _written(rows: list[list[str]]) -> Iterator[list[str]]:
    """The tokens of CoNLL-U as they are written: ``3-4 im`` stands for its words, and ``8.1`` is not in the text."""
    last = 0
    for row in rows:
        first, _, to = row[0].partition("-")
        if "." not in first and int(first) > last:
            last = int(to) if to else last
            yield row


def looks_like(lines: Sequence[str]) -> bool:
    """Whether the lines are tokens with tags such as B-PER and O.

    >>> looks_like(["EU B-ORG", "rejects O", "", "Peter B-PER"]), looks_like(["Vitamin B-12", "Plan O"])
    (True, False)
    """
    rows = [line.split() for line in lines if line.strip() and not line.startswith(("#", _DOCUMENT))]
    alike = len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1
    return alike and all(_TAG.fullmatch(row[-1]) for row in rows) and any(row[-1] != "O" for row in rows)


def _text(text: str | None, tokens: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """The text and where its tokens are in it."""
    places, at = [], 0
    for token in tokens:
        begin = text.find(token, at) if text is not None else at
        if begin < 0:
            return _text(None, tokens)
        places.append((begin, begin + len(token)))
        at = begin + len(token) + (text is None)
    return (" ".join(tokens) if text is None else text), places


def _spans(tags: list[str]) -> Iterator[tuple[str, int, int]]:
    """The classes of tagged stretches, with their first and last token.

    >>> list(_spans(["B-PER", "I-PER", "O", "I-LOC", "B-LOC"]))
    [('PER', 0, 1), ('LOC', 3, 3), ('LOC', 4, 4)]
    """
    begun: tuple[str, int] | None = None
    for place, tag in enumerate([*tags, "O"]):
        mark, _, name = tag.partition("-") if tag[:2] in ("B-", "I-", "E-", "S-", "L-", "U-") else ("I", "", tag)
        class_ = None if tag in _NO_TAG else name
        if begun is not None and (class_ != begun[0] or mark in ("B", "S", "U")):
            yield begun[0], begun[1], place - 1
            begun = None
        if class_ is not None and begun is None:
            begun = class_, place
