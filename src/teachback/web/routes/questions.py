"""What to ask a teacher next."""

from __future__ import annotations

import asyncio
import time
import uuid
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Query
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from teachback.classroom import Assignment, Classroom, Reason
from teachback.guesses import Guess
from teachback.project import Agenda, AskedTerm
from teachback.project.history.columns import ShownField, shown_fields
from teachback.project.models.learned import ModelSummary
from teachback.project.questions.agenda import ColdStart
from teachback.project.questions.batch import wordless
from teachback.project.questions.passed_over import sunk
from teachback.project.questions.planning import Plan
from teachback.record import Document, Word
from teachback.record.columns import TableColumn
from teachback.record.lesson import LONGEST_TERM
from teachback.web.access import Caller, ClassroomOf, Teacher
from teachback.web.bodies import Body, Name
from teachback.web.writers import ProjectRouter, write_for

router = ProjectRouter(tags=["teaching"])
Column = Annotated[list[Annotated[str, Field(min_length=1, max_length=LONGEST_TERM)]], Field(max_length=200)]

_PATIENCE = 0.8  # seconds to wait for a newer page; the one before it answers if it takes longer
_LOOK = 0.01
_LONGEST = 10.0  # seconds, where that one has no document left
_NOT_YET = "The next documents are still being worked out: ask again in a moment."
_NONE_FREE = "No other document is free now: the rest is answered, or in the hands of other teachers."
Documents = Annotated[int | None, Query(ge=0, le=100, description="Documents; as the settings say, if not given.")]
Words = Annotated[int | None, Query(ge=0, le=200, description="Words for each class; as the settings say.")]
Wait = Annotated[bool, Query(description="Wait up to a second for the model that has heard everything.")]


@dataclass(frozen=True)
class BatchDocument:
    """A document to answer."""

    id: str
    text: str
    why: str
    reason: Reason
    guess: Guess | None
    check: bool
    alike: Sequence[str]
    highlight: bool
    fields: Sequence[ShownField] = ()


@dataclass(frozen=True)
class WordQuestions:
    """Words to teach or to reject: for each class, and for any class; `wordless` are the classes without a word."""

    words: Mapping[str, Sequence[AskedTerm]]
    any: Sequence[AskedTerm]
    wordless: Sequence[str]


@dataclass(frozen=True)
class QuestionBatch(WordQuestions):
    """Questions for one teacher; a batch stays as it is until the next one is asked for.

    `unread` says that it was drawn by chance, without words, because the documents were still being read.
    """

    batch: str
    position: int
    documents: Sequence[BatchDocument]
    note: str
    model: ModelSummary | None
    cold: ColdStart | None
    plan: Plan | None = None
    unread: bool = False


class WordsSeen(Body):
    """Lists of words that the teacher has seen, and how many words a list the next ones shall have."""

    words: Annotated[dict[Name, Column], Field(default_factory=dict)]
    any: Annotated[Column, Field(default_factory=list)]
    n: Annotated[int | None, Field(ge=0, le=200)] = None


@router.post("/questions")
async def draw(
    classroom: ClassroomOf, caller: Teacher, n: Documents = None, words: Words = None, wait: Wait = False
) -> QuestionBatch:
    """Draw the next batch for this teacher: documents that no other teacher has, and words for every class.

    It was worked out before it was asked for. Documents of the batch before that she has not answered are free again.
    Random checks among the documents are recorded as held out, and in a trial the round is recorded.
    """
    return await _next_batch(classroom, caller, n, words, wait=wait, writes=True)


@router.get("/questions")
async def look(
    classroom: ClassroomOf, caller: Teacher, n: Documents = None, words: Words = None, wait: Wait = False
) -> QuestionBatch:
    """The next batch for this teacher without writing anything: no new random check is among the documents."""
    return await _next_batch(classroom, caller, n, words, wait=wait, writes=False)


@router.post("/measure")
def measure(
    classroom: ClassroomOf,
    caller: Teacher,
    n: Annotated[int, Query(ge=1, le=100, description="How many documents.")] = 20,
) -> QuestionBatch:
    """A batch of held-out documents that nobody has answered; where there are fewer, others are drawn by chance.

    Their answers measure how often the model is right, and teach it nothing.
    """
    if classroom.project.study.running(caller.name) is not None:
        return _round(classroom, caller, writes=False)
    learned, asked = classroom.measure(caller.name, n)
    columns = classroom.project.columns
    with_text = (each for each in asked if each.document.text.strip())
    documents = [_asked(each.document, columns, each.why, "check", each.guess) for each in with_text]
    return QuestionBatch(
        batch=uuid.uuid4().hex,
        position=classroom.position,
        documents=documents,
        words={},
        any=(),
        wordless=(),
        note=_NONE_FREE if len(documents) < n else "",
        model=None if learned is None else learned.summary,
        cold=None,
    )


async def _next_batch(
    classroom: Classroom, caller: Caller, n: int | None, words: int | None, *, wait: bool, writes: bool
) -> QuestionBatch:
    begin = time.monotonic()
    while classroom.worth_waiting or (wait and not classroom.up_to_date and time.monotonic() < begin + _PATIENCE):
        await asyncio.sleep(_LOOK)
    working = partial(_batch, classroom, caller, n, words, writes=writes)

    async def worked_out() -> QuestionBatch:
        return await (write_for(caller.name, working) if writes else run_in_threadpool(working))

    page, batch = classroom.agenda, await worked_out()
    while batch.note == _NOT_YET and time.monotonic() < begin + (_PATIENCE if batch.documents else _LONGEST):
        await asyncio.sleep(_LOOK)
        if classroom.agenda is not page:
            page, batch = classroom.agenda, await worked_out()
    return batch


