"""A stream of what happens in a project."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Header, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse

from teachback.classroom import Classroom
from teachback.classroom.broadcast import written
from teachback.web.access import ClassroomOf, Viewer, gate_of
from teachback.web.errors import TooManyTries, UnknownProject
from teachback.web.writers import ProjectRouter

router = ProjectRouter(tags=["events"])

MOST_STREAMS = 50  # that one caller may have open: pages, and programs
_KIND = "text/event-stream"
_NOTHING = b": nothing happened\n\n"
_TRUST = 30.0  # seconds after which the caller is looked up again


async def _check_streams(classroom: ClassroomOf, caller: Viewer) -> None:
    if classroom.events.streams(caller.name) >= MOST_STREAMS:
        raise TooManyTries(
            f"{caller.name} has {MOST_STREAMS} streams of events open already; close some pages.", seconds=60
        )


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={200: {"content": {_KIND: {}}, "description": "A stream that ends when either side does."}},
    dependencies=[Depends(_check_streams)],
)
async def events(
    request: Request,
    classroom: ClassroomOf,
    caller: Viewer,
    last_event_id: Annotated[str | None, Header(max_length=100)] = None,
) -> StreamingResponse:
    """`hello`, then `taught`, `training`, `trained`, `progress` and `conflict` as they happen, and `bye` at the end.

    `taught` names at most 500 documents: of an import, those that somebody was given first.
    A caller that comes back with the last event's id first hears what came meanwhile. The stream ends soon after the
    caller's session.
    """
    stream = _stream(request, classroom, caller.name, last_event_id)
    return StreamingResponse(stream, media_type=_KIND, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


async def _stream(request: Request, classroom: Classroom, who: str, last: str | None) -> AsyncIterator[bytes]:
    with classroom.events.listening(last, who) as heard:
        yield _event("hello", written({"position": classroom.position}), "retry: 1000")
        known_at = time.monotonic()
        async for event in heard:
            if time.monotonic() > known_at + _TRUST:
                if not await _is_known(request):
                    return
                known_at = time.monotonic()
            yield _NOTHING if event is None else _event(event.name, event.json_for(who), f"id: {event.id}")


def _event(name: str, data: str, *more: str) -> bytes:
    """An event as streams have it, perhaps with more lines such as ``id: 7``.

    >>> _event("taught", '{"position":3}', "id: 7")
    b'event: taught\\ndata: {"position":3}\\nid: 7\\n\\n'
    """
    return "\n".join((f"event: {name}", f"data: {data}", *more, "\n")).encode()


async def _is_known(request: Request) -> bool:
    """Whether the caller may still listen: sessions end, tokens are revoked, people are shut out."""
    anew = Request({**request.scope, "state": {}})  # a gate looks a request's caller up once, and keeps that there
    try:
        return await run_in_threadpool(gate_of(request).caller, anew) is not None
    except UnknownProject:  # it is there no longer for this caller
        return False
