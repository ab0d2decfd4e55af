"""The contract of a format, as checks to run over any format.

>>> from teachback.formats import FORMATS
>>> [check.__name__ for check in format_checks(FORMATS["zip"])][:2]
['check_texts_come_back', 'check_writes_all_or_nothing']

A format shows by `carries` what it has a place for; what it does not carry is not checked. Formats that are only
written are checked for what can be seen from outside.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from teachback.checks.broken import BrokenContract, Check
from teachback.errors import TeachbackError
from teachback.formats import Format, Item, Prediction, Problem, Row, Rule
from teachback.formats.reading import Reading
from teachback.formats.writing import Target
from teachback.record import Document, Exclude, Fields, Label, Lesson, NotAReason, Rationale, Skip, Word

CLASSES = ("bug", "feature request", "été")
_TIME = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
_LINES = (
    "the app crashes",
    "💩 Great pitcher, bad umpire.",
    "=cmd|' /C calc'!A0",
    "'=1+1",
    "007",
    "NA",
    'a "quoted" word, a; semi\tcolon | pipe',
    "שלום \u200fעולם",
    " both ends ",
    "e\u0301 \u200b\u00ad ﬁ",
    "\\u0041 _x0041_ &amp; <b>",
)
_TEXTS = (
    *_LINES,
    "",
    "one\ntwo\r\nthree\rfour\n",
    "nul \x00 bell \x07 escape \x1b",
    "separators \u2028 \u2029 \x85 \x0b \x0c",
    "\ufeffmark",
    "\r\n",
)


def check_format(format: Format) -> None:
    """Raise :class:`BrokenContract` if the format does not keep the contract."""
    for check in format_checks(format):
        check(format)


def format_checks(format: Format) -> Iterator[Check]:
    """The checks that concern this format. Each takes the format and raises :class:`BrokenContract`."""
    both = format.read is not None and format.write is not None
    if both:
        yield check_texts_come_back
    if format.write is not None:
        yield check_writes_all_or_nothing
        yield check_refuses_what_it_cannot_hold
    if format.read is not None:
        yield check_refuses_noise
    if both:
        yield from (check for carried, check in _COME_BACK.items() if carried in format.carries)


def check_texts_come_back(format: Format) -> None:
    """Texts come back as they were, byte for byte, whatever is in them; so do ids where they are carried.

    A format may refuse a text that it has no place for; it may not change one.
    """
    taken = 0
    for number, text in enumerate(_TEXTS):
        item = Item(Document(f"d {number}/ü", text), (Label(f"d {number}/ü", "bug"),))
        try:
            returned = _items(_round_trip(format, [item]))
        except TeachbackError:
            continue
        if [back.document.text for back in returned] != [text]:
            raise _broken(format, f"changes the text {text!r}")
        if "ids" in format.carries and returned[0].document.id != item.document.id:
            raise _broken(format, f"changes the id {item.document.id!r} to {returned[0].document.id!r}")
        taken += 1
    if taken < len(_LINES):
        raise _broken(format, f"takes only {taken} of {len(_TEXTS)} texts")


def check_labels_come_back(format: Format) -> None:
    """Every labelled document has its class, and no other has one."""
    classes = [*CLASSES, None]
    items = [
        Item(Document(f"d{number}", _LINES[number]), () if class_ is None else (_label(f"d{number}", class_),))
        for number, class_ in enumerate(classes)
    ]
    returned = {item.document.text: item.label for item in _items(_round_trip(format, items))}
    if returned != {item.document.text: item.label for item in items}:
        raise _broken(format, f"gives the labels {returned} back")


def check_rationales_come_back(format: Format) -> None:
    """Passages come back at the same code points, where some characters count double elsewhere."""
    text = "💩 Great pitcher,\nbad 👩🏽\u200d🚒 umpire."
    spans = [("bug", 2, 15), ("feature request", 17, 25), ("bug", 0, 1)]
    lessons = (_label("d1", "bug"), *(Rationale("d1", *span, teacher="ines", time=_TIME) for span in spans))
    (item,) = _items(_round_trip(format, [Item(Document("d1", text), lessons), *_others()]))[:1]
    returned = [(span.class_, span.start, span.end) for span in item.rationales]
    if returned != spans:
        raise _broken(format, f"gives the passages {returned} back for {spans}")


def check_every_teacher_comes_back(format: Format) -> None:
    """What several teachers said of one document comes back from each of them, skips included."""
    _lessons_come_back(
        format,
        _label("d1", "bug"),
        _label("d1", "été", "بن"),
        Skip("d1", teacher="ada@x.org", time=_TIME),
        Rationale("d1", "été", 0, 3, teacher="بن", time=_TIME),
    )


def check_what_documents_are_not_comes_back(format: Format) -> None:
    """The classes that a document is not come back, from each teacher, beside others' labels."""
    _lessons_come_back(
        format,
        Exclude("d1", "bug", teacher="ines", time=_TIME),
        Exclude("d1", "feature request", teacher="ines", time=_TIME),
        _label("d1", "été", "بن"),
    )


