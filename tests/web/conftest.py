"""The app on the demo corpus, called in process, with a browser's cookie or without."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from teachback import corpora
from teachback.project import Project
from teachback.web.access import LaunchGate
from teachback.web.app import create_app
from teachback.web.connection import TimedConnection

PORT = 8000
URL = f"http://127.0.0.1:{PORT}"
AT = "/api/v1/projects/inbox"


@pytest.fixture
def project():
    """The demo corpus in memory, with its classes and nothing taught."""
    corpus = corpora.load("demo")
    texts = {document.id: document.text for document in corpus.documents}
    with Project.from_texts(texts, classes=corpus.classes) as project:
        yield project


@pytest.fixture
def gate():
    """The gate of somebody called ines, alone on her machine."""
    return LaunchGate("ines", port=PORT)


@pytest.fixture
def app(project, gate):
    """The app with the project `inbox`."""
    return create_app({"inbox": project}, gate=gate)


@pytest.fixture
def stranger(app):
    """A client that has not opened the link."""
    with TestClient(app, base_url=URL) as client:
        yield client


@pytest.fixture
def client(stranger, gate):
    """A client that has opened the link: its paths are whole, such as ``/api/v1/projects/inbox/lessons``."""
    stranger.cookies.set(gate.cookie, gate.pass_)
    return stranger


@pytest.fixture
def parsed(monkeypatch):
    """How many bytes each call has parsed of what connections sent."""
    sizes: list[int] = []
    received = TimedConnection.data_received

    def data_received(self, data):
        sizes.append(len(data))
        received(self, data)

    monkeypatch.setattr(TimedConnection, "data_received", data_received)
    return sizes
