"""What the caller taught that counts now, so that a page that is loaded again can show it and take it back."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from teachback.record import Exclude, Flag, Label, Skip
from teachback.web.access import DeskOf, Viewer
from teachback.web.schemas import Passage

router = APIRouter(tags=["teaching"])

_OF_ONE = (Label, Skip, Flag)  # of which a teacher has one a document


class Taught(BaseModel):
    """The caller's lessons; `ids` has the entry behind each, by ``label:DOCUMENT``, ``word:TERM:CLASS`` and so on."""

    labels: dict[str, str]
    exclusions: dict[str, list[str]]
    words: dict[str, dict[str, float]]
    not_a_reason: dict[str, list[str | None]]
    rationales: dict[str, list[Passage]]
    flags: dict[str, str]
    skips: list[str]
    ids: dict[str, str]


@router.get("/taught")
def taught(desk: DeskOf, caller: Viewer) -> Taught:
    """What the caller taught that counts now; of those in a trial, what they taught in it."""
    project, name = desk.project, caller.name
    trial, record = project.study.running(name), project.record
    mine = project.teaching_of(name) if trial is None else project.study.teaching(trial)
    after = 0 if trial is None else trial.position
    lessons = (each for each in project.lessons_of(name, after=after) if isinstance(each, _OF_ONE))
    ids = {f"{each.kind}:{each.document}": each.id for each in lessons}
    for term in (*mine.words, *mine.not_a_reason):
        for lesson, position, class_ in record.about("term", term):  # classes by the names they have today
            if lesson.teacher == name and position >= after:
                ids[f"{lesson.kind}:{term}:{class_ or ''}"] = lesson.id
    for document in mine.exclusions:
        for lesson, position, class_ in record.about("answer", document):
            if isinstance(lesson, Exclude) and lesson.teacher == name and position >= after:
                ids[f"{lesson.kind}:{document}:{class_ or ''}"] = lesson.id
    return Taught(
        labels=dict(mine.labels),
        exclusions={id: sorted(classes) for id, classes in mine.exclusions.items()},
        words={term: dict(classes) for term, classes in mine.words.items()},
        not_a_reason={term: list(classes) for term, classes in mine.not_a_reason.items()},
        rationales={id: list(map(Passage.of, passages)) for id, passages in mine.rationales.items()},
        flags={id: notes[-1] for id, notes in mine.flags.items()},
        skips=sorted(mine.skips),
        ids=ids,
    )
