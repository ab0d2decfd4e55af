"""The first moments of a server: something to read at once, and something better as soon as the documents are read."""

import time

from starlette.testclient import TestClient

from teachback.classroom import classroom, preparation
from teachback.record import Document
from tests.web.conftest import AT, URL

UNREAD = "random: the documents were still being read"


def first_documents(client, n=10):
    """The first ones that there are: none in the first moment."""
    end = time.monotonic() + 50
    while not (given := client.post(f"{AT}/questions?n={n}").json()["documents"]):
        assert time.monotonic() < end
    return given


def reasons(client):
    return {each["why"] for each in first_documents(client)}


def test_many_documents_are_read_only_after_the_first_page(app, gate, monkeypatch):
    monkeypatch.setattr(preparation, "SMALL", 10)
    monkeypatch.setattr(classroom, "SMALL", 10)
    monkeypatch.setattr(preparation, "FIRST_PAGE", 60.0)
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as client:
        assert reasons(client) == {UNREAD}
        end = time.monotonic() + 50
        while reasons(client) == {UNREAD} and time.monotonic() < end:
            time.sleep(0.05)
        assert time.monotonic() < end


def test_few_documents_are_read_before_the_first_page_is_answered(app, gate, monkeypatch):
    monkeypatch.setattr(classroom, "_FIRST_MODEL", 60.0)
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as client:
        assert UNREAD not in reasons(client)


def test_a_crowd_is_given_documents_while_they_are_being_read(app, gate, monkeypatch):
    monkeypatch.setattr(preparation, "SMALL", 10)
    monkeypatch.setattr(classroom, "SMALL", 10)
    monkeypatch.setattr(preparation.Preparation, "_read", lambda preparation: None)
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as client:
        given = first_documents(client, 100)
        assert len({each["id"] for each in given}) == 100


def test_a_document_without_text_is_not_given_even_before_the_documents_are_read(app, gate, project, monkeypatch):
    project.add_documents([Document(f"blank-{k}", " ") for k in range(project.size)])
    monkeypatch.setattr(preparation, "SMALL", 10)
    monkeypatch.setattr(classroom, "SMALL", 10)
    monkeypatch.setattr(preparation.Preparation, "_read", lambda preparation: None)
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as client:
        given = first_documents(client, 100)
        assert {each["why"] for each in given} == {UNREAD}
        assert all(each["text"].strip() for each in given)
