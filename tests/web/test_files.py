"""Files in and out over HTTP."""

from __future__ import annotations

import socket
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from starlette.testclient import TestClient

from teachback import corpora, formats
from teachback.project import Project
from teachback.project.transfer.imports import bring_in
from teachback.web import uploads
from teachback.web.app import create_app
from teachback.web.routes import imports
from tests.store.test_trouble import small_disk
from tests.web.conftest import AT, URL
from tests.web.serving import served
from tests.web.taught import refused, teach

CSV = b"id,text,label\nn1,a new one,bug\nn2,another,praise\n"


@pytest.fixture
def announcements(app, monkeypatch):
    """The announcements to the project's pages."""
    heard = []
    events = app.state.classrooms["inbox"].events
    publish = events.publish

    def hear(event, data, **to):
        heard.append((event, data))
        publish(event, data, **to)

    monkeypatch.setattr(events, "publish", hear)
    return heard


def eventually(is_so):
    """Whether something comes true."""
    end = time.monotonic() + 20
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)
    return is_so()


def finished(announcements, job):
    """The last announcement of a job."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for event, data in list(announcements):
            if event == "progress" and data["job"] == job and data["finished"]:
                return data
        time.sleep(0.01)
    raise AssertionError("the job did not finish")


def test_a_file_is_looked_at_first_and_imported_when_told_to(client, project, announcements):
    before = project.store.size
    sent = client.post(f"{AT}/uploads", params={"name": "more.csv"}, content=CSV)
    assert sent.status_code == 201
    preview = sent.json()["preview"]
    assert (preview["format"], preview["roles"]) == ("csv", {"id": "id", "text": "text", "label": "label"})
    assert preview["rows"][1] == {"id": "n2", "text": "another", "label": "praise"}
    assert (preview["new_classes"], preview["new_class_count"], preview["bad_rows"]) == (["praise"], 1, 0)
    assert project.store.size == before
    upload = sent.json()["upload"]
    otherwise = client.post(f"{AT}/uploads/{upload}/preview", json={"roles": {"text": "label"}}).json()
    assert otherwise["rows"][0]["text"] == "bug"
    job = client.post(f"{AT}/uploads/{upload}/import", json={})
    assert job.status_code == 202
    assert finished(announcements, job.json()["job"])["result"] == {"documents": 2, "left_out": [], "notes": []}
    assert project.store.size == before + 2
    assert "praise" in project.classes
    assert project.teaching_of("importer").labels == {"n1": "bug", "n2": "praise"}
    assert client.get(f"{AT}/history").json()["entries"][0]["teacher"] == project.record[-3].teacher == "ines"
    assert refused(client.post(f"{AT}/uploads/{upload}/import", json={}), 404, "no such upload")


def test_bad_rows_are_listed_by_line_and_nothing_is_imported_until_they_may_be_left_out(client, project, announcements):
    before = project.store.size
    bad = b"id,text,label\nn1,fine,bug\nn1,the same id,bug\n,no id\xff,bug\n"
    sent = client.post(f"{AT}/uploads", params={"name": "bad.csv"}, content=bad).json()
    job = client.post(f"{AT}/uploads/{sent['upload']}/import", json={"encoding": "utf-8"}).json()["job"]
    failed = finished(announcements, job)
    assert failed["error"]
    assert project.store.size == before
    job = client.post(f"{AT}/uploads/{sent['upload']}/import", json={"leave_out_bad_rows": True}).json()["job"]
    done = finished(announcements, job)
    assert done["error"] is None
    assert any("line 3" in line for line in done["result"]["left_out"])
    assert project.store.size == before + done["result"]["documents"]


def test_a_preview_names_the_first_new_classes_and_those_that_differ_only_in_capitals(client, project):
    assert "bug" in project.classes
    labels = ["Bug", "bug", *(f"topic {number}" for number in range(30)), "bug, topic 1"]
    rows = "".join(f'a text,"{label}"\n' for label in labels)
    sent = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=f"text,label\n{rows}".encode()).json()
    preview = sent["preview"]
    assert preview["new_class_count"] == 31
    assert preview["new_classes"] == ["Bug", *(f"topic {number}" for number in range(19))]
    assert [doubt for doubt in preview["doubts"] if doubt.startswith("'Bug' would be a class of its own beside 'bug'")]
    assert preview["bad_rows"] == 1
    assert preview["problems"][0].startswith("line 34: 'bug, topic 1' are several classes")


def test_what_a_name_stands_for_is_asked_and_heard(client, project, announcements):
    content = b"text,label\none more,Bug\ntwo more,-\nthree more,how-to\n"
    sent = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=content).json()
    assert sent["preview"]["class_questions"] == [{"name": "Bug", "like": "bug"}, {"name": "-", "like": None}]
    answers = {"classes_as": {"Bug": "bug", "-": ""}}
    preview = client.post(f"{AT}/uploads/{sent['upload']}/preview", json=answers).json()
    assert preview["class_questions"] == []
    assert [row["label"] for row in preview["rows"]] == ["bug", None, "how-to"]
    job = client.post(f"{AT}/uploads/{sent['upload']}/import", json=answers).json()["job"]
    assert finished(announcements, job)["error"] is None
    assert not {"Bug", "-"} & set(project.classes)


def test_texts_and_lessons_that_are_there_already_are_counted(client, announcements):
    def imported(content):
        sent = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=content).json()
        job = client.post(f"{AT}/uploads/{sent['upload']}/import", json={}).json()["job"]
        return finished(announcements, job)["result"]

    assert imported(CSV)["notes"] == []
    again = imported(CSV)
    assert again["documents"] == 0
    assert again["notes"] == ["2 of the lessons were known already and were not taught again."]
    (note,) = imported(b"text\nanother\na third\n")["notes"]
    assert note.startswith("1 of 2 texts were there already")


def test_an_upload_can_be_dropped_and_belongs_to_its_project(client):
    upload = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=CSV).json()["upload"]
    assert client.delete(f"{AT}/uploads/{upload}").status_code == 204
    assert refused(client.delete(f"{AT}/uploads/{upload}"), 404, "no such upload")


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "...", "a\0b.csv", "x" * 400 + ".csv", "ünïcode.csv", "\U00020000" * 400 + ".csv"]
)
def test_a_name_never_leads_outside_the_folder_of_its_upload(client, app, name):
    reply = client.post(f"{AT}/uploads", params={"name": name}, content=CSV)
    assert reply.status_code in (201, 400)
    for kept in app.state.uploads._kept.values():
        assert kept.path.resolve().parent.name.startswith("teachback-upload-")
        assert kept.path.parent.stat().st_mode & 0o077 == 0


def test_uploads_leave_nothing_behind_when_the_server_stops(app, gate, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with TestClient(app, base_url=URL, cookies={gate.cookie: gate.pass_}) as client:
        assert client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=CSV).status_code == 201
        assert len(list(tmp_path.iterdir())) == 1
    assert not list(tmp_path.iterdir())


def test_a_page_that_is_closed_while_it_sends_leaves_nothing_behind_and_is_no_crash(
    app, gate, tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with served(app) as port:
        headers = f"Host: localhost\r\nAuthorization: Bearer {gate.token}\r\nContent-Length: 1000\r\n"
        with socket.create_connection(("127.0.0.1", port)) as page:
            page.sendall(f"POST {AT}/uploads?name=a.csv HTTP/1.1\r\n{headers}\r\ntext\n".encode())
            assert eventually(lambda: any(tmp_path.iterdir()))
        assert eventually(lambda: not any(tmp_path.iterdir()))
    assert "crash" not in caplog.text


def test_a_file_is_not_imported_twice_at_a_time_nor_dropped_meanwhile(client, project, announcements, monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(imports, "bring_in", lambda *given, **options: (go_on.wait(20), bring_in(*given, **options))[1])
    before = project.store.size
    upload = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=b"text\nwithout an id\n").json()["upload"]
    job = client.post(f"{AT}/uploads/{upload}/import", json={}).json()["job"]
    assert refused(client.post(f"{AT}/uploads/{upload}/import", json={}), 409, "is being imported")
    assert refused(client.delete(f"{AT}/uploads/{upload}"), 409, "is being imported")
    go_on.set()
    assert finished(announcements, job)["result"]["documents"] == 1
    assert project.store.size == before + 1


def test_the_files_of_one_sender_are_looked_at_and_imported_one_after_another(client, announcements, monkeypatch):
    at_once, most, lock = Counter(), Counter(), threading.Lock()

    def alone(what, work):
        def counted(*arguments, **how):
            with lock:
                at_once[what] += 1
                most[what] = max(most[what], at_once[what])
            try:
                return work(*arguments, **how)
            finally:
                with lock:
                    at_once[what] -= 1

        return counted

    monkeypatch.setattr(imports.formats, "inspect", alone("looks", formats.inspect))
    monkeypatch.setattr(imports, "bring_in", alone("imports", bring_in))

    def send(number):
        content = CSV.replace(b"n1", b"a%d" % number).replace(b"n2", b"b%d" % number)
        return client.post(f"{AT}/uploads", params={"name": "more.csv"}, content=content).json()["upload"]

    with ThreadPoolExecutor(6) as crowd:
        sent = list(crowd.map(send, range(6)))
        jobs = list(crowd.map(lambda id: client.post(f"{AT}/uploads/{id}/import", json={}).json()["job"], sent))
    assert not [job for job in jobs if finished(announcements, job)["error"]]
    assert most == {"looks": 1, "imports": 1}


def test_files_that_wait_make_room_for_newer_ones_by_their_size(client, app, monkeypatch):
    monkeypatch.setattr(uploads, "_MOST_BYTES", 2 * len(CSV))
    sent = [client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=CSV).json()["upload"] for _ in range(4)]
    assert list(app.state.uploads._kept) == sent[-2:]
    large = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=CSV + b"n3,more,bug\n" * 20).json()["upload"]
    assert list(app.state.uploads._kept) == [large]


def test_where_the_server_keeps_a_file_is_told_to_nobody(client):
    sent = client.post(f"{AT}/uploads", params={"name": "a.csv"}, content=CSV).json()
    reply = client.post(f"{AT}/uploads/{sent['upload']}/preview", json={"format": "parquet"})
    assert refused(reply, 400, "a.csv: it cannot be read as Parquet")
    assert "teachback-upload-" not in reply.text


def test_a_server_without_room_for_a_file_says_so_and_keeps_nothing(client, project, tmp_path, monkeypatch):
    teach(project)
    with small_disk(tmp_path / "disk", 1) as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        large = b"text\n" + b"a long text\n" * 200_000
        for address in (f"{AT}/uploads?name=a.csv", f"{AT}/record/uploads"):
            reply = client.post(address, content=large)
            assert refused(reply, 507, "the disk is full")
        assert not list(disk.iterdir())
        with (disk / "rest").open("wb", buffering=0) as file, suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        for address in (f"{AT}/exports/record", f"{AT}/exports/labels/sample"):
            reply = client.get(address)
            assert refused(reply, 507, "the disk is full")
            assert str(disk) not in reply.text
        assert [each.name for each in disk.iterdir()] == ["rest"]


def test_what_is_no_file_of_ours_is_refused_and_not_kept(client, app):
    assert refused(client.post(f"{AT}/uploads", params={"name": "a.bin"}, content=b"\x00\x01"), 400, "not a format")
    assert not app.state.uploads._kept


def test_the_sample_fills_an_empty_project_and_no_other(gate):
    with Project.create(classes=["bug", "praise"]) as project:
        with TestClient(create_app({"inbox": project}, gate=gate), base_url=URL) as client:
            client.cookies.set(gate.cookie, gate.pass_)
            reply = client.post(f"{AT}/sample")
            assert reply.status_code == 201
            assert reply.json() == {"documents": project.store.size}
            assert refused(client.post(f"{AT}/sample"), 409, "the sample is for an empty one")
        corpus = corpora.load("demo")
        assert set(project.classes) == {"praise", *corpus.classes}
        assert [(each.id, each.text) for each in project.documents()] == [
            (each.id, each.text) for each in corpus.documents
        ]
        assert project.teaching().labels == {}


def test_every_export_that_is_available_has_a_sample_and_a_file(client, project, tmp_path):
    assert {each["name"]: each["available"] for each in client.get(f"{AT}/exports").json()}["labels"] is False
    assert refused(client.get(f"{AT}/exports/labels"), 400, "No document has a label yet")
    teach(project)
    for each in client.get(f"{AT}/exports").json():
        if each["available"]:
            assert client.get(f"{AT}/exports/{each['name']}/sample").json()["text"]
            file = client.get(f"{AT}/exports/{each['name']}")
            assert file.headers["content-disposition"].endswith(f'{each["name"]}{each["suffix"]}"')
            assert file.content
    table, workbook = (client.get(f"{AT}/exports/{name}/sample").json() for name in ("labels", "labels_excel"))
    assert workbook == table  # a sheet is shown as a table, too
    (tmp_path / "l.csv").write_bytes(client.get(f"{AT}/exports/labels").content)
    assert len(list(formats.read(tmp_path / "l.csv"))) == 40
    assert refused(client.get(f"{AT}/exports/nothing"), 404, "no export 'nothing'")
