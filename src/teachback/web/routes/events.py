"""A stream of what happens in a project."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header
from fastapi.concurrency import run_in_threadpool
from fastapi.sse import EventSourceResponse, ServerSentEvent

from teachback.web.access import Caller, DeskOf, Viewer
from teachback.web.desk import Desk

router = APIRouter(tags=["events"])


@router.get("/events", response_class=EventSourceResponse)
async def events(
    desk: DeskOf, caller: Viewer, last_event_id: Annotated[str | None, Header(max_length=100)] = None
) -> AsyncIterator[ServerSentEvent]:
    """`hello`, then `taught`, `training`, `trained`, `progress` and `conflict` as they happen, and `bye` at the end.

    Whoever comes back with the last event's id hears first what came meanwhile.
    """
    with desk.events.listening(after=last_event_id) as heard:
        yield ServerSentEvent(event="hello", data={"position": desk.position}, retry=1000)
        async for event in heard:
            data = event.data
            if event.name == "trained" and await run_in_threadpool(_in_trial, desk, caller):
                data = {**data, "accuracy": None}
            yield ServerSentEvent(event=event.name, data=data, id=event.id)


def _in_trial(desk: Desk, caller: Caller) -> bool:
    """Whether the caller must not see how good the model is."""
    return desk.project.study.running(caller.name) is not None
