"""The beginning of a file: enough of it to say what an import would bring, and never more than takes a moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from teachback.errors import listed
from teachback.formats.rows import Item, Row
from teachback.formats.rows.problems import BadFile, Problem
from teachback.record import Label, Rationale
from teachback.record.entry import now

MOST_ROWS = 5_000
_MOST_TEXT = 5_000_000  # characters
_LABELLED, _CLASSES = 10, 0.8  # labelled texts that tell, and classes for each of them that are too many


@dataclass(frozen=True)
class Beginning:
    """The first rows, what is wrong and which classes are named in as much of a file as was looked at."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    classes: tuple[str, ...]
    # How many different documents there are in that much, and how many of them have no text
    documents: int
    blank: int
    # How many of them come with what a model says that can be taught, by its name (empty where the file has none)
    models: Mapping[str, int]
    whole: bool  # whether that was all of it
    doubts: tuple[str, ...]  # a sentence, if that was not all of it, or if it cannot be read to its end


def beginning(rows: Iterable[Row | Problem], preview: int, most: int = MOST_ROWS) -> Beginning:
    """Look at the first rows, and keep the first of them to be shown; an error that ends the file later is a doubt."""
    first: list[Row] = []
    problems: list[Problem] = []
    classes: dict[str, bool] = {}  # whether passages alone name it
    documents: dict[str, bool] = {}  # by id: whether it has no text
    models, labelled = Counter[str](), dict[str, set[str]]()  # its texts, by class
    doubts, text, whole, time = [], 0, True, now()
    try:
        for number, row in enumerate(rows):
            if number == most or text > _MOST_TEXT:
                doubts.append(
                    f"Only its first {number:,} rows were looked at here; what is wrong further down, and classes "
                    "that only come there, show when it is imported."
                )
                whole = False
                break
            if isinstance(row, Problem):
                problems.append(row)
                continue
            if len(first) < preview:
                first.append(row)
            if isinstance(row, Item):
                text += len(row.document.text)
                documents[row.document.id] = not row.document.text.strip()
            lessons: tuple[object, ...] = row.lessons if isinstance(row, Item) else (row,)
            if isinstance(row, Item) and (guess := row.prediction):
                taught = guess.label(row.document.id, "importer", time)
                lessons = (*lessons, taught)
                models[guess.model or ""] += taught is not None
            for lesson in lessons:
                if isinstance(lesson, Label):
                    labelled.setdefault(lesson.class_, set()).add(lesson.document)
                if (name := getattr(lesson, "class_", None)) is not None:
                    classes[name] = classes.get(name, True) and isinstance(lesson, Rationale)
    except BadFile as error:
        if len(first) < preview:
            raise
        whole = False
        doubts.append(f"It cannot be imported as it is: {error.problem}")
    if 0 < sum(classes.values()) < len(classes):
        marked = listed([repr(name) for name, only_marked in classes.items() if only_marked], 5)
        doubts.append(
            f"Passages alone are marked as {marked}, which would be classes like those of the texts. If it is another "
            "question, say that these names stand for no class."
        )
    texts = len(set().union(*labelled.values()))
    if texts >= _LABELLED and len(labelled) > _CLASSES * texts:
        doubts.append(
            f"{texts:,} labelled texts have {len(labelled):,} different classes, which a model cannot learn. If what "
            "is taken for the class is none, leave it out or choose another."
        )
    blank = sum(documents.values())
    return Beginning(
        tuple(first), tuple(problems), tuple(classes), len(documents), blank, +models, whole, tuple(doubts)
    )
