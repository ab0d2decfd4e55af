"""Settings, classes, held-out documents, guidelines, history and going back, over HTTP."""

from __future__ import annotations

import pytest

from teachback.project import Preferences
from teachback.record import Label, Word
from tests.web.conftest import AT
from tests.web.taught import refused


def test_settings_change_in_part_and_bad_ones_are_refused(client, project):
    assert client.put(f"{AT}/settings", json={"batch": 8}).json() == {**Preferences().to_dict(), "batch": 8}
    assert refused(client.put(f"{AT}/settings", json={"batch": 80}), 400, "from 1 to 20")
    assert refused(client.put(f"{AT}/settings", json={"bacth": 8}), 422, "bacth")
    assert project.preferences.batch == 8


@pytest.mark.parametrize(
    ("change", "classes"),
    [
        ({"add": ["praise", "spam"]}, ["bug", "billing", "how-to", "feature request", "praise", "spam"]),
        ({"rename": {"class": "bug", "to": "defect"}}, ["defect", "billing", "how-to", "feature request"]),
        ({"merge": {"classes": ["bug"], "into": "billing"}}, ["billing", "how-to", "feature request"]),
        ({"archive": "how-to"}, ["bug", "billing", "feature request"]),
    ],
)
def test_classes_change_and_the_project_is_answered(client, project, change, classes):
    reply = client.post(f"{AT}/classes", json=change)
    assert reply.json()["classes"] == classes == list(project.classes)
    assert project.record[-1].teacher == "ines"


def test_a_change_of_classes_is_exactly_one(client):
    assert refused(client.post(f"{AT}/classes", json={}), 422, "exactly one")
    assert refused(client.post(f"{AT}/classes", json={"add": ["a"], "archive": "bug"}), 422, "exactly one")
    assert refused(client.post(f"{AT}/classes", json={"archive": "sprot"}), 400, "'sprot' is not a class")


def test_documents_are_held_out_as_long_as_there_are_any(client, project):
    assert client.post(f"{AT}/held-out", json={"n": 30}).json()["held_out"] == 30
    assert len(project.teaching().held_out) == 30
    assert refused(client.post(f"{AT}/held-out", json={"n": 100_000}), 400, "Cannot hold out")


def test_guidelines_are_written_on_the_version_that_was_read(client, project):
    assert client.get(f"{AT}/guidelines").json()["version"] == 0
    written = client.put(f"{AT}/guidelines", json={"text": "# Be kind", "version": 0}).json()
    assert (written["version"], written["teacher"]) == (1, "ines")
    assert refused(client.put(f"{AT}/guidelines", json={"text": "Be quick", "version": 0}), 409, "since you read")
    assert client.get(f"{AT}/guidelines").json() == written
    assert client.get(AT).json()["guidelines_version"] == 1


def test_history_is_read_backwards_and_each_entry_says_whether_it_counts(client, project):
    project.teach(Word("invoice", "billing", id="w1", teacher="ines"), Word("crashes", "bug", id="w2"))
    project.undo()
    page = client.get(f"{AT}/history", params={"limit": 3}).json()
    assert [(each["kind"], each["active"]) for each in page["entries"]] == [
        ("retract", True),
        ("word", False),
        ("word", True),
    ]
    assert page["entries"][2]["term"] == "invoice"
    assert page["entries"][2]["text"] == "word invoice billing 1.0"
    older = client.get(f"{AT}/history", params={"before": page["next"]}).json()
    assert [each["kind"] for each in older["entries"]] == ["documents_added"] * 2 + ["classes_added"]
    assert len(older["entries"][0]["documents"]) == 5
    assert older["next"] is None


def test_going_back_takes_back_what_came_later(client, project):
    position = len(project.record)
    project.teach(Label("boards-25", "bug"), Word("invoice", "billing"))
    reply = client.post(f"{AT}/restore", json={"position": position})
    assert reply.json() == {"entries": 2, "position": position + 4}
    assert not project.teaching().labels
    assert refused(client.post(f"{AT}/restore", json={"position": 10**9}), 400, "There is no position")


def test_strangers_change_nothing(stranger, project):
    before = len(project.record)
    for method, path, body in [
        ("PUT", "settings", {"batch": 3}),
        ("POST", "classes", {"add": ["x"]}),
        ("POST", "held-out", {"n": 1}),
        ("PUT", "guidelines", {"text": "", "version": 0}),
        ("POST", "restore", {"position": 0}),
        ("POST", "study", {"condition": "dual", "subject": "p"}),
    ]:
        assert stranger.request(method, f"{AT}/{path}", json=body).status_code == 401
    assert len(project.record) == before
