"""Who keeps a connection: those who send something, however slowly, and those who listen."""

from __future__ import annotations

import json
import logging
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
    monkeypatch.setattr(server, "_END", 0.1)
    with served(app) as port:

        def connect(takes=1 << 18):
            sock = socket.socket()
            sock.settimeout(GUARD)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
            sock.connect(("127.0.0.1", port))
            return sock

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
        app.state.classrooms["inbox"].events.publish("progress", {"done": 1})
        heard = b""
        while b'{"done":1}' not in heard:
            more = page.recv(1000)
            assert more, heard
            heard += more


@pytest.fixture
def lost(monkeypatch):
    """Set when a connection is lost."""
    lost = threading.Event()
    whole = connection.TimedConnection.connection_lost
    monkeypatch.setattr(
        connection.TimedConnection, "connection_lost", lambda self, error: (whole(self, error), lost.set())
    )
    return lost


@pytest.fixture
def answers(app, monkeypatch):
    """Lets the app answer with a given number of zeros; the system buffers few of them."""
    made = connection.TimedConnection.connection_made

    def connection_made(self, transport):
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        made(self, transport)

    monkeypatch.setattr(connection.TimedConnection, "connection_made", connection_made)

    @app.get("/long")
    async def long(size: int):
        return Response(bytes(size), headers={"Content-Encoding": "identity"})


def _ask(connect, size, more=b"", **how):
    sock = connect(**how)
    sock.sendall(b"GET /long?size=%d HTTP/1.1\r\n" % size + connect.head + more + b"\r\n")
    return sock


@pytest.mark.parametrize("size", [60_000, 5_000_000])
@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
def test_who_does_not_take_the_answer_is_let_go(connect, answers, lost, size, more):
    with _ask(connect, size, more, takes=4096):
        assert lost.wait(GUARD)


def test_who_takes_the_answer_slowly_gets_all_of_it(connect, answers):
    with _ask(connect, 3_000_000, b"Connection: close\r\n") as slow:
        heard, begun = 0, time.monotonic()
        while more := slow.recv(1 << 18):
            heard += len(more)
            time.sleep(max(0, begun + heard / 3_000_000 - time.monotonic()))  # a second for all
    assert heard > 3_000_000


AMBIGUOUS = [  # of which a proxy in front may see another end
    b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"TRANSFER-ENCODING:\tCHUNKED\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: \r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    b"X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    b"Content-Length: +5\r\n\r\n0\r\n\r\n",
    b"Content-Length: 5_\r\n\r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n0x1\r\n \r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n1\n \n0\n\n",
    b"Transfer-Encoding: chunked\r\n\r\n1\r\n  \n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n-1\r\n \r\n0\r\n\r\n",
    b"Transfer-Encoding: chunked\r\n\r\n1" + b"0" * 30 + b"\r\n \r\n0\r\n\r\n",
]


def test_a_request_whose_end_is_not_plain_is_refused_and_what_follows_is_no_request(connect):
    for framing in AMBIGUOUS:
        with connect() as two:
            first = b"POST %s/lessons HTTP/1.1\r\n" % AT.encode() + connect.head + framing
            two.sendall(
                first + b"GET /health HTTP/1.1\r\n" + connect.head + b"\r\n"
            )  # at once: nothing meets a closed end
            answer = b""
            while more := two.recv(65536):
                answer += more
        assert answer.startswith(b"HTTP/1.1 400 "), framing
        assert answer.count(b"HTTP/1.1 ") == 1, framing


@pytest.mark.parametrize("path", [b"/nothing", b"%s/events" % AT.encode()])
def test_what_is_no_http_after_an_answer_ends_the_connection_without_a_traceback(connect, path, caplog):
    with connect() as odd:
        odd.sendall(b"GET %s HTTP/1.1\r\n" % path + connect.head + b"Transfer-Encoding: chunked\r\n\r\n")
        assert odd.recv(12).startswith(b"HTTP/1.1 ")
        odd.sendall(b"no size\r\n")
        while odd.recv(65536):
            pass
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    "more", [b"Connection: Upgrade\r\nUpgrade: websocket\r\n", b"Connection: Upgrade\r\nUpgrade: h2c\r\n"]
)
def test_a_stranger_writes_nothing_into_the_log(connect, more, caplog):
    with connect() as odd:
        odd.sendall(b"GET /health HTTP/1.1\r\n" + connect.head + more + b"\r\nno http\r\n\r\n")
        heard = b""
        while part := odd.recv(65536):
            heard += part
    assert heard.count(b"HTTP/1.1 ") == 2
    assert b"HTTP/1.1 200 " in heard
    assert b"HTTP/1.1 400 " in heard
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_when_there_are_too_many_connections_those_that_wait_for_their_clients_make_room(connect, monkeypatch, app):
    monkeypatch.setattr(server, "_KEEP", 75)
    monkeypatch.setattr(connection.TimedConnection, "most", 16)
    with connect() as page:
        page.sendall(b"GET %s/events HTTP/1.1\r\n" % AT.encode() + connect.head + b"\r\n")
        assert b"200 OK" in page.recv(1000)
        for begun in (
            b"",
            b"GET / HTTP/1.1\r\nX",
            b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        ):
            crowd = [connect() for _ in range(40)]
            for each in crowd:
                each.sendall(begun)
            with connect() as another:
                another.sendall(b"GET /health HTTP/1.1\r\n" + connect.head + b"\r\n")
                assert another.recv(1000).startswith(b"HTTP/1.1 200 ")
            for each in crowd:
                each.close()
        app.state.classrooms["inbox"].events.publish("progress", {"done": 1})
        heard = b""
        while b'{"done":1}' not in heard:
            heard += (more := page.recv(1000))
            assert more, heard


def test_what_one_sends_is_parsed_in_small_parts_between_which_others_have_their_turn(connect, parsed):
    with connect() as busy:
        busy.sendall(b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        busy.sendall(b"1\r\n \r\n" * 50_000 + b"0\r\n\r\n")
        busy.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while busy.recv(65536):
            pass
    assert len(parsed) > 30
    assert max(parsed) <= 8192
