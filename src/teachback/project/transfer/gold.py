"""The gold standard: one row a document, on which its teachers settled, with who said what and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from teachback.formats.extending.new_table import write_table
from teachback.formats.writing import Target
from teachback.record import Adjudicate, Distinction, Document, Flag, Teaching
from teachback.record.columns import PART, TableColumn

if TYPE_CHECKING:
    from teachback.project.project import Project

_OURS: tuple[tuple[str, type], ...] = (
    ("class", str),
    ("status", str),
    ("agreement", float),
    ("teachers", int),
    ("said", str),
    ("not", str),
    ("words", str),
    ("passages", str),
    ("distinctions", str),
    ("flags", str),
    ("held out", str),
)


@dataclass(frozen=True)
class GoldDocument:
    """A document with at least one lesson."""

    document: Document
    class_: str | None  # what counts, by the project's policy; None where teachers disagree, or there is no label
    # `agreed` (all who labelled it, two or more), `single` (one teacher), `majority` (they differ, the policy decided),
    # `adjudicated`, `disputed` or `unlabelled`
    status: str
    agreement: float | None  # the share of those who labelled it who gave that class
    # Each teacher's class, and the classes that some said it is not
    said: dict[str, str]
    excluded: dict[str, tuple[str, ...]]
    words: tuple[str, ...]  # the words that were taught for the class and stand in the text
    # What was highlighted, by whom; and what tells it from other documents
    passages: tuple[str, ...]
    distinctions: tuple[str, ...]
    flags: tuple[str, ...]
    held_out: bool

    def cells(self) -> list[Any]:
        """Our columns, as a spreadsheet reads them."""
        return [
            self.class_ or "",
            self.status,
            self.agreement,
            len(self.said),
            "; ".join(f"{teacher}: {class_}" for teacher, class_ in self.said.items()),
            "; ".join(f"{teacher}: {', '.join(classes)}" for teacher, classes in self.excluded.items()),
            "; ".join(self.words),
            "; ".join(self.passages),
            "; ".join(self.distinctions),
            "; ".join(self.flags),
            "yes" if self.held_out else "",
        ]


def write_gold(project: Project, path: Path, format: str, *, most: int | None = None) -> None:
    """Write a table of the gold standard, with every column of the files that the documents came from.

    `most` is how many documents to write; all of them unless given.
    """
    fields = [column for column in project.columns if column.role in (None, PART)]
    taken = {"id", "text", *(name for name, _ in _OURS)}
    field_names = [column.name for column in fields]
    free = (f"{name} (of the file)" if name.casefold() in taken else name for name in field_names)
    names = ["id", "text", *free, *(name for name, _ in _OURS)]
    numbers = _numbers(project, fields) if format == "parquet" else frozenset()
    own = [float if name in numbers else str for name in field_names]
    kinds = [str, str, *own, *(kind for _, kind in _OURS)]
    golds = islice(gold_documents(project), most)
    write_table(Target(path), format, names, kinds, (_row(gold, field_names) for gold in golds))


def gold_documents(project: Project) -> Iterator[GoldDocument]:
    """The documents with at least one lesson, in the order they were added."""
    record, teaching = project.record, project.teaching()
    with record.lock:
        each = {teacher: record.teaching(teacher=teacher) for teacher in record.teachers}
        decided = {entry.document for entry in record.active() if isinstance(entry, Adjudicate)}
        flags: dict[str, list[str]] = {}
        for entry in record.active():
            if isinstance(entry, Flag):
                note = f"{entry.note} ({entry.teacher})" if entry.note else entry.teacher
                flags.setdefault(entry.document, []).append(note)
    apart: dict[str, list[str]] = {}
    for lesson in teaching.distinctions:
        apart.setdefault(lesson.document, []).append(_told_apart(lesson))
    spoken = {*apart, *flags}
    for own in each.values():
        spoken.update(own.labels, own.exclusions, own.skips, own.rationales)
    for document in project.documents():
        if document.id in spoken:
            yield _gold(project, document, teaching, each, document.id in decided, apart, flags)


def _gold(
    project: Project,
    document: Document,
    teaching: Teaching,
    each: dict[str, Teaching],
    decided: bool,
    apart: dict[str, list[str]],
    flags: dict[str, list[str]],
) -> GoldDocument:
    id, class_ = document.id, teaching.labels.get(document.id)
    labels = {teacher: own.labels[id] for teacher, own in each.items() if id in own.labels}
    excluded = {teacher: tuple(sorted(own.exclusions[id])) for teacher, own in each.items() if id in own.exclusions}
    passages = (
        f"“{document.text[span.start : span.end]}” for {span.class_} ({span.teacher})"
        for span in teaching.rationales.get(id, ())
    )
    words = () if class_ is None else _taught_words(project, document, class_, teaching)
    return GoldDocument(
        document,
        class_,
        _status(class_, labels, decided, id in teaching.disputed),
        sum(label == class_ for label in labels.values()) / len(labels) if labels and class_ is not None else None,
        labels,
        excluded,
        words,
        tuple(passages),
        tuple(apart.get(id, ())),
        tuple(flags.get(id, ())),
        id in teaching.held_out,
    )


def _status(class_: str | None, labels: dict[str, str], decided: bool, disputed: bool) -> str:
    if class_ is None:
        return "disputed" if disputed or len(set(labels.values())) > 1 else "unlabelled"
    if decided:
        return "adjudicated"
    if len(labels) < 2:
        return "single"
    return "agreed" if len(set(labels.values())) == 1 else "majority"


def _taught_words(project: Project, document: Document, class_: str, teaching: Teaching) -> tuple[str, ...]:
    read = project.analyzer.with_fields(document.text, document.fields)
    terms = dict.fromkeys(token.term for token in project.analyzer(read))
    return tuple(term for term in terms if class_ in teaching.words.get(term, ()))


def _told_apart(lesson: Distinction) -> str:
    has = "has" if lesson.present else "lacks"
    return f"unlike {lesson.versus} it {has} “{lesson.term}” ({lesson.teacher})"


def _row(gold: GoldDocument, fields: Sequence[str]) -> list[Any]:
    own = gold.document.fields
    return [gold.document.id, gold.document.text, *(own.get(name) for name in fields), *gold.cells()]


def _numbers(project: Project, fields: Sequence[TableColumn]) -> frozenset[str]:
    """The columns that hold nothing but numbers: those of a table with types are written as such."""
    candidates = {column.name for column in fields if column.kind == "number"}
    for document in project.documents() if candidates else ():
        candidates -= {name for name in candidates if isinstance(document.fields.get(name), str)}
    return frozenset(candidates)
