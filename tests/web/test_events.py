"""The announcements to open pages."""

import http.client
import json
import time
import uuid
from contextlib import ExitStack, closing

import pytest

from teachback import corpora
from teachback.record import Label
from tests.web.conftest import AT
from tests.web.serving import served

CORPUS = corpora.load("demo")
PATIENCE = 60  # seconds until the next event must have come


class Stream:
    """The events of a real server, one after the other."""

    def __init__(self, port, gate, last=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Cookie": f"{gate.cookie}={gate.pass_}"} | ({"Last-Event-ID": last} if last else {})
        self.connection.request("GET", f"{AT}/events", headers=headers)
        self.reply = self.connection.getresponse()
        self.last = None
        self.waiting = []  # events that came before one that was asked for

    def next(self):
        """The next event's name and data; None at the end."""
        name = data = None
        end = time.monotonic() + PATIENCE
        for line in iter(self.reply.readline, b""):
            assert time.monotonic() < end, "nothing happened for long"  # signs of life come all the time
            field, _, value = line.decode().rstrip("\r\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                data = json.loads(value)
            elif field == "id":
                self.last = value
            elif not field and name:
                return name, data
        return None

    def close(self):
        self.reply.close()
        self.connection.close()

    def until(self, wanted):
        """The data of the next event of that name; learning and telling are two threads, so others may come before."""
        while True:
            place = next((place for place, (name, _) in enumerate(self.waiting) if name == wanted), None)
            if place is not None:
                return self.waiting.pop(place)[1]
            found = self.next()
            assert found, f"the stream ended without {wanted}"
            self.waiting.append(found)


@pytest.fixture
def port(app):
    with served(app) as port:
        yield port


@pytest.fixture
def listen(gate):
    """A function that opens streams; they are closed in the end."""
    with ExitStack() as opened:
        yield lambda port, last=None: opened.enter_context(closing(Stream(port, gate, last)))


def test_lessons_training_and_conflicts_are_told_as_they_happen(port, gate, project, listen):
    stream = listen(port)
    assert stream.reply.headers["content-type"].startswith("text/event-stream")
    assert stream.next() == ("hello", {"position": 3})
    connection = http.client.HTTPConnection("127.0.0.1", port)
    entries = [
        {"kind": "label", "id": uuid.uuid4().hex, "document": id, "class": CORPUS.labels[id]}
        for id in sorted(CORPUS.labels)[:12]
    ]
    headers = {"Cookie": f"{gate.cookie}={gate.pass_}", "Content-Type": "application/json"}
    connection.request("POST", f"{AT}/lessons", json.dumps({"entries": entries}), headers)
    assert connection.getresponse().status == 201
    connection.close()
    taught = stream.until("taught")
    assert (taught["teachers"], taught["entries"], taught["position"]) == (["ines"], 12, 15)
    assert taught["documents"] == sorted(CORPUS.labels)[:12]
    trained = stream.until("trained")
    assert (trained["learner"], trained["position"]) == ("LessonRegression", 15)
    document = sorted(CORPUS.labels)[0]
    other = next(class_ for class_ in CORPUS.classes if class_ != CORPUS.labels[document])
    project.teach(Label(document, other, teacher="ben"))  # as another process would
    assert stream.until("taught")["teachers"] == ["ben"]
    assert stream.until("conflict") == {
        "document": document,
        "said": {"ines": CORPUS.labels[document], "ben": other},
    }
    assert listen(port, stream.last).next()[0] == "hello"


def test_one_caller_cannot_open_streams_without_end(port, gate, listen, monkeypatch):
    monkeypatch.setattr("teachback.web.routes.events.MOST_STREAMS", 2)
    streams = [listen(port) for _ in range(2)]
    assert [stream.next()[0] for stream in streams] == ["hello"] * 2
    refused = listen(port)
    assert refused.reply.status == 429
    assert refused.reply.headers["retry-after"] == "60"


def test_stopping_says_goodbye_to_every_page_and_does_not_wait_for_them(app, listen):
    with served(app) as port:
        streams = [listen(port) for _ in range(3)]
        assert [stream.next()[0] for stream in streams] == ["hello"] * 3
    for stream in streams:  # the server has stopped, which it would not with a stream that is open
        assert stream.until("bye") == {}
        assert stream.next() is None
