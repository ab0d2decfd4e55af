"""A project here and over HTTP: one set of tests for both, then what only a server can do."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Thread

import pytest
from argon2 import profiles
from argon2.profiles import CHEAPEST

from teachback.errors import BadLesson, BadSpan, BadText, UnknownClass, UnknownDocument
from teachback.project import NothingLearned, Project
from teachback.project.preferences import BadPreference
from teachback.project.remote import connection
from teachback.project.remote.address import BadAddress, read_address
from teachback.project.remote.connection import Refused, Unreachable
from teachback.project.remote.store import OnTheServer, RemoteStore
from teachback.project.settings import Outdated
from teachback.record import Document, Flag, Label, NotAReason, Rationale, Retract, Skip, Word
from teachback.web.access import LaunchGate
from teachback.web.app import create_app
from teachback.web.team.opening import open_team
from teachback.web.team.team import Actor
from teachback.web.team_app import create_team_app
from tests.encoders import made
from tests.project.conftest import CLASSES, TEXTS
from tests.web.serving import served


@contextmanager
def _behind_http(project):
    gate = LaunchGate("teacher", port=0)
    with (
        served(create_app({"my mails": project}, gate=gate)) as port,
        Project.open(f"http://127.0.0.1:{port}/?token={gate.token}") as remote,
    ):
        yield remote


@pytest.fixture(params=["here", "over HTTP"])
def mails(request):
    """Eight mails, in memory, and the same on a server."""
    with ExitStack() as stack:
        project = stack.enter_context(Project.from_texts(TEXTS, classes=CLASSES))
        yield project if request.param == "here" else stack.enter_context(_behind_http(project))


def _taught(project):
    project.teach(Word("refund", "billing"), Word("crashed", "bug"), Label("d1", "billing"), Label("d2", "bug"))
    project.teach(Rationale("d1", "billing", 7, 13), Skip("d7"), Flag("d8", "which app?"))


# Of both.


def test_what_is_taught_counts_and_is_in_the_record(mails):
    assert mails.classes == ("billing", "bug")
    positions = mails.teach(Word("Refund", "billing"), Label("d1", "billing", seconds=2.5))
    assert positions == [3, 4]
    assert [entry.kind for entry in mails.history()] == ["classes_added", "documents_added", "word", "label"]
    assert mails.record[3].seconds == 2.5
    assert mails.teaching().words == {"refund": {"billing": 1.0}}
    assert mails.teaching().labels == {"d1": "billing"}
    assert {entry.teacher for entry in mails.record[2:]} == {"teacher"}


def test_a_lesson_that_is_sent_again_is_not_taught_twice(mails):
    lesson = Word("refund", "billing")
    assert mails.teach(lesson) == mails.teach(lesson, lesson)[:1] == [3]
    with pytest.raises(BadLesson):
        mails.teach(replace(lesson, class_="bug"))


@pytest.mark.parametrize(
    ("lesson", "error", "sentence"),
    [
        (Label("d1", "biling"), UnknownClass, "Did you mean billing"),
        (Label("d99", "bug"), UnknownDocument, "'d99' is not a document"),
        (Rationale("d1", "bug", 5, 500), BadSpan, "500"),
        (Retract("never taught"), BadLesson, "never taught"),
    ],
)
def test_a_refused_lesson_raises_the_same_error_and_leaves_the_record_alone(mails, lesson, error, sentence):
    with pytest.raises(error, match=sentence):
        mails.teach(Word("refund", "billing"), lesson)
    assert len(mails.record) == 2


def test_the_last_lesson_is_undone(mails):
    mails.teach(Word("refund", "billing"))
    mails.teach(Label("d1", "bug"))
    assert mails.undo() == mails.record[3]
    assert (mails.teaching().labels, len(mails.teaching().words)) == ({}, 1)
    mails.undo("teacher")
    with pytest.raises(BadLesson, match="nothing to undo"):
        mails.undo("nobody")


def test_documents_are_read_found_and_added(mails):
    assert [document.id for document in mails.documents()] == list(TEXTS)
    assert mails.document("d3") == Document("d3", TEXTS["d3"])
    with pytest.raises(UnknownDocument):
        mails.document("d99")
    assert [document.id for document in mails.search("crash*")] == ["d2", "d4", "d6", "d8"]
    assert [document.id for document in mails.search("crash*", limit=1)] == ["d2"]
    odd = [Document("a/b?c#d", "NUL \0 and\r\nlines"), Document("д 1", "\u202ertl \U0001f600")]
    assert mails.add_documents(odd) == 2
    assert mails.add_documents(odd) == 0
    assert [mails.document(each.id) for each in odd] == odd
    with pytest.raises(BadText, match="a/b"):
        mails.add_documents([Document("new", "…"), Document("a/b?c#d", "another text")])
    assert len(list(mails.documents())) == 10


def test_classes_are_added_renamed_merged_and_archived(mails):
    mails.teach(Label("d1", "billing"))
    mails.add_classes("praise", "other")
    mails.rename_class("billing", "money")
    mails.merge_classes("other", into="praise")
    mails.archive_class("bug")
    assert mails.classes == ("money", "praise")
    assert mails.teaching().labels == {"d1": "money"}
    mails.undo()
    assert mails.classes == ("money", "bug", "praise")
    with pytest.raises(UnknownClass):
        mails.rename_class("nothing", "something")


def test_it_learns_classifies_and_explains(mails):
    assert mails.learned is None
    with pytest.raises(NothingLearned):
        mails.learn()
    _taught(mails)
    learned = mails.learn()
    assert (learned.learner, learned.position) == (mails.learned.learner, len(mails.record))
    assert [guess.class_ for guess in mails.classify(["a refund", "it crashed"])] == ["billing", "bug"]
    assert dict(mails.predictions())["d4"].class_ == "bug"
    assert mails.explain("d4").removed[0] == "crashed"
    assert mails.rules() == ()
    mails.teach(Label("d5", "billing"))
    assert mails.learn("LabelledWordNB").learner == "LabelledWordNB"
    assert mails.learn_soon().result().position == len(mails.record)
    assert mails.status().behind == 0


def test_a_model_gives_the_same_probabilities_wherever_it_is_asked(mails):
    _taught(mails)
    mails.learn()
    with Project.from_texts(TEXTS, classes=CLASSES) as here:
        _taught(here)
        here.learn()
        assert mails.classify(TEXTS.values()) == here.classify(TEXTS.values())


def test_it_asks(mails):
    questions = mails.ask(3, words=2)
    assert len(questions.documents) == 3
    assert all(TEXTS[asked.document.id] == asked.document.text and asked.why for asked in questions.documents)
    _taught(mails)
    mails.learn()
    questions = mails.ask(2, words=2)
    assert not {"d1", "d2", "d7"} & {asked.document.id for asked in questions.documents}
    assert all(len(words) <= 2 for words in questions.words.values())
    assert mails.ask(0, words=1).documents == ()


def test_words_are_passed_over_in_the_callers_name(project_pair):
    here, there = project_pair
    there.pass_over({None: ["refund", "invoice"], "bug": ["crashed"]})
    passed = [(entry.words, entry.class_) for entry in here.record if entry.kind == "words_passed_over"]
    assert sorted(passed, key=str) == [(("crashed",), "bug"), (("refund", "invoice"), None)]
    there.declare_rest("bug")
    assert here.rest == "bug"
    there.leave_out("english")
    assert here.stop_words == "english"


def test_the_encoder_is_the_servers(project_pair, tmp_path):
    here, there = project_pair
    assert there.encoder is None
    chosen = there.use_encoder(str(made.glove(tmp_path / "glove.txt")))
    assert chosen == there.encoder == here.encoder
    with pytest.raises(OnTheServer, match="runs on the server"):
        there.use_encoder(lambda texts: [[1.0]] * len(texts))
    assert not there.encode()
    there.use_encoder(None)
    assert here.encoder is None


def test_it_says_how_it_stands(mails):
    _taught(mails)
    mails.learn()
    status = mails.status()
    assert (status.documents, status.skipped, status.flagged) == (8, 1, 1)
    assert status.lessons == {"flag": 1, "label": 2, "rationale": 1, "skip": 1, "word": 2}
    assert json.dumps(status.to_dict())
    assert mails.agreement().documents == 0
    assert len(mails.history(at=4)) == 4
    assert mails.teaching().rationales["d1"][0].end == 13


def test_documents_are_held_out(mails):
    drawn = mails.hold_out(2)
    assert mails.teaching().held_out == set(drawn)
    with pytest.raises(BadLesson, match="Cannot hold out 9"):
        mails.hold_out(9)


def test_a_rejected_word_and_lone_entries_travel(mails):
    mails.teach(NotAReason("update"), NotAReason("the", "bug"))
    assert mails.teaching().not_a_reason == {"update": {None}, "the": {"bug"}}
    assert mails.teach() == []


def test_settings_and_guidelines_are_changed_for_everybody(mails):
    assert mails.prefer(batch=8, guess="never").batch == 8
    assert (mails.preferences.batch, mails.preferences.guess) == (8, "never")
    for bad in ({"batch": 0}, {"btach": 3}):
        with pytest.raises(BadPreference):
            mails.prefer(**bad)
    assert mails.write_guidelines("Refunds are *billing*.", version=0) == mails.guidelines
    with pytest.raises(Outdated):
        mails.write_guidelines("Mine!", version=0)
    assert (mails.guidelines.text, mails.guidelines.version) == ("Refunds are *billing*.", 1)


def test_the_past_is_restored(mails):
    mails.teach(Word("refund", "billing"))
    mails.teach(Label("d1", "bug"), Label("d2", "bug"))
    assert mails.restore(3) == 2
    assert (mails.teaching().labels, len(mails.teaching().words)) == ({}, 1)


# Only over HTTP.


def test_more_lessons_than_fit_in_a_request_are_kept_whole(project_pair):
    here, there = project_pair
    positions = there.teach(*(Word(chr(0x4E00 + number), "bug") for number in range(1200)))
    assert positions == list(range(3, 1203))
    assert len(here.teaching().words) == 1200


def test_a_document_that_no_entry_adds_is_refused(project_pair):
    here, there = project_pair
    with pytest.raises(BadLesson, match="No entry adds lost"):
        there.add_entries([([Document("lost", "a text")], [])])
    assert here.store.size == 8
    for line, sentence in ((b"[]", "Line 1: .* neither"), (b"{", "Line 1: This is not JSON"), (b"\xff", "Line 1")):
        with pytest.raises(BadLesson, match=sentence):
            there.store.connection.send("POST", "/record/uploads", line)


def test_others_lessons_are_seen_at_once(project_pair):
    here, there = project_pair
    assert there.teaching().labels == {}
    here.teach(Label("d1", "billing", teacher="ines"))
    assert there.teaching().labels == {"d1": "billing"}
    here.learn("LabelledWordNB")
    assert there.learned.learner == "LabelledWordNB"
    first = there.learned.classifier
    assert there.learned.classifier is first  # it travels once
    here.teach(Label("d2", "bug"))
    here.learn()
    assert there.learned.classifier is not first


def test_the_order_of_questions_is_the_projects(project_pair):
    with pytest.raises(OnTheServer, match="the same for everybody"):
        project_pair[1].ask(by="random")
    with pytest.raises(OnTheServer, match="done on the server"), project_pair[1].store.writing():
        pass


@pytest.fixture
def project_pair():
    """A project on the server, and the same project over HTTP."""
    with Project.from_texts(TEXTS, classes=CLASSES) as here, _behind_http(here) as there:
        assert isinstance(there.store, RemoteStore)
        yield here, there


@pytest.fixture
def team(tmp_path, monkeypatch):
    """A team's server with two projects: its address, and the tokens of an owner, a teacher and a viewer."""
    monkeypatch.setattr(profiles, "RFC_9106_LOW_MEMORY", CHEAPEST)
    with ExitStack() as stack:
        accounts = stack.enter_context(open_team(tmp_path / "mails.teachback"))
        projects = {name: stack.enter_context(Project.from_texts(TEXTS, classes=CLASSES)) for name in ("mails", "x")}
        tokens = {}
        for role in ("owner", "teacher", "viewer"):
            key = accounts.first_invitation() or accounts.invite(role, 1, Actor(None))[1]
            person, _ = accounts.join(key, f"an {role}", f"the password of the {role}", Actor(None))
            tokens[role] = accounts.make_token(person, "test", Actor(None))[1]
        port = stack.enter_context(served(create_team_app(projects, accounts)))
        yield f"http://127.0.0.1:{port}", tokens


