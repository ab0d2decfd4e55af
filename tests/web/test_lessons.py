"""Teaching over HTTP."""

import uuid

import pytest

from teachback.project import Project
from teachback.record import Label, Word
from teachback.store import CannotKeep, NotAProject
from teachback.web.access import Caller
from tests.web.conftest import AT

ANSWER = {"document": "accounts-01", "class": "bug"}


def lesson(kind="label", **fields):
    return {"kind": kind, "id": uuid.uuid4().hex, **(ANSWER if kind == "label" else {}), **fields}


def teach(client, *entries):
    return client.post(f"{AT}/lessons", json={"entries": list(entries)})


@pytest.fixture
def role(client, gate, monkeypatch):
    """Be somebody else: a function of a name and a role."""

    def be(name, role):
        monkeypatch.setattr(gate, "_owner", Caller(name, role))

    return be


def test_lessons_are_kept_under_the_callers_name_and_their_places_are_told(client, project):
    before = len(project.record)
    response = teach(client, lesson(), lesson("word", term="refund", **{"class": "billing"}, seconds=3.2))
    assert response.status_code == 201
    assert response.json() == {"positions": [before + 1, before + 2], "position": before + 2}
    label, word = project.record[before:]
    assert isinstance(label, Label)
    assert isinstance(word, Word)
    assert (label.teacher, word.teacher, word.seconds) == ("ines", "ines", 3.2)


def test_a_lesson_that_is_sent_again_is_answered_as_the_first_time(client, project):
    once = lesson()
    first, again = teach(client, once), teach(client, once, lesson(document="accounts-02"))
    assert again.json()["positions"][0] == first.json()["positions"][0]
    assert sum(entry.id == once["id"] for entry in project.record) == 1


