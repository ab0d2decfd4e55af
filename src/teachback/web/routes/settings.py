"""How a project is set up: settings, classes, the held-out set and the guidelines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Annotated, Self

from fastapi import Query, Request
from pydantic import Field, model_validator

from teachback.encoders.hub import is_name
from teachback.errors import BadLesson, listed, near_miss
from teachback.project import Preferences
from teachback.project.history.columns import ClassColumn
from teachback.project.models.encoder import EncoderStatus
from teachback.project.review.descriptions import ClassDescription, NameWord
from teachback.project.settings import LONGEST, Guidelines
from teachback.text.stop_words import languages
from teachback.web.access import ClassroomOf, Owner, Teacher, Viewer, gate_of
from teachback.web.bodies import Body, Name
from teachback.web.errors import NotAllowed
from teachback.web.routes.projects import ProjectNow
from teachback.web.routes.projects import project as project_now
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["settings"])


class SettingsChange(Body):
    """Settings to change; those that are left out stay as they are."""

    batch: int | None = None
    words: int | None = None
    guess: str | None = None
    highlights: str | None = None
    overlap: float | None = None
    checks: float | None = None
    by: str | None = None
    direction: str | None = None
    machines: str | None = None


class Rename(Body):
    """A class and its new name."""

    class_: Annotated[Name, Field(alias="class")]
    to: Name


class Merge(Body):
    """Classes whose lessons count for another from now on."""

    classes: Annotated[list[Name], Field(min_length=1, max_length=1000)]
    into: Name


class ClassChange(Body):
    """One change of the classes."""

    add: Annotated[list[Name], Field(min_length=1, max_length=1000)] | None = None
    from_column: Annotated[str, Field(description="Its cells become classes, and labels.")] | None = None
    rename: Rename | None = None
    merge: Merge | None = None
    archive: Name | None = None
    bring_back: Name | None = None
    rest: Annotated[Name | None, Field(description="The class that is everything else; null: none is.")] = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        changes = (self.add, self.from_column, self.rename, self.merge, self.archive, self.bring_back, self.rest)
        if sum(each is not None for each in changes) != (0 if self.ends_rest else 1):
            raise ValueError("give exactly one of add, from_column, rename, merge, archive, bring_back and rest")
        return self

    @property
    def ends_rest(self) -> bool:
        """Whether no class is everything else from now on."""
        return self.rest is None and "rest" in self.model_fields_set


@dataclass(frozen=True)
class ClassesNow:
    """The classes that can be taught, and those that are archived."""

    classes: Sequence[str]
    archived: Sequence[str]
    rest: str | None


@dataclass(frozen=True)
class StopWords:
    """A language whose stop words are left out, or how many words of one's own; and the languages that have a list."""

    language: str | None
    own: int
    languages: Sequence[str]


class LeaveOut(Body):
    """The language whose stop words shall be left out; null for none."""

    language: Annotated[str, Field(max_length=50)] | None


@dataclass(frozen=True)
class LearnedColumns:
    """The columns beside the text that a project learns from."""

    columns: Sequence[str]


class LearnFrom(Body):
    """The columns beside the text to learn from; each value is a term such as source=email."""

    columns: Annotated[list[Annotated[str, Field(max_length=2000)]], Field(max_length=100)]


class HoldOut(Body):
    """How many documents shall be held out in all; or how many more than there are."""

    total: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    n: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.total is None) == (self.n is None):
            raise ValueError("give either total or n")
        return self


class GuidelinesIn(Body):
    """A new text, and the version that was read before it was written."""

    text: Annotated[str, Field(max_length=LONGEST)]
    version: Annotated[int, Field(ge=0)]


@router.put("/settings")
def change_settings(body: SettingsChange, classroom: ClassroomOf, caller: Owner) -> Preferences:
    """Change some settings, for everybody."""
    return classroom.project.prefer(**body.model_dump(exclude_none=True))


@router.get("/stop-words")
def stop_words(classroom: ClassroomOf, caller: Viewer) -> StopWords:
    """The words that are no terms unless a teacher types them, and the languages that have a list of such."""
    left_out = classroom.project.stop_words
    language = left_out if isinstance(left_out, str) else None
    return StopWords(language, 0 if language or not left_out else len(left_out), languages())


@router.put("/stop-words")
def leave_out(body: LeaveOut, classroom: ClassroomOf, caller: Owner) -> StopWords:
    """Leave out the words of another language, or none, from the next learning on."""
    classroom.project.leave_out(body.language)
    return stop_words(classroom, caller)


@router.get("/learn-from")
def learn_from(classroom: ClassroomOf, caller: Viewer) -> LearnedColumns:
    """The columns beside the text that the project learns from."""
    return LearnedColumns(classroom.project.learn_from)


@router.put("/learn-from")
def let_learn_from(body: LearnFrom, classroom: ClassroomOf, caller: Owner) -> LearnedColumns:
    """Learn from just these columns beside the text, or from none, from the next learning on."""
    known = [column.name for column in classroom.project.columns if column.role is None]
    for name in body.columns:
        if name not in known:
            raise BadLesson(
                f"{name!r} is no column beside the texts.{near_miss(name, known)} There are: {listed(known) or 'none'}."
            )
    classroom.project.let_learn_from(*body.columns)
    return learn_from(classroom, caller)


