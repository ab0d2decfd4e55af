"""How a project stands, for the top of every screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from teachback.project import Preferences
from teachback.project.models.learned import ModelSummary
from teachback.project.questions.agenda import Accuracy, ColdStart
from teachback.queries import Advice, Quality
from teachback.web.access import ClassroomOf, Role, Viewer
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["projects"])

_NO_ADVICE = Advice(stop=False, why="", agreement=None, settled=False, accuracy=(0.0, 1.0))


@dataclass(frozen=True)
class LessonCounts:
    """How many lessons of each kind count."""

    labels: int
    words: int
    rationales: int
    skips: int
    flags: int


@dataclass(frozen=True)
class ProjectNow:
    """A project and its newest model; `fresh` says that a newer one waits than the caller has seen questions of.

    `address` is where it is kept on the server's machine, without a password; only owners are told.
    """

    name: str
    address: str | None
    position: int
    documents: int
    held_out: int
    classes: Sequence[str]
    class_numbers: Mapping[str, int]
    rest: str | None
    counts: LessonCounts
    model: ModelSummary | None
    fresh: bool
    behind: int
    accuracy: Accuracy | None
    quality: Quality | None
    advice: Advice
    settings: Preferences
    teacher: str
    role: Role
    cold: ColdStart | None
    guidelines_version: int


@router.get("")
def project(classroom: ClassroomOf, caller: Viewer) -> ProjectNow:
    """How the project stands, for this caller."""
    project, page = classroom.project, classroom.agenda or classroom.project.questioner.unread()
    teaching, position = classroom.counted()
    in_trial = project.study.running(caller.name) is not None  # then nothing tells how good the model is
    return ProjectNow(
        name=classroom.name,
        address=classroom.address if caller.may("owner") else None,
        position=position,
        documents=classroom.size,
        held_out=len(teaching.held_out),
        classes=teaching.classes,
        class_numbers=project.record.class_numbers,
        rest=teaching.rest,
        counts=LessonCounts(
            labels=len(teaching.labels),
            words=sum(map(len, teaching.words.values())),
            rationales=sum(map(len, teaching.rationales.values())),
            skips=len(teaching.skips),
            flags=len(teaching.flags),
        ),
        model=None if page.learned is None else page.learned.summary,
        fresh=classroom.is_fresh(caller.name),
        behind=classroom.behind,
        accuracy=None if in_trial else page.accuracy,
        quality=None if in_trial else page.quality,
        advice=_NO_ADVICE if in_trial else project.advice(page.right, page.checked, page.quality),
        settings=project.preferences,
        teacher=caller.name,
        role=caller.role,
        cold=page.cold,
        guidelines_version=project.guidelines.version,
    )
