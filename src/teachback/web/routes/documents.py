"""The documents: a list with filters, and one of them with everything that is said of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from teachback.project.review.browsing import Filter, ListedDocument, Only, Sort
from teachback.record import Flag
from teachback.web.access import DeskOf, Viewer
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Guess, Passage

router = APIRouter(tags=["documents"])


class DocumentListed(BaseModel):
    """A document in a list."""

    id: str
    snippet: str
    label: str | None
    guess: Guess | None
    flagged: bool
    disputed: bool

    @classmethod
    def of(cls, each: ListedDocument) -> DocumentListed:
        """The same as the project says it."""
        return cls(
            id=each.id,
            snippet=each.snippet,
            label=each.label,
            guess=Guess.of(each.guess),
            flagged=each.flagged,
            disputed=each.disputed,
        )


class DocumentPage(BaseModel):
    """A page of a list; `next` is what to give as `after` for the following one, null at the end."""

    documents: list[DocumentListed]
    next: str | None
    total: int


class Note(BaseModel):
    """Why somebody wants a document looked at again; a `retract` of its id removes the flag."""

    id: str
    teacher: str
    note: str


class DocumentWhole(BaseModel):
    """A document and what is said of it; `final` is the class that an owner decided on."""

    id: str
    text: str
    labels: dict[str, str]
    final: str | None
    rationales: list[Passage]
    flags: list[Note]
    guess: Guess | None
    held_out: bool


@router.get("/documents", dependencies=[HiddenInTrials])
def list_documents(
    desk: DeskOf,
    caller: Viewer,
    q: Annotated[str, Query(max_length=1000, description="Words that the text has; `sav*` is a beginning.")] = "",
    label: Annotated[str | None, Query(max_length=2000)] = None,
    predicted: Annotated[str | None, Query(max_length=2000)] = None,
    low: Annotated[float, Query(ge=0, le=1, description="The least probability of the guess.")] = 0.0,
    high: Annotated[float, Query(ge=0, le=1)] = 1.0,
    only: Annotated[Only | None, Query()] = None,
    sort: Annotated[Sort, Query(description="By loss: the most surprising labels first; by confidence: least.")] = (
        "order"
    ),
    after: Annotated[str | None, Query(max_length=2000, description="The `next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> DocumentPage:
    """The documents that fit every filter, a page at a time."""
    wanted = Filter(q, label, predicted, low, high, only, caller.name)
    page = desk.project.review.documents(wanted, sort=sort, after=after, limit=limit)
    return DocumentPage(documents=list(map(DocumentListed.of, page.documents)), next=page.next, total=page.total)


@router.get("/documents/{id:document}")
def document(id: str, desk: DeskOf, caller: Viewer) -> DocumentWhole:
    """One document with everything that is said of it; those in a trial see of it what they said themselves."""
    found = desk.project.review.document(id)
    hidden = desk.project.study.running(caller.name) is not None

    def is_shown(teacher: str) -> bool:
        return not hidden or teacher == caller.name

    return DocumentWhole(
        id=found.document.id,
        text=found.document.text,
        labels={teacher: class_ for teacher, class_ in found.labels.items() if is_shown(teacher)},
        final=None if hidden else found.final,
        rationales=[Passage.of(each) for each in found.rationales if is_shown(each.teacher)],
        flags=[_note(each) for each in found.flags if is_shown(each.teacher)],
        guess=None if hidden else Guess.of(found.guess),
        held_out=found.held_out,
    )


def _note(flag: Flag) -> Note:
    return Note(id=flag.id, teacher=flag.teacher, note=flag.note)
