"""Why the model says what it says of a document, what would change it, and what it was taken to be like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query, Response
from pydantic import Field

from teachback.guesses import Guess
from teachback.project.review.comparison import Comparison
from teachback.project.review.explanations import ExplainedDocument
from teachback.project.review.rationale_suggestions import SuggestedRationale
from teachback.web.access import ClassroomOf, HiddenInTrials, Viewer
from teachback.web.answers import attachment
from teachback.web.bodies import Body, Name
from teachback.web.writers import ProjectRouter, one_at_a_time

Model = Annotated[
    int | None, Query(ge=0, description="The number of the model whose answer is shown; the newest, if none.")
]
router = ProjectRouter(tags=["explanations"], dependencies=[HiddenInTrials])


class Without(Body):
    """Passages (in code points) or terms to leave out."""

    remove: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(default=[], max_length=10_000)
    terms: list[Name] = Field(default=[], max_length=1000)


@dataclass(frozen=True)
class SuggestedRationales:
    """Passages that a teacher would likely highlight, in the order of the text."""

    spans: Sequence[SuggestedRationale]


@router.get("/documents/{id:document}/explanation")
async def explain(
    id: str,
    classroom: ClassroomOf,
    target: Annotated[str | None, Query(max_length=2000, description="The class to change to; any, if none.")] = None,
    most: Annotated[int, Query(ge=1, le=20, description="How many sets of words at most.")] = 5,
    model: Model = None,
) -> ExplainedDocument:
    """Why a model says what it says of a document; which one it is stands in the answer."""
    return await one_at_a_time(lambda: classroom.project.review.card(id, target=target, most=most, model=model))


@router.get("/documents/{id:document}/explanation.html", response_class=Response)
async def page(id: str, classroom: ClassroomOf, model: Model = None) -> Response:
    """The explanation as a page of its own, without script, to be kept or sent."""
    html = await one_at_a_time(lambda: classroom.project.review.page(id, project=classroom.name, model=model))
    return Response(html, media_type="text/html; charset=utf-8", headers=attachment(f"why-{id}", ".html"))


@router.post("/documents/{id:document}/try")
async def try_without(id: str, body: Without, classroom: ClassroomOf, model: Model = None) -> Guess:
    """What a model says without some passages or terms, which are really deleted."""
    spans = [(start, end) for start, end in body.remove]
    return await one_at_a_time(lambda: classroom.project.review.without(id, spans, terms=body.terms, model=model))


@router.get("/documents/{id:document}/compare")
async def compare(
    id: str,
    classroom: ClassroomOf,
    class_: Annotated[str | None, Query(alias="class", max_length=2000, description="What it really is.")] = None,
    model: Model = None,
) -> Comparison:
    """The labelled document that this one was taken to be like, and what tells the two apart, best first."""
    return await one_at_a_time(lambda: classroom.project.review.compare(id, class_, model=model))


@router.get("/documents/{id:document}/highlights")
async def highlights(
    id: str,
    classroom: ClassroomOf,
    caller: Viewer,
    class_: Annotated[str | None, Query(alias="class", max_length=2000)] = None,
    model: Model = None,
) -> SuggestedRationales:
    """Passages that likely show the class, in the caller's own style once she has highlighted a few documents."""
    return SuggestedRationales(
        await one_at_a_time(lambda: classroom.project.review.highlights(id, class_, teacher=caller.name, model=model))
    )
