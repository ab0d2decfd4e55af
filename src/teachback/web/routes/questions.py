"""What to ask a teacher next."""

from __future__ import annotations

import asyncio
import time
import uuid
import zlib
from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from teachback.classroom import Assignment, Classroom, Reason
from teachback.project import Agenda, AskedTerm, Preferences
from teachback.project.questions.asker import wordless
from teachback.project.questions.passed_over import sunk
from teachback.record import Word
from teachback.record.lesson import LONGEST_TERM
from teachback.web.access import Caller, DeskOf, Teacher
from teachback.web.schemas import Asked, Cold, Guess, Model, Name

router = APIRouter(tags=["teaching"])
Column = Annotated[list[Annotated[str, Field(min_length=1, max_length=LONGEST_TERM)]], Field(max_length=200)]

_PATIENCE = 0.8  # seconds to wait for a newer page; the one before it answers if it takes longer
_LOOK = 0.01
_DEALT = "No other document is free now: the rest is answered, or in the hands of other teachers."


class DocumentAsked(BaseModel):
    """A document to answer."""

    id: str
    text: str
    why: str
    reason: Reason
    guess: Guess | None
    check: bool
    alike: list[str]
    highlight: bool


class WordAsked(BaseModel):
    """A word to teach or to reject."""

    term: str
    why: str
    documents: int


class PlanShown(BaseModel):
    """What this teacher should do next, and why."""

    kind: Literal["words", "documents"]
    why: str


class Questions(BaseModel):
    """A batch: it stays as it is until the next one is asked for."""

    batch: str
    position: int
    documents: list[DocumentAsked]
    words: dict[str, list[WordAsked]]
    any: list[WordAsked]
    wordless: list[str]
    note: str
    model: Model | None
    cold: Cold | None
    plan: PlanShown | None = None


class WordsSeen(Asked):
    """Lists of words that the teacher has seen, and how many words a list the next ones shall have."""

    words: Annotated[dict[Name, Column], Field(default_factory=dict)]
    any: Annotated[Column, Field(default_factory=list)]
    n: Annotated[int | None, Field(ge=0, le=200)] = None


class OtherWords(BaseModel):
    """Other words to teach or to reject."""

    words: dict[str, list[WordAsked]]
    any: list[WordAsked]
    wordless: list[str]


@router.get("/questions")
async def ask(
    desk: DeskOf,
    caller: Teacher,
    n: Annotated[int | None, Query(ge=0, le=100, description="Documents; as the settings say, if not given.")] = None,
    words: Annotated[int | None, Query(ge=0, le=200, description="Words for each class, likewise.")] = None,
    wait: Annotated[bool, Query(description="Wait up to a second for the model that has heard everything.")] = False,
) -> Questions:
    """The next batch for this teacher: documents that nobody else is answering, and words for every class.

    It was worked out before it was asked for. Documents of the batch before that she has not answered are free again.
    """
    begin = time.monotonic()
    while desk.worth_waiting or (wait and not desk.up_to_date and time.monotonic() < begin + _PATIENCE):
        await asyncio.sleep(_LOOK)
    page, batch = desk.page, await run_in_threadpool(_batch, desk, caller, n, words)
    while batch.note == _DEALT and time.monotonic() < begin + _PATIENCE:  # the next page is being worked out
        await asyncio.sleep(_LOOK)
        if desk.page is not page:
            page, batch = desk.page, await run_in_threadpool(_batch, desk, caller, n, words)
    return batch


def _batch(desk: Classroom, caller: Caller, n: int | None, words: int | None) -> Questions:
    if desk.project.study.running(caller.name) is not None:
        return _round(desk, caller)
    settings, page = desk.project.preferences, desk.page
    if page is None:
        page = desk.project.questioner.unread()
    wanted = settings.batch if n is None else n
    given = [_shown(desk, each, page, settings) for each in desk.give(caller.name, wanted, settings)]
    given = [each for each in given if each.text.strip()]  # what was drawn before the documents were read may be blank
    asked = _words(desk, caller, page, settings.words if words is None else words)
    return Questions(
        batch=uuid.uuid4().hex,
        position=page.position,
        documents=given,
        words={class_: found for class_, found in asked.items() if class_ is not None},
        any=asked.get(None, []),
        wordless=list(wordless(page.teaching)),
        note=_note(page, len(given), wanted),
        model=Model.of(page.learned),
        cold=Cold.of(page),
        plan=_plan(desk, caller, page),
    )


