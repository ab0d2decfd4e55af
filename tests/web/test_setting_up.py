"""Settings, classes, held-out documents, guidelines, history and going back, over HTTP."""

from __future__ import annotations

import pytest

from teachback.formats import Item
from teachback.project import Preferences
from teachback.record import Document, Label, Retract, Word
from tests.encoders import made
from tests.web.conftest import AT
from tests.web.every_answer import wait_until
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


def test_an_archived_class_is_listed_and_comes_back_with_its_lessons(client, project):
    project.teach(Word("password", "how-to"))
    client.post(f"{AT}/classes", json={"archive": "how-to"})
    assert refused(client.post(f"{AT}/classes", json={"add": ["how-to"]}), 400, "is archived")
    listed = {"classes": ["bug", "billing", "feature request"], "archived": ["how-to"], "rest": None}
    assert client.get(f"{AT}/classes").json() == listed
    assert not project.teaching().words
    back = client.post(f"{AT}/classes", json={"bring_back": "how-to"})
    assert back.json()["classes"] == ["bug", "billing", "how-to", "feature request"]
    assert project.teaching().words == {"password": {"how-to": 1.0}}
    assert project.record[-1].teacher == "ines"
    assert refused(client.post(f"{AT}/classes", json={"bring_back": "how-to"}), 400, "none is archived")


def test_a_class_is_everything_else_until_another_or_none_is(client, project):
    assert client.post(f"{AT}/classes", json={"rest": "how-to"}).json()["rest"] == "how-to" == project.rest
    assert client.get(f"{AT}/classes").json()["rest"] == "how-to"
    assert client.post(f"{AT}/classes", json={"rest": None}).json()["rest"] is None
    assert project.record[-1].teacher == "ines"
    assert refused(client.post(f"{AT}/classes", json={"rest": None, "archive": "bug"}), 422, "exactly one")
    assert refused(client.post(f"{AT}/classes", json={"rest": "sprot"}), 400, "'sprot' is not a class")


def test_a_language_s_common_words_are_left_out_and_let_in_again(client, project):
    now = client.get(f"{AT}/stop-words").json()
    assert (now["language"], now["own"]) == (None, 0)
    assert "english" in now["languages"]
    assert client.put(f"{AT}/stop-words", json={"language": "english"}).json()["language"] == "english"
    assert project.stop_words == "english"
    assert refused(client.put(f"{AT}/stop-words", json={"language": "klingon"}), 400, "no list of stop words")
    assert project.stop_words == "english"
    assert client.put(f"{AT}/stop-words", json={"language": None}).json()["language"] is None


def test_columns_to_learn_from_are_chosen_and_let_go(client, project):
    project.add_documents([Document("with a source", "Nothing to say.", {"source": "email"})])
    assert client.get(f"{AT}/learn-from").json() == {"columns": []}
    assert client.put(f"{AT}/learn-from", json={"columns": ["source"]}).json() == {"columns": ["source"]}
    assert project.has_term("source=email")
    assert refused(client.put(f"{AT}/learn-from", json={"columns": ["sauce"]}), 400, "'sauce'")
    assert client.put(f"{AT}/learn-from", json={"columns": []}).json() == {"columns": []}
    assert not project.has_term("source=email")


def test_an_encoder_is_chosen_told_of_and_let_go(client, project, tmp_path):
    assert client.get(f"{AT}/encoder").json() == {"encoder": None}
    glove = made.glove(tmp_path / "glove.txt")
    now = client.put(f"{AT}/encoder", json={"encoder": str(glove)}).json()["encoder"]
    assert (now["name"], now["size"], now["is_additive"], now["problem"]) == (str(glove), 3, True, "")
    assert client.get(f"{AT}/encoder").json()["encoder"] == now
    assert refused(client.put(f"{AT}/encoder", json={"encoder": "/nowhere"}), 400, "no folder or file")
    glove.unlink()
    assert client.get(f"{AT}/encoder").json()["encoder"]["name"] == str(glove)
    assert client.put(f"{AT}/encoder", json={"encoder": None}).json() == {"encoder": None}
    assert project.encoder is None


def test_an_encoder_of_whole_texts_reads_in_the_background_and_says_how_far_it_is(app, client, project, tmp_path):
    events, heard = app.state.classrooms["inbox"].events, []
    publish = events.publish
    events.publish = lambda name, data, **more: heard.append(data) or publish(name, data, **more)
    client.put(f"{AT}/encoder", json={"encoder": str(made.onnx_folder(tmp_path / "model"))})
    wait_until(lambda: any(data.get("job") == "encoding" and data["finished"] for data in heard))
    now = client.get(f"{AT}/encoder").json()["encoder"]
    assert now["encoded"] == now["texts"] >= project.store.size
    last = next(data for data in heard if data.get("job") == "encoding" and data["finished"])
    assert (last["done"], last["total"]) == (now["encoded"], now["texts"])


