"""The documents: a list with filters, and one of them with everything that is said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query

from teachback.project.review.browsing import DocumentPage, Filter, Only, Sort
from teachback.project.review.document_details import DocumentDetails
from teachback.web.access import ClassroomOf, Viewer
from teachback.web.answers import AnswerRoute
from teachback.web.blinding import HiddenInTrials

router = APIRouter(tags=["documents"], route_class=AnswerRoute)

_SEARCH = "Words that the text has; `sav*` is a beginning, and `source:email` a field of the document."


@router.get("/documents", dependencies=[HiddenInTrials])
def list_documents(
    classroom: ClassroomOf,
    caller: Viewer,
    q: Annotated[str, Query(max_length=1000, description=_SEARCH)] = "",
    label: Annotated[str | None, Query(max_length=2000)] = None,
    predicted: Annotated[str | None, Query(max_length=2000)] = None,
    low: Annotated[float, Query(ge=0, le=1, description="The least probability of the guess.")] = 0.0,
    high: Annotated[float, Query(ge=0, le=1)] = 1.0,
    only: Annotated[Only | None, Query()] = None,
    sort: Annotated[Sort, Query(description="By loss: the most surprising labels first; by confidence: least.")] = (
        "order"
    ),
    by: Annotated[str | None, Query(max_length=2000, description="A field to sort by; `-received`: downwards.")] = None,
    after: Annotated[str | None, Query(max_length=2000, description="The `next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> DocumentPage:
    """The documents that fit every filter, a page at a time."""
    wanted = Filter(q, label, predicted, low, high, only, caller.name)
    return classroom.project.review.documents(wanted, sort=sort, by=by, after=after, limit=limit)


@router.get("/documents/{id:document}")
def document(id: str, classroom: ClassroomOf, caller: Viewer) -> DocumentDetails:
    """One document with everything that is said of it; during a trial, with what the caller said herself."""
    details = classroom.project.review.document(id)
    if classroom.project.study.running(caller.name) is None:
        return details
    return replace(
        details,
        labels={teacher: class_ for teacher, class_ in details.labels.items() if teacher == caller.name},
        final=None,
        rationales=tuple(each for each in details.rationales if each.teacher == caller.name),
        flags=tuple(each for each in details.flags if each.teacher == caller.name),
        guess=None,
    )
