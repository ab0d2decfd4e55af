"""Why the model says what it says of a document, what would change it, and what it was taken to be like."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from teachback.project.review.comparison import TellingTerm
from teachback.project.review.explanations import ExplainedDocument, LabelledNeighbour, WhyNotAdvice
from teachback.project.review.rationale_suggestions import SuggestedRationale
from teachback.record import Lesson
from teachback.record.form import to_json
from teachback.web.access import DeskOf, Viewer
from teachback.web.attachment import attachment
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Asked, Guess, Name
from teachback.web.thinking import think

router = APIRouter(tags=["explanations"], dependencies=[HiddenInTrials])

Span = tuple[int, int]
_COMMON = ("v", "id", "time", "teacher", "seconds")


class WordSet(BaseModel):
    """Words, in the order of their removal, without which the class changes."""

    words: list[str]
    to: str
    spans: list[Span]
    order: list[str]


class DecidingRule(BaseModel):
    """The rule that decided, and the document that it was made for."""

    text: str
    example: str | None


class WhyNot(BaseModel):
    """A hyper-explanation: the case, what it means, what to do, and lessons that would do it."""

    case: str
    sentence: str
    what_to_do: str
    lessons: list[dict[str, Any]]
    neighbours: list[LabelledNeighbour]


class ExplanationCard(BaseModel):
    """Why a document has its class."""

    kind: str
    sentence: str
    class_: str = Field(serialization_alias="class")
    to: str | None
    words: list[str]
    spans: list[Span]
    sets: list[WordSet]
    curve: list[float]
    status: str
    probabilities: dict[str, float]
    rule: DecidingRule | None
    why_not: list[WhyNot]

    @classmethod
    def of(cls, card: ExplainedDocument) -> ExplanationCard:
        """The same as the project says it."""
        return cls(
            kind=card.kind,
            sentence=card.sentence,
            class_=card.class_,
            to=card.to,
            words=list(card.words),
            spans=list(card.spans),
            sets=[
                WordSet(words=list(one.words), to=one.to, spans=list(one.spans), order=list(one.words))
                for one in card.sets
            ],
            curve=list(card.curve),
            status=card.status,
            probabilities=card.probabilities,
            rule=None if card.rule is None else DecidingRule(text=card.rule, example=card.example),
            why_not=list(map(_why_not, card.why_not)),
        )


class Without(Asked):
    """Passages (in code points) or terms to leave out."""

    remove: list[Annotated[list[int], Field(min_length=2, max_length=2)]] = Field(default=[], max_length=10_000)
    terms: list[Name] = Field(default=[], max_length=1000)


class Similar(BaseModel):
    """The labelled document that this one was taken to be like."""

    id: str
    text: str
    label: str | None


class Comparison(BaseModel):
    """A similar document, and what tells the two apart."""

    similar: Similar | None
    features: list[TellingTerm]


class Highlights(BaseModel):
    """Passages that a teacher would likely mark, in the order of the text."""

    spans: list[SuggestedRationale]


@router.get("/documents/{id:document}/explanation")
async def explain(
    id: str,
    desk: DeskOf,
    target: Annotated[str | None, Query(max_length=2000, description="The class to change to; any, if none.")] = None,
    most: Annotated[int, Query(ge=1, le=20, description="How many sets of words at most.")] = 5,
) -> ExplanationCard:
    """Why the newest model says what it says of a document."""
    return await think(lambda: ExplanationCard.of(desk.project.review.card(id, target=target, most=most)))


@router.get("/documents/{id:document}/explanation.html", response_class=Response)
async def page(id: str, desk: DeskOf) -> Response:
    """The same as a page of its own, without script, to be kept or sent."""
    shown = await think(lambda: desk.project.review.page(id, project=desk.name))
    return Response(shown, media_type="text/html; charset=utf-8", headers=attachment(f"why-{id}", ".html"))


@router.post("/documents/{id:document}/try")
async def try_without(id: str, given: Without, desk: DeskOf) -> Guess:
    """What the newest model says without some passages or terms, which are really deleted."""
    spans = [(start, end) for start, end in given.remove]
    guess = await think(lambda: desk.project.review.without(id, spans, terms=given.terms))
    return Guess(class_=guess.class_, probabilities=dict(guess.probabilities))


@router.get("/documents/{id:document}/compare")
async def compare(
    id: str,
    desk: DeskOf,
    class_: Annotated[str | None, Query(alias="class", max_length=2000, description="What it really is.")] = None,
) -> Comparison:
    """The labelled document that this one was taken to be like, and what tells the two apart, best first."""
    found = await think(lambda: desk.project.review.compare(id, class_))
    similar = found.similar
    return Comparison(
        similar=None if similar is None else Similar(id=similar.id, text=similar.text, label=found.label),
        features=list(found.features),
    )


@router.get("/documents/{id:document}/highlights")
async def highlights(
    id: str, desk: DeskOf, caller: Viewer, class_: Annotated[str | None, Query(alias="class", max_length=2000)] = None
) -> Highlights:
    """Passages that likely show the class, in the caller's own style of marking once she has marked a few documents."""
    return Highlights(spans=await think(lambda: desk.project.review.highlights(id, class_, teacher=caller.name)))


def _why_not(advice: WhyNotAdvice) -> WhyNot:
    return WhyNot(
        case=advice.case,
        sentence=advice.sentence,
        what_to_do=advice.what_to_do,
        lessons=list(map(_partial, advice.lessons)),
        neighbours=list(advice.neighbours),
    )


def _partial(lesson: Lesson) -> dict[str, Any]:
    """A lesson without what only the one who teaches it can say."""
    return {name: value for name, value in to_json(lesson).items() if name not in _COMMON}
