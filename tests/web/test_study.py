"""A trial over HTTP: nothing that is answered tells how good the model is."""

from __future__ import annotations

import pytest

from teachback.record import Label
from tests.project.demo import GOLD
from tests.web.conftest import AT
from tests.web.taught import refused, teach


@pytest.fixture
def taught(project):
    """The true classes of all documents, as a file would bring them, and something taught."""
    project.teach(*(Label(id, class_, teacher="importer") for id, class_ in GOLD.items()))
    return teach(project, labels=0)


def start(client, condition="dual"):
    return client.post(f"{AT}/study", json={"condition": condition, "minutes": 6, "subject": "p1"})


def test_a_trial_begins_is_seen_in_the_session_and_can_be_stopped(client, taught):
    assert client.get(f"{AT}/study").json() is None
    begun = start(client)
    assert begun.status_code == 201
    assert 350 < begun.json()["seconds_left"] <= 360
    assert client.get("/api/v1/session").json()["study"]["id"] == begun.json()["id"]
    assert refused(start(client), 400, "takes part in a trial already")
    assert client.delete(f"{AT}/study").json()["running"] is False
    assert client.get("/api/v1/session").json()["study"] is None
    assert client.get(f"{AT}/study").json()["running"] is False


def test_before_it_begins_it_is_said_what_it_would_be_measured_by(client, project):
    known = client.get(f"{AT}/study/known").json()
    assert (known["documents"], known["doubts"]) == (0, [])
    assert refused(start(client), 400, known["sentence"])
    some = list(GOLD)[:30]
    project.teach(*(Label(id, GOLD[id], teacher="importer") for id in some))
    known = client.get(f"{AT}/study/known").json()
    assert (known["documents"], known["test"]) == (30, 3)
    assert known["sentence"] == "The class of 30 documents is known: 3 of them test the models, and 27 may be asked."
    (doubt,) = known["doubts"]
    assert doubt.startswith("An accuracy measured on 3 documents may be off by 37 points; 100 give it to within 10.")
    project.teach(*(Label(id, class_, teacher="importer") for id, class_ in GOLD.items() if id not in some))
    assert client.get(f"{AT}/study/known").json()["test"] == round(0.1 * len(GOLD)) >= 100


def test_while_it_runs_no_answer_tells_how_good_the_model_is(client, taught):
    start(client)
    now = client.get(AT).json()
    assert (now["accuracy"], now["advice"]["why"]) == (None, "")
    document = client.get(f"{AT}/documents/boards-25").json()
    # The true class is the importer's.
    assert (document["guess"], document["final"], document["labels"]) == (None, None, {})
    hidden = ["documents", "documents/boards-25/explanation", "review/errors", "review/mislabelled", "words", "rules"]
    for path in [
        *hidden,
        "progress",
        "models",
        "models/current",
        "exports",
        "exports/predictions",
        "study/export",
        "history",
    ]:
        assert refused(client.get(f"{AT}/{path}"), 403, "hidden while your trial runs"), path
    client.delete(f"{AT}/study")
    assert client.get(f"{AT}/progress").status_code == 200
    assert client.get(f"{AT}/documents/boards-25").json()["labels"] == {"importer": GOLD["boards-25"]}


def test_a_round_is_two_documents_and_its_own_words_and_shows_only_what_was_taught_in_it(client, taught):
    client.post(f"{AT}/lessons", json={"entries": [{"kind": "word", "id": "w0", "term": "board", "class": "bug"}]})
    start(client)
    assert client.get(f"{AT}/taught").json()["words"] == {}
    entry = {"kind": "word", "id": "w1", "term": "invoice", "class": "billing", "seconds": 3.0}
    client.post(f"{AT}/lessons", json={"entries": [entry]})
    shown = client.get(f"{AT}/taught").json()
    assert (shown["words"], shown["ids"]) == ({"invoice": {"billing": 1.0}}, {"word:invoice:billing": "w1"})
    batch = client.post(f"{AT}/questions").json()
    assert len(batch["documents"]) == 2
    assert all(each["guess"] is None for each in batch["documents"])
    assert batch["model"] is None
    client.delete(f"{AT}/study")
    assert client.get(f"{AT}/taught").json()["words"] == {"board": {"bug": 1.0}, "invoice": {"billing": 1.0}}


def test_passive_trials_ask_no_words(client, taught):
    start(client, "passive")
    batch = client.post(f"{AT}/questions").json()
    assert (len(batch["documents"]), batch["words"], batch["any"]) == (2, {}, [])


def test_the_report_has_curves_as_json_and_as_a_table(client, taught):
    start(client)
    ids = [each["id"] for each in client.post(f"{AT}/questions").json()["documents"]]
    entries = [
        {"kind": "label", "id": f"l{place}", "document": id, "class": GOLD[id], "seconds": 4.0}
        for place, id in enumerate(ids)
    ]
    client.post(f"{AT}/lessons", json={"entries": entries})
    client.post(f"{AT}/questions")
    client.delete(f"{AT}/study")
    report = client.get(f"{AT}/study/export").json()
    assert report["conditions"]["dual"]["seconds"]["label"] == {"mean": 4.0, "n": 2}
    (trial,) = report["trials"]
    assert (trial["labelled"], trial["wrong"], trial["subject"]) == (2, 0, "p1")
    assert len(trial["curve"]) == 2
    table = client.get(f"{AT}/study/export", params={"format": "csv"})
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.text.splitlines()[0] == "trial,subject,condition,seconds,accuracy"


def test_without_known_classes_there_is_no_study(client):
    assert refused(start(client), 400, "import a file with labels")
    assert refused(client.post(f"{AT}/study", json={"condition": "all", "subject": "p"}), 422, "condition")
