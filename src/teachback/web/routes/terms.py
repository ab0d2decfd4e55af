"""How a word that somebody typed is written as a term, before it is taught."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from teachback.errors import BadTerm
from teachback.web.access import DeskOf, Viewer

router = APIRouter(tags=["teaching"])


class Term(BaseModel):
    """A typed word as a term and whether a document has it; of what is no term, `why`."""

    term: str | None
    found: bool
    why: str


@router.get("/terms")
def term(desk: DeskOf, caller: Viewer, typed: Annotated[str, Query(max_length=200)]) -> Term:
    """How a typed word is written as a term; what can never be one is told in a sentence, not refused."""
    try:
        written = desk.project.analyzer.term(typed)
    except BadTerm as why:
        return Term(term=None, found=False, why=str(why))
    return Term(term=written, found=bool(desk.project.search(typed, limit=1)), why="")
