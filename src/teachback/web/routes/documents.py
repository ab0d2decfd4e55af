"""The documents: a list with filters, one of them with everything that is said of it, and one act for many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Query
from pydantic import Field

from teachback.classroom import Classroom
from teachback.errors import BadLesson
from teachback.project.review.browsing import DocumentPage, Filter, Only, Sort
from teachback.project.review.document_details import DocumentDetails
from teachback.project.review.selecting import Selection
from teachback.record import Flag, Label, Lesson, Skip
from teachback.web.access import Caller, ClassroomOf, HiddenInTrials, Owner, Teacher, Viewer
from teachback.web.bodies import Body, Name
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["documents"])

_MOST = 50_000  # documents of an act
_SEARCH = (
    'Words that the text has; `sav*` is a beginning, `"send back"` a phrase, `source:email` a field of the document.'
)


async def _wanted(
    caller: Viewer,
    q: Annotated[str, Query(max_length=1000, description=_SEARCH)] = "",
    label: Annotated[str | None, Query(max_length=2000)] = None,
    predicted: Annotated[str | None, Query(max_length=2000)] = None,
    low: Annotated[float, Query(ge=0, le=1, description="The least probability of the guess.")] = 0.0,
    high: Annotated[float, Query(ge=0, le=1)] = 1.0,
    only: Annotated[Only | None, Query()] = None,
    like: Annotated[
        list[Annotated[str, Query(max_length=2000)]] | None,
        Query(max_length=100, description="Documents: the 200 that are most like them, these first."),
    ] = None,
    like_text: Annotated[str, Query(max_length=10_000, description="Likewise, like a word or a passage.")] = "",
    since: Annotated[
        int | None, Query(ge=0, description="A model: only what it took for another class than the newest does.")
    ] = None,
    was: Annotated[str | None, Query(max_length=2000, description="With `since`: the class that it said.")] = None,
) -> Filter:
    return Filter(q, label, predicted, low, high, only, caller.name, tuple(like or ()), like_text, since, was)


Wanted = Annotated[Filter, Depends(_wanted)]
Order = Annotated[Sort, Query(description="By loss: the most surprising labels first; by confidence: least.")]


@router.get("/documents", dependencies=[HiddenInTrials])
def list_documents(
    classroom: ClassroomOf,
    caller: Viewer,
    wanted: Wanted,
    sort: Order = "order",
    by: Annotated[str | None, Query(max_length=2000, description="A field to sort by; `-received`: downwards.")] = None,
    after: Annotated[str | None, Query(max_length=2000, description="The `next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> DocumentPage:
    """The documents that fit every filter, a page at a time."""
    page = classroom.project.review.documents(wanted, sort=sort, by=by, after=after, limit=limit)
    blind = _blind(classroom, caller, [each.id for each in page.documents])
    blinded = (replace(each, label=None, disputed=False) if each.id in blind else each for each in page.documents)
    return replace(page, documents=tuple(blinded)) if blind else page


@router.get("/selection", dependencies=[HiddenInTrials])
def select(classroom: ClassroomOf, caller: Viewer, wanted: Wanted) -> Selection:
    """All documents that fit every filter, and which of them are labelled: what an act would be about."""
    return classroom.project.review.select(wanted)


class ActIn(Body):
    """One thing to teach of many documents: a label, a flag with a note, or that they are set aside (skipped)."""

    documents: Annotated[list[Name], Field(min_length=1, max_length=_MOST)]
    label: Name | None = None
    flag: str | None = Field(None, max_length=10_000)
    set_aside: bool = False

    def lessons(self, teacher: str) -> list[Lesson]:
        """A lesson for each document."""
        acts = [each for each in (self.label, self.flag, self.set_aside or None) if each is not None]
        if len(acts) != 1:
            raise BadLesson(f"An act says one thing of its documents: label, flag or set_aside; here are {len(acts)}.")
        documents = dict.fromkeys(self.documents)
        if self.label is not None:
            return [Label(id, self.label, teacher=teacher) for id in documents]
        if self.flag is not None:
            return [Flag(id, self.flag, teacher=teacher) for id in documents]
        return [Skip(id, teacher=teacher) for id in documents]


@dataclass(frozen=True)
class ActDone:
    """How many documents it was about, and the position by which the history takes it back."""

    documents: int
    position: int


@router.post("/acts", status_code=201)
def teach_at_once(body: ActIn, classroom: ClassroomOf, caller: Teacher) -> ActDone:
    """Teach one thing of many documents, all of them or none, as one act: one `take-back` takes all of it back."""
    positions = classroom.project.teach(*body.lessons(caller.name), at_once=True)
    return ActDone(len(positions), max(positions))


@router.get("/documents/{id:document}")
def document(id: str, classroom: ClassroomOf, caller: Viewer) -> DocumentDetails:
    """One document with everything that is said of it; during a trial, with what the caller said herself.

    So too where two teachers are to answer it, and the caller has not yet: a colleague's answer is not shown before.
    """
    details = classroom.project.review.document(id)
    in_trial = classroom.project.study.running(caller.name) is not None
    if not in_trial and not _blind(classroom, caller, [id]):
        return details
    return replace(
        details,
        labels={teacher: class_ for teacher, class_ in details.labels.items() if teacher == caller.name},
        final=None,
        rationales=tuple(each for each in details.rationales if each.teacher == caller.name),
        flags=tuple(each for each in details.flags if each.teacher == caller.name),
        guess=None if in_trial else details.guess,
    )


def _blind(classroom: Classroom, caller: Caller, documents: list[str]) -> frozenset[str]:
    """The documents that the caller has to answer before a colleague's answer is shown; viewers answer nothing."""
    return classroom.project.blind_to(caller.name, documents) if caller.may("teacher") else frozenset()


class Erasure(Body):
    """Whether what class the document is still counts; passages, distinctions and flags never do."""

    keep_lessons: bool = False


@dataclass(frozen=True)
class Erased:
    """The document, and how long the record is now."""

    document: str
    position: int


@router.post("/documents/{id:document}/erase")
def erase(id: str, body: Erasure, classroom: ClassroomOf, caller: Owner) -> Erased:
    """Remove the text and the fields of a document for good, with the models that know its words.

    Nothing brings it back. That it was there stays in the record. Backups and exports of before still have it.
    """
    project = classroom.project
    project.erase(id, keep_lessons=body.keep_lessons, teacher=caller.name)
    return Erased(id, len(project.record))
