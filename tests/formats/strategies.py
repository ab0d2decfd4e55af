"""Rows as people have them: texts of every kind, several teachers, passages that cut no character in two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from teachback.formats import Item
from teachback.record import Document, Label, Lesson, Rationale, Skip
from teachback.record.boundaries import is_boundary

TIME = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
CLASSES = ("bug", "feature request", "می\u200cخرم")
TEACHERS = ("ines", "بن", "a@b.org")

_nasty = st.sampled_from(["\r\n", *"\n\r\x00\t\"',;\\=@🙂\u2028\ufeff", "👩🏽\u200d🚒", "e\u0301", "_x0041_", "&lt;"])
texts = st.lists(_nasty | st.text(st.characters(exclude_categories=["Cs"]), max_size=4), max_size=8).map("".join)
one_line = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=12)


@st.composite
def lists_of_items(draw: st.DrawFn, texts: st.SearchStrategy[str] = texts) -> list[Item]:
    """Documents of different ids, each labelled, skipped or left alone by some teachers, some with passages."""
    items = []
    for number, text in enumerate(draw(st.lists(texts, min_size=1, max_size=4))):
        document = Document(f"d{number}", text)
        places = [at for at in range(len(text) + 1) if is_boundary(text, at)]
        lessons: list[Lesson] = []
        for teacher in draw(st.lists(st.sampled_from(TEACHERS), unique=True, max_size=3)):
            mark: dict[str, Any] = {"teacher": teacher, "time": TIME}
            class_ = draw(st.none() | st.sampled_from(CLASSES))
            lessons.append(Skip(document.id, **mark) if class_ is None else Label(document.id, class_, **mark))
            if class_ is not None and len(places) > 1:
                start, end = sorted(draw(st.tuples(*[st.sampled_from(places)] * 2)))
                lessons += [Rationale(document.id, class_, start, end, **mark)] if start < end else []
        items.append(Item(document, tuple(lessons)))
    return items


def taught_by(items: list[Item], *, teachers: bool = True) -> list[object]:
    """Everything that items say, without the ids and seconds of the lessons."""
    return [
        (
            item.document,
            {(lesson.kind, *_about(lesson), lesson.teacher if teachers else None) for lesson in item.lessons},
        )
        for item in items
    ]


def _about(lesson: object) -> tuple[object, ...]:
    return tuple(getattr(lesson, name, None) for name in ("document", "class_", "start", "end"))
