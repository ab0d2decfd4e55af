"""The record, newest first, and the ways back: of an import, or to an earlier moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, cast

from fastapi import Path, Query
from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # typing's own, which pydantic reads from Python 3.12 on

from teachback.project.history.acts import Summary, TakingBack
from teachback.project.history.timeline import HistoryItem, described, taught_by
from teachback.record import Entry
from teachback.record.form import to_json
from teachback.web.access import ClassroomOf, HiddenInTrials, Owner, Teacher, Viewer
from teachback.web.bodies import Body
from teachback.web.errors import NotAllowed
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["history"])

Position = Annotated[int, Path(ge=1, le=1 << 62)]

_DOCUMENTS = 5  # ids shown of an entry that is about many


class Retraction(TypedDict):
    """A retraction that counts: the id by which it can be taken back itself, and whose it is."""

    id: str
    teacher: str


@with_config(ConfigDict(extra="allow"))
class HistoryEntry(TypedDict):
    """An entry of the record: the fields of its own form, the entry in words, and whether it counts now.

    Entries that were written as one are shown as one (`act`): the position is then that of the last, the other fields
    are those of the first, and it is active as long as one of them counts. A single entry that was taken back says what
    did (`by`). Of an entry about several documents, `document_count` is their number, and `documents` the first ids.
    Of a retraction, `about` has the fields of what it takes back in the end or, with `again`, brings back.
    """

    position: int
    text: str
    active: bool
    kind: str
    id: str
    time: str
    teacher: str
    seconds: float | None
    act: Summary | None
    by: list[Retraction]
    document_count: int | None
    about: dict[str, Any] | None
    again: bool


@dataclass(frozen=True)
class HistoryPage:
    """Entries, newest first; `next` is what to give as `before` for those before them, null at the beginning.

    `position` is how many there are in the record, and `teachers` are all who taught something.
    """

    entries: Sequence[HistoryEntry]
    next: int | None
    position: int
    teachers: Sequence[str]


class RestoreTo(Body):
    """How many entries should count as they did when there were no others."""

    position: Annotated[int, Field(ge=0)]


@dataclass(frozen=True)
class TakenBack:
    """What goes when an import is taken back; `others` counts the lessons that sleep with its documents."""

    entries: int
    documents: int
    lessons: int
    others: int
    classes: Sequence[str]

    @classmethod
    def of(cls, change: TakingBack) -> TakenBack:
        """The change in numbers."""
        return cls(len(change.entries), change.documents, change.lessons, change.others, change.classes)


@dataclass(frozen=True)
class RestoreCost:
    """How many entries it would take to go back."""

    entries: int


@dataclass(frozen=True)
class Restored:
    """How many entries it took, and how long the record is now."""

    entries: int
    position: int


@router.get("/history", dependencies=[HiddenInTrials])
def history(
    classroom: ClassroomOf,
    caller: Viewer,
    before: Annotated[int | None, Query(ge=1, le=1 << 62)] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    teacher: Annotated[str | None, Query(max_length=2000)] = None,
    kind: Annotated[list[Annotated[str, Query(max_length=40)]] | None, Query(max_length=40)] = None,
) -> HistoryPage:
    """The last entries before a position, newest first: everybody's or one teacher's, of all kinds or of some."""
    record = classroom.project.record
    items, begin = classroom.project.latest(before, limit, teacher=teacher, kinds=kind)
    return HistoryPage(list(map(_entry, items)), begin + 1 if begin else None, len(record), taught_by(record))


@router.get("/history/{position}/goes-back", dependencies=[HiddenInTrials])
def goes_back(position: Position, classroom: ClassroomOf, caller: Owner) -> TakenBack:
    """What would go if the import that ends at a position were taken back."""
    return TakenBack.of(classroom.project.taking_back(position))


@router.post("/history/{position}/take-back")
def take_back(position: Position, classroom: ClassroomOf, caller: Teacher) -> TakenBack:
    """Take back the import or act that ends at a position, or what took one back, by entries of its own.

    Teachers take back what they taught at once; imports are the owners'.
    """
    if not caller.may("owner") and not classroom.project.is_own_act(position, caller.name):
        raise NotAllowed(f"{caller.name} can take back what {caller.name} taught at once; the rest is an owner's.")
    change = classroom.project.take_back(position, teacher=caller.name)
    return TakenBack.of(change)


@router.get("/history/{position}/restores", dependencies=[HiddenInTrials])
def restores(position: Position, classroom: ClassroomOf, caller: Owner) -> RestoreCost:
    """How many entries `restore` to that position would take: those after it that count, and what took others back."""
    return RestoreCost(classroom.project.restoring(position))


@router.post("/restore")
def restore(body: RestoreTo, classroom: ClassroomOf, caller: Owner) -> Restored:
    """Take back everything after a position, documents too, by entries of its own; what is held out stays so."""
    entries = classroom.project.restore(body.position, teacher=caller.name)
    return Restored(entries, len(classroom.project.record))


def _entry(item: HistoryItem) -> HistoryEntry:
    act = item.act
    entry = {
        "position": item.position,
        "active": item.active,
        "act": act,
        "by": [{"id": each.id, "teacher": each.teacher} for each in item.by],
        "about": None if item.about is None else _fields(item.about),
        "again": item.again,
        **_fields(item.entry),
    }
    if act is not None:
        entry["text"] = str(act)
    return cast(HistoryEntry, entry)


def _fields(entry: Entry) -> dict[str, Any]:
    form: dict[str, Any] = to_json(entry)
    documents = form.get("documents")
    if documents is not None:
        form["documents"] = documents[:_DOCUMENTS]
    return {"text": described(entry), "document_count": None if documents is None else len(documents), **form}
