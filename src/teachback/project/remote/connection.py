"""Requests to a server: kept connections, errors as they were raised there, and what was lost on the way sent again."""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from ipaddress import ip_address
from socket import gaierror
from typing import IO, Any, Self
from urllib.parse import urlsplit

from teachback.errors import TeachbackError, require

_WAITS = (0.0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)  # seconds before a request is sent again: a server restarts in that time
_BUSY = 503
_PATIENCE = 60.0  # seconds that an answer may take, where nothing long is asked for
_CHUNK = 1 << 16


class Unreachable(TeachbackError):
    """A server that does not answer."""


class Refused(TeachbackError):
    """Something that only a server refuses: who is calling, or how much."""

    def __init__(self, message: str, kind: str, status: int) -> None:
        super().__init__(message)
        self.kind, self.status = kind, status  # the error's name on the server, and the status of its answer


@dataclass(frozen=True)
class Answer:
    """What a server said; the headers' names are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """The content, which is JSON."""
        return json.loads(self.content)


class Connection:
    """Talks to one server; threads may share it.

    Whatever is sent has an id or changes nothing, so a request whose answer was lost is sent again. A proxy that the
    environment names (``HTTPS_PROXY`` and its like) is used, save for this machine itself.
    """

    def __init__(self, origin: str, token: str | None) -> None:
        require("httpx2", "remote", "A project on a server")
        import httpx2  # which takes a while, and only a project on a server needs it

        self.origin, self._root = origin, f"{origin}/api/v1"
        parts = urlsplit(origin)
        self._lost = httpx2.TransportError
        self._client = httpx2.Client(
            headers={"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {}),
            verify=ssl.create_default_context() if parts.scheme == "https" else True,
            trust_env=not _is_here(parts.hostname or ""),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=None),
        )

    def beneath(self, path: str) -> Self:
        """The same connection for paths beneath this one."""
        other = copy(self)
        other._root += path
        return other

    def get(self, path: str, **query: object) -> Any:
        """The JSON at a path."""
        return self.send("GET", path, query=query).json()

    def post(self, path: str, body: Any) -> Any:
        """The answer to some JSON."""
        return self.send_json("POST", path, body).json()

    def put(self, path: str, body: Any) -> Any:
        """The answer to JSON that takes the place of what was there."""
        return self.send_json("PUT", path, body).json()

    def send_json(self, method: str, path: str, body: Any, seconds: float = _PATIENCE) -> Answer:
        """Send some JSON; `seconds` is how long an answer may take."""
        content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        return self.send(method, path, content, {"Content-Type": "application/json"}, seconds=seconds)

    def send(
        self,
        method: str,
        path: str,
        body: bytes | IO[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        seconds: float = _PATIENCE,
    ) -> Answer:
        """Send a request until it is answered, and raise what the server raised."""
        parameters = {name: str(value) for name, value in (query or {}).items() if value is not None}
        waits = iter(_WAITS)
        while True:
            try:
                answer = self._once(method, self._root + path, body, headers or {}, parameters, seconds)
            except self._lost as error:
                why: TeachbackError = self._unreachable(error)
                if _is_hopeless(error):
                    raise why from None
            else:
                if answer.status < 400:
                    return answer
                why = _raised(answer)
                if answer.status != _BUSY:
                    raise why
            wait = next(waits, None)
            if wait is None:
                raise why
            time.sleep(wait)

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def _once(
        self,
        method: str,
        address: str,
        body: bytes | IO[bytes] | None,
        headers: Mapping[str, str],
        query: Mapping[str, str],
        seconds: float,
    ) -> Answer:
        content = body if body is None or isinstance(body, bytes) else _chunks(body)
        reply = self._client.request(
            method, address, content=content, headers=dict(headers), params=dict(query), timeout=seconds
        )
        return Answer(reply.status_code, dict(reply.headers), reply.content)

    def _unreachable(self, why: Exception) -> Unreachable:
        reason = str(why) or type(why).__name__
        return Unreachable(
            f"{self.origin} could not be reached ({reason}). Check the address, and that the server is running."
        )


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    """The content of a file from its beginning, some of it at a time."""
    file.seek(0)
    while chunk := file.read(_CHUNK):
        yield chunk


def _is_here(host: str) -> bool:
    """Whether the host is this machine, to which no proxy leads."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_hopeless(error: BaseException | None) -> bool:
    """Whether there is no such host, or its certificate is not to be trusted: waiting would not help."""
    while error is not None:
        if isinstance(error, gaierror | ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _raised(answer: Answer) -> TeachbackError:
    """The error that the server raised, of the same class where it is one of the library's."""
    try:
        error = answer.json()["error"]
        kind, message = str(error["kind"]), str(error["message"])
    except (ValueError, KeyError, TypeError):
        sentence = f"The server answered with status {answer.status} and not as teachback does; check the address."
        return Refused(sentence, "Unknown", answer.status)
    if kind in (known := _kinds(TeachbackError)):
        same = known[kind].__new__(known[kind])
        same.args = (message,)  # its sentence was written on the server
        return same
    return Refused(message, kind, answer.status)


def _kinds(base: type[TeachbackError]) -> dict[str, type[TeachbackError]]:
    """The library's errors by name; not the server's own, which a client need not have imported."""
    by_name = {} if base.__module__.startswith("teachback.web") else {base.__name__: base}
    for kind in base.__subclasses__():
        by_name = _kinds(kind) | by_name
    return by_name