@pytest.mark.parametrize(
    ("bad", "kind", "status"),
    [
        (lesson(document="nope"), "UnknownDocument", 400),
        (lesson(**{"class": "sprot"}), "UnknownClass", 400),
        (lesson("label", document=None), "BadText", 400),
        ({"kind": "label", "id": "x", "document": "accounts-01"}, "BadLesson", 400),
        (lesson("rationale", document="accounts-01", **{"class": "bug"}, start=3, end=3), "BadSpan", 400),
        (lesson("rationale", document="accounts-01", **{"class": "bug"}, start=3, end=10**9), "BadSpan", 400),
        (lesson("word", term=" x ", **{"class": "bug"}), "BadTerm", 400),
        (lesson("retract", lesson="nothing"), "CannotRetract", 400),
        (lesson(kind="distinction", versus="accounts-02", term="q", **ANSWER), "BadLesson", 400),
        (lesson(time="yesterday"), "BadLesson", 400),
        (lesson(v=2), "BadLesson", 400),
    ],
)  # fmt: skip
def test_when_one_is_refused_none_is_kept_and_the_error_points_at_it(client, project, bad, kind, status):
    before = list(project.record)
    response = teach(client, lesson(), bad)
    error = response.json()["error"]
    assert (response.status_code, error["kind"], error["detail"]) == (status, kind, {"index": 1, "id": bad["id"]})
    assert list(project.record) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"entries": []}',
        b'{"entries": [{"kind": "classes_added", "id": "x", "classes": ["a"]}]}',
        b'{"entries": [{"kind": "label", "id": "x", "document": 3}]}',
        b'{"entries": [{"kind": "label", "id": "x", "documint": "d"}]}',
        b'{"entries": [{"kind": "label", "id": "x", "\\ud800": 1}]}',
        b'{"entries": [{"kind": "label", "id": "\\ud800", "document": "d", "class": "bug"}]}',
        b'{"entries": [{"kind": "word", "id": "x", "term": "t", "class": "bug", "strength": NaN}]}',
        b"\xff\xfe",
        b'{"entries": ' + b"[" * 5000,
    ],
)
def test_what_cannot_be_read_is_refused_in_the_same_shape(client, project, body):
    before = len(project.record)
    response = client.post(f"{AT}/lessons", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= response.status_code < 500
    assert response.json()["error"]["message"]
    assert len(project.record) == before


def test_undo_and_redo_are_retractions(client, project):
    once = lesson()
    teach(client, once)
    undo = lesson("retract", lesson=once["id"])
    assert teach(client, undo).status_code == 201
    assert "accounts-01" not in project.teaching().labels
    assert teach(client, lesson("retract", lesson=undo["id"])).status_code == 201
    assert project.teaching().labels["accounts-01"] == "bug"


def test_a_viewer_cannot_teach(client, role):
    role("vera", "viewer")
    response = teach(client, lesson())
    assert (response.status_code, response.json()["error"]["kind"]) == (403, "NotAllowed")
    assert client.get(AT).json()["role"] == "viewer"


def test_a_teacher_teaches_and_takes_back_in_her_own_name_only(client, role):
    hers = lesson()
    teach(client, hers)
    role("ben", "teacher")
    for bad in (
        lesson(teacher="ines"),
        lesson("retract", lesson=hers["id"]),
        lesson("adjudicate", document="accounts-01", **{"class": "bug"}),
    ):
        response = teach(client, bad)
        assert (response.status_code, response.json()["error"]["kind"]) == (403, "NotAllowed")
    his = lesson(teacher="ben")
    assert teach(client, his, lesson("retract", lesson=his["id"])).status_code == 201


def test_an_owner_may_teach_for_others_and_has_the_final_word(client, project):
    assert teach(client, lesson(teacher="ben"), lesson(**{"class": "billing"})).status_code == 201
    assert teach(client, lesson("adjudicate", document="accounts-01", **{"class": "how-to"})).status_code == 201
    assert project.teaching().labels["accounts-01"] == "how-to"


def test_an_unknown_project_is_named_with_those_that_are_there(client):
    response = client.get("/api/v1/projects/nope")
    assert (response.status_code, response.json()["error"]["kind"]) == (404, "UnknownProject")
    assert "inbox" in response.json()["error"]["message"]


@pytest.mark.parametrize("kind", [CannotKeep, NotAProject])
def test_a_store_that_cannot_be_used_is_no_mistake_of_the_caller(client, monkeypatch, role, kind):
    def fail(*given, **how):
        raise kind("the disk is full, or there are too many open files")

    monkeypatch.setattr(Project, "teach", fail)
    assert teach(client, lesson()).status_code == 503
    monkeypatch.setattr(Project, "record", property(fail))
    role("tom", "teacher")
    assert teach(client, lesson("retract", lesson="a")).status_code == 503


def test_a_document_is_not_excluded_from_its_label_nor_from_every_class(client, project):
    def no(name, **more):
        return lesson("exclude", document="accounts-01", **{"class": name}, **more)

    label, classes = lesson(), project.classes
    assert teach(client, label).status_code == 201
    error = teach(client, lesson("skip", document="accounts-02"), no("bug")).json()["error"]
    assert "ines labelled 'accounts-01' as 'bug', so it cannot be said that it is not." in error["message"]
    assert error["detail"]["index"] == 1
    one = no("bug")
    assert teach(client, lesson("retract", lesson=label["id"]), one).status_code == 201
    assert project.teaching().exclusions == {"accounts-01": {"bug"}}
    others = [name for name in classes if name != "bug"]
    error = teach(client, *map(no, others)).json()["error"]
    assert f"'accounts-01' would be of no class: not being '{others[-1]}' leaves none of" in error["message"]
    assert project.teaching().exclusions == {"accounts-01": {"bug"}}
    assert teach(client, *(no(name, teacher="ben") for name in others)).status_code == 201  # somebody else's word
    assert teach(client, lesson()).status_code == 201
    assert teach(client, one).status_code == 201  # sent again


def test_what_was_taught_can_be_shown_and_taken_back_after_a_reload(client, project):
    given = [
        lesson(document="accounts-01"),
        lesson("skip", document="accounts-02"),
        lesson("flag", document="accounts-03", note="odd"),
        lesson("word", term="Refund", **{"class": "billing"}, strength=2.0),
        lesson("not_a_reason", term="today"),
        lesson("rationale", document="accounts-01", **{"class": "bug"}, start=0, end=4),
        lesson("exclude", document="accounts-04", **{"class": "billing"}),
    ]
    teach(client, *given)
    project.rename_class("billing", "money")
    own = client.get(f"{AT}/taught").json()
    assert own["labels"] == {"accounts-01": "bug"}
    assert own["skips"] == ["accounts-02"]
    assert own["exclusions"] == {"accounts-04": ["money"]}
    assert own["flags"] == {"accounts-03": "odd"}
    assert own["words"] == {"refund": {"money": 2.0}}
    assert own["not_a_reason"] == {"today": [None]}
    (rationale,) = own["rationales"].pop("accounts-01")
    assert not own["rationales"]
    taught = {name: given[5][name] for name in ("id", "class", "document", "start", "end")}
    assert rationale.items() >= {**taught, "teacher": "ines"}.items()
    assert own["ids"] == {
        "label:accounts-01": given[0]["id"],
        "skip:accounts-02": given[1]["id"],
        "flag:accounts-03": given[2]["id"],
        "word:refund:money": given[3]["id"],
        "not_a_reason:today:": given[4]["id"],
        "exclude:accounts-04:money": given[6]["id"],
    }


def test_a_description_is_taught_shown_sentence_by_sentence_and_taken_back(client, project):
    text = "Refunds, invoices of a zyzzyva. Not: crashes."
    description_lesson = lesson("describe", text=text, **{"class": "billing"})
    assert teach(client, description_lesson).status_code == 201
    assert client.get(f"{AT}/taught").json()["descriptions"] == {"billing": text}
    (description,) = client.get(f"{AT}/descriptions").json()
    assert (description["class"], description["teacher"], description["text"], description["lesson"]) == (
        "billing",
        "ines",
        text,
        description_lesson["id"],
    )
    first, second = description["sentences"]
    uses = {each["term"]: (each["use"], each["strength"] > 0) for each in first["terms"]}
    assert (uses["invoices"], uses["zyzzyva"]) == (("word", True), ("unknown", False))
    assert (second["text"], second["excluded"], second["terms"]) == ("Not: crashes.", True, [])
    back = lesson("retract", lesson=description_lesson["id"])
    assert teach(client, back).status_code == 201
    assert client.get(f"{AT}/descriptions").json() == []


def test_the_words_of_classes_names_that_count_are_told(client, project):
    name_words = client.get(f"{AT}/name-words").json()
    assert {(each["class"], each["term"]) for each in name_words} >= {("billing", "billing")}
    assert all(each["documents"] > 0 for each in name_words)
    teach(client, lesson("word", term="billing", **{"class": "billing"}))
    assert "billing" not in {each["term"] for each in client.get(f"{AT}/name-words").json()}


@pytest.mark.parametrize("text", ["", "  ", "x" * 20_001, None])
def test_a_description_that_is_empty_or_a_book_is_refused(client, project, text):
    before = len(project.record)
    assert teach(client, lesson("describe", text=text, **{"class": "billing"})).status_code in (400, 422)
    assert len(project.record) == before
