"""How a project is set up: settings, classes, the held-out set and the guidelines."""

from __future__ import annotations

from typing import Annotated, Any, Self

from fastapi import APIRouter
from pydantic import BaseModel, Field, model_validator

from teachback.errors import BadLesson
from teachback.project.guidelines import LONGEST, Guidelines
from teachback.text.stop_words import languages
from teachback.web.access import DeskOf, Owner, Teacher, Viewer
from teachback.web.routes.projects import ProjectNow
from teachback.web.routes.projects import project as project_now
from teachback.web.schemas import Asked, Name

router = APIRouter(tags=["settings"])


class Settings(Asked):
    """Settings to change; those that are left out stay as they are."""

    batch: int | None = None
    words: int | None = None
    guess: str | None = None
    highlights: str | None = None
    overlap: float | None = None
    checks: float | None = None
    by: str | None = None
    direction: str | None = None


class Rename(Asked):
    """A class and its new name."""

    class_: Annotated[Name, Field(alias="class")]
    to: Name


class Merge(Asked):
    """Classes whose lessons count for another from now on."""

    classes: Annotated[list[Name], Field(min_length=1, max_length=1000)]
    into: Name


class ClassChange(Asked):
    """One change of the classes."""

    add: Annotated[list[Name], Field(min_length=1, max_length=1000)] | None = None
    rename: Rename | None = None
    merge: Merge | None = None
    archive: Name | None = None
    bring_back: Name | None = None
    rest: Annotated[Name | None, Field(description="The class that is everything else; null: none is.")] = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        changes = (self.add, self.rename, self.merge, self.archive, self.bring_back, self.rest)
        if sum(each is not None for each in changes) != (0 if self.ends_rest else 1):
            raise ValueError("give exactly one of add, rename, merge, archive, bring_back and rest")
        return self

    @property
    def ends_rest(self) -> bool:
        """Whether no class is everything else from now on."""
        return self.rest is None and "rest" in self.model_fields_set


class ClassesNow(BaseModel):
    """The classes that can be taught, and those that are archived."""

    classes: list[str]
    archived: list[str]
    rest: str | None


class StopWords(BaseModel):
    """A language whose stop words are left out, or how many words of one's own; and the languages that have a list."""

    language: str | None
    own: int
    languages: list[str]


class LeaveOut(Asked):
    """The language whose stop words shall be left out; null for none."""

    language: Annotated[str, Field(max_length=50)] | None


class HoldOut(Asked):
    """How many documents shall be held out in all; or how many more than there are."""

    total: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    n: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.total is None) == (self.n is None):
            raise ValueError("give either total or n")
        return self


class GuidelinesText(BaseModel):
    """The guidelines, and the version that a new one has to name."""

    text: str
    version: int
    teacher: str | None
    time: str | None

    @classmethod
    def of(cls, kept: Guidelines) -> GuidelinesText:
        """The same as the project says it."""
        return cls(text=kept.text, version=kept.version, teacher=kept.teacher, time=kept.time)


class GuidelinesIn(Asked):
    """A new text, and the version that was read before it was written."""

    text: Annotated[str, Field(max_length=LONGEST)]
    version: Annotated[int, Field(ge=0)]


@router.put("/settings")
def change_settings(given: Settings, desk: DeskOf, caller: Owner) -> dict[str, Any]:
    """Change some settings, for everybody."""
    return desk.project.prefer(**given.model_dump(exclude_none=True)).to_dict()


@router.get("/stop-words")
def stop_words(desk: DeskOf, caller: Viewer) -> StopWords:
    """The words that are no terms unless a teacher types them, and the languages that have a list of such."""
    left_out = desk.project.stop_words
    language = left_out if isinstance(left_out, str) else None
    return StopWords(language=language, own=0 if language or not left_out else len(left_out), languages=[*languages()])


@router.put("/stop-words")
def leave_out(given: LeaveOut, desk: DeskOf, caller: Owner) -> StopWords:
    """Leave out the words of another language, or none, from the next learning on."""
    desk.project.leave_out(given.language)
    return stop_words(desk, caller)


@router.get("/classes")
def classes(desk: DeskOf, caller: Viewer) -> ClassesNow:
    """The classes, archived ones too."""
    record = desk.project.record
    return ClassesNow(classes=list(record.classes), archived=list(record.archived), rest=record.rest)


@router.post("/classes")
def change_classes(given: ClassChange, desk: DeskOf, caller: Owner) -> ProjectNow:
    """Add, rename, merge, archive or bring back classes, or say which one is everything else.

    No lesson is lost by it, and it can be taken back.
    """
    project = desk.project
    if given.add is not None:
        project.add_classes(*given.add, teacher=caller.name)
    elif given.rename is not None:
        project.rename_class(given.rename.class_, given.rename.to, teacher=caller.name)
    elif given.merge is not None:
        project.merge_classes(*given.merge.classes, into=given.merge.into, teacher=caller.name)
    elif given.archive is not None:
        project.archive_class(given.archive, teacher=caller.name)
    elif given.bring_back is not None:
        project.bring_back_class(given.bring_back, teacher=caller.name)
    elif given.rest is not None or given.ends_rest:
        project.declare_rest(given.rest, teacher=caller.name)
    return project_now(desk, caller)


@router.post("/held-out")
def hold_out(given: HoldOut, desk: DeskOf, caller: Owner) -> ProjectNow:
    """Draw documents by chance that are never asked about and never trained on."""
    there = len(desk.project.teaching().held_out)
    more = given.n if given.total is None else given.total - there
    if more is None or more < 1:
        raise BadLesson(f"{there:,} documents are held out already, and they stay so; ask for more than that in all.")
    desk.project.hold_out(more, teacher=caller.name)
    return project_now(desk, caller)


@router.get("/guidelines")
def guidelines(desk: DeskOf, caller: Viewer) -> GuidelinesText:
    """What teachers agreed on, in Markdown."""
    return GuidelinesText.of(desk.project.guidelines)


@router.put("/guidelines")
def write_guidelines(given: GuidelinesIn, desk: DeskOf, caller: Teacher) -> GuidelinesText:
    """Write the next version; refused (409) when somebody else has written one since."""
    return GuidelinesText.of(desk.project.write_guidelines(given.text, version=given.version, teacher=caller.name))