@router.get("/classes")
def classes(classroom: ClassroomOf, caller: Viewer) -> ClassesNow:
    """The classes, archived ones too."""
    record = classroom.project.record
    return ClassesNow(record.classes, list(record.archived), record.rest)


@router.get("/classes/columns")
def columns_of_classes(classroom: ClassroomOf, caller: Viewer) -> Sequence[ClassColumn]:
    """Columns beside the texts that could say of which class each document is."""
    return classroom.project.class_columns()


@router.post("/classes")
def change_classes(body: ClassChange, classroom: ClassroomOf, caller: Owner) -> ProjectNow:
    """Add, rename, merge, archive or bring back classes, take them from a column, or say which one is everything else.

    No lesson is lost by it, and it can be taken back.
    """
    project = classroom.project
    if body.add is not None:
        project.add_classes(*body.add, teacher=caller.name)
    elif body.from_column is not None:
        project.add_classes_from(body.from_column, teacher=caller.name)
    elif body.rename is not None:
        project.rename_class(body.rename.class_, body.rename.to, teacher=caller.name)
    elif body.merge is not None:
        project.merge_classes(*body.merge.classes, into=body.merge.into, teacher=caller.name)
    elif body.archive is not None:
        project.archive_class(body.archive, teacher=caller.name)
    elif body.bring_back is not None:
        project.bring_back_class(body.bring_back, teacher=caller.name)
    elif body.rest is not None or body.ends_rest:
        project.declare_rest(body.rest, teacher=caller.name)
    return project_now(classroom, caller)


@router.post("/held-out")
def hold_out(body: HoldOut, classroom: ClassroomOf, caller: Owner) -> ProjectNow:
    """Draw documents by chance that are never trained on; :func:`questions.measure` asks for them."""
    there = len(classroom.project.teaching().held_out)
    more = body.n if body.total is None else body.total - there
    if more is None or more < 1:
        raise BadLesson(
            f"{there:,} documents are held out already; ask for more than that in all, or release them first."
        )
    classroom.project.hold_out(more, teacher=caller.name)
    return project_now(classroom, caller)


@router.delete("/held-out")
def release(
    classroom: ClassroomOf,
    caller: Owner,
    document: Annotated[list[str], Query(max_length=1000, description="Which; all, if none is named.")] = [],  # noqa: B006
) -> ProjectNow:
    """Hold documents out no longer: they are asked and learned from like any other."""
    classroom.project.release(*document, teacher=caller.name)
    return project_now(classroom, caller)


@router.get("/guidelines")
def guidelines(classroom: ClassroomOf, caller: Viewer) -> Guidelines:
    """What teachers agreed on, in Markdown."""
    return classroom.project.guidelines


@router.get("/descriptions")
def descriptions(classroom: ClassroomOf, caller: Viewer) -> list[ClassDescription]:
    """How the classes are described, and which terms of each sentence count as weak words of the class."""
    return classroom.project.review.descriptions()


@router.get("/name-words")
def name_words(classroom: ClassroomOf, caller: Viewer) -> list[NameWord]:
    """Which words of the classes' names count as words of the class."""
    return classroom.project.review.name_words()


@router.put("/guidelines")
def write_guidelines(body: GuidelinesIn, classroom: ClassroomOf, caller: Teacher) -> Guidelines:
    """Write the next version; refused (409) when another one was written since."""
    return classroom.project.write_guidelines(body.text, version=body.version, teacher=caller.name)


class EncoderChoice(Body):
    """The encoder that shall be used: a name or, on one's own machine, a folder or file; null for none."""

    encoder: Annotated[str, Field(min_length=1, max_length=1000)] | None
    fetch: Annotated[bool, Field(description="Whether its files may be fetched if they are not there.")] = False


@dataclass(frozen=True)
class EncoderNow:
    """The encoder that was chosen, and how it stands; null if none was. Texts are sent nowhere."""

    encoder: EncoderStatus | None


@router.get("/encoder")
def encoder(classroom: ClassroomOf, caller: Viewer, request: Request) -> EncoderNow:
    """What knows words from outside, and how many documents it has read."""
    return _encoder_now(classroom.project.encoder, request)


@router.put("/encoder")
def use_encoder(body: EncoderChoice, classroom: ClassroomOf, caller: Owner, request: Request) -> EncoderNow:
    """Use another encoder, or none, from the next learning on.

    On a team's server it must be there by its name: what is read from the disk and what is fetched is the choice of the
    person who runs the server.
    """
    if gate_of(request).team and (body.fetch or (body.encoder is not None and not _is_name_alone(body.encoder))):
        raise NotAllowed(
            "On a team's server an encoder is chosen by its name, and must be there already; ask whoever runs the "
            "server to choose it with: teachback encoder PROJECT NAME"
        )
    return _encoder_now(classroom.project.use_encoder(body.encoder, fetch=body.fetch), request)


def _is_name_alone(encoder: str) -> bool:
    """Whether this is the name of a model, and not by chance that of a file where the server was started."""
    return is_name(encoder) and not Path(encoder).exists()


def _encoder_now(status: EncoderStatus | None, request: Request) -> EncoderNow:
    """How the encoder stands, without the place of its files on a team's server."""
    if status is None or not gate_of(request).team:
        return EncoderNow(status)
    name = status.name if is_name(status.name) else PurePath(status.name).name
    problem = f"Its encoder {name} cannot be used on this server; whoever runs it sees why with: teachback encoder"
    return EncoderNow(replace(status, name=name, problem=status.problem and f"{problem} PROJECT"))
