"""The values of a JSON file, streamed: one a line, or the members of one long list."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TextIO

from teachback.formats.reading import LONGEST_LINE, Reading
from teachback.formats.rows import Row
from teachback.formats.rows.problems import BadFile, BadRow, Problem
from teachback.formats.writing import Target

_CHUNK = 1 << 18
_SPACE = " \t\r\n\ufeff"
_LISTS = ("data", "rows", "records", "items", "documents", "examples", "results", "entries")
_decoder = json.JSONDecoder(parse_constant=lambda name: None if name == "NaN" else name)  # which JSON itself lacks


def values(reading: Reading) -> Iterator[tuple[int, Any]]:
    """The values and the lines they begin on; a line that is not JSON is a :class:`Problem`."""
    with reading.text(newline="\n") as text:
        head = text.read(_CHUNK)
        if not head.strip(_SPACE):
            raise BadFile(reading.path, "it is empty.")
        if head.lstrip(_SPACE).startswith("["):
            yield from _members(reading, head, text)
        else:
            head, whole = _only_object(head, text)
            if whole is None:
                yield from _lines(_begun(head, reading, text))
            else:
                yield from ((_Place(1, at), value) for at, value in enumerate(_records_in(whole), start=1))


def _only_object(head: str, text: TextIO) -> tuple[str, dict[str, Any] | None]:
    """What has been read of a file, and the object that it is, on one line or several; None where it is more than one.

    >>> import io
    >>> [_only_object(text, io.StringIO())[1] for text in ('{\\n"text": "so dull"}', '{"id": 1}\\n{"id": 2}')]
    [{'text': 'so dull'}, None]
    """
    first, _, rest = head.strip(_SPACE).partition("\n")
    if rest and _decoded(first) is not None:
        return head, None
    head += text.read(LONGEST_LINE)
    whole = _decoded(head.strip(_SPACE))
    return head, whole if isinstance(whole, dict) else None


def _decoded(text: str) -> Any:
    """The value that a text is in JSON; None where it is none."""
    try:
        return _decoder.decode(text) if text.startswith("{") else None
    except (ValueError, RecursionError):
        return None


def _records_in(whole: dict[str, Any]) -> list[Any]:
    """The records of a file that is one object: a list of them in it, or a table as pandas writes it.

    >>> _records_in({"text": {"0": "it crashes"}, "label": {"0": "bug"}})
    [{'text': 'it crashes', 'label': 'bug'}]
    >>> _records_in({"version": 1, "data": [{"text": "it crashes"}]})
    [{'text': 'it crashes'}]
    """
    columns, inside = whole.get("columns"), list(whole.values())
    lists: list[list[Any]] = [whole[name] for name in _LISTS if isinstance(whole.get(name), list)]
    if isinstance(columns, list) and lists and all(isinstance(row, list) for row in lists[0]):
        return [dict(zip(map(str, columns), row, strict=False)) for row in lists[0]]
    if len(lists) == 1 and "text" not in whole and all(isinstance(one, dict) for one in lists[0]):
        return lists[0]
    if inside and all(isinstance(each, dict) and each.keys() == inside[0].keys() for each in inside):
        if all(map(str.isdecimal, whole)):
            return inside
        if all(map(str.isdecimal, inside[0])):
            return [{name: whole[name][key] for name in whole} for key in inside[0]]
    return [whole]


def objects(reading: Reading, make: Callable[[dict[str, Any]], Row]) -> Iterator[Row | Problem]:
    """The rows made from a file's JSON objects; any other value is a problem of its line."""

    def made(value: object) -> Row:
        if not isinstance(value, dict):
            raise BadRow(f"{value!r:.60} is not a JSON object with a text and what was said of it.")
        return make(value)

    return reading.rows(values(reading), made)


