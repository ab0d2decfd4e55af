"""Teaching: what a teacher did, kept before it is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from teachback.errors import BadLesson, TeachbackError
from teachback.project import Project
from teachback.record import Adjudicate, Entry, Event, Lesson, Retract
from teachback.record.entry import now
from teachback.record.form import VERSION, from_json
from teachback.record.lesson import LONGEST_DESCRIPTION
from teachback.web.access import Caller, ClassroomOf, Teacher
from teachback.web.bodies import Body, Name
from teachback.web.errors import STORE_FAILS, NotAllowed, WebError
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["teaching"])

_MOST = 1000  # lessons in a request


class LessonIn(Body):
    """A lesson as the record writes it: a kind, an id made by the client, and the fields of the kind."""

    v: int = VERSION
    kind: Literal[
        "label",
        "exclude",
        "skip",
        "word",
        "not_a_reason",
        "rationale",
        "distinction",
        "describe",
        "flag",
        "adjudicate",
        "retract",
    ]
    id: Annotated[
        str, Field(min_length=1, max_length=100, description="Sending the same id again teaches nothing new.")
    ]
    time: str | None = Field(None, max_length=40, description="When it was done; now, if it is not given.")
    teacher: Name | None = Field(None, description="Who taught it; the caller. Owners may name somebody else.")
    seconds: float | None = None
    document: Name | None = None
    class_: Name | None = Field(None, alias="class")
    term: Name | None = None
    strength: float | None = None
    start: int | None = None
    end: int | None = None
    versus: Name | None = None
    present: bool | None = None
    note: str | None = Field(None, max_length=100_000)
    text: str | None = Field(None, max_length=LONGEST_DESCRIPTION, description="What belongs to a class.")
    lesson: Name | None = Field(None, description="The id of the entry that a `retract` takes back.")

    def by(self, caller: Caller, project: Project) -> Lesson:
        """The lesson, if the caller may teach it."""
        teacher = self.teacher or caller.name
        if teacher != caller.name and not caller.may("owner"):
            raise NotAllowed(f"{caller.name} cannot teach as {teacher}; leave the teacher out.")
        form: dict[str, Any] = self.model_dump(by_alias=True, exclude_unset=True)
        lesson = from_json({**form, "v": self.v, "time": self.time or now().isoformat(), "teacher": teacher})
        if not caller.may("owner"):
            _check_own(lesson, caller, project)
        if not isinstance(lesson, Lesson):
            raise AssertionError("every kind that is taken is a lesson")
        return lesson


def _check_own(lesson: object, caller: Caller, project: Project) -> None:
    """Teachers take back what they taught; final words and others' lessons are the owners'."""
    if isinstance(lesson, Adjudicate):
        raise NotAllowed(f"Final words are the owner's, and {caller.name} is a {caller.role}; label the document.")
    if isinstance(lesson, Retract):
        taken = _entry(lesson.lesson, project)
        if taken is not None and taken.teacher != caller.name:
            raise NotAllowed(f"{caller.name} cannot take back what {taken.teacher} did; ask them, or an owner.")
        while isinstance(taken, Retract):  # to bring something back is to take back what took it back
            taken = _entry(taken.lesson, project)
        if isinstance(taken, Event):
            raise NotAllowed(
                f"To take back a change of the project ({taken.kind}), or to bring it back, is the owner's; ask one."
            )


def _entry(id: str, project: Project) -> Entry | None:
    """The entry with that id, also one that another server has just kept: what is known here may be a moment old."""
    record = project.record
    known, known_entry = len(record), record.entry(id)
    if known_entry is None:
        with project.store.reading() as reader:
            known_entry = next((entry for entry in reader.entries(after=known) if entry.id == id), None)
    return known_entry


class LessonsIn(Body):
    """Lessons to keep, all of them or none; taught at once, they are one act in the history, with one undo."""

    entries: Annotated[list[LessonIn], Field(min_length=1, max_length=_MOST)]
    at_once: bool = False


@dataclass(frozen=True)
class Written:
    """The positions of the new entries in the record, and how long it is now."""

    positions: Sequence[int]
    position: int


class RefusedLesson(WebError):
    """One of several lessons is refused, and none of them was kept."""


@router.post("/lessons", status_code=201)
def teach(body: LessonsIn, classroom: ClassroomOf, caller: Teacher) -> Written:
    """Keep the lessons, all of them or (when one is refused) none; when this is answered they are on disk.

    A lesson that is sent again, with the same id, is answered as it was the first time. Of a refused lesson, the
    error's detail has the `index` and the `id`.
    """
    lessons: list[Lesson] = []
    for each in body.entries:
        try:
            lessons.append(each.by(caller, classroom.project))
        except STORE_FAILS:
            raise
        except TeachbackError as why:
            raise _pointed(why, len(lessons), each.id) from None
    try:
        positions = classroom.project.teach(*lessons, at_once=body.at_once)
    except BadLesson as why:
        index = next((place for place, lesson in enumerate(lessons) if lesson.id == why.entry), None)
        raise _pointed(why, index, why.entry) from None
    return Written(positions, max(positions))


def _pointed(why: TeachbackError, index: int | None, id: str | None) -> WebError:
    """The error with the index and the id of the lesson that it is about."""
    status = getattr(why, "status", 400)
    pointed = RefusedLesson(str(why), index=index, id=id)
    pointed.status, pointed.kind = status, type(why).__name__
    return pointed
