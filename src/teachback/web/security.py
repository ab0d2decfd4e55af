"""Which requests the server refuses, and what its answers tell browsers to refuse.

A page on another site can send requests to a server on this machine, directly or under a name of its own that leads
here (DNS rebinding). So a request must be addressed to a name that the server knows, and what a browser marks as sent
by another site is refused.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teachback.web.errors import NotAllowed, TooLarge, WebError, answer_to

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
LARGEST_BODY = 2 << 20  # bytes of JSON
_LARGEST_UPLOAD = 1 << 30  # bytes of a file to import

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class TwoLengths(WebError):
    """A request of which a proxy in front and the server could see different ends, and something between them."""


class Guard:
    """Checks every request before anything else does, and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        body = _Body(receive, _LARGEST_UPLOAD if scope["path"].endswith("/uploads") else LARGEST_BODY)
        try:
            self._check(scope)
            body.check_length(Headers(scope=scope).get("content-length"))
        except WebError as error:
            answer = answer_to(error)
            if isinstance(error, TwoLengths):
                answer.headers["Connection"] = "close"
            return await answer(scope, receive, with_headers)
        return await self.app(scope, body.receive, with_headers)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            raise NotAllowed(f"This server does not answer to the name {host[:100]!r}; use the address it printed.")
        if "transfer-encoding" in headers and "content-length" in headers:
            raise TwoLengths("This request says twice how long it is (Content-Length, Transfer-Encoding); say it once.")
        inside = scope["path"].startswith("/api/") or scope["method"] not in _SAFE
        if inside and not _same_site(headers, host):
            raise NotAllowed("This request was sent by a page of another site, and is refused.")


def _name(host: str) -> str:
    """The host of a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _same_site(headers: Headers, host: str) -> bool:
    """Whether a browser says that our own page sent this; programs say nothing, and have no cookies to abuse."""
    fetched, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if fetched is not None and fetched not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2] == host


class _Body:
    """The body of a request, counted while it comes."""

    def __init__(self, receive: Receive, room: int) -> None:
        self._receive, self._room, self._size = receive, room, 0

    def check_length(self, declared: str | None) -> None:
        if declared is not None and declared.isdecimal() and int(declared) > self._room:
            raise self._too_large()

    async def receive(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > self._room:
            raise HTTPException(413, str(self._too_large()))  # what reads the body passes on nothing else as it is
        return message

    def _too_large(self) -> TooLarge:
        return TooLarge(f"The request is larger than the {self._room:,} bytes that are taken here; send less at once.")
