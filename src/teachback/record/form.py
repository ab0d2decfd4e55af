"""The record as JSON: one object an entry, stable, versioned, exact both ways.

Every object has ``v`` (the version of this form), ``kind``, ``id``, ``time`` (UTC, microseconds), ``teacher`` and
``seconds``, then the fields of its kind. A field is called what the Python attribute is called, without the
underscore that keeps ``class`` apart from the keyword.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from datetime import datetime
from typing import Any

from teachback.errors import BadLesson, TeachbackError, listed, near_miss
from teachback.record.entry import Entry
from teachback.record.event import EVENTS
from teachback.record.lesson import LESSONS

VERSION = 1
KINDS: dict[str, type[Entry]] = {kind.kind: kind for kind in (*LESSONS, *EVENTS)}
_COMMON = ("id", "time", "teacher", "seconds")
_OWN = {name: tuple(field.name for field in fields(kind) if field.name not in _COMMON) for name, kind in KINDS.items()}
_REQUIRED = {
    name: {"id", "time", "teacher"}
    | {field.name.rstrip("_") for field in fields(kind) if field.default is field.default_factory is MISSING}
    for name, kind in KINDS.items()
}


def to_json(entry: Entry) -> dict[str, Any]:
    """The entry as a JSON object, its keys always in the same order.

    >>> from teachback.record import Word
    >>> from datetime import datetime, UTC
    >>> moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    >>> to_json(Word("goalie", "hockey", id="a1", time=moment, teacher="ines"))
    {'v': 1, 'kind': 'word', 'id': 'a1', 'time': '2026-01-02T03:04:05.000000Z', 'teacher': 'ines',
     'seconds': None, 'term': 'goalie', 'class': 'hockey', 'strength': 1.0}
    """
    time = entry.time.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
    form: dict[str, Any] = {"v": VERSION, "kind": entry.kind, "id": entry.id, "time": time}
    form |= {"teacher": entry.teacher, "seconds": entry.seconds}
    for name in _OWN[entry.kind]:
        value = getattr(entry, name)
        form[name.rstrip("_")] = list(value) if isinstance(value, tuple) else value
    return form


def from_json(form: dict[str, Any]) -> Entry:
    """The entry that a JSON object describes; the opposite of :func:`to_json`."""
    if not isinstance(form, dict):
        raise BadLesson(f"An entry is a JSON object with 'v', 'kind', 'id' and so on, not {form!r:.80}.")
    if form.get("v") != VERSION:
        raise BadLesson(
            f"This entry is of version {form.get('v')!r} and this teachback reads version {VERSION}; "
            "open it with the teachback that wrote it, or a newer one."
        )
    kind = form.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadLesson(f"{kind!r:.80} is not a kind of entry; the kinds are {listed(KINDS, most=20)}.")
    of_kind = {name: value for name, value in form.items() if name not in ("v", "kind")}
    allowed = {name.rstrip("_"): name for name in (*_COMMON, *_OWN[kind])}
    for name in of_kind:
        if name not in allowed:
            raise BadLesson(f"A {kind} has no field {name!r:.80}.{near_miss(name, allowed)} It has {listed(allowed)}.")
    missing = sorted(_REQUIRED[kind] - of_kind.keys())
    if missing:
        raise BadLesson(f"This {kind} lacks {listed(missing)}; it needs {listed(sorted(_REQUIRED[kind]))}.")
    values: dict[str, Any] = {
        allowed[name]: tuple(value) if isinstance(value, list) else value for name, value in of_kind.items()
    }
    try:
        values["time"] = datetime.fromisoformat(values["time"])
    except (TypeError, ValueError):
        raise BadLesson(f"{values['time']!r:.80} is not a time; write it like 2026-01-02T03:04:05.000000Z.") from None
    return KINDS[kind](**values)


def write_lines(entries: Iterable[Entry]) -> Iterator[str]:
    """The entries as JSON lines, each ended by a newline and readable by any tool."""
    for entry in entries:
        yield json.dumps(to_json(entry), ensure_ascii=False, allow_nan=False) + "\n"


def read_lines(lines: Iterable[str]) -> Iterator[Entry]:
    """The entries that JSON lines describe; a bad line is named by its number."""
    for number, line in enumerate(lines, start=1):
        try:
            yield from_json(json.loads(line))
        except TeachbackError as error:
            raise BadLesson(f"Line {number}: {error}") from None
        except (ValueError, RecursionError) as error:  # also a number or a nesting too long to read
            raise BadLesson(f"Line {number} is not JSON ({error}): {line!r:.60}") from None
