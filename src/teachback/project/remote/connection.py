"""Requests to a server: kept connections, errors as they were raised there, and what was lost on the way sent again."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import urlencode, urlsplit

from teachback.errors import TeachbackError

_WAITS = (0.0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)  # seconds before a request is sent again: a server restarts in that time
_LOST = (ConnectionError, TimeoutError, http.client.HTTPException)
_BUSY = 503
_PATIENCE = 60.0  # seconds that an answer may take, where nothing long is asked for


class Unreachable(TeachbackError):
    """A server that does not answer."""


class Refused(TeachbackError):
    """Something that only a server refuses: who is calling, or how much.

    Attributes
    ----------
    kind, status
        The error's name on the server, and the status of its answer.
    """

    def __init__(self, message: str, kind: str, status: int) -> None:
        super().__init__(message)
        self.kind, self.status = kind, status


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

    Whatever is sent has an id or changes nothing, so a request whose answer was lost is sent again.
    """

    def __init__(self, origin: str, token: str | None) -> None:
        self.origin = origin
        self._parts = urlsplit(origin)
        self._headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._tls = ssl.create_default_context() if self._parts.scheme == "https" else None
        self._idle: list[http.client.HTTPConnection] = []

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
        given = {name: value for name, value in (query or {}).items() if value is not None}
        target = f"{self._parts.path}/api/v1{path}{'?' + urlencode(given) if given else ''}"
        waits = iter(_WAITS)
        while True:
            try:
                answer = self._once(method, target, body, {**self._headers, **(headers or {})}, seconds)
            except _LOST as error:
                self.close()  # the other kept connections are as old
                why: TeachbackError = self._unreachable(error)
            except OSError as error:  # no such host, a certificate that nobody knows: waiting would not help
                raise self._unreachable(error) from None
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
        while self._idle:
            self._idle.pop().close()

    def _once(
        self, method: str, target: str, body: bytes | IO[bytes] | None, headers: Mapping[str, str], seconds: float
    ) -> Answer:
        if body is not None and not isinstance(body, bytes):
            body.seek(0)
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connected()
        try:
            connection.timeout = seconds
            if connection.sock is not None:
                connection.sock.settimeout(seconds)
            connection.request(method, target, body, dict(headers))
            response = connection.getresponse()
            answer = Answer(response.status, _lowered(response.getheaders()), response.read())
        except BaseException:
            connection.close()
            raise
        self._idle.append(connection)
        return answer

    def _connected(self) -> http.client.HTTPConnection:
        host = self._parts.netloc
        if self._tls is None:
            return http.client.HTTPConnection(host)
        return http.client.HTTPSConnection(host, context=self._tls)

    def _unreachable(self, why: Exception) -> Unreachable:
        reason = str(why) or type(why).__name__
        return Unreachable(
            f"{self.origin} could not be reached ({reason}). Check the address, and that the server is running."
        )


def _lowered(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def _raised(answer: Answer) -> TeachbackError:
    """The error that the server raised, of the same class where it is one of the library's."""
    try:
        error = answer.json()["error"]
        kind, message = str(error["kind"]), str(error["message"])
    except (ValueError, KeyError, TypeError):
        said = f"The server answered with status {answer.status} and not as teachback does; check the address."
        return Refused(said, "Unknown", answer.status)
    if kind in (known := _kinds(TeachbackError)):
        same = known[kind].__new__(known[kind])
        same.args = (message,)  # its sentence was written on the server
        return same
    return Refused(message, kind, answer.status)


def _kinds(base: type[TeachbackError]) -> dict[str, type[TeachbackError]]:
    """The library's errors by name; not the server's own, which a client need not have imported."""
    found = {} if base.__module__.startswith("teachback.web") else {base.__name__: base}
    for kind in base.__subclasses__():
        found = _kinds(kind) | found
    return found
