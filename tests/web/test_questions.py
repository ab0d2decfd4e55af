"""What a teacher is asked, and what the top of the screen says."""

import time
import uuid
from threading import Event, Timer

import pytest

from teachback import corpora
from teachback.web.routes import questions
from tests.web.conftest import AT

CORPUS = corpora.load("demo")
TEXTS = {document.id: document.text for document in CORPUS.documents}


def labels(documents, **more):
    return [
        {"kind": "label", "id": uuid.uuid4().hex, "document": id, "class": CORPUS.labels[id], **more}
        for id in documents
    ]


def teach(client, entries):
    assert client.post(f"{AT}/lessons", json={"entries": entries}).status_code == 201


@pytest.fixture
def taught(client):
    """A client of a project that has learned from forty labels."""
    teach(client, labels(sorted(CORPUS.labels)[:40]))
    settled(client)
    return client


def settled(client):
    """Wait until the documents are read and everything that was taught is taken into account."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        asked = client.post(f"{AT}/questions", params={"n": 0, "words": 1, "wait": True}).json()
        is_read = bool(asked["any"]) or any(asked["words"].values())  # before that there is no word to ask
        if is_read and not client.get(AT).json()["behind"]:
            return asked
        time.sleep(0.05)
    raise AssertionError("the questions do not come up to date")


def test_a_start_draws_documents_by_chance_and_says_what_is_missing(client):
    batch = settled(client) and client.post(f"{AT}/questions").json()
    assert len(batch["documents"]) == 5
    assert {each["reason"] for each in batch["documents"]} == {"cold"}
    assert batch["cold"] == {"needs": list(CORPUS.classes)}
    assert batch["model"] is None
    assert len(batch["any"]) == 10
    assert all(word["documents"] > 2 for word in batch["any"])
    assert all(each["text"] == TEXTS[each["id"]] for each in batch["documents"])


def test_a_model_asks_where_it_hesitates_and_shows_its_guess(taught):
    batch = taught.post(f"{AT}/questions", params={"words": 4}).json()
    assert batch["cold"] is None
    assert batch["model"]["learner"] == "LessonRegression"
    unsure = [each for each in batch["documents"] if each["reason"] == "unsure"]
    assert unsure
    for each in unsure:
        assert set(each["guess"]["probabilities"]) == set(CORPUS.classes)
        assert sum(each["guess"]["probabilities"].values()) == pytest.approx(1.0)
        assert each["guess"]["class"] in each["why"]
    assert {name: len(words) for name, words in batch["words"].items()} == dict.fromkeys(CORPUS.classes, 4)


def test_no_document_is_asked_twice_while_it_is_being_answered(taught, gate, monkeypatch):
    from teachback.web.access import Caller

    seen = []
    for name in ("ines", "ben", "ada", "eva"):
        monkeypatch.setattr(gate, "_owner", Caller(name, "teacher"))
        seen += [each["id"] for each in taught.post(f"{AT}/questions", params={"n": 10}).json()["documents"]]
    assert len(seen) == len(set(seen)) == 40


def test_every_tenth_document_is_a_check_and_is_kept_out_of_training(taught, project):
    asked = [each for _ in range(4) for each in taught.post(f"{AT}/questions", params={"n": 10}).json()["documents"]]
    checks = {each["id"] for each in asked if each["check"]}
    assert len(checks) in (3, 4)
    assert checks <= project.teaching().held_out


def test_answered_checks_measure_the_accuracy(taught, project):
    checks = []
    while len(checks) < 6:
        asked = taught.post(f"{AT}/questions", params={"n": 20}).json()["documents"]
        teach(taught, labels(each["id"] for each in asked))
        checks += [each["id"] for each in asked if each["check"]]
        settled(taught)
    accuracy = taught.get(AT).json()["accuracy"]
    assert accuracy["checked"] == len(checks)
    right = sum(guess.class_ == CORPUS.labels[id] for id, guess in project.predictions() if id in checks)
    assert accuracy["right"] == right
    assert 0 <= accuracy["low"] <= right / len(checks) <= accuracy["high"] <= 1


def test_a_word_that_was_spoken_of_is_not_asked_again(taught):
    asked = taught.post(f"{AT}/questions").json()["words"]["bug"]
    first, second = asked[0]["term"], asked[1]["term"]
    teach(
        taught,
        [
            {"kind": "word", "id": uuid.uuid4().hex, "term": first, "class": "bug"},
            {"kind": "not_a_reason", "id": uuid.uuid4().hex, "term": second},
        ],
    )
    again = taught.post(f"{AT}/questions").json()["words"]
    assert not {first, second} & {word["term"] for words in again.values() for word in words}


def test_a_fresh_model_is_announced_until_its_questions_are_asked(taught):
    taught.post(f"{AT}/questions")
    assert not taught.get(AT).json()["fresh"]
    teach(taught, labels(sorted(CORPUS.labels)[50:60]))
    while taught.get(AT).json()["behind"]:
        pass
    assert taught.get(AT).json()["fresh"]
    taught.post(f"{AT}/questions")
    assert not taught.get(AT).json()["fresh"]


def test_when_everything_is_answered_a_note_says_so(client):
    teach(client, labels(sorted(CORPUS.labels)[:1000]))
    teach(client, labels(sorted(CORPUS.labels)[1000:]))
    settled(client)
    batch = client.post(f"{AT}/questions").json()
    assert batch["documents"] == []
    assert "Every document has been answered" in batch["note"]


def test_somebody_who_is_faster_than_the_model_waits_for_it_rather_than_for_nothing(taught, project, monkeypatch):
    goes_on, learn = Event(), project.learn
    monkeypatch.setattr(questions, "_LONGEST", 120.0)  # on a busy machine, too
    monkeypatch.setattr(project, "learn", lambda *given: goes_on.wait() and learn(*given))
    for batches in range(10):
        batch = taught.post(f"{AT}/questions", params={"n": 20}).json()
        assert batch["documents"], batch["note"]
        teach(taught, labels([each["id"] for each in batch["documents"]]))
        if batches == 1:  # the agenda has one more
            Timer(2.0, goes_on.set).start()


def test_highlights_are_asked_as_the_settings_say(taught, project):
    for when, wanted in (("always", {True}), ("never", {False}), ("half", {True, False})):
        project.prefer(highlights=when)
        asked = taught.post(f"{AT}/questions", params={"n": 30}).json()["documents"]
        assert {each["highlight"] for each in asked if not each["check"]} == wanted
        assert not any(each["highlight"] for each in asked if each["check"])  # a check teaches nothing


def test_a_project_without_classes_or_documents_is_asked_in_vain_and_does_not_break(gate):
    from starlette.testclient import TestClient

    from teachback.project import Project
    from teachback.web.app import create_app
    from tests.web.conftest import URL

    with Project.create() as empty, Project.from_texts(["a b", "b c"]) as nameless:
        app = create_app({"empty": empty, "nameless": nameless}, gate=gate)
        with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as client:
            batch = client.post("/api/v1/projects/empty/questions", params={"wait": True}).json()
            assert batch["documents"] == []
            assert client.get("/api/v1/projects/empty").json()["documents"] == 0
            batch = client.post("/api/v1/projects/nameless/questions", params={"wait": True}).json()
            assert len(batch["documents"]) == 2
            assert client.get("/api/v1/projects/nameless").json()["classes"] == []


@pytest.mark.parametrize("query", ["n=-1", "n=1000", "words=x", "wait=perhaps"])
def test_numbers_that_make_no_sense_are_refused(client, query):
    assert client.post(f"{AT}/questions?{query}").status_code == 422


def test_a_batch_says_what_is_worth_the_next_minutes(client):
    settled(client)
    for _ in range(200):  # vectors are made beside everything else
        plan = client.post(f"{AT}/questions", params={"wait": True}).json()["plan"]
        if plan is not None:
            break
    assert plan["kind"] == "words"
    assert "of the texts that are in doubt" in plan["why"]


def words_for(client, class_="billing"):
    return [
        each["term"] for each in client.post(f"{AT}/questions", params={"n": 0, "words": 5}).json()["words"][class_]
    ]


def test_other_words_are_given_for_those_that_were_passed_over(taught, project):
    first = words_for(taught)
    reply = taught.post(f"{AT}/words/passed-over", json={"words": {"billing": first}, "n": 5})
    assert reply.status_code == 201
    second = [each["term"] for each in reply.json()["words"]["billing"]]
    assert len(second) == 5
    assert not set(first) & set(second)
    assert words_for(taught) == second
    entry = project.record[-1]
    assert (entry.kind, entry.words, entry.class_, entry.teacher) == (
        "words_passed_over",
        tuple(first),
        "billing",
        "ines",
    )
    bad = taught.post(f"{AT}/words/passed-over", json={"words": {"sprot": ["one"]}})
    assert bad.status_code == 400
    assert "'sprot' is not a class" in bad.json()["error"]["message"]


def test_words_that_stood_before_one_that_was_taken_are_passed_over_when_the_next_are_asked_for(taught, project):
    first = words_for(taught)
    before = len(project.record)
    assert words_for(taught) == first  # nothing was taken
    assert len(project.record) == before
    teach(taught, [{"kind": "word", "id": uuid.uuid4().hex, "term": first[2], "class": "billing"}])
    settled(taught)
    assert not {*first[:3]} & {*words_for(taught)}
    passed = [entry for entry in project.record[before:] if entry.kind == "words_passed_over"]
    assert [(entry.words, entry.class_, entry.teacher) for entry in passed] == [(tuple(first[:2]), "billing", "ines")]


def test_passing_over_is_no_lesson_that_the_model_has_not_heard(taught):
    taught.post(f"{AT}/words/passed-over", json={"words": {"billing": words_for(taught)}})
    assert taught.get(AT).json()["behind"] == 0


def test_a_class_of_which_no_word_was_said_is_named_and_everything_else_is_not(taught):
    assert taught.post(f"{AT}/questions").json()["wordless"] == []
    teach(taught, [{"kind": "word", "id": uuid.uuid4().hex, "term": "refund", "class": "billing"}])
    settled(taught)
    assert taught.post(f"{AT}/questions").json()["wordless"] == ["bug", "how-to", "feature request"]
    taught.post(f"{AT}/classes", json={"rest": "how-to"})
    settled(taught)
    batch = taught.post(f"{AT}/questions").json()
    assert batch["wordless"] == ["bug", "feature request"]
    assert batch["words"]["how-to"] == []
