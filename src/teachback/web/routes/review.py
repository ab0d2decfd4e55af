"""What was learned, to be looked at: errors, doubtful labels, rules and words."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Query

from teachback.project.review.changes import Changes, LessonEffect
from teachback.project.review.disputes import Disputes
from teachback.project.review.lexicon import RuleList, TaughtWord
from teachback.project.review.review import DoubtfulLabels, Errors
from teachback.web.access import ClassroomOf, HiddenInTrials, Viewer
from teachback.web.writers import ProjectRouter, one_at_a_time

router = ProjectRouter(tags=["review"], dependencies=[HiddenInTrials])


@router.get("/review/errors")
def errors(classroom: ClassroomOf, caller: Viewer, limit: Annotated[int, Query(ge=1, le=1000)] = 200) -> Errors:
    """The confusion matrix of models that were trained without the label, and the documents that they get wrong."""
    review = classroom.project.review
    return review.errors(review.cross_fit(wait=False), limit)


@router.get("/review/mislabelled")
def mislabelled(
    classroom: ClassroomOf, caller: Viewer, limit: Annotated[int, Query(ge=1, le=500)] = 50
) -> DoubtfulLabels:
    """Labels that may be wrong, the most suspicious first."""
    review = classroom.project.review
    return review.doubtful(limit, review.cross_fit(wait=False))


@router.get("/review/changes")
async def changed(
    classroom: ClassroomOf,
    caller: Viewer,
    since: Annotated[int, Query(ge=0, description="The number of a model whose answers were shown.")],
) -> Changes | None:
    """What the newest model says differently than that one, and what was taught in between.

    None where it is the newest, or remembered no more.
    """
    return await one_at_a_time(lambda: classroom.project.review.changes(since))


@router.get("/lessons/{id}/effect")
async def effect(
    id: str,
    classroom: ClassroomOf,
    caller: Viewer,
    at_once: Annotated[bool, Query(description="With all lessons that were taught at once with it.")] = False,
) -> LessonEffect:
    """What a lesson did: the newest model beside one that is learned without it."""
    return await one_at_a_time(lambda: classroom.project.review.effect(id, at_once=at_once))


@router.get("/review/disputes")
def disputed(classroom: ClassroomOf, caller: Viewer, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> Disputes:
    """What teachers differ on, how reliable each is, and what to talk about; a teacher sees what she answered."""
    disputes = classroom.project.review.disputes(limit)
    if caller.may("owner") or not caller.may("teacher"):  # who answers nothing cannot be swayed
        return disputes
    return replace(disputes, queue=tuple(each for each in disputes.queue if caller.name in each.said))


@router.get("/rules")
def rules(classroom: ClassroomOf, caller: Viewer) -> RuleList:
    """The rules of the newest model; of a model of another kind, the rules that distinctions make."""
    return classroom.project.review.rules()


@router.get("/words")
def words(classroom: ClassroomOf, caller: Viewer) -> list[TaughtWord]:
    """The words that were taught, and those that were rejected (strength 0)."""
    return classroom.project.review.words()
