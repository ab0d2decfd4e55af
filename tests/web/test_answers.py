"""The answers of the programming interface: as they were before, described as they are, and looking changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from teachback.record.form import to_json
from teachback.web.access import LaunchGate
from teachback.web.app import create_app
from tests.web.conftest import AT, PORT, URL
from tests.web.every_answer import (
    answers_of_one,
    answers_of_rules,
    lost,
    rules_project,
    shape,
    small_project,
    wait_until,
)

BEFORE = json.loads((Path(__file__).parent / "answers_before.json").read_text())
ENDLESS = "/api/v1/projects/{project}/events"


def served_alone(project):
    """The app on a project, and a client that has opened the link."""
    gate = LaunchGate("ines", port=PORT)
    app = create_app({"inbox": project}, gate=gate)
    client = TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_})
    return app, client


def test_every_field_of_every_answer_is_there_as_before():
    with small_project() as project:
        app, client = served_alone(project)
        with client:
            answers = dict(answers_of_one(client, app, project))
    with rules_project() as project:
        app, client = served_alone(project)
        with client:
            answers |= dict(answers_of_rules(client))
    assert not list(lost(BEFORE, shape(answers)))


@pytest.fixture(scope="module")
def openapi():
    return create_app({}, gate=LaunchGate("ines", port=PORT)).openapi()


def test_no_description_carries_a_module_path_or_a_python_name(openapi):
    schemas = openapi["components"]["schemas"]
    assert not [name for name in schemas if "__" in name or "." in name or "-" in name]
    assert not [name for name, schema in schemas.items() if any(field.endswith("_") for field in schema["properties"])]


def test_every_field_of_an_answer_is_described_as_always_there(openapi):
    answered = _answered(openapi)
    assert {"ProjectNow", "Guess", "HistoryEntry", "Preferences"} <= answered
    for name in answered:
        schema = openapi["components"]["schemas"][name]
        assert set(schema["required"]) == set(schema["properties"]), name


def _answered(openapi):
    """The names of the shapes that answers are made of."""
    names, found = [], set()
    for methods in openapi["paths"].values():
        for operation in methods.values():
            names += _names(operation["responses"])
    while names:
        if (name := names.pop()) not in found:
            found.add(name)
            names += _names(openapi["components"]["schemas"][name])
    return found


def _names(schema):
    if isinstance(schema, dict):
        own = [schema["$ref"].rpartition("/")[2]] if "$ref" in schema else []
        return own + [name for part in schema.values() for name in _names(part)]
    return [name for part in schema for name in _names(part)] if isinstance(schema, list) else []


def test_looking_changes_neither_the_record_nor_the_store(openapi):
    with small_project() as project:
        app, client = served_alone(project)
        with client:
            classroom = app.state.classrooms["inbox"]
            wait_until(lambda: classroom.up_to_date)
            project.keep()
            before = _kept(project)
            for path, methods in openapi["paths"].items():
                if "get" in methods and path != ENDLESS:
                    for address in _addresses(path, project):
                        reply = client.get(address, params=_PARAMETERS.get(path.rpartition("/")[2], {}))
                        assert reply.status_code < 500, address
                        assert _kept(project) == before, address


def test_a_round_of_a_trial_that_is_only_looked_at_is_not_noted():
    with small_project() as project:
        _, client = served_alone(project)
        with client:
            client.post(f"{AT}/study", json={"condition": "dual", "minutes": 6, "subject": "p1"})
            before = _kept(project)
            looked_at = client.get(f"{AT}/questions").json()
            assert looked_at["documents"]
            assert (_kept(project), client.get(f"{AT}/study").json()["rounds"]) == (before, 0)
            drawn = client.post(f"{AT}/questions").json()
            assert drawn["documents"] == looked_at["documents"]
            assert client.get(f"{AT}/study").json()["rounds"] == 1


def test_checks_are_drawn_by_asking_and_not_by_looking(client, project):
    client.put(f"{AT}/settings", json={"checks": 0.5})
    wait_until(lambda: client.get(f"{AT}/questions", params={"n": 0}).json()["any"])  # questions were worked out
    for _ in range(3):
        assert not any(each["check"] for each in client.get(f"{AT}/questions", params={"n": 10}).json()["documents"])
    assert not project.teaching().held_out
    drawn = client.post(f"{AT}/questions", params={"n": 10}).json()["documents"]
    assert project.teaching().held_out == {each["id"] for each in drawn if each["check"]} != set()
    again = client.get(f"{AT}/questions", params={"n": 10}).json()["documents"]
    assert {each["id"] for each in again if each["check"]} <= project.teaching().held_out


_PARAMETERS = {"terms": {"typed": "refund"}, "document": {"id": "accounts-01"}, "search": {"query": "email"}}


def _addresses(path, project):
    """The path with what is there in its places."""
    places = {
        "project": "inbox",
        "id": "accounts-01",
        "id:document": "accounts-01",
        "position": str(len(project.record)),
    }
    for place, value in places.items():
        path = path.replace("{" + place + "}", value)
    return [path.replace("{name}", name) for name in ("labels", "record", "project")] if "{name}" in path else [path]


def _kept(project):
    """Everything that is written of a project."""
    entries = [to_json(entry) for entry in project.record]
    with project.store.reading() as reader:
        assert len(list(reader.entries())) == len(entries)
    return entries, project.store.settings(), project.store.size
