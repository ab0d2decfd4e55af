"""A stream of what happens in a project."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.sse import EventSourceResponse, ServerSentEvent

from teachback.web.access import Caller, DeskOf, Viewer, gate_of
from teachback.web.desk import Desk
from teachback.web.errors import TooManyTries
from teachback.web.events import MOST_STREAMS

router = APIRouter(tags=["events"])

_TRUST = 30.0  # seconds after which whoever listens is looked up again


async def _room(desk: DeskOf, caller: Viewer) -> None:
    if desk.events.streams(caller.name) >= MOST_STREAMS:
        raise TooManyTries(f"{caller.name} listens {MOST_STREAMS} times already; close some pages.", seconds=60)


@router.get("/events", response_class=EventSourceResponse, dependencies=[Depends(_room)])
async def events(
    request: Request,
    desk: DeskOf,
    caller: Viewer,
    last_event_id: Annotated[str | None, Header(max_length=100)] = None,
) -> AsyncIterator[ServerSentEvent]:
    """`hello`, then `taught`, `training`, `trained`, `progress` and `conflict` as they happen, and `bye` at the end.

    Whoever comes back with the last event's id hears first what came meanwhile. The stream ends soon after the
    caller's session.
    """
    with desk.events.listening(last_event_id, caller.name) as heard:
        yield ServerSentEvent(event="hello", data={"position": desk.position}, retry=1000)
        known_at = time.monotonic()
        async for event in heard:
            if time.monotonic() > known_at + _TRUST:
                if not await _is_known(request):
                    return
                known_at = time.monotonic()
            data = event.data
            if event.name == "trained" and await run_in_threadpool(_in_trial, desk, caller):
                data = {**data, "accuracy": None}
            yield ServerSentEvent(event=event.name, data=data, id=event.id)


async def _is_known(request: Request) -> bool:
    """Whether the caller may still listen: sessions end, tokens are revoked, people are shut out."""
    anew = Request({**request.scope, "state": {}})  # a gate looks a request's caller up once, and keeps that there
    return await run_in_threadpool(gate_of(request).caller, anew) is not None


def _in_trial(desk: Desk, caller: Caller) -> bool:
    """Whether the caller must not see how good the model is."""
    return desk.project.study.running(caller.name) is not None
