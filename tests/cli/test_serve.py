"""`teachback serve` and `teachback demo`, as their own processes."""

import http.client
import json
import re
import signal
import socket
import time
import uuid
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from teachback.project import Project
from teachback.record import Label
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run
from tests.forked import Forked

STOPPED = ("Stopped. Everything that was taught is kept.\n", "", 0)
PATIENCE = 60  # seconds for a process to do what takes one or two


class Served:
    """A server's process, called as its page calls it."""

    def __init__(self, *words, browser=False, fresh=False):
        self._errors = Path(f"{uuid.uuid4().hex}.errors").resolve()
        self.process = Forked(*words, *([] if browser else ["--no-browser"]), errors=self._errors, fresh=fresh)
        self.lines = []
        while not self.lines or not self.lines[-1].startswith("Open "):
            line = self.process.output.readline()
            assert line, self._errors.read_text(encoding="utf-8")
            self.lines.append(line)
        host, port, token = re.fullmatch(
            r"Open http://(\S+):(\d+)/\?token=(\S+) \(Ctrl-C stops\)\n", self.lines[-1]
        ).groups()
        self.connection = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
        status, headers, _ = self.send("GET", f"/?token={token}")
        assert (status, headers["Location"]) == (303, "./")
        self.cookie = headers["Set-Cookie"].partition(";")[0]

    def send(self, method, path, body=None):
        headers = {"Content-Type": "application/json", "Cookie": getattr(self, "cookie", "")}
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        reply = self.connection.getresponse()
        return reply.status, reply.headers, reply.read()

    def get(self, path):
        return json.loads(self.send("GET", f"/api/v1{path}")[2])

    def label(self, project, document, class_):
        lesson = {"kind": "label", "id": uuid.uuid4().hex, "document": document, "class": class_}
        status, _, content = self.send("POST", f"/api/v1/projects/{project}/lessons", {"entries": [lesson]})
        assert status == 201, content

    @contextmanager
    def asking(self, request):
        """What is answered to a request that is sent as it stands."""
        with socket.create_connection(("127.0.0.1", self.connection.port), PATIENCE) as connection:
            connection.sendall(request.encode())
            with connection.makefile("rb") as heard:
                yield heard

    def end(self, how=signal.SIGINT):
        """What it printed after it was asked to stop, its errors and its exit code."""
        self.connection.close()
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        with self.process.output as output:
            return output.read(), self._errors.read_text(encoding="utf-8"), code


@contextmanager
def serving(*words, **how):
    served = Served(*words, **how)
    try:
        yield served
    finally:
        if served.process.code is None:
            served.end()


