"""How teaching goes."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from teachback.project.history.timing import Pace
from teachback.project.review.progress import Point, Progress
from teachback.project.review.status import TeacherStatus
from teachback.web.access import DeskOf, Viewer
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Advice

router = APIRouter(tags=["progress"], dependencies=[HiddenInTrials])

DUALIST = {"word": 3.2, "unlabel": 1.8, "type": 5.9, "label": 10.8, "ignore": 9.9}  # Settles (2011), mean seconds


class Balance(BaseModel):
    """How many labels and how many words each class has."""

    labels: dict[str, int]
    words: dict[str, int]


class PairAgreement(BaseModel):
    """Two teachers, Cohen's kappa, and on how many documents."""

    teachers: tuple[str, str]
    kappa: float
    documents: int


class PassageAgreement(BaseModel):
    """How far the passages of the first of two teachers are the other's too: exactly, by overlap, and by tokens."""

    teachers: tuple[str, str]
    documents: int
    same: float
    overlap_f1: float
    token_f1: float
    kappa: float


class Disagreement(BaseModel):
    """A document on which teachers differ."""

    document: str
    said: dict[str, str]


class Agreement(BaseModel):
    """How far teachers agree."""

    documents: int
    fleiss: float | None
    krippendorff: float | None
    pairs: list[PairAgreement]
    passages: list[PassageAgreement]
    disagreements: list[Disagreement]


class HighlightsRow(BaseModel):
    """How much was marked; `counts` says how many documents have how many passages."""

    per_document: float
    passages: int
    counts: dict[int, int]


class ProgressNow(BaseModel):
    """How teaching goes; while points are `missing`, asking again brings more of them."""

    curve: list[Point]
    baseline: list[Point] | None
    missing: int
    balance: Balance
    seconds: dict[str, Pace]
    dualist: dict[str, float]
    agreement: Agreement
    teachers: list[TeacherStatus]
    highlights: HighlightsRow
    advice: Advice


@router.get("/progress")
def progress(
    desk: DeskOf,
    caller: Viewer,
    wait: Annotated[float, Query(ge=0, le=30, description="Seconds to work on points that are missing.")] = 1.0,
) -> ProgressNow:
    """How teaching goes: accuracy against minutes of teaching, balance, pace and agreement."""
    return _shown(desk.project.progress(wait))


def _shown(found: Progress) -> ProgressNow:
    status = found.status
    return ProgressNow(
        curve=list(found.curve),
        baseline=list(found.baseline) or None,
        missing=found.missing,
        balance=Balance(
            labels={each.name: each.labels for each in status.classes},
            words={each.name: each.words for each in status.classes},
        ),
        seconds=dict(found.seconds),
        dualist=DUALIST,
        agreement=_agreement(found),
        teachers=list(status.teachers),
        highlights=HighlightsRow(
            per_document=status.rationales_per_document,
            passages=status.lessons.get("rationale", 0),
            counts=dict(status.rationale_counts),
        ),
        advice=Advice(stop=status.advice.stop, why=status.advice.why, settled=status.advice.settled),
    )


def _agreement(found: Progress) -> Agreement:
    said = found.status.agreement
    return Agreement(
        documents=said.documents,
        fleiss=said.fleiss,
        krippendorff=said.krippendorff,
        pairs=[
            PairAgreement(teachers=pair, kappa=kappa, documents=documents)
            for pair, (kappa, documents) in said.pairs.items()
        ],
        passages=[
            PassageAgreement(
                teachers=pair,
                documents=each.documents,
                same=each.same,
                overlap_f1=each.f1,
                token_f1=each.token_f1,
                kappa=each.kappa,
            )
            for pair, each in found.status.passages.items()
        ],
        disagreements=[
            Disagreement(document=id, said=dict(answers)) for id, answers in list(said.disagreements.items())[:500]
        ],
    )
