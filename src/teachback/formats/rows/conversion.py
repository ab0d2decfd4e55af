"""Between rows and the record: what a file teaches, as entries; what a record says, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from teachback.formats.rows import Item, Row, Rule
from teachback.formats.rows.problems import CannotHold
from teachback.record import (
    Adjudicate,
    ClassesAdded,
    Document,
    DocumentsAdded,
    Entry,
    Exclude,
    Label,
    Lesson,
    NotAReason,
    Policy,
    Record,
    Skip,
    Word,
    majority,
)
from teachback.record.entry import now


@dataclass(frozen=True)
class Batch:
    """A part of an import: new documents, and the entries that a record which has their texts accepts."""

    documents: tuple[Document, ...]
    entries: tuple[Entry, ...]


def batches(
    rows: Iterable[Row],
    *,
    classes: Sequence[str] = (),
    teacher: str = "importer",
    size: int = 1000,
) -> Iterator[Batch]:
    """What the rows teach, in batches that can be appended one after the other.

    An event adds any class that a lesson names and that is not among those of the project (`classes`), just before it.
    `teacher` is who adds classes and documents.

    >>> item = Item(Document("d1", "the app crashes"), (Label("d1", "bug"),))
    >>> [entry.kind for batch in batches([item]) for entry in batch.entries]
    ['classes_added', 'documents_added', 'label']
    """
    iterator, known, seen = iter(rows), set(classes), set[str]()
    provenance = {"teacher": teacher, "time": now()}
    while some := list(islice(iterator, size)):
        documents: dict[str, Document] = {}
        lessons: list[Lesson] = []
        for row in some:
            if isinstance(row, Rule):
                raise CannotHold("A rule is what a model made of its lessons; it cannot be imported as a lesson.")
            if not isinstance(row, Item):
                lessons.append(row)
                continue
            if row.document.id not in seen:
                seen.add(row.document.id)
                documents[row.document.id] = row.document
            lessons.extend(row.lessons)
        spoken = dict.fromkeys(name for lesson in lessons if (name := getattr(lesson, "class_", None)) is not None)
        events: list[Entry] = []
        if new := tuple(name for name in spoken if name not in known):
            known.update(new)
            events.append(ClassesAdded(new, **provenance))  # type: ignore[arg-type]
        if documents:
            events.append(DocumentsAdded(tuple(documents), **provenance))  # type: ignore[arg-type]
        yield Batch(tuple(documents.values()), (*events, *lessons))


def items(record: Record, documents: Iterable[Document]) -> Iterator[Item]:
    """The documents with the current lessons of each teacher."""
    with record.lock:
        teachings = {teacher: record.teaching(teacher=teacher) for teacher in record.teachers}
        last = {
            (entry.teacher, entry.document): entry
            for entry in record.active()
            if isinstance(entry, Label | Skip | Adjudicate)
        }
        times = {(each.teacher, each.document): each.time for each in record.active() if isinstance(each, Exclude)}
    for document in documents:
        lessons: list[Lesson] = []
        for teacher, teaching in teachings.items():
            answer = last.get((teacher, document.id))
            if answer is not None and (class_ := teaching.labels.get(document.id)) is not None:
                lessons.append(_label(answer, class_))
            elif isinstance(answer, Skip) and document.id in teaching.skips:
                lessons.append(answer)
            for class_ in sorted(teaching.exclusions.get(document.id, ())):
                lessons.append(Exclude(document.id, class_, teacher=teacher, time=times[teacher, document.id]))
            lessons.extend(teaching.rationales.get(document.id, ()))
        yield Item(document, tuple(lessons))


def _label(answer: Label | Skip | Adjudicate, class_: str) -> Label:
    """What was said of a document, in today's name of the class."""
    if isinstance(answer, Label):
        return answer if answer.class_ == class_ else replace(answer, class_=class_)
    common = {"id": answer.id, "teacher": answer.teacher, "time": answer.time, "seconds": answer.seconds}
    return Label(answer.document, class_, **common)  # type: ignore[arg-type]


def merged_items(
    record: Record, documents: Iterable[Document], *, policy: Policy = majority, teacher: str = "merged"
) -> Iterator[Item]:
    """The documents with one label each, on which the policy settles, and all teachers' rationales."""
    teaching = record.teaching(policy=policy)
    for document in documents:
        class_ = teaching.labels.get(document.id)
        lessons: list[Lesson] = [] if class_ is None else [Label(document.id, class_, teacher=teacher)]
        lessons += (replace(span, teacher=teacher) for span in teaching.rationales.get(document.id, ()))
        yield Item(document, tuple(lessons))


def words(record: Record) -> Iterator[Word | NotAReason]:
    """All taught and rejected words. A general rejection comes first, since it takes back what was taught before it."""
    with record.lock:
        teachings = {teacher: record.teaching(teacher=teacher) for teacher in record.teachers}
        last = {(entry.teacher, entry.term): entry for entry in record.active() if isinstance(entry, Word | NotAReason)}
    for teacher, teaching in teachings.items():
        for term in dict.fromkeys((*teaching.not_a_reason, *teaching.words)):
            time = last[teacher, term].time
            for class_ in sorted(teaching.not_a_reason.get(term, ()), key=lambda name: name or ""):
                yield NotAReason(term, class_, teacher=teacher, time=time)
            for class_, strength in teaching.words.get(term, {}).items():
                yield Word(term, class_, strength, teacher=teacher, time=time)
