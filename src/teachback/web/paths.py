"""Ids with slashes in addresses: ``a%2Fb`` is one part of an address, and ``a/b`` are two.

Servers hand on an address with every escape undone, so that a document called ``d1/explanation`` would be taken for the
explanation of ``d1``. Here an escaped slash is carried past the routes as a character that no id has.
"""

from __future__ import annotations

from urllib.parse import unquote

from starlette.convertors import PathConvertor, register_url_convertor
from starlette.types import ASGIApp, Receive, Scope, Send

_SLASH = "\x1f"


class EscapedSlashes:
    """Tells escaped slashes from those that divide an address, where the address has any."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw: bytes = scope.get("raw_path") or b""
        if b"%2f" in raw.lower():
            parts = raw.decode("latin-1").split("/")
            scope = {**scope, "path": "/".join(unquote(part).replace("/", _SLASH) for part in parts)}
        await self.app(scope, receive, send)


class _DocumentId(PathConvertor):
    """A document's id in the address of a route, as ``{id:document}``; its slashes may be escaped or not."""

    def convert(self, value: str) -> str:
        return value.replace(_SLASH, "/")


register_url_convertor("document", _DocumentId())
