"""Speaking to a language model over HTTP: bounded in time and size, with retries, and never to another host."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from teachback.errors import TeachbackError, require
from teachback.project.machines.machine import Machine
from teachback.store.log import Closing

Message = dict[str, str]  # a role and its content

_MOST = 1_000_000  # bytes of an answer
_WRITES = 800  # tokens that it may write
_WAITS = (1.0, 2.0, 4.0, 8.0)  # seconds before a question is asked again
_LONGEST_WAIT = 60.0  # that a server may ask for
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_CONNECTING = 10.0  # seconds


class MachineFails(TeachbackError):
    """A language model that cannot be reached, or answers with an error."""


@dataclass(frozen=True)
class Reply:
    """What a language model said, how many tokens it read and wrote, and the seconds it took."""

    text: str
    read: int
    written: int
    seconds: float


class Chat(Closing):
    """A conversation partner: every question is a conversation of its own; `sleep` waits for some seconds."""

    def __init__(self, machine: Machine, *, sleep: Callable[[float], object] = time.sleep) -> None:
        self._machine, self._sleep = machine, sleep
        self._who = f"{machine.name} at {machine.host}"
        self._key = machine.key()
        require("httpx2", "remote", "Asking a language model")
        import httpx2

        headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        self._client = httpx2.Client(
            headers=headers,
            timeout=httpx2.Timeout(machine.seconds, connect=min(_CONNECTING, machine.seconds)),
            follow_redirects=False,
            trust_env=not machine.is_local,  # a proxy must not see what is to stay on this computer
        )
        self._json_mode = True  # until the server says that it has none
        self._next = 0.0

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The answer to some messages; asked again, later, where the server is busy or fails."""
        import httpx2

        waits = iter(_WAITS)
        while True:
            self._wait_for_turn()
            begin = time.monotonic()
            try:
                status, headers, content = self._once(messages)
            except httpx2.HTTPError as error:
                problem, asked_to_wait = f"it does not answer ({type(error).__name__})", None
            else:
                if status == 200:
                    return self._reply(content, time.monotonic() - begin)
                problem = f"it answers with status {status}: {self._quoted(content)}"
                asked_to_wait = _retry_after(headers.get("retry-after"))
                if status == 400 and self._json_mode:
                    self._json_mode = False  # perhaps it knows no JSON mode
                    continue
                if status not in _AGAIN:
                    raise MachineFails(f"{self._who}: {problem}.")
            wait = next(waits, None)
            if wait is None:
                raise MachineFails(
                    f"{self._who}: {problem}, after {len(_WAITS) + 1} attempts. What it "
                    "taught before is kept; ask again later."
                )
            self._sleep(max(wait, asked_to_wait or 0.0))

    def _wait_for_turn(self) -> None:
        early = self._next - time.monotonic()
        if early > 0.0:
            self._sleep(early)
        self._next = time.monotonic() + 60.0 / self._machine.per_minute

    def _once(self, messages: Sequence[Message]) -> tuple[int, Any, bytes]:
        import httpx2

        body: dict[str, Any] = {
            "model": self._machine.model,
            "messages": list(messages),
            "temperature": 0,
            "max_tokens": _WRITES,
            "stream": False,
        }
        if self._json_mode:
            body["response_format"] = {"type": "json_object"}
        until = time.monotonic() + self._machine.seconds
        content = bytearray()
        with self._client.stream("POST", f"{self._machine.address.rstrip('/')}/chat/completions", json=body) as answer:
            if 300 <= answer.status_code < 400:
                raise MachineFails(
                    f"{self._who} sends us elsewhere, where we do not go: texts are sent "
                    "to the address that was given alone. Add it again with the right --address."
                )
            for part in answer.iter_bytes():
                content += part
                if len(content) > _MOST:
                    raise MachineFails(
                        f"{self._who} answers with more than {_MOST:,} bytes; that is no "
                        "answer to a question. See whether the address is that of a language model."
                    )
                if time.monotonic() > until:
                    raise httpx2.ReadTimeout("the answer took too long", request=answer.request)
        return answer.status_code, answer.headers, bytes(content)

    def _reply(self, content: bytes, seconds: float) -> Reply:
        try:
            answer = json.loads(content)
            text = answer["choices"][0]["message"]["content"]
            usage = answer.get("usage") or {}
            read, written = (_tokens(usage.get(name)) for name in ("prompt_tokens", "completion_tokens"))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            text = None
        if not isinstance(text, str):
            raise MachineFails(
                f"{self._who} does not answer as chat completions do: "
                f"{self._quoted(content)}. See whether the address ends in /v1."
            )
        return Reply(text, read, written, seconds)

    def _quoted(self, content: bytes) -> str:
        """The beginning of what it said, without the key."""
        beginning = content[:2000].decode("utf-8", "replace")
        return repr((beginning.replace(self._key, "…") if self._key else beginning)[:200])

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()


def _tokens(number: object) -> int:
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 10**9 else 0


def _retry_after(header: str | None) -> float | None:
    """The seconds that a server asks us to wait: a number, or a date.

    >>> _retry_after("2.5"), _retry_after("soon"), _retry_after("1000")
    (2.5, None, 60.0)
    """
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return min(max(seconds, 0.0), _LONGEST_WAIT) if seconds == seconds else None