@pytest.fixture(autouse=True)
def home(folder, monkeypatch):
    """Nothing is kept outside of the test's folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return folder


def test_a_table_becomes_a_project_beside_it_that_is_opened_again(inbox):
    with serving("serve", inbox, "--teacher", "ines") as first:
        assert first.lines[-2] == "inbox.teachback is a new project of 8 documents; all that is taught is kept there.\n"
        assert first.get("/session")["user"] == {"name": "ines", "role": "owner"}
        assert first.get("/session")["projects"] == [{"name": "inbox", "documents": 8, "classes": []}]
        assert first.send("GET", "/")[0] in (200, 503)  # the front end may not be built
        stream = http.client.HTTPConnection("127.0.0.1", first.connection.port)
        stream.request("GET", "/api/v1/projects/inbox/events", headers={"Cookie": first.cookie})
        heard = stream.getresponse()
        assert heard.readline().startswith(b"event: hello")
        assert first.end() == STOPPED
        assert b"event: bye" in heard.read()
        stream.close()
    with serving("serve", inbox) as again:
        assert again.lines[0] == "inbox.teachback was made of inbox.csv before, and is opened again.\n"
        assert again.get("/session")["projects"][0]["documents"] == 8


def test_several_projects_are_served_under_their_names(project, inbox):
    Path("other").mkdir()
    Path("other/mails.csv").write_text("id,text\n1,hello\n", encoding="utf-8")
    with serving("serve", project, "other/mails.csv", project) as served:
        assert [each["name"] for each in served.get("/session")["projects"]] == ["mails", "mails-2"]
        assert served.get("/projects/mails")["address"] == str(Path(project).resolve())
        assert served.get("/projects/mails-2")["address"] == str(Path("other/mails.teachback").resolve())
        assert served.end(signal.SIGTERM) == STOPPED


def test_a_server_that_is_killed_has_lost_nothing_and_its_browsers_go_on_with_the_next(project):
    with serving("serve", project, "--teacher", "ines") as served:
        for document in list(MAILS)[:5]:
            served.label("mails", document, "bug")
        served.end(signal.SIGKILL)
    with serving("serve", project) as again:
        assert again.connection.port == served.connection.port
        again.cookie = served.cookie
        assert again.get("/session")["user"] is not None
        assert again.get("/projects/mails")["counts"]["labels"] == 5
    with Project.open(project) as opened:
        labels = [entry for entry in opened.record if isinstance(entry, Label)]
        assert [(entry.document, entry.teacher) for entry in labels] == [(id, "ines") for id in list(MAILS)[:5]]


def test_a_file_that_goes_while_it_is_served_takes_no_lesson_and_nothing_with_it(project, folder):
    with serving("serve", project) as server:
        server.label("mails", "m1", "bug")
        Path(project).unlink()
        lesson = {"kind": "label", "id": "late", "document": "m2", "class": "bug"}
        for _ in range(2):
            status, _, content = server.send("POST", "/api/v1/projects/mails/lessons", {"entries": [lesson]})
            assert (status, json.loads(content)["error"]["kind"]) == (503, "FileChanged")
            assert "mails.teachback was removed or moved while it was open." in json.loads(content)["error"]["message"]
        end, status = time.monotonic() + PATIENCE, 503
        while status != 200 and time.monotonic() < end:  # while it learns, the connections from before may be in use
            status, _, backup = server.send("GET", "/api/v1/projects/mails/exports/project")
        assert status == 200
        printed, errors, code = server.end()
    (folder / "backup.teachback").write_bytes(backup)
    assert (printed, code) == ("", 0)
    assert "mails.teachback was removed, replaced or overwritten while it was served" in errors
    for saved in ("mails-saved.teachback", "backup.teachback"):
        with Project.open(folder / saved) as reopened:
            assert reopened.teaching().labels == {"m1": "bug"}


def test_what_a_browsers_command_line_tells_the_others_on_the_machine_opens_the_page_once(project, folder, monkeypatch):
    browser = folder / "browser"
    browser.write_text('#!/bin/sh\necho "$1" > given.part && mv given.part given\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with serving("serve", project, browser=True) as served:
        end = time.monotonic() + PATIENCE
        while not (folder / "given").exists() and time.monotonic() < end:
            time.sleep(0.01)
        link = (folder / "given").read_text(encoding="utf-8").strip()
        assert link not in served.lines[-1]
        page = f"/?{urlsplit(link).query}"
        assert [served.send("GET", page)[1].get("Location"), served.send("GET", page)[1].get("Location")] == [
            "./",
            None,
        ]
        program = {"Authorization": f"Bearer {parse_qs(urlsplit(link).query)['token'][0]}"}
        served.connection.request("GET", "/api/v1/projects/mails", headers=program)
        assert served.connection.getresponse().status == 401


def test_the_page_is_found_again_from_another_folder_and_a_second_server_gets_another_port(project, monkeypatch):
    with serving("serve", project) as first, serving("serve", project) as second:
        assert first.connection.port != second.connection.port
        assert second.get("/session")["projects"] == first.get("/session")["projects"]
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    with serving("serve", f"../{project}") as again:
        assert again.connection.port == first.connection.port


def test_what_is_under_way_when_the_server_stops_is_cut_off_in_silence(folder):
    lines = (f"{number},{'word ' * 100_000}\n" for number in range(60))
    Path("long.csv").write_text("id,text\n" + "".join(lines), encoding="utf-8")
    with serving("serve", "long.csv") as served:
        known = f"Host: 127.0.0.1\r\nCookie: {served.cookie}\r\n"
        begun = f"GET /api/v1/projects/long/exports/record HTTP/1.1\r\n{known}\r\n"
        half = (
            f"POST /api/v1/projects/long/lessons HTTP/1.1\r\n{known}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"
        )
        with served.asking(begun) as download, served.asking(half) as lesson:
            assert download.readline() == b"HTTP/1.1 200 OK\r\n"  # and nobody reads on
            assert lesson.readline() == b"HTTP/1.1 100 Continue\r\n"  # and no more is sent
            assert served.end() == STOPPED
            answer = lesson.read()
            assert b"Try again when it is back." in answer
            assert b"content-security-policy" in answer.lower()


def test_the_demo_is_kept_and_goes_on(home):
    with serving("demo") as first:
        assert "cache/teachback/demo.teachback" in first.lines[0]
        first.label("demo", "accounts-01", "bug")
    with serving("demo") as again:
        assert again.connection.port == first.connection.port
        now = again.get("/projects/demo")
        assert (now["documents"], now["counts"]["labels"]) == (1032, 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["serve", "nothing.csv"], "There is no file nothing.csv; check the path.\n"),
        (["serve", "no.teachback"], "check the path. Make a new project with: teachback new no.teachback\n"),
        (["serve", "mails.teachback", "--host", "0.0.0.0"], "Add --team"),
        (["serve", "mails.teachback", "--certificate", "c.pem"], "give --certificate and --key"),
        (["serve", "mails.teachback", "--certificate", "c.pem", "--key", "k.pem"], "There is no file c.pem"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(project, words, sentence):
    result = run(*words)
    assert result.exit_code == 1
    assert result.stderr.startswith("teachback: ")
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_port_that_somebody_has_is_refused_with_a_sentence(project):
    with serving("serve", project) as first:
        result = run("serve", project, "--port", str(first.connection.port))
        assert result.exit_code == 1
        assert "choose another with --port" in result.stderr


def test_columns_can_be_said_where_a_project_is_made_of_a_file(folder):
    Path("tickets.csv").write_text("Nr,Nachricht,Kategorie\nT7,zu teuer,Rechnung\n", encoding="utf-8")
    options = ["--column", "id=Nr", "--column", "label=Kategorie"]
    with serving("serve", "tickets.csv", *options, "--teacher", "dora") as served:
        assert served.get("/projects/tickets/history")["entries"][0]["teacher"] == "dora"  # who imported it
        assert served.get("/projects/tickets/documents/T7")["labels"] == {"importer": "Rechnung"}
    with serving("serve", "tickets.csv", *options) as served:
        assert "and is opened again. Its columns are as they were read then; to read them anew" in served.lines[0]


def test_a_file_that_cannot_be_imported_leaves_no_project(folder):
    Path("bad.csv").write_text("id,text\n1,a\n1,b\n", encoding="utf-8")
    refused = run("serve", "bad.csv")
    assert refused.exit_code == 1
    assert refused.stderr.endswith("with: teachback serve bad.csv --leave-out-bad-rows\n")
    assert not Path("bad.teachback").exists()
    with serving("serve", "bad.csv", "--leave-out-bad-rows") as served:
        assert "bad: line 3: the id '1' occurs twice" in served.lines[-4]
        assert served.lines[-3] == "Bad rows left out: 1.\n"
        assert served.get("/session")["projects"][0]["documents"] == 1