def test_a_notebook_joins_a_team_in_the_name_of_its_token(team):
    address, tokens = team
    with Project.open(f"{address}/projects/mails", token=tokens["teacher"]) as project:
        project.teach(Label("d1", "bug"))
        assert project.record[2].teacher == "an teacher"
        with pytest.raises(Refused, match="cannot teach as somebody else") as refused:
            project.teach(Label("d2", "bug", teacher="somebody else"))
        assert (refused.value.kind, refused.value.status) == ("NotAllowed", 403)
        with pytest.raises(Refused, match="owner"):
            project.add_classes("mine")
    with Project.open(f"{address}/?project=mails", token=tokens["owner"]) as project:
        project.teach(Label("d1", "billing", teacher="somebody else"))
        assert len(project.agreement().disagreements) == 1
        project.add_classes("ours")
        assert project.record[-1].teacher == "an owner"
    with Project.open(f"{address}/projects/mails", token=tokens["viewer"]) as project:
        assert project.teaching().disputed == {"d1"}
        with pytest.raises(Refused, match="teacher"):
            project.teach(Skip("d1"))
        with pytest.raises(Refused, match="teacher"):
            project.ask()


def test_a_wrong_token_or_name_is_refused_with_a_sentence(team):
    address, tokens = team
    with pytest.raises(Refused, match="This API token is unknown, was revoked or has expired") as refused:
        Project.open(f"{address}/projects/mails", token="wrong")
    assert refused.value.status == 401
    with pytest.raises(Refused, match="the projects are mails, x"):
        Project.open(f"{address}/projects/nothing", token=tokens["viewer"])
    with pytest.raises(BadAddress, match="its projects are mails, x"):
        Project.open(address, token=tokens["viewer"])