def members(value: object) -> list[dict[str, Any]]:
    """A value that should be a list of objects; nothing for one that is not there."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
        raise BadRow(f"{value!r:.60} is not a list of JSON objects.")
    return value


def fields(value: object) -> dict[str, Any]:
    """A value that should be an object; an empty one for one that is not there."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadRow(f"{value!r:.60} is not a JSON object.")
    return value


def write_lines(target: Target, objects: Iterable[object]) -> None:
    """Write one value a line."""
    with target.text() as file:
        for value in objects:
            file.write(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")


def write_list(target: Target, objects: Iterable[object]) -> None:
    """Write a list of values, each on a line of its own."""
    with target.text() as file:
        separator = "["
        for value in objects:
            file.write(f"{separator}\n{json.dumps(value, ensure_ascii=False, allow_nan=False)}")
            separator = ","
        file.write("[]\n" if separator == "[" else "\n]\n")


def _begun(head: str, reading: Reading, text: TextIO) -> Iterator[str]:
    """The lines of a text whose beginning has been read."""
    begun = head.split("\n")
    last = begun.pop() + text.readline(LONGEST_LINE)
    if len(last) >= LONGEST_LINE:
        raise BadFile(reading.path, f"a line is longer than {LONGEST_LINE:,} characters; write one document a line.")
    return chain((line + "\n" for line in begun), [last], reading.lines(text))


def _lines(lines: Iterable[str]) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(lines, start=1):
        if line.strip(_SPACE):
            try:
                yield number, _decoder.decode(line.strip(_SPACE))
            except (ValueError, RecursionError) as error:  # also a number or a nesting too long to read
                yield number, Problem(f"line {number:,}", f"it is not JSON ({error}): {line.strip()!r:.60}.")


class _Place(int):
    """The line that a member of a list begins on and, where others begin there too, which of the list's it is."""

    member: int

    def __new__(cls, line: int, member: int) -> _Place:
        place = super().__new__(cls, line)
        place.member = member
        return place

    def __format__(self, form: str) -> str:
        line = super().__format__(form)
        return f"{line} (object {self.member:,} of the list)" if self.member else line


def _members(reading: Reading, head: str, text: TextIO) -> Iterator[tuple[int, Any]]:
    """The members of a list, parsed as they come, holding no more than one member and one chunk of text."""
    buffer, at, line = head, head.index("[") + 1, 1 + head[: head.index("[")].count("\n")
    expected = "]"  # what may stand here besides a value
    member = last = 0
    while True:
        skipped = at
        while at < len(buffer) and buffer[at] in _SPACE:
            at += 1
        line += buffer.count("\n", skipped, at)
        if at < len(buffer) and buffer[at] in expected:
            if buffer[at] == "]":
                if (buffer[at + 1 :] + text.read(_CHUNK)).strip(_SPACE):
                    raise BadFile(reading.path, f"line {line:,}: something follows the end of the list.")
                return
            at, expected = at + 1, ""
            continue
        try:
            if expected == ",]" and at < len(buffer):
                raise BadFile(reading.path, f"line {line:,}: a comma or the end of the list is missing.")
            value, end = _decoder.raw_decode(buffer, at)
        except (json.JSONDecodeError, RecursionError, ValueError) as error:
            rest = len(buffer) - at
            more = text.read(max(_CHUNK, rest)) if rest <= LONGEST_LINE else ""
            if not more:
                why = str(error)
                if isinstance(error, json.JSONDecodeError):  # whose line and column are those of the buffer
                    why = f"{error.msg}, at {buffer[error.pos :][:20]!r}" if error.pos < len(buffer) else error.msg
                place = _Place(line, member + 1)
                raise BadFile(
                    reading.path,
                    f"line {place}: this is not JSON, or breaks off ({why}); nothing after it can be read.",
                ) from None
            buffer, at = buffer[at:] + more, 0
        else:
            member += 1
            yield _Place(line, member if line == last else 0), value
            last = line
            line += buffer.count("\n", at, end)
            at, expected = end, ",]"