def check_fields_come_back(format: Format) -> None:
    """The other columns of a document's row come back, each as what it was."""
    fields = Fields({"source": "e-mail", "stars": 4.5, "day": date(2026, 3, 1), "vip": True, "tags": ["a", "b"]})
    items = [
        Item(Document("d1", "the app crashes", fields), (_label("d1", "bug"),)),
        Item(Document("d2", "I was charged twice", Fields({"stars": 2})), (_label("d2", "été"),)),
    ]
    returned = [item.document.fields for item in _items(_round_trip(format, items))]
    if returned != [item.document.fields for item in items]:
        raise _broken(format, f"gives the fields {returned} back")


def check_words_come_back(format: Format) -> None:
    """Taught words come back with their classes; rejected ones too, where the format has a place for them."""
    words = [Word("crash", "bug", teacher="ines"), Word("credit card", "été", 2.5), Word("-:)", "bug")]
    rejected = [NotAReason("please"), NotAReason("thanks", "bug")] if {"rules", "times"} & format.carries else []
    returned = {_word_facts(row) for row in _round_trip(format, [*words, *rejected])}
    if returned != {_word_facts(row) for row in (*words, *rejected)}:
        raise _broken(format, f"gives the words {sorted(map(str, returned))} back")


def check_rules_come_back(format: Format) -> None:
    """Rules come back in order."""
    rules = [Rule("bug", (("crash", True), ("please", False)), "d1"), Rule("été", (), None)]
    if (returned := list(_round_trip(format, rules))) != rules:
        raise _broken(format, f"gives the rules {returned} back")


def check_predictions_come_back(format: Format) -> None:
    """A prediction comes back with its probability and model, and with its reasons where they are carried."""
    reasons = (("crashes", "app"), ("the",)) if "explanations" in format.carries else ()
    others = {"été": 0.25, "feature request": 0.125} if reasons else {}
    prediction = Prediction("bug", {"bug": 0.625, **others}, reasons, "nb-12")
    (item,) = _items(_round_trip(format, [Item(Document("d1", "the app crashes"), (), prediction)]))
    if item.prediction != prediction:
        raise _broken(format, f"gives the prediction {item.prediction} back")


def check_writes_all_or_nothing(format: Format) -> None:
    """When the rows break off, what was there before is there still, and nothing is left beside it."""

    def broken() -> Iterator[Row]:
        yield from _others()
        raise KeyboardInterrupt

    with tempfile.TemporaryDirectory() as folder:
        target = _target(format, Path(folder) / "one")
        _write(format, target, _others())
        before = _fingerprint(Path(folder))
        try:
            _write(format, target, broken())
        except (KeyboardInterrupt, TeachbackError):
            if _fingerprint(Path(folder)) != before:
                raise _broken(format, "leaves something half-written when it is interrupted") from None
        else:
            raise _broken(format, "does not notice that its rows break off")


def check_refuses_what_it_cannot_hold(format: Format) -> None:
    """Words and rules are written, or refused in a sentence; never left out."""
    for kind, row in (("words", Word("crash", "bug")), ("rules", Rule("bug"))):
        if kind not in format.carries:
            _refuses(format, kind, [row])


