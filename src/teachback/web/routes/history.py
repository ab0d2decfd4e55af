"""The record, newest first, and the way back to an earlier moment."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from teachback.project.past import Happened, described
from teachback.record.form import to_json
from teachback.web.access import DeskOf, Owner, Viewer
from teachback.web.hidden import HiddenInTrials
from teachback.web.schemas import Asked

router = APIRouter(tags=["history"])

_DOCUMENTS = 5  # ids shown of an entry that is about many


class EntryShown(BaseModel):
    """An entry of the record: the fields of its own form, the entry in words, and whether it counts now."""

    model_config = ConfigDict(extra="allow")

    position: int
    text: str
    active: bool
    kind: str
    id: str
    time: str
    teacher: str
    seconds: float | None


class HistoryPage(BaseModel):
    """Entries, newest first; `next` is what to give as `before` for those before them, null at the beginning."""

    entries: list[EntryShown]
    next: int | None


class RestoreTo(Asked):
    """How many entries should count as they did when there were no others."""

    position: Annotated[int, Field(ge=0)]


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
) -> HistoryPage:
    """The last entries before a position, newest first."""
    found = desk.project.latest(before, limit)
    first = found[-1].position if found else 1
    return HistoryPage(entries=list(map(_shown, found)), next=first if first > 1 else None)


@router.post("/restore")
def restore(given: RestoreTo, desk: DeskOf, caller: Owner) -> Restored:
    """Take back everything after a position, by entries of its own; held-out documents stay held out."""
    entries = desk.project.restore(given.position, teacher=caller.name)
    desk.follow()
    return Restored(entries=entries, position=len(desk.project.record))


def _shown(happened: Happened) -> EntryShown:
    form: dict[str, Any] = to_json(happened.entry)
    if len(form.get("documents", ())) > _DOCUMENTS:
        form["documents"] = form["documents"][:_DOCUMENTS]
    return EntryShown(position=happened.position, text=described(happened.entry), active=happened.active, **form)