def _plan(desk: Classroom, caller: Caller, page: Agenda) -> PlanShown | None:
    if page.worth is None:
        return None
    found = desk.project.questioner.plan(caller.name, page.worth)
    return None if found is None else PlanShown(kind=found.kind, why=found.why)


def _round(desk: Classroom, caller: Caller) -> Questions:
    """The next round of the caller's trial; nothing in it tells how good the model is."""
    asked = desk.project.study.ask(caller.name)
    words = {class_: list(map(_word, column)) for class_, column in asked.words.items()}
    return Questions(
        batch=uuid.uuid4().hex,
        position=desk.position,
        documents=[
            DocumentAsked(
                id=each.document.id,
                text=each.document.text,
                why="asked in a trial",
                reason="unsure",
                guess=None,
                check=False,
                alike=[],
                highlight=False,
            )
            for each in asked.documents
        ],
        words={class_: column for class_, column in words.items() if class_ is not None},
        any=words.get(None, []),
        wordless=[],
        note=asked.note,
        model=None,
        cold=None,
    )


def _shown(desk: Classroom, given: Assignment, page: Agenda, settings: Preferences) -> DocumentAsked:
    asked = given.waiting
    return DocumentAsked(
        id=asked.document,
        text=desk.project.document(asked.document).text,
        why=asked.why,
        reason=given.reason,
        guess=Guess.of(asked.guess),
        check=given.reason == "check",
        alike=list(asked.alike),
        highlight=_highlight(given, page, settings.highlights),
    )


def _highlight(given: Assignment, page: Agenda, when: str) -> bool:
    """Whether to ask for marked passages: nearly all of their gain comes from half of the documents."""
    if when == "rare":
        labels = list(page.teaching.labels.values())
        guess = given.waiting.guess
        return guess is not None and labels.count(guess.class_) * len(page.teaching.classes) < len(labels)
    return when == "always" or (when == "half" and zlib.crc32(given.waiting.document.encode()) % 2 == 0)


@router.post("/words/passed-over", status_code=201)
def pass_over(seen: WordsSeen, desk: DeskOf, caller: Teacher) -> OtherWords:
    """Remember that the caller wants other words than these, which come after the others from now on; and give some."""
    page = desk.page or desk.project.questioner.unread()
    lists: dict[str | None, list[str]] = {**dict(seen.words.items()), None: seen.any}
    desk.note_offered(caller.name, {})  # that they were taken from or not says nothing more
    desk.project.pass_over(lists, teacher=caller.name)
    n = desk.project.preferences.words if seen.n is None else seen.n
    asked = _words(desk, caller, page, n)
    return OtherWords(
        words={class_: found for class_, found in asked.items() if class_ is not None},
        any=asked.get(None, []),
        wordless=list(wordless(page.teaching)),
    )


def _words(desk: Classroom, caller: Caller, page: Agenda, n: int) -> dict[str | None, list[WordAsked]]:
    """The words of the page that nobody has spoken of since; those that the caller passed over come last."""
    if n:
        desk.note_taken(caller.name)
    record = desk.project.record
    passed = record.passed_over(caller.name)

    def is_open(asked: AskedTerm, class_: str | None) -> bool:
        about = record.about("term", asked.term)
        if any(isinstance(each.lesson, Word) for each in about):
            return False  # a taught word is asked for no class again
        rejected = [each.class_ for each in about]
        return not rejected or (class_ is not None and class_ not in rejected and None not in rejected)

    def shown(column: Iterable[AskedTerm], class_: str | None) -> list[WordAsked]:
        still = (asked for asked in column if is_open(asked, class_))
        return list(map(_word, sunk(still, class_, passed, n)))

    asked = {class_: shown(column, class_) for class_, column in page.words.items()}
    if n:
        desk.note_offered(caller.name, {class_: [each.term for each in column] for class_, column in asked.items()})
    return asked


def _word(asked: AskedTerm) -> WordAsked:
    return WordAsked(term=asked.term, why=asked.why, documents=asked.documents)


def _note(page: Agenda, given: int, wanted: int) -> str:
    if given >= wanted or page.note:
        return page.note if given < wanted else ""
    return _DEALT
