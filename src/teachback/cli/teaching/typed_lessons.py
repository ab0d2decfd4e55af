"""Lessons as people and programs type them: a kind and its words, or a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.project import Project
    from teachback.record import Lesson


LessonKind = Literal[
    "label", "exclude", "word", "not-a-reason", "rationale", "distinction", "describe", "skip", "flag", "adjudicate"
]

_SHAPES = {
    "label": "label DOCUMENT CLASS",
    "exclude": "exclude DOCUMENT CLASS",
    "word": "word TERM CLASS [--strength S]",
    "not-a-reason": "not-a-reason TERM [CLASS]",
    "rationale": 'rationale DOCUMENT CLASS --quote "PASSAGE" (or --start N --end N)',
    "distinction": "distinction DOCUMENT CLASS --versus DOCUMENT --has TERM (or --lacks TERM)",
    "describe": 'describe CLASS "TEXT"',
    "skip": "skip DOCUMENT",
    "flag": "flag DOCUMENT [NOTE]",
    "adjudicate": "adjudicate DOCUMENT CLASS",
}


def typed_lesson(
    project: Project,
    kind: LessonKind,
    what: Sequence[str],
    typed_options: Mapping[str, Any],
    teacher: str,
    seconds: float | None,
) -> Lesson:
    """The lesson that a kind, its words and its options make."""
    from teachback import record

    common: dict[str, Any] = {"teacher": teacher, "seconds": seconds}
    rest = dict(typed_options)
    lesson: Lesson
    match kind, [*what]:
        case "label", [document, class_]:
            lesson = record.Label(document, class_, **common)
        case "exclude", [document, class_]:
            lesson = record.Exclude(document, class_, **common)
        case "word", [term, class_]:
            lesson = record.Word(term, class_, rest.pop("strength", 1.0), **common)
        case "not-a-reason", [term, *some] if len(some) < 2:
            lesson = record.NotAReason(term, *some, **common)
        case "rationale", [document, class_] if "quote" in rest or {"start", "end"} <= rest.keys():
            begin, end = _located(project, document, rest)
            lesson = record.Rationale(document, class_, begin, end, **common)
        case "distinction", [document, class_] if "versus" in rest and ("has" in rest) != ("lacks" in rest):
            present = "has" in rest
            term = rest.pop("has" if present else "lacks")
            lesson = record.Distinction(document, class_, rest.pop("versus"), term, present, **common)
        case "describe", [class_, *text] if text:
            lesson = record.Describe(class_, " ".join(text), **common)
        case "skip", [document]:
            lesson = record.Skip(document, **common)
        case "flag", [document, *note] if len(note) < 2:
            lesson = record.Flag(document, *note, **common)
        case "adjudicate", [document, class_]:
            lesson = record.Adjudicate(document, class_, **common)
        case _:
            raise TeachbackError(f"This is no {kind} lesson; write: {_SHAPES[kind]}")
    if rest:
        options = " and ".join(f"--{name}" for name in rest)
        raise TeachbackError(f"{options} means nothing to a {kind} lesson; write: {_SHAPES[kind]}")
    return lesson


def _located(project: Project, document: str, options: dict[str, Any]) -> tuple[int, int]:
    """Where the passage is; its options are used up."""
    text = project.document(document).text
    quote = options.pop("quote", None)
    if quote is None:
        return options.pop("start"), options.pop("end")
    times = text.count(quote) if quote else 0
    if times != 1:
        raise TeachbackError(
            f"{quote!r} stands {times} times in {document}; quote a passage that stands there once, or give --start "
            "and --end."
        )
    return text.index(quote), text.index(quote) + len(quote)


def lessons_of(lines: Iterable[str], teacher: str) -> list[Lesson]:
    """The lessons of JSON lines; the id, the time and the teacher may be left out.

    >>> lessons_of(['{"kind": "word", "term": "invoice", "class": "billing"}'], "ines")[0].teacher
    'ines'
    """
    lessons = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                lessons.append(_lesson_of(json.loads(line), teacher))
        except TeachbackError as error:
            raise TeachbackError(f"Line {number}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise TeachbackError(f"Line {number} is not JSON ({error}): {line!r:.60}") from None
    return lessons


def _lesson_of(form: Any, teacher: str) -> Lesson:
    from teachback.record import Lesson
    from teachback.record.entry import new_id, now
    from teachback.record.form import VERSION, from_json

    if isinstance(form, dict):
        form = {"v": VERSION, "id": new_id(), "time": now().isoformat(), "teacher": teacher, **form}
    entry = from_json(form)
    if not isinstance(entry, Lesson):
        raise TeachbackError(f"a {entry.kind} is no lesson; give labels, words and the like.")
    return entry
