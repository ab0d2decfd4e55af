"""Who keeps a connection: those who send something, however slowly, and those who listen."""

from __future__ import annotations

import json
import socket
import threading
import time

import pytest
from starlette.responses import Response

from teachback.web import connection, server
from tests.web.conftest import AT
from tests.web.serving import served

GUARD = 20  # seconds after which a test gives up
LESSON = json.dumps({"entries": [{"kind": "word", "id": "w1", "term": "refund", "class": "billing"}]}).encode()


@pytest.fixture
def connect(app, gate, monkeypatch):
    """Opens connections to a server that lets them rest for half a second; `head` begins a request of the owner."""
    monkeypatch.setattr(server, "_KEEP", 0.5)
    with served(app) as port:

        def connect():
            return socket.create_connection(("127.0.0.1", port), GUARD)

        connect.head = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {gate.token}\r\n".encode()
        yield connect


def _is_closed(sock):
    """Whether the server closes the connection, which goes on sending a byte now and then."""
    sock.settimeout(0.1)
    end = time.monotonic() + GUARD
    while time.monotonic() < end:
        try:
            if not sock.recv(1000):
                return True
            sock.send(b" ")
        except TimeoutError:
            sock.send(b" ")
        except OSError:
            return True
    return False


def test_who_says_nothing_is_let_go(connect):
    with connect() as silent:
        assert silent.recv(1000) == b""


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nX-Long: ",
        b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
        b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",  # answered before it ends
    ],
)
def test_who_does_not_end_a_request_is_let_go_however_often_a_byte_comes(connect, begun):
    with connect() as slow:
        slow.sendall(begun)
        assert _is_closed(slow)


def test_who_sends_slowly_is_heard(connect, monkeypatch, project):
    monkeypatch.setattr(connection, "_PACE", 10)
    with connect() as slow:
        slow.sendall(b"POST %s/lessons HTTP/1.1\r\n" % AT.encode() + connect.head)
        slow.sendall(b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(LESSON))
        for start in range(0, len(LESSON), 10):
            slow.sendall(LESSON[start : start + 10])
            time.sleep(0.1)
        assert slow.recv(1000).startswith(b"HTTP/1.1 201 ")
    assert project.teaching().words == {"refund": {"billing": 1.0}}


def test_who_listens_is_told(connect, project, app):
    with connect() as page:
        page.sendall(b"GET %s/events HTTP/1.1\r\n" % AT.encode() + connect.head + b"\r\n")
        assert b"200 OK" in page.recv(1000)
        time.sleep(1.5)
        app.state.classrooms["inbox"].publish("progress", {"done": 1})
        heard = b""
        while b'{"done":1}' not in heard:
            more = page.recv(1000)
            assert more, heard
            heard += more


def test_who_does_not_take_the_answer_is_let_go(connect, app, monkeypatch):
    lost = threading.Event()
    whole = connection.TimedConnection.connection_lost
    monkeypatch.setattr(
        connection.TimedConnection, "connection_lost", lambda self, error: (whole(self, error), lost.set())
    )

    @app.get("/long")
    async def long():
        return Response(bytes(50_000_000), headers={"Content-Encoding": "identity"})

    with connect() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(b"GET /long HTTP/1.1\r\n" + connect.head + b"\r\n")
        assert lost.wait(GUARD)


def test_who_says_twice_how_long_a_request_is_is_refused_and_let_go(connect, project):
    with connect() as two:
        two.sendall(b"POST %s/lessons HTTP/1.1\r\n" % AT.encode() + connect.head)
        two.sendall(b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n")
        answer = b""
        while more := two.recv(65536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
