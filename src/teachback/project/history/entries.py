"""Entries as a project keeps them: terms as its analyzer writes them, distinctions that do tell two documents apart."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace

from teachback.errors import BadLesson, listed
from teachback.record import (
    ClassesAdded,
    ClassRenamed,
    Distinction,
    Document,
    DocumentsAdded,
    Entry,
    Exclude,
    Label,
    Lesson,
    NotAReason,
    Record,
    Retract,
    Word,
)
from teachback.record.view import Taught, answers, exclusions
from teachback.text import Analyzer

Text = Callable[[str], str]  # from a document's id to its text
Batch = tuple[Sequence[Document], Sequence[Entry]]
LONGEST_CLASS = 100  # characters of a new name; longer ones of older projects stay


def prepared(lesson: Lesson, analyzer: Analyzer, text: Text) -> Lesson:
    """The lesson as it is kept; what is no lesson, or a distinction that does not distinguish, is refused."""
    if not isinstance(lesson, Lesson):
        raise BadLesson(f"{lesson!r:.80} is not a lesson; teach a Label, a Word, a Rationale or so.")
    try:
        written = _written(lesson, analyzer)
        if isinstance(written, Distinction):
            _check_distinction(written, analyzer, text)
    except BadLesson as refused:
        refused.entry = lesson.id
        raise
    return written


def check_exclusions(lessons: Sequence[Lesson], record: Record) -> None:
    """Refuse to say that a document is not of the class that the same teacher gave it, or of no class at all."""
    taken_back = {lesson.lesson for lesson in lessons if isinstance(lesson, Retract)}
    for at, lesson in enumerate(lessons):
        if isinstance(lesson, Exclude) and record.entry(lesson.id) is None:
            earlier = [each for each in record.about("answer", lesson.document) if each.lesson.id not in taken_back]
            new = (
                each for each in lessons[: at + 1] if isinstance(each, Label | Exclude) and each.id not in taken_back
            )
            earlier += [Taught(each, len(record), each.class_) for each in new if each.document == lesson.document]
            try:
                _check_exclusion(lesson, earlier, record.classes)
            except BadLesson as refused:
                refused.entry = lesson.id
                raise


def _check_exclusion(lesson: Exclude, earlier: Sequence[Taught], classes: Sequence[str]) -> None:
    if answers(earlier).get(lesson.teacher) == lesson.class_:
        raise BadLesson(
            f"{lesson.teacher} labelled {lesson.document!r} as {lesson.class_!r}, so it cannot be said that it is not. "
            "Take the label back first, or label it as what it is."
        )
    if classes and exclusions(earlier).get(lesson.teacher, set()) >= set(classes):
        raise BadLesson(
            f"{lesson.document!r} would be of no class: not being {lesson.class_!r} leaves none of {listed(classes)}. "
            "Add the class that it is, skip it or flag it, or take back what it is not."
        )


def imported(entry: Entry, analyzer: Analyzer, new: tuple[str, ...]) -> Entry | None:
    """An entry of an import as it is kept: documents only where they are new."""
    if isinstance(entry, DocumentsAdded):
        return replace(entry, documents=new) if new else None
    return _written(entry, analyzer) if isinstance(entry, Lesson) else named(entry)


def named(entry: Entry) -> Entry:
    """Check an entry, and return it; one that gives a class a name that is too long for a button is refused.

    >>> named(ClassesAdded(["bug"])).kind
    'classes_added'
    """
    new = entry.classes if isinstance(entry, ClassesAdded) else (entry.to,) if isinstance(entry, ClassRenamed) else ()
    for name in new:
        if len(name) > LONGEST_CLASS:
            raise BadLesson(
                f"“{name[:40]}…” has {len(name):,} characters, and the name of a class has at most {LONGEST_CLASS}. "
                "Choose a shorter name; in an import, see whether the right column is the label."
            )
    return entry


def check_returning(documents: Iterable[Document], gone: Container[str], stored: Callable[[str], Document]) -> None:
    """Refuse another text for a document that was taken back: what was taught about it points at the text it had."""
    for document in documents:
        if document.id in gone and stored(document.id).erased:
            raise BadLesson(f"Document {document.id!r} was erased and does not come back; leave its row out.")
        if document.id in gone and document.text != stored(document.id).text:
            raise BadLesson(
                f"Document {document.id!r} was here with another text, and was taken back; what was taught about it is "
                "about that text. Leave the id column out so that the documents get new ids, or make a new project."
            )


def all_added(batches: Iterable[Batch], known: Container[str], analyzer: Analyzer) -> Iterator[Batch]:
    """Documents and entries as they are kept; refused, at the end, where no entry adds one of the documents."""
    lost: dict[str, None] = {}
    for documents, entries in batches:
        lost |= {document.id: None for document in documents if document.id not in known}
        for entry in entries:
            for id in entry.documents if isinstance(entry, DocumentsAdded) else ():
                lost.pop(id, None)
        yield documents, [_written(entry, analyzer) if isinstance(entry, Lesson) else named(entry) for entry in entries]
    if lost:
        raise BadLesson(
            f"No entry adds {listed(lost, most=3)} to the project; send a documents_added that names every document."
        )


def _written(lesson: Lesson, analyzer: Analyzer) -> Lesson:
    if isinstance(lesson, Word | NotAReason | Distinction):
        return replace(lesson, term=analyzer.term(lesson.term))
    return lesson


def _check_distinction(lesson: Distinction, analyzer: Analyzer, text: Text) -> None:
    named = (lesson.document, lesson.versus)
    has, versus = (bool(analyzer.spans(text(id), lesson.term)) for id in named)
    if has == versus or has != lesson.present:
        presence = {
            (True, True): "both have it",
            (False, False): "neither has it",
            (True, False): f"it is {lesson.document} that has it",
            (False, True): f"it is {lesson.versus} that has it",
        }[has, versus]
        raise BadLesson(
            f"{lesson.term!r} does not tell {lesson.document} from {lesson.versus} in this way: {presence}. Name a "
            "term that exactly one of the two has."
        )
