"""Where projects are, and the port that follows from it: the same at every start, so that pages find them again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

_PORTS = range(20_000, 60_000)


def where(address: str) -> str:
    """The address of a project as it can be typed in any folder, always written alike and without a password.

    >>> where("postgresql://ines:secret@db/mails")
    'postgresql+psycopg://ines@db/mails'
    """
    from sqlalchemy import URL

    from teachback.store.engine import is_file, server_url

    if is_file(address):
        return str(Path(address).resolve())
    url = server_url(address)
    query = {name: value for name, value in url.query.items() if name != "password"}
    return URL.create(url.drivername, url.username, None, url.host, url.port, url.database, query).render_as_string()


def listen_for(host: str, addresses: Iterable[str]) -> socket.socket:
    """A socket on the usual port of these projects, or on a free one if another program has it."""
    from teachback.web.server import CannotListen, listen

    with suppress(CannotListen):
        return listen(host, usual_port(addresses))
    return listen(host, None)


def usual_port(addresses: Iterable[str]) -> int:
    """A port that follows from where the projects are, and not from the order or folder in which they are named.

    >>> usual_port(["a.teachback", "b.teachback"]) == usual_port(["./b.teachback", "a.teachback"])
    True
    >>> usual_port(["postgresql://ines:secret@db/mails"]) == usual_port(["postgresql+psycopg://ines@db/mails"])
    True
    """
    places = "\n".join(sorted(set(map(where, addresses))))
    digest = hashlib.sha256(places.encode(errors="surrogateescape")).digest()
    return _PORTS[int.from_bytes(digest) % len(_PORTS)]
