"""The page itself: the front end as it was built, the link that opens it, and a reference of the API."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from teachback.web.access import LaunchGate, gate_of
from teachback.web.errors import NotThere
from teachback.web.reference import page, reference

router = APIRouter(include_in_schema=False)

SITE = Path(__file__).parents[1] / "static"
_FOR_EVER = "public, max-age=31536000, immutable"  # the names of assets change with their content
_NOT_BUILT = (
    "The page has not been built in this checkout. Build it with: make frontend",
    "Everything else works: the programming interface is described at /api, and teachback --help lists the commands.",
)
_NO_KEY = ("This page opens with the link that teachback printed when it started. Look for it in the terminal.",)
_WRONG_KEY = ("This link was made by a teachback that has stopped. Use the one that the running teachback printed.",)


@router.get("/")
def home(request: Request, token: Annotated[str | None, Query(max_length=200)] = None) -> Response:
    """The page; the token of a link is exchanged for a cookie and leaves the address."""
    gate = gate_of(request)
    if isinstance(gate, LaunchGate):
        if token is not None and gate.opens(token):
            return _opened(gate, request)
        if gate.caller(request) is None:
            return _told("Not yet", _NO_KEY if token is None else _WRONG_KEY, 401)
    built = SITE / "index.html"
    if not built.exists():
        return _told("Nearly there", _NOT_BUILT, 503)
    return FileResponse(built, headers={"Cache-Control": "no-cache"})


def _opened(gate: LaunchGate, request: Request) -> Response:
    response = RedirectResponse("/", 303, headers={"Cache-Control": "no-store"})
    response.set_cookie(
        gate.cookie, gate.pass_, httponly=True, samesite="strict", secure=request.url.scheme == "https", path="/"
    )
    return response


def _told(title: str, sentences: tuple[str, ...], status: int) -> Response:
    return HTMLResponse(page(title, sentences), status, headers={"Cache-Control": "no-store"})


@router.get("/icon.svg")
def icon() -> Response:
    """The picture in the browser's tab."""
    return _file(SITE / "icon.svg", "no-cache")


@router.get("/assets/{name}")
def asset(name: str) -> Response:
    """A script or a style sheet of the page."""
    return _file(SITE / "assets" / name, _FOR_EVER)


def _file(path: Path, cache: str) -> Response:
    if path.parent not in (SITE, SITE / "assets") or not path.is_file():
        raise NotThere("There is nothing at this address.")
    return FileResponse(path, headers={"Cache-Control": cache})


@router.get("/api")
def api(request: Request) -> Response:
    """The reference of the programming interface, for people."""
    return HTMLResponse(reference(request.app.openapi()), headers={"Cache-Control": "no-cache"})


@router.get("/api.css")
def style() -> Response:
    """How the reference looks."""
    return FileResponse(Path(__file__).parents[1] / "reference.css", headers={"Cache-Control": "no-cache"})
