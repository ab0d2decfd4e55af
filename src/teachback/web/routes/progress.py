"""How teaching goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from fastapi import Query

from teachback.project.history.agreement import BlindAgreement
from teachback.project.history.timing import Pace
from teachback.project.review.facets import Facet
from teachback.project.review.lexicon import ContradictedWord
from teachback.project.review.progress import ExpectedPoint, Point, Progress
from teachback.project.review.status import Status, TeacherStatus
from teachback.queries import Advice, AnswerEvidence, Quality
from teachback.web.access import ClassroomOf, HiddenInTrials, Viewer
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["progress"], dependencies=[HiddenInTrials])

DUALIST = {"word": 3.2, "unlabel": 1.8, "type": 5.9, "label": 10.8, "ignore": 9.9}  # Settles (2011), mean seconds
_MOST = 500  # disagreements in an answer


@dataclass(frozen=True)
class Balance:
    """How many labels and how many words each class has."""

    labels: Mapping[str, int]
    words: Mapping[str, int]


@dataclass(frozen=True)
class PairAgreement:
    """Two teachers, Cohen's kappa, and on how many documents."""

    teachers: tuple[str, str]
    kappa: float
    documents: int


@dataclass(frozen=True)
class RationaleAgreement:
    """How far the rationales of the first of two teachers are the other's too: exactly, by overlap, and by tokens."""

    teachers: tuple[str, str]
    documents: int
    same: float
    overlap_f1: float
    token_f1: float
    kappa: float


@dataclass(frozen=True)
class Disagreement:
    """A document on which teachers differ, and whether an owner has decided of it."""

    document: str
    said: Mapping[str, str]
    settled: bool = False


@dataclass(frozen=True)
class AgreementNow:
    """How far teachers agree."""

    documents: int
    fleiss: float | None
    krippendorff: float | None
    blind: BlindAgreement | None
    pairs: Sequence[PairAgreement]
    passages: Sequence[RationaleAgreement]
    disagreements: Sequence[Disagreement]


@dataclass(frozen=True)
class RationaleCounts:
    """How many rationales there are; `counts` has the number of documents by their number of rationales."""

    per_document: float
    passages: int
    counts: Mapping[int, int]


@dataclass(frozen=True)
class ProgressNow:
    """How teaching goes; while points are `missing`, asking again brings more of them."""

    curve: Sequence[Point]
    baseline: Sequence[Point] | None
    missing: int
    balance: Balance
    seconds: Mapping[str, Pace]
    dualist: Mapping[str, float]
    agreement: AgreementNow
    teachers: Sequence[TeacherStatus]
    highlights: RationaleCounts
    advice: Advice
    quality: Quality | None
    expected: Sequence[ExpectedPoint]
    evidence: AnswerEvidence | None
    contradicted: Sequence[ContradictedWord]


@router.get("/progress")
def progress(
    classroom: ClassroomOf,
    caller: Viewer,
    wait: Annotated[float, Query(ge=0, le=30, description="Seconds to work on points that are missing.")] = 1.0,
) -> ProgressNow:
    """How teaching goes: accuracy against minutes of teaching, balance, pace and agreement."""
    return _now(classroom.project.progress(wait))


@router.get("/progress/facets")
def progress_by_field(classroom: ClassroomOf, caller: Viewer) -> Sequence[Facet]:
    """The accuracy on the documents with each value of a field, dates by month, where enough of them were checked."""
    return classroom.project.review.facets()


def _now(progress: Progress) -> ProgressNow:
    status = progress.status
    return ProgressNow(
        curve=progress.curve,
        baseline=progress.baseline or None,
        missing=progress.missing,
        balance=Balance(
            labels={each.name: each.labels for each in status.classes},
            words={each.name: each.words for each in status.classes},
        ),
        seconds=progress.seconds,
        dualist=DUALIST,
        agreement=_agreement(status),
        teachers=status.teachers,
        highlights=RationaleCounts(
            status.rationales_per_document,
            sum(each * documents for each, documents in status.rationale_counts.items()),
            status.rationale_counts,
        ),
        advice=status.advice,
        quality=status.quality,
        expected=progress.expected,
        evidence=progress.evidence,
        contradicted=progress.contradicted,
    )


def _agreement(status: Status) -> AgreementNow:
    agreement = status.agreement
    return AgreementNow(
        documents=agreement.documents,
        fleiss=agreement.fleiss,
        krippendorff=agreement.krippendorff,
        blind=agreement.blind,
        pairs=[PairAgreement(pair, kappa, documents) for pair, (kappa, documents) in agreement.pairs.items()],
        passages=[
            RationaleAgreement(pair, each.documents, each.same, each.f1, each.token_f1, each.kappa)
            for pair, each in status.passages.items()
        ],
        disagreements=[
            Disagreement(id, labels, id in agreement.settled)
            for id, labels in islice(agreement.disagreements.items(), _MOST)
        ],
    )