@pytest.mark.parametrize("place", ["/projects/mails", ""])
def test_without_a_token_it_is_said_how_to_give_one_and_where_to_make_it(team, place):
    address, _ = team
    with pytest.raises((Refused, BadAddress)) as refused:
        Project.open(f"{address}{place}")
    sentence = str(refused.value)
    assert sentence.startswith(address)
    assert "Project.open(…, token=…)" in sentence
    assert "In a team everybody makes one on the page (Data, API tokens)" in sentence


def test_a_server_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(connection, "_WAITS", (0.0,))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(Unreachable, match=f"http://127.0.0.1:{port} could not be reached"):
        Project.open(f"http://127.0.0.1:{port}/projects/mails", token="secret")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_that_the_environment_names_is_used_but_not_for_this_machine(monkeypatch, scheme):
    monkeypatch.setattr(connection, "_WAITS", (0.0,))
    asked = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            while True:
                try:
                    client, _ = listening.accept()
                except OSError:  # it is closed
                    return
                with client:
                    asked.append(client.recv(65536).split(b"\r\n")[0])
                    client.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")

        Thread(target=answer, daemon=True).start()
        for name in (f"{scheme}_proxy", f"{scheme}_proxy".upper()):
            monkeypatch.setenv(name, f"http://127.0.0.1:{listening.getsockname()[1]}")
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        with pytest.raises(Refused if scheme == "http" else Unreachable):  # https: the proxy makes no way through
            Project.open(f"{scheme}://team.example/projects/mails", token="secret")
    way = {"http": b"GET http://team.example/api/v1/", "https": b"CONNECT team.example:443"}
    assert asked[0].startswith(way[scheme])
    with (
        Project.from_texts(TEXTS, classes=CLASSES) as here,
        _behind_http(here) as there,  # though nobody listens behind the proxy's address any more
    ):
        assert there.classes == here.classes


