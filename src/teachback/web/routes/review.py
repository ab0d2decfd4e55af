"""What was learned, to be looked at: errors, doubtful labels, rules and words."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from teachback.web.access import DeskOf, Viewer
from teachback.web.hidden import HiddenInTrials

router = APIRouter(tags=["review"], dependencies=[HiddenInTrials])

_WIDTH = 160


class Matrix(BaseModel):
    """How often a document labelled with the class of the row is taken for that of the column."""

    classes: list[str]
    counts: list[list[int]]


class WrongDocument(BaseModel):
    """A labelled document that is taken for something else."""

    id: str
    snippet: str
    label: str
    predicted: str


class Errors(BaseModel):
    """Where models that were not told a label differ from it; `how` says how honest that is.

    While documents are `missing`, asking again brings them.
    """

    missing: int
    matrix: Matrix
    of: int
    wrong: int
    how: str
    documents: list[WrongDocument]


class Doubtful(BaseModel):
    """A label that may be wrong."""

    id: str
    snippet: str
    label: str
    suggested: str
    score: float
    why: str


class Doubts(BaseModel):
    """Labels that may be wrong; while documents are `missing`, asking again brings more."""

    missing: int
    labels: list[Doubtful]


class RuleShown(BaseModel):
    """A rule; the first that holds decides."""

    text: str
    class_: str = Field(serialization_alias="class")
    literals: list[tuple[str, bool]]
    example: str | None
    decides: int
    mistakes: list[str]


class RulesShown(BaseModel):
    """Rules in the order in which they are tried, and the newest model's learner (null where there is none).

    Where they are not `in_use`, they are what was told when documents were told apart, and the model is another.
    """

    learner: str | None
    in_use: bool
    rules: list[RuleShown]


class WordShown(BaseModel):
    """A word that was taught (or rejected: strength 0), and what became of it."""

    term: str
    class_: str | None = Field(serialization_alias="class")
    strength: float
    by: list[str]
    documents: int
    weight: float | None


@router.get("/review/errors")
def errors(desk: DeskOf, caller: Viewer, limit: Annotated[int, Query(ge=1, le=1000)] = 200) -> Errors:
    """The confusion matrix of honest predictions, and the documents that are taken for something else."""
    predicted = desk.project.review.cross_fit(wait=False)
    found = desk.project.review.errors(predicted)
    return Errors(
        missing=predicted.missing,
        matrix=Matrix(classes=list(found.classes), counts=[list(row) for row in found.counts]),
        of=found.of,
        wrong=len(found.documents),
        how=found.how,
        documents=[
            WrongDocument(id=id, snippet=desk.project.document(id).snippet(_WIDTH), label=label, predicted=guess)
            for id, label, guess in found.documents[:limit]
        ],
    )


@router.get("/review/mislabelled")
def mislabelled(desk: DeskOf, caller: Viewer, limit: Annotated[int, Query(ge=1, le=500)] = 50) -> Doubts:
    """Labels that may be wrong, the most suspicious first."""
    predicted = desk.project.review.cross_fit(wait=False)
    labels = [
        Doubtful(
            id=one.document,
            snippet=desk.project.document(one.document).snippet(_WIDTH),
            label=one.label,
            suggested=one.suggested,
            score=one.score,
            why=one.why,
        )
        for one in desk.project.review.doubtful(limit, predicted)
    ]
    return Doubts(missing=predicted.missing, labels=labels)


@router.get("/rules")
def rules(desk: DeskOf, caller: Viewer) -> RulesShown:
    """The rules of the newest model, or for one of another kind those that were told."""
    found = desk.project.review.rules()
    shown = [
        RuleShown(
            text=rule.text,
            class_=rule.class_,
            literals=list(rule.literals),
            example=rule.example,
            decides=rule.decides,
            mistakes=list(rule.mistakes),
        )
        for rule in found.rules
    ]
    return RulesShown(learner=found.learner, in_use=found.in_use, rules=shown)


@router.get("/words")
def words(desk: DeskOf, caller: Viewer) -> list[WordShown]:
    """The words that were taught, and those that were rejected."""
    return [
        WordShown(
            term=word.term,
            class_=word.class_,
            strength=word.strength,
            by=list(word.by),
            documents=word.documents,
            weight=word.weight,
        )
        for word in desk.project.review.words()
    ]
