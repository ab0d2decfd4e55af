"""Lessons as a project keeps them: terms as its analyzer writes them, distinctions that do tell two documents apart."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace

from teachback.errors import BadLesson, listed
from teachback.record import Distinction, Document, DocumentsAdded, Entry, Lesson, NotAReason, Word
from teachback.text import Analyzer

Text = Callable[[str], str]  # from a document's id to its text
Batch = tuple[Sequence[Document], Sequence[Entry]]


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


def imported(entry: Entry, analyzer: Analyzer, new: tuple[str, ...]) -> Entry | None:
    """An entry of an import as it is kept: documents only where they are new."""
    if isinstance(entry, DocumentsAdded):
        return replace(entry, documents=new) if new else None
    return _written(entry, analyzer) if isinstance(entry, Lesson) else entry


def all_added(batches: Iterable[Batch], known: Container[str], analyzer: Analyzer) -> Iterator[Batch]:
    """Documents and entries as they are kept; refused, at the end, where no entry adds one of the documents."""
    lost: dict[str, None] = {}
    for documents, entries in batches:
        lost |= {document.id: None for document in documents if document.id not in known}
        for entry in entries:
            for id in entry.documents if isinstance(entry, DocumentsAdded) else ():
                lost.pop(id, None)
        yield documents, [_written(entry, analyzer) if isinstance(entry, Lesson) else entry for entry in entries]
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
        said = {
            (True, True): "both have it",
            (False, False): "neither has it",
            (True, False): f"it is {lesson.document} that has it",
            (False, True): f"it is {lesson.versus} that has it",
        }[has, versus]
        raise BadLesson(
            f"{lesson.term!r} does not tell {lesson.document} from {lesson.versus} in this way: {said}. Name a "
            "term that exactly one of the two has."
        )
