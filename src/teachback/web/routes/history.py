"""The record, newest first, and the ways back: of an import, or to an earlier moment."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from teachback.project.history.acts import Summary, TakingBack
from teachback.project.history.timeline import HistoryItem, described, taught_by
from teachback.record.form import to_json
from teachback.web.access import DeskOf, Owner, Viewer
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Asked

router = APIRouter(tags=["history"])

Position = Annotated[int, Path(ge=1, le=1 << 62)]

_DOCUMENTS = 5  # ids shown of an entry that is about many


class ActShown(BaseModel):
    """What several entries that were written as one brought: an import, or what took one back."""

    documents: int
    classes: list[str]
    lessons: dict[str, int]
    is_import: bool

    @classmethod
    def of(cls, act: Summary) -> ActShown:
        """The same as the project says it."""
        return cls(
            documents=act.documents, classes=list(act.classes), lessons=dict(act.lessons), is_import=act.is_import
        )


class TakenBackBy(BaseModel):
    """A retraction that counts: the id by which it can be taken back itself, and whose it is."""

    id: str
    teacher: str


class EntryShown(BaseModel):
    """An entry of the record: the fields of its own form, the entry in words, and whether it counts now.

    Entries that were written as one are shown as one (`act`): the position is then that of the last, the other fields
    are those of the first, and it is active as long as one of them counts. A single entry that was taken back says what
    did (`by`).
    """

    model_config = ConfigDict(extra="allow")

    position: int
    text: str
    active: bool
    kind: str
    id: str
    time: str
    teacher: str
    seconds: float | None
    act: ActShown | None
    by: list[TakenBackBy]


class HistoryPage(BaseModel):
    """Entries, newest first; `next` is what to give as `before` for those before them, null at the beginning.

    `position` is how many there are in the record, and `teachers` are all who taught something.
    """

    entries: list[EntryShown]
    next: int | None
    position: int
    teachers: list[str]


class RestoreTo(Asked):
    """How many entries should count as they did when there were no others."""

    position: Annotated[int, Field(ge=0)]


class GoesBack(BaseModel):
    """What goes when an import is taken back; `others` counts the lessons that sleep with its documents."""

    entries: int
    documents: int
    lessons: int
    others: int
    classes: list[str]

    @classmethod
    def of(cls, found: TakingBack) -> GoesBack:
        """The same as the project says it."""
        return cls(
            entries=len(found.entries),
            documents=found.documents,
            lessons=found.lessons,
            others=found.others,
            classes=list(found.classes),
        )


class Restores(BaseModel):
    """How many entries it would take to go back."""

    entries: int


class Restored(BaseModel):
    """How many entries it took, and how long the record is now."""

    entries: int
    position: int


@router.get("/history", dependencies=[HiddenInTrials])
def history(
    desk: DeskOf,
    caller: Viewer,
    before: Annotated[int | None, Query(ge=1, le=1 << 62)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    teacher: Annotated[str | None, Query(max_length=2000)] = None,
    kind: Annotated[list[Annotated[str, Query(max_length=40)]] | None, Query(max_length=40)] = None,
) -> HistoryPage:
    """The last entries before a position, newest first: everybody's or one teacher's, of all kinds or of some."""
    record = desk.project.record
    found, begin = desk.project.latest(before, limit, teacher=teacher, kinds=kind)
    return HistoryPage(
        entries=list(map(_shown, found)),
        next=begin + 1 if begin else None,
        position=len(record),
        teachers=list(taught_by(record)),
    )


@router.get("/history/{position}/goes-back", dependencies=[HiddenInTrials])
def goes_back(position: Position, desk: DeskOf, caller: Owner) -> GoesBack:
    """What would go if the import that ends at a position were taken back."""
    return GoesBack.of(desk.project.taking_back(position))


@router.post("/history/{position}/take-back")
def take_back(position: Position, desk: DeskOf, caller: Owner) -> GoesBack:
    """Take back the import that ends at a position, or what took one back, by entries of its own."""
    found = desk.project.take_back(position, teacher=caller.name)
    return GoesBack.of(found)


@router.get("/history/{position}/restores", dependencies=[HiddenInTrials])
def restores(position: Position, desk: DeskOf, caller: Owner) -> Restores:
    """How many entries `restore` to that position would take: those after it that count, and what took others back."""
    return Restores(entries=desk.project.restoring(position))


@router.post("/restore")
def restore(given: RestoreTo, desk: DeskOf, caller: Owner) -> Restored:
    """Take back everything after a position, documents too, by entries of its own; what is held out stays so."""
    entries = desk.project.restore(given.position, teacher=caller.name)
    return Restored(entries=entries, position=len(desk.project.record))


def _shown(happened: HistoryItem) -> EntryShown:
    form: dict[str, Any] = to_json(happened.entry)
    if len(form.get("documents", ())) > _DOCUMENTS:
        form["documents"] = form["documents"][:_DOCUMENTS]
    act = happened.act
    return EntryShown(
        position=happened.position,
        text=described(happened.entry) if act is None else str(act),
        active=happened.active,
        act=None if act is None else ActShown.of(act),
        by=[TakenBackBy(id=each.id, teacher=each.teacher) for each in happened.by],
        **form,
    )
