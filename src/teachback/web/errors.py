"""One shape for every error: ``{"error": {"kind", "message", "detail"}}``."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import secrets
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teachback.errors import TeachbackError, UnknownDocument
from teachback.project import NothingLearned
from teachback.project.settings import Outdated
from teachback.store.failure import CannotKeep, NotAProject


@dataclass(frozen=True)
class ErrorDetails:
    """What went wrong: a word and details for programs, and a sentence."""

    kind: str
    message: str
    detail: dict[str, Any]


@dataclass(frozen=True)
class ErrorAnswer:
    """The answer to every request that is refused."""

    error: ErrorDetails


REFUSED: dict[int | str, dict[str, Any]] = {"4XX": {"model": ErrorAnswer, "description": "Refused, and why."}}


_log = logging.getLogger("teachback.web")


class WebError(TeachbackError):
    """An error that only a caller of the server can make, perhaps with one sentence; `detail` is for programs."""

    status, sentence = 400, ""

    def __init_subclass__(cls, status: int | None = None) -> None:
        cls.status = status or cls.status

    def __init__(self, message: str = "", **detail: Any) -> None:
        super().__init__(message or self.sentence)
        self.kind, self.detail = type(self).__name__, detail


class NotSignedIn(WebError, status=401):
    """The request does not say who sent it, or the session is over."""


class NotAllowed(WebError, status=403):
    """The caller is known and may not do this."""


class UnknownProject(WebError, status=404):
    """A project that this server does not have."""


class NotThere(WebError, status=404):
    """Something other than a project or a document that is not there."""


class Conflict(WebError, status=409):
    """Another request came first, or what is there forbids this one."""


class TooLarge(WebError, status=413):
    """More than the server takes at once."""


class TooManyTries(WebError, status=429):
    """Too many attempts in a short time; `seconds` says how long to wait."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message, seconds=seconds)


class NoRoom(WebError, status=507):
    """The server's disk has no room for a file that comes or goes."""

    sentence = (
        "The server has no room for this file: the disk is full. Nothing of this was kept; free some space there "
        "and do it again."
    )


_STATUS: dict[type[TeachbackError], int] = {
    UnknownDocument: 404,
    NothingLearned: 409,
    Outdated: 409,
    CannotKeep: 503,  # not the caller's mistake: to be sent again, never given up
    NotAProject: 503,  # it was one when the server started
}
STORE_FAILS = (CannotKeep, NotAProject)
_CANNOT_KEEP = "The project cannot be read or written now, and nothing of this was kept; the server's log says why."
_KINDS = {404: "NotThere", 413: "TooLarge"}
_SENTENCES = {404: "There is nothing at this address.", 405: "This address does not take {method:.20}."}


class _Answer(JSONResponse):
    """JSON in ASCII: a message may quote a string that UTF-8 cannot encode."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


def answer(status: int, kind: str, message: str, detail: dict[str, Any] | None = None) -> JSONResponse:
    """An error as every client can read it."""
    return _Answer({"error": {"kind": kind, "message": message, "detail": detail or {}}}, status)


def answer_to(error: TeachbackError) -> JSONResponse:
    """The sentence of an error, with the status that belongs to it."""
    status = getattr(error, "status", None) or next(
        (status for kind, status in _STATUS.items() if isinstance(error, kind)), 400
    )
    kind = getattr(error, "kind", type(error).__name__)
    response = answer(status, kind, str(error), getattr(error, "detail", None))
    if isinstance(error, TooManyTries):
        response.headers["Retry-After"] = str(error.detail["seconds"])
    return response


def public_sentence(error: TeachbackError, request: Request) -> str:
    """The sentence of an error; one that names where a team's project is kept goes to the log, and a plain one out."""
    if not isinstance(error, STORE_FAILS) or not request.app.state.gate.team:
        return str(error)
    _log.error("%s", error)
    return _CANNOT_KEEP


def install(app: FastAPI) -> None:
    """Let the app answer every error in this shape."""

    @app.exception_handler(TeachbackError)
    async def mistake(request: Request, error: TeachbackError) -> JSONResponse:
        if (sentence := public_sentence(error, request)) != str(error):
            return answer(503, type(error).__name__, sentence)
        return answer_to(error)

    @app.exception_handler(OSError)
    async def without_room(request: Request, error: OSError) -> JSONResponse:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise error
        _log.error("no room for a file at %r: %s", request.url.path, error)
        return answer_to(NoRoom())

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        problems = [{"place": ".".join(map(str, each["loc"])), "problem": each["msg"]} for each in error.errors()[:20]]
        first = "; ".join(f"{each['place']}: {each['problem']}" for each in problems[:3])
        return answer(422, "BadRequest", f"The request could not be read ({first}).", {"problems": problems})

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        sentence = _SENTENCES.get(error.status_code, str(error.detail)).format(method=request.method)
        response = answer(error.status_code, _KINDS.get(error.status_code, "Refused"), sentence)
        response.headers.update(error.headers or {})
        return response


class Crashes:
    """Answers requests that would end without an answer.

    A crash is answered with a reference that is also in the server's log, and nothing else; a request that is cut off
    because the server stops is answered with 503.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except asyncio.CancelledError:
            if begun or scope["type"] != "http":
                raise  # what was sent cannot be taken back: the connection is cut
            sentence = "The server was stopped before this was done. Try again when it is back."
            await answer(503, "Stopped", sentence)(scope, receive, send)
        except ClientDisconnect:
            _log.info("the client left %r while it sent", scope.get("path"))
        except Exception:
            reference = secrets.token_hex(4)
            _log.exception("crash %s at %r", reference, scope.get("path"))
            if begun:
                raise
            what = "Something went wrong on the server; nothing of this was kept."
            sentence = f"{what} It is noted there as {reference}."
            await answer(500, "Crash", sentence, {"reference": reference})(scope, receive, send)
