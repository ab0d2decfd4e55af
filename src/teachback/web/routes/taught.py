"""What the caller taught that counts now, so that a page that is loaded again can show it and take it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from teachback.record import Exclude, Flag, Label, Rationale, Skip
from teachback.web.access import ClassroomOf, Viewer
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["teaching"])

_OF_ONE = (Label, Skip, Flag)  # of which a teacher has one a document


@dataclass(frozen=True)
class OwnLessons:
    """The caller's lessons; `ids` has the entry behind each, by ``label:DOCUMENT``, ``word:TERM:CLASS`` and so on."""

    labels: Mapping[str, str]
    exclusions: Mapping[str, Sequence[str]]
    words: Mapping[str, Mapping[str, float]]
    not_a_reason: Mapping[str, Sequence[str | None]]
    rationales: Mapping[str, Sequence[Rationale]]
    flags: Mapping[str, str]
    descriptions: Mapping[str, str]
    skips: Sequence[str]
    ids: Mapping[str, str]


@router.get("/taught")
def taught(classroom: ClassroomOf, caller: Viewer) -> OwnLessons:
    """What the caller taught that counts now; during a trial, what the caller taught in it."""
    project, name = classroom.project, caller.name
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
    ids |= {f"{each.kind}:{class_}": each.id for class_, (each,) in mine.descriptions.items()}
    return OwnLessons(
        labels=mine.labels,
        exclusions={id: sorted(classes) for id, classes in mine.exclusions.items()},
        words=mine.words,
        not_a_reason={term: list(classes) for term, classes in mine.not_a_reason.items()},
        rationales=mine.rationales,
        flags={id: notes[-1] for id, notes in mine.flags.items()},
        descriptions={class_: each.text for class_, (each,) in mine.descriptions.items()},
        skips=sorted(mine.skips),
        ids=ids,
    )
