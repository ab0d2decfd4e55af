"""Lessons as people and programs type them: a kind and its words, or a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from teachback.errors import TeachbackError

if TYPE_CHECKING:
    from teachback.project import Project
    from teachback.record import Lesson


class LessonKind(StrEnum):
    """The kinds of lessons that a person types."""

    label = "label"
    exclude = "exclude"
    word = "word"
    not_a_reason = "not-a-reason"
    rationale = "rationale"
    distinction = "distinction"
    describe = "describe"
    skip = "skip"
    flag = "flag"
    adjudicate = "adjudicate"


_SHAPES = {
    LessonKind.label: "label DOCUMENT CLASS",
    LessonKind.exclude: "exclude DOCUMENT CLASS",
    LessonKind.word: "word TERM CLASS [--strength S]",
    LessonKind.not_a_reason: "not-a-reason TERM [CLASS]",
    LessonKind.rationale: 'rationale DOCUMENT CLASS --quote "PASSAGE" (or --start N --end N)',
    LessonKind.distinction: "distinction DOCUMENT CLASS --versus DOCUMENT --has TERM (or --lacks TERM)",
    LessonKind.describe: 'describe CLASS "TEXT"',
    LessonKind.skip: "skip DOCUMENT",
    LessonKind.flag: "flag DOCUMENT [NOTE]",
    LessonKind.adjudicate: "adjudicate DOCUMENT CLASS",
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
    from teachback.record import (
        Adjudicate,
        Describe,
        Distinction,
        Exclude,
        Flag,
        Label,
        NotAReason,
        Rationale,
        Skip,
        Word,
    )

    common: dict[str, Any] = {"teacher": teacher, "seconds": seconds}
    rest = dict(typed_options)
    lesson: Lesson
    match kind, [*what]:
        case LessonKind.label, [document, class_]:
            lesson = Label(document, class_, **common)
        case LessonKind.exclude, [document, class_]:
            lesson = Exclude(document, class_, **common)
        case LessonKind.word, [term, class_]:
            lesson = Word(term, class_, rest.pop("strength", 1.0), **common)
        case LessonKind.not_a_reason, [term, *some] if len(some) < 2:
            lesson = NotAReason(term, *some, **common)
        case LessonKind.rationale, [document, class_] if _passage(rest):
            begin, end = _located(project, document, rest)
            lesson = Rationale(document, class_, begin, end, **common)
        case LessonKind.distinction, [document, class_] if "versus" in rest and ("has" in rest) != ("lacks" in rest):
            present = "has" in rest
            term = rest.pop("has" if present else "lacks")
            lesson = Distinction(document, class_, rest.pop("versus"), term, present, **common)
        case LessonKind.describe, [class_, *text] if text:
            lesson = Describe(class_, " ".join(text), **common)
        case LessonKind.skip, [document]:
            lesson = Skip(document, **common)
        case LessonKind.flag, [document, *note] if len(note) < 2:
            lesson = Flag(document, *note, **common)
        case LessonKind.adjudicate, [document, class_]:
            lesson = Adjudicate(document, class_, **common)
        case _:
            raise TeachbackError(f"This is no {kind.value} lesson; write: {_SHAPES[kind]}")
    if rest:
        options = " and ".join(f"--{name}" for name in rest)
        raise TeachbackError(f"{options} means nothing to a {kind.value} lesson; write: {_SHAPES[kind]}")
    return lesson


def _passage(options: Mapping[str, Any]) -> bool:
    """Whether a passage is given, in one of the two ways."""
    return {"quote"} <= options.keys() or {"start", "end"} <= options.keys()


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