class Leaky:
    """Passes requests on, and loses the answer to every other one: the server did it, and the client cannot know."""

    def __init__(self, port: int) -> None:
        self.target, self.lost = port, 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        number = 0
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            number += 1
            with client, socket.create_connection(("127.0.0.1", self.target)) as server:
                head, rest = b"", b""
                while b"\r\n\r\n" not in head:
                    head += client.recv(65536)
                head, _, rest = head.partition(b"\r\n\r\n")
                lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection")]
                server.sendall(b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + rest)
                length = next((int(line[15:]) for line in lines if line.lower().startswith(b"content-length")), 0)
                while len(rest) < length:
                    more = client.recv(65536)
                    rest += more
                    server.sendall(more)
                answer = b"".join(iter(lambda: server.recv(65536), b""))
                if number % 2:
                    self.lost += 1
                else:
                    client.sendall(answer)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5)


def test_what_was_taught_when_the_answer_was_lost_is_taught_once(monkeypatch):
    monkeypatch.setattr(connection, "_WAITS", (0.0,) * 3)
    gate = LaunchGate("teacher", port=0)
    with (
        Project.from_texts(TEXTS, classes=CLASSES) as here,
        served(create_app({"mails": here}, gate=gate)) as port,
    ):
        leaky = Leaky(port)
        with Project.open(f"http://127.0.0.1:{leaky.port}/projects/mails", token=gate.token) as there:
            for id in TEXTS:
                there.teach(Label(id, "bug"))
            there.add_documents([Document("d9", "another")])
            there.add_classes("praise")
            assert there.write_guidelines("Be kind.", version=0).version == 1
            assert there.prefer(batch=7).batch == 7
        leaky.close()
        assert leaky.lost > 10
        assert [entry.kind for entry in here.record[2:]] == ["label"] * 8 + ["documents_added", "classes_added"]


@pytest.mark.parametrize(
    ("written", "origin", "project", "token"),
    [
        ("http://127.0.0.1:80/?token=abc", "http://127.0.0.1:80", None, "abc"),
        ("http://127.0.0.1:80/?token=abc#/teach?project=a%20b", "http://127.0.0.1:80", "a b", "abc"),
        ("https://h.example/projects/a%2Fb/", "https://h.example", "a/b", None),
        ("https://h.example/tools/teachback/projects/mails", "https://h.example/tools/teachback", "mails", None),
        ("https://user:secret@h.example", "https://h.example", None, None),
    ],
)
def test_an_address_is_read_as_people_copy_it(written, origin, project, token):
    address = read_address(written)
    assert (address.origin, address.project, address.token) == (origin, project, token)
    assert "abc" not in repr(address)


@pytest.mark.parametrize("bad", ["http://", "https://h.example:port/", "http://:80/"])
def test_an_address_that_leads_nowhere_is_refused(bad):
    with pytest.raises(BadAddress, match="is not the address of a server"):
        Project.open(bad)