def check_refuses_noise(format: Format) -> None:
    """A file of anything else ends in a sentence, or in rows that are texts; never in another error."""
    noises = (b"", b"\x00", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, b"PK\x03\x04" + b"x" * 99, b"PAR1" * 20)
    shapes = (b"[" * 5000, b'{"a": ' * 5000, b'[{"text": 1}, 2, "a", null]', b'"', b'a,b\n"c', b"T1\tbug x y\n")
    for noise in (*noises, *shapes):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "noise"
            path.write_bytes(noise)
            for place in (path, Path(folder)):
                try:
                    list(_read(format, place))
                except TeachbackError as error:
                    _is_sentence(format, f"{noise[:20]!r}", error)
                except Exception as error:
                    raise _broken(format, f"reads {noise[:20]!r} with {type(error).__name__}: {error}") from error


# Which check concerns what a format has a place for, in the order in which they run.
_COME_BACK: dict[str, Check] = {
    "labels": check_labels_come_back,
    "rationales": check_rationales_come_back,
    "teachers": check_every_teacher_comes_back,
    "exclusions": check_what_documents_are_not_comes_back,
    "words": check_words_come_back,
    "rules": check_rules_come_back,
    "predictions": check_predictions_come_back,
    "fields": check_fields_come_back,
}

# What the checks write, and how they look at what comes back.


def _lessons_come_back(format: Format, *lessons: Lesson) -> None:
    items = _items(_round_trip(format, [Item(Document("d1", "the app crashes"), lessons), *_others()]))
    returned = {_lesson_facts(lesson, format) for item in items for lesson in item.lessons if item.document.id == "d1"}
    if returned != {_lesson_facts(lesson, format) for lesson in lessons}:
        raise _broken(format, f"gives back {sorted(map(str, returned))}")


def _label(document: str, class_: str, teacher: str = "ines") -> Label:
    return Label(document, class_, teacher=teacher, time=_TIME, seconds=4.25)


def _others() -> list[Row]:
    """Labelled documents of every class."""
    return [
        Item(Document(f"x{number}", f"a text of {class_}"), (_label(f"x{number}", class_),))
        for number, class_ in enumerate(CLASSES)
    ]


def _lesson_facts(lesson: Lesson, format: Format) -> tuple[object, ...]:
    kind, times = lesson.kind, (lesson.seconds, lesson.time) if "times" in format.carries else ()
    span = (lesson.start, lesson.end) if isinstance(lesson, Rationale) else times
    return kind, getattr(lesson, "class_", None), lesson.teacher, *span


def _word_facts(row: Any) -> tuple[object, ...]:
    return row.kind, row.term, row.class_


def _target(format: Format, path: Path) -> Target:
    return Target(path.with_suffix(format.suffixes[0]) if format.suffixes else path, CLASSES)


def _write(format: Format, target: Target, rows: Iterable[Row]) -> None:
    if format.write is not None:
        format.write(target, rows)


def _read(format: Format, path: Path) -> Iterator[Row | Problem]:
    return iter(()) if format.read is None else format.read(Reading.of(path))


def _round_trip(format: Format, rows: Iterable[Row]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        target = _target(format, Path(folder) / "round-trip")
        _write(format, target, rows)
        returned = list(_read(format, target.path))
    problems = [row for row in returned if isinstance(row, Problem)]
    if problems:
        raise _broken(format, f"cannot read what it wrote: {problems[0]}")
    return [row for row in returned if not isinstance(row, Problem)]


def _items(rows: Iterable[Row]) -> list[Item]:
    return [row for row in rows if isinstance(row, Item)]


def _fingerprint(path: Path) -> dict[str, str]:
    files = (file for file in sorted(path.rglob("*")) if file.is_file())
    return {file.relative_to(path).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def _refuses(format: Format, what: str, rows: Iterable[Row]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        try:
            _write(format, _target(format, Path(folder) / "refused"), rows)
        except TeachbackError as error:
            _is_sentence(format, what, error)
        else:
            raise _broken(format, f"neither carries nor refuses {what}")


def _is_sentence(format: Format, what: str, error: TeachbackError) -> None:
    if len(str(error).split()) < 4:
        raise _broken(format, f"refuses {what} without a sentence: {str(error)!r}")


def _broken(format: Format, what: str) -> BrokenContract:
    return BrokenContract(f"The format {format.name} {what}.")