def _batch(classroom: Classroom, caller: Caller, n: int | None, words: int | None, *, writes: bool) -> QuestionBatch:
    if classroom.project.study.running(caller.name) is not None:
        return _round(classroom, caller, writes=writes)
    settings = classroom.project.preferences
    wanted = settings.batch if n is None else n
    page, assignments = classroom.give(caller.name, wanted, settings, draw=writes)
    if page is None:
        page = classroom.project.questioner.unread()
    columns = classroom.project.columns
    documents: list[BatchDocument] = []
    for each in assignments:
        document, waiting = classroom.project.document(each.waiting.document), each.waiting
        if document.text.strip():  # a page of unread documents may have blank ones
            about = waiting.why, each.reason, waiting.guess, waiting.alike
            highlight = _highlight(each, page, settings.highlights)
            documents.append(_asked(document, columns, *about, highlight=highlight))
    terms = _words(classroom, caller, page, settings.words if words is None else words, writes=writes)
    return QuestionBatch(
        batch=uuid.uuid4().hex,
        position=page.position,
        documents=documents,
        words={class_: column for class_, column in terms.items() if class_ is not None},
        any=terms.get(None, ()),
        wordless=wordless(page.teaching),
        note=_note(page, len(assignments) if documents else 0, wanted),
        model=None if page.learned is None else page.learned.summary,
        cold=page.cold,
        plan=None if page.worth is None else classroom.project.questioner.plan(caller.name, page.worth),
        unread=page.unread,
    )


def _round(classroom: Classroom, caller: Caller, *, writes: bool) -> QuestionBatch:
    """The next round of the caller's trial; nothing in it tells how good the model is."""
    asked, columns = classroom.project.study.ask(caller.name, noted=writes), classroom.project.columns
    return QuestionBatch(
        batch=uuid.uuid4().hex,
        position=classroom.position,
        documents=[_asked(each.document, columns, "asked in a trial", "unsure") for each in asked.documents],
        words={class_: column for class_, column in asked.words.items() if class_ is not None},
        any=asked.words.get(None, ()),
        wordless=(),
        note=asked.note,
        model=None,
        cold=None,
    )


def _asked(
    document: Document,
    columns: Sequence[TableColumn],
    why: str,
    reason: Reason,
    guess: Guess | None = None,
    alike: Sequence[str] = (),
    *,
    highlight: bool = False,
) -> BatchDocument:
    fields, is_check = shown_fields(document, columns), reason == "check"
    return BatchDocument(document.id, document.text, why, reason, guess, is_check, alike, highlight, fields)


def _highlight(assignment: Assignment, page: Agenda, when: str) -> bool:
    """Whether to ask for rationales: nearly all of their gain comes from half of the documents."""
    if assignment.reason == "check":
        return False  # it teaches nothing
    if when == "rare":
        labels = list(page.teaching.labels.values())
        guess = assignment.waiting.guess
        return guess is not None and labels.count(guess.class_) * len(page.teaching.classes) < len(labels)
    return when == "always" or (when == "half" and zlib.crc32(assignment.waiting.document.encode()) % 2 == 0)


@router.post("/words/passed-over", status_code=201)
def pass_over(seen: WordsSeen, classroom: ClassroomOf, caller: Teacher) -> WordQuestions:
    """Remember that the caller wants other words than these, which come after the others from now on; and give some."""
    page = classroom.agenda or classroom.project.questioner.unread()
    lists: dict[str | None, list[str]] = {**dict(seen.words.items()), None: seen.any}
    classroom.note_offered(caller.name, {})  # that they were taken from or not says nothing more
    classroom.project.pass_over(lists, teacher=caller.name)
    n = classroom.project.preferences.words if seen.n is None else seen.n
    terms = _words(classroom, caller, page, n, writes=True)
    return WordQuestions(
        words={class_: column for class_, column in terms.items() if class_ is not None},
        any=terms.get(None, ()),
        wordless=wordless(page.teaching),
    )


def _words(
    classroom: Classroom, caller: Caller, page: Agenda, n: int, *, writes: bool
) -> dict[str | None, Sequence[AskedTerm]]:
    """The words of the page that no lesson has been about since; those that the caller passed over come last."""
    if n and writes:
        classroom.note_taken(caller.name)
    record = classroom.project.record
    passed = record.passed_over(caller.name)

    def is_open(asked: AskedTerm, class_: str | None) -> bool:
        about = record.about("term", asked.term)
        if any(isinstance(each.lesson, Word) for each in about):
            return False  # a taught word is asked for no class again
        rejected = [each.class_ for each in about]
        return not rejected or (class_ is not None and class_ not in rejected and None not in rejected)

    def first(column: Iterable[AskedTerm], class_: str | None) -> Sequence[AskedTerm]:
        return sunk((asked for asked in column if is_open(asked, class_)), class_, passed, n)

    terms = {class_: first(column, class_) for class_, column in page.words.items()}
    if n and writes:
        classroom.note_offered(
            caller.name, {class_: [each.term for each in column] for class_, column in terms.items()}
        )
    return terms


def _note(page: Agenda, number: int, wanted: int) -> str:
    if number >= wanted or page.note:
        return page.note if number < wanted else ""
    return _NOT_YET
