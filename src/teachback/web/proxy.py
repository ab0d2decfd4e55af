"""Behind a proxy: who really asked, by which name and whether encrypted, and under which path it offers the server."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import unquote

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from teachback.errors import TeachbackError, listed

Network = IPv4Network | IPv6Network
_PATH = re.compile(r"(/(?!\.\.?(/|$))([\w.~@:+=,!$-]|%[0-9A-Fa-f]{2})+)*", re.ASCII)
_OURS = frozenset({"api", "assets"})  # could not be told from what the server has itself


class BadNetwork(TeachbackError):
    """Something that should be an address or a network of a proxy."""


def networks(written: str) -> tuple[Network, ...]:
    """Addresses and networks, separated by commas.

    >>> networks("127.0.0.1, 10.1.0.0/16")
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.1.0.0/16'))
    """
    try:
        return tuple(ip_network(each.strip()) for each in written.split(","))
    except ValueError as error:
        raise BadNetwork(
            f"{written!r} does not say where the proxy is ({error}); write its address, such as 127.0.0.1, or a "
            "network, such as 10.1.0.0/16."
        ) from None


class BadRootPath(TeachbackError):
    """Something that should be a path under which a proxy offers the server."""


def root_path(written: str) -> str:
    """A path as it stands before those of the server, without a slash at its end.

    >>> root_path("/hub/teachback/"), root_path("/")
    ('/hub/teachback', '')
    """
    path = written.rstrip("/")
    if _PATH.fullmatch(path) and _OURS.isdisjoint(path.split("/")[1:2]):
        return path
    raise BadRootPath(
        f"{written!r} is no path under which a proxy can offer the server; write one such as /teachback, which begins "
        f"with a slash and with none of {listed(sorted(_OURS))}."
    )


class RootPath:
    """Takes the path of the proxy off that of a request, where the proxy has left it on; most take it off."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app, self.path = app, path.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw: bytes = scope.get("raw_path") or b""
        if scope["type"] == "http" and raw == self.path:  # what the page names stands below the slash
            query = b"?" + scope["query_string"] if scope["query_string"] else b""
            to_slash = RedirectResponse((self.path + b"/" + query).decode("latin-1"), 307)
            return await to_slash(scope, receive, send)
        if raw.startswith(self.path + b"/"):
            raw = raw[len(self.path) :]
            scope = {**scope, "raw_path": raw, "path": unquote(raw.decode("latin-1"))}
        return await self.app(scope, receive, send)


class Forwarded:
    """Believes ``X-Forwarded-For``, ``-Proto`` and ``-Host`` only when a trusted address sent them."""

    def __init__(self, app: ASGIApp, proxies: tuple[Network, ...]) -> None:
        self.app, self.proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["client"] and self._trusted(scope["client"][0]):
            scope = self._as_asked(scope)
        await self.app(scope, receive, send)

    def _as_asked(self, scope: Scope) -> Scope:
        headers, asked = Headers(scope=scope), dict(scope, headers=list(scope["headers"]))
        if (scheme := headers.get("x-forwarded-proto")) in ("http", "https"):
            asked["scheme"] = scheme
        if host := headers.get("x-forwarded-host"):
            MutableHeaders(scope=asked)["host"] = host.rpartition(",")[2].strip()
        addresses = [each.strip() for line in headers.getlist("x-forwarded-for") for each in line.split(",")]
        if client := self._nearest_stranger(addresses):
            asked["client"] = (client, 0)
        return asked

    def _nearest_stranger(self, addresses: Iterable[str]) -> str | None:
        """The last address that is not a trusted proxy's; those before it could be forged."""
        last = next((each for each in reversed(list(addresses)) if not self._trusted(each)), None)
        return None if last is None or _address(last) is None else last

    def _trusted(self, written: str) -> bool:
        address = _address(written)
        return address is not None and any(address in network for network in self.proxies)


def _address(written: str) -> IPv4Address | IPv6Address | None:
    """The address, if it is one; a socket that hears IPv6 too writes 127.0.0.1 as ``::ffff:127.0.0.1``."""
    try:
        address = ip_address(written)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