def test_a_class_has_a_name_of_at_most_a_hundred_characters(client, project):
    for change in ({"add": ["x" * 101]}, {"rename": {"class": "bug", "to": "x" * 101}}):
        assert refused(client.post(f"{AT}/classes", json=change), 400, "has 101 characters")
    assert client.post(f"{AT}/classes", json={"add": ["x" * 100]}).status_code == 200


def test_documents_are_held_out_up_to_the_total_that_is_asked_for(client, project):
    assert client.post(f"{AT}/held-out", json={"total": 6}).json()["held_out"] == 6
    assert client.post(f"{AT}/held-out", json={"total": 10}).json()["held_out"] == 10
    assert refused(client.post(f"{AT}/held-out", json={"total": 10}), 400, "10 documents are held out already")
    assert refused(client.post(f"{AT}/held-out", json={}), 422, "either total or n")


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
    assert page["entries"][2]["text"] == "word invoice billing"
    older = client.get(f"{AT}/history", params={"before": page["next"]}).json()
    assert [each["kind"] for each in older["entries"]] == ["documents_added", "classes_added"]
    assert len(older["entries"][0]["documents"]) == 5
    assert (older["entries"][0]["position"], older["entries"][0]["act"]["documents"]) == (3, project.size)
    assert older["next"] is None


def test_history_can_be_of_one_teacher_or_of_some_kinds_and_knows_everybody_who_taught(client, project):
    project.teach(Word("invoice", "billing", teacher="ines"), Label("boards-25", "bug", teacher="ben"))
    page = client.get(f"{AT}/history", params={"teacher": "ines"}).json()
    assert [each["term"] for each in page["entries"]] == ["invoice"]
    assert page["teachers"] == ["ines", "ben"]
    some = client.get(f"{AT}/history", params={"kind": ["label", "classes_added"]}).json()
    assert [each["kind"] for each in some["entries"]] == ["label", "classes_added"]
    assert some["next"] is None


def test_a_lesson_that_was_taken_back_says_what_would_bring_it_back(client, project):
    project.teach(Word("invoice", "billing", id="w", teacher="ines"), Retract("w", id="r", teacher="olga"))
    taken, word = client.get(f"{AT}/history").json()["entries"][:2]
    assert (taken["by"], word["active"], word["by"]) == ([], False, [{"id": "r", "teacher": "olga"}])
    assert (taken["about"]["term"], taken["again"], word["about"]) == ("invoice", False, None)
    project.teach(Retract("r", teacher="ines"))
    brought, _, word = client.get(f"{AT}/history").json()["entries"][:3]
    assert (word["active"], word["by"]) == (True, [])
    assert (brought["about"]["term"], brought["again"]) == ("invoice", True)


def test_an_import_is_taken_back_by_its_owner_who_is_told_what_goes(client, project):
    size = project.size
    project.add_rows([Item(Document("n1", "hello"), (Label("n1", "greeting", teacher="importer"),))])
    project.teach(Label("n1", "bug", teacher="ben"))
    line = client.get(f"{AT}/history").json()["entries"][1]
    act = {"documents": 1, "classes": ["greeting"], "lessons": {"label": 1}, "is_import": True, "at_once": False}
    assert line["act"] == act
    at = f"{AT}/history/{line['position']}"
    goes = {"entries": 3, "documents": 1, "lessons": 1, "others": 1, "classes": ["greeting"]}
    assert client.get(f"{at}/goes-back").json() == goes
    assert client.get(AT).json()["documents"] == size + 1
    assert client.post(f"{at}/take-back").json() == goes
    after = client.get(AT).json()
    assert (after["documents"], after["counts"]["labels"], len(after["classes"])) == (size, 0, 4)
    page = client.get(f"{AT}/history").json()["entries"]
    assert [each["act"] and each["act"]["is_import"] for each in page[:3]] == [False, None, True]
    assert not page[2]["active"]
    assert refused(client.post(f"{AT}/history/1/take-back"), 400, "No import ended")


def test_going_back_takes_back_what_came_later(client, project):
    position = len(project.record)
    project.teach(Label("boards-25", "bug"), Word("invoice", "billing"), Word("refund", "billing", id="gone"))
    project.teach(Retract("gone"))  # what does not count need not be taken back
    assert client.get(f"{AT}/history/{position}/restores").json() == {"entries": 2}
    reply = client.post(f"{AT}/restore", json={"position": position})
    assert reply.json() == {"entries": 2, "position": position + 6}
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
        ("POST", "history/3/take-back", None),
        ("POST", "study", {"condition": "dual", "subject": "p"}),
    ]:
        assert stranger.request(method, f"{AT}/{path}", json=body).status_code == 401
    assert len(project.record) == before
