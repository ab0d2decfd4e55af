"""The page itself: the front end as it was built, the link that opens it, and a reference of the API."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from teachback.classroom import Classroom
from teachback.store import SqlStore
from teachback.web.access import LaunchGate, gate_of
from teachback.web.errors import STORE_FAILS, NotThere
from teachback.web.reference import page, reference
from teachback.web.writers import one_at_a_time

router = APIRouter(include_in_schema=False)

_log = logging.getLogger("teachback.web")

SITE = Path(__file__).parents[1] / "static"
_STYLE = Path(__file__).parents[1] / "reference.css"
_COMPRESSED = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
_FOR_EVER = "public, max-age=31536000, immutable"  # the names of assets change with their content
_NOT_BUILT = (
    "The page has not been built in this checkout. Build it with: make frontend",
    "Everything else works: the programming interface is described at /api, and teachback --help lists the commands.",
)
_LOOKING = ["GET", "HEAD"]
_NO_KEY = ("This page opens with the link that teachback printed when it started. Look for it in the terminal.",)
_WRONG_KEY = ("This link was made by a teachback that has stopped. Use the one that the running teachback printed.",)


# These are answered without a thread, from memory: a browser that opens the page asks for many of them at once.


@router.api_route("/", methods=_LOOKING)
async def home(request: Request, token: Annotated[str | None, Query(max_length=200)] = None) -> Response:
    """The page; the token of a link is exchanged for a cookie and leaves the address."""
    gate = gate_of(request)
    if isinstance(gate, LaunchGate):
        if token is not None and (gate.opens(token) or gate.takes(token)):
            return _opened(gate, request)
        if gate.caller(request) is None:
            return _notice("Not yet", _NO_KEY if token is None else _WRONG_KEY, 401)
    if not (SITE / "index.html").exists():
        return _notice("Nearly there", _NOT_BUILT, 503)
    return _file(SITE / "index.html", request, "no-cache")


def _opened(gate: LaunchGate, request: Request) -> Response:
    response = RedirectResponse("./", 303, headers={"Cache-Control": "no-store"})
    gate.remember(request, response)
    return response


def _notice(title: str, sentences: tuple[str, ...], status: int) -> Response:
    return HTMLResponse(page(title, sentences), status, headers={"Cache-Control": "no-store"})


@router.api_route("/icon.svg", methods=_LOOKING)
async def icon(request: Request) -> Response:
    """The picture in the browser's tab."""
    return _file(SITE / "icon.svg", request, "no-cache")


@router.api_route("/assets/{name}", methods=_LOOKING)
async def asset(name: str, request: Request) -> Response:
    """A script or a style sheet of the page."""
    path = SITE / "assets" / name
    with suppress(OSError):  # a name that no file system takes
        if path.parent == SITE / "assets" and path.is_file():
            return _file(path, request, _FOR_EVER)
    raise NotThere("There is nothing at this address.")


def _file(path: Path, request: Request, cache: str) -> Response:
    return _answer(*_read(path, path.stat().st_mtime_ns), request, cache, guess_type(path.name)[0])


def _answer(plain: bytes, small: bytes, request: Request, cache: str, kind: str | None) -> Response:
    headers = {"Cache-Control": cache}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, headers=headers | _COMPRESSED, media_type=kind)
    return Response(plain, headers=headers, media_type=kind)


@lru_cache(maxsize=256)
def _read(path: Path, changed: int) -> tuple[bytes, bytes]:
    """A file, plain and compressed; read again when it has changed."""
    plain = path.read_bytes()
    return plain, gzip.compress(plain)


@router.api_route("/health", methods=_LOOKING)
async def health() -> Response:
    """Whether the server runs: a health check for what restarts it."""
    return PlainTextResponse("running\n", headers={"Cache-Control": "no-store"})


@router.api_route("/ready", methods=_LOOKING)
def ready(request: Request) -> Response:
    """Whether every project can be read and, as far as one can tell without writing, written."""
    classrooms: dict[str, Classroom] = request.app.state.classrooms
    try:
        for classroom in classrooms.values():
            store = classroom.project.store
            with store.reading() as reader:
                reader.settings()
            if isinstance(store, SqlStore):
                store.check_place()
    except STORE_FAILS as error:
        _log.error("not ready: %s", error)
        return PlainTextResponse("not ready\n", 503, headers={"Cache-Control": "no-store"})
    return PlainTextResponse("ready\n", headers={"Cache-Control": "no-store"})


@router.get("/api")
async def api(request: Request) -> Response:
    """The reference of the programming interface, for people."""
    return await _described(request, reference, "text/html")


@router.get("/api/v1/openapi.json")
async def openapi(request: Request) -> Response:
    """The reference of the programming interface, for programs."""
    return await _described(request, json.dumps, "application/json")


async def _described(request: Request, form: Callable[[dict[str, Any]], str], kind: str) -> Response:
    """A description of all routes. It takes a second, and anybody may ask: it is written once."""
    written = await one_at_a_time(partial(_written, request.app, form))
    return _answer(*written, request, "no-cache", kind)


@lru_cache(maxsize=4)
def _written(app: FastAPI, form: Callable[[dict[str, Any]], str]) -> tuple[bytes, bytes]:
    plain = form(app.openapi()).encode()
    return plain, gzip.compress(plain)


@router.get("/api.css")
async def style(request: Request) -> Response:
    """How the reference looks."""
    return _file(_STYLE, request, "no-cache")
