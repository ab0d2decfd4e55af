"""How a typed word is written as a term, before it is taught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from teachback.errors import BadTerm
from teachback.project.review.mentions import TermInContext
from teachback.web.access import ClassroomOf, Viewer
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["teaching"])


@dataclass(frozen=True)
class TypedTerm:
    """A typed word as a term and where documents have it; where it is no term, `why`.

    `advice` says why it is not worth teaching, if that is so.
    """

    term: str | None
    found: bool
    why: str
    documents: int = 0
    examples: Sequence[TermInContext] = ()
    advice: str = ""


@router.get("/terms")
def term(classroom: ClassroomOf, caller: Viewer, typed: Annotated[str, Query(max_length=200)]) -> TypedTerm:
    """How a typed word is written as a term; for what can never be one, a sentence says so."""
    try:
        written = classroom.project.analyzer.term(typed)
    except BadTerm as why:
        return TypedTerm(term=None, found=False, why=str(why))
    seen = classroom.project.review.mentions(written)
    return TypedTerm(written, seen.documents > 0, "", seen.documents, seen.examples, seen.advice)
