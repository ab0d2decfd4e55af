"""A server on this computer that speaks the protocol of chat completions, with answers that a test gives it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Scripted:
    """Answers in their order, the last one again and again: a text that the model says, or (status, headers, body)."""

    answers: list[Any]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    address: str = ""
    release: threading.Event = field(default_factory=threading.Event)  # for answers that hang


@contextmanager
def chat_server(*answers: Any) -> Iterator[Scripted]:
    """Serve these answers until the block ends."""
    script = Scripted(list(answers))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            script.requests.append(json.loads(body))
            script.headers.append(dict(self.headers.items()))
            answer = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
            if callable(answer):
                answer = answer(script.requests[-1])
            if answer == "hang":
                script.release.wait(10)
                self.close_connection = True
                return
            if answer == "endless":
                self.send_response(200)
                self.end_headers()
                self.close_connection = True
                try:
                    while not script.release.is_set():
                        self.wfile.write(b" " * 65536)
                except OSError:
                    return
                return
            status, headers, content = answer if isinstance(answer, tuple) else (200, {}, chat_answer(answer))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    script.address = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield script
    finally:
        script.release.set()
        server.shutdown()
        server.server_close()


def chat_answer(text: str, read: int = 100, written: int = 10) -> bytes:
    """An answer of chat completions."""
    usage = {"prompt_tokens": read, "completion_tokens": written}
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage}).encode()
