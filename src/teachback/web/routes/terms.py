"""How a typed word is written as a term, before it is taught."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query

from teachback.errors import BadTerm
from teachback.web.access import ClassroomOf, Viewer
from teachback.web.answers import AnswerRoute

router = APIRouter(tags=["teaching"], route_class=AnswerRoute)


@dataclass(frozen=True)
class TypedTerm:
    """A typed word as a term and whether a document has it; where it is no term, `why`."""

    term: str | None
    found: bool
    why: str


@router.get("/terms")
def term(classroom: ClassroomOf, caller: Viewer, typed: Annotated[str, Query(max_length=200)]) -> TypedTerm:
    """How a typed word is written as a term; what can never be one is told in a sentence, not refused."""
    try:
        written = classroom.project.analyzer.term(typed)
    except BadTerm as why:
        return TypedTerm(term=None, found=False, why=str(why))
    return TypedTerm(term=written, found=bool(classroom.project.search(typed, limit=1)), why="")
