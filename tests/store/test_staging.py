"""An import in slices: others write between them, and all of it is seen at once or nothing of it ever."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from teachback.errors import BadText, TeachbackError, UnknownDocument
from teachback.project import Project
from teachback.project.transfer.salvage import check
from teachback.record import ClassesAdded, Document, DocumentsAdded, Label, Rationale, Record
from teachback.record.form import from_json
from teachback.store import Busy, copy, create_store, engine, open_store

FIRST = [Document(f"d{k}", f"an early text {k}") for k in range(3)]
MORE = [Document(f"m{k}", f"a later text {k} sesquipedalian") for k in range(500)]

KILLED = """
import os, signal, sys
from teachback.record import Document
from teachback.store import open_store
with open_store(sys.argv[1]) as store, store.staging() as staging:
    staging.add(Document(f"m{k}", f"a later text {k} sesquipedalian") for k in range(500))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def fill(store):
    with store.writing() as writer:
        writer.add_documents(FIRST)
        writer.append([ClassesAdded(["a", "b"]), DocumentsAdded([each.id for each in FIRST])])


def only_the_first(store):
    with pytest.raises(UnknownDocument):
        store.document("m7")
    return (
        store.size == 3
        and list(store.documents()) == FIRST
        and store.search("text") == ["d0", "d1", "d2"]
        and store.search("sesquipedalian") == []
    )


ADDED = DocumentsAdded([each.id for each in MORE])
LABELS = [Label(each.id, "a", teacher="file") for each in MORE]


def publish(store):
    with store.staging() as staging:
        staging.add(MORE)
        assert staging.document("m7") == MORE[7]
        staging.add_entries([ADDED])
        with staging.publishing():
            pass


@contextmanager
def settling(store, monkeypatch):
    """The store after an import with many labels, before these are in the chain."""
    with monkeypatch.context() as changed:
        changed.setattr("teachback.store.staging.settle", lambda store: None)
        with store.staging() as staging:
            staging.add(MORE)
            staging.add_entries([ADDED, *LABELS])
            staging.flush()
            with staging.publishing():
                assert store.position == 2
        yield


def test_who_waits_for_another_process_looks_often_enough_to_come_between_its_slices(tmp_path, monkeypatch):
    pauses, enough = [], Event()

    def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) == 5:
            enough.set()
        time.sleep(seconds)

    def teach():
        with mine.writing() as writer:
            writer.append([Label("d1", "a")])

    with create_store(tmp_path / "p.teachback") as mine, open_store(tmp_path / "p.teachback") as theirs:
        fill(mine)
        monkeypatch.setattr(engine, "time", SimpleNamespace(sleep=sleep, monotonic=time.monotonic))
        with theirs.writing():
            teaching = Thread(target=teach)
            teaching.start()
            assert enough.wait(20)
        teaching.join()
        assert mine.position == 3
    assert max(pauses) < 0.005  # which is the pause between two slices


def test_nobody_sees_it_before_its_end_and_all_of_it_then(store):
    fill(store)
    with store.staging() as staging:
        staging.add(MORE[:300])
        staging.add(MORE[300:])
        assert only_the_first(store)
        with store.writing() as writer:  # a lesson comes between
            assert only_the_first(writer)
            assert writer.append([Label("d1", "a")]) == [3]
        with store.reading() as reader:
            assert only_the_first(reader)
        staging.add_entries([ADDED])
        with staging.publishing() as writer:
            assert writer.position == 3
    assert store.position == 4
    assert list(store.documents()) == FIRST + MORE
    assert store.search("sesquipedalian", 2) == ["m0", "m1"]


def test_what_is_given_up_leaves_nothing(store):
    fill(store)
    with pytest.raises(BadText), store.staging() as staging:
        staging.add([*MORE, Document("m7", "not what it was")])
    assert only_the_first(store)
    publish(store)  # the same again
    assert store.size == 503
    assert len(store.search("sesquipedalian")) == 500


def test_the_chain_holds_and_a_copy_made_meanwhile_has_none_of_it(address, tmp_path):
    with create_store(address) as store:
        fill(store)
        with store.staging() as staging:
            staging.add(MORE)
            with store.writing() as writer:
                writer.append([Label("d1", "a")])
            with create_store(tmp_path / "meanwhile") as backup:
                copy(store, backup)
                assert only_the_first(backup)
                assert backup.head == store.head
            report = check(address)
            assert (report.documents, report.problems) == (3, ())
            staging.add_entries([ADDED])
            with staging.publishing():
                pass
        with create_store(tmp_path / "later") as backup:
            copy(store, backup)
    assert check(address).problems == check(tmp_path / "later").problems == ()


def test_after_a_kill_the_next_to_open_it_clears_up(address):
    with create_store(address) as store:
        fill(store)
        assert subprocess.run([sys.executable, "-c", KILLED, address], check=False).returncode == -9
        assert only_the_first(store)  # also for who had it open all the time
        rows = "SELECT count(*) FROM documents"
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql(rows).scalar() == 503
    with open_store(address) as store:
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql(rows).scalar() == 3
            assert connection.exec_driver_sql("SELECT count(*) FROM staging").scalar() == 0
        assert only_the_first(store)
        publish(store)
    assert check(address).problems == ()


def test_who_had_it_open_imports_after_a_kill_too(address):
    with create_store(address) as store:
        fill(store)
        assert subprocess.run([sys.executable, "-c", KILLED, address], check=False).returncode == -9
        publish(store)
        assert store.size == 503


def test_other_documents_wait_for_it(disk_store):
    fill(disk_store)
    with disk_store.staging() as staging:
        staging.add(MORE)
        with pytest.raises(Busy, match="An import is under way"), disk_store.writing() as writer:
            writer.add_documents([Document("x", "another")])


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM documents WHERE number = 1",
        "DELETE FROM document_hashes WHERE number = 1",
        "INSERT INTO staging VALUES (1, 'here', 1)",
        "INSERT INTO staging VALUES (3, 'here', 1)",
        "UPDATE staging SET first = 1",
    ],
)
def test_the_database_lets_nothing_that_was_seen_be_deleted(disk_store, change):
    fill(disk_store)
    with disk_store.staging() as staging:
        staging.add(MORE)
        with pytest.raises(Exception, match="never changed"), disk_store._engine.begin() as connection:
            connection.exec_driver_sql(change)
        staging.add_entries([ADDED])
        with staging.publishing():
            pass


def test_many_entries_are_seen_at_once_and_lessons_behind_them(address, tmp_path, monkeypatch):
    with create_store(address) as store:
        fill(store)
        with settling(store, monkeypatch):
            assert store.is_settling
            with store.writing() as writer:
                assert writer.append([Label("d1", "b", id="behind"), LABELS[7]]) == [504, 11]
            everything = [*store.entries()]
            assert everything[2:-1] == [ADDED, *LABELS]
            assert [*store.entries(after=502)] == everything[502:]
            assert store.position == 504
            report = check(address)
            assert (report.entries, report.problems) == (504, ())
            with open_store(address) as other:  # who opens it next moves them into the chain
                assert not other.is_settling
                assert [*other.entries()] == everything
            with store.writing() as writer:
                assert writer.append([Label("d2", "b", id="last"), Label("d1", "b", id="behind")]) == [505, 504]
    report = check(address)
    assert (report.entries, report.problems) == (505, ())
    assert report.head.startswith("505-")


def test_a_copy_made_before_all_is_in_the_chain_has_all_of_it(address, tmp_path, monkeypatch):
    with create_store(address) as store, create_store(tmp_path / "copy") as backup:
        fill(store)
        with settling(store, monkeypatch):
            copy(store, backup)
        assert [*backup.entries()] == [*store.entries()]
        assert backup.head == store.head
        publish_none(store)
    assert check(tmp_path / "copy").problems == ()


def publish_none(store):
    """Another import after the first."""
    with store.staging() as staging:
        staging.add([Document("x", "another")])
        with staging.publishing():
            pass
    assert store.size == 504


def test_many_entries_that_are_given_up_leave_nothing(disk_store):
    fill(disk_store)
    with disk_store.staging() as staging:
        staging.add(MORE)
        staging.add_entries([ADDED, *LABELS])
        staging.flush()
        with disk_store._engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM waiting").scalar() == 501
    with disk_store._engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM waiting").scalar() == 0
    assert (disk_store.position, disk_store.size) == (2, 3)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM waiting WHERE number = 7",
        "UPDATE waiting SET form = '{}' WHERE number = 7",
        "DELETE FROM settling",
        "UPDATE settling SET base = 1",
        "INSERT INTO settling VALUES (1)",
    ],
)
def test_the_database_lets_no_waiting_entry_of_the_record_be_changed(disk_store, change, monkeypatch):
    fill(disk_store)
    with (
        settling(disk_store, monkeypatch),
        pytest.raises(Exception, match="never changed"),
        disk_store._engine.begin() as connection,
    ):
        connection.exec_driver_sql(change)


@pytest.mark.parametrize("where", ["memory", "file"])
def test_an_import_that_classes_change_under_is_checked_again(tmp_path, where):
    place = None if where == "memory" else tmp_path / "p"
    texts = {each.id: each.text for each in FIRST}
    with Project.from_texts(texts, classes=["a", "b"], address=place) as project:

        def batches():
            yield MORE, [ADDED, *LABELS]
            project.rename_class("b", "c")

        positions = project.add_entries(batches())
        assert positions == list(range(4, 505))
        assert [each.kind for each in project.record[:4]] == [
            *("classes_added", "documents_added", "class_renamed", "documents_added")
        ]
        with pytest.raises(TeachbackError, match="'a' is not a class"):
            project.add_entries(renamed(project))
        assert len(project.record) == 505
    assert place is None or check(place).problems == ()


def renamed(project):
    """More documents, whose class is gone when the last of them comes."""
    documents = [Document(f"n{k}", "a text") for k in range(300)]
    labels = [Label(each.id, "a", teacher="file") for each in documents]
    yield documents, [DocumentsAdded([each.id for each in documents]), *labels]
    project.rename_class("a", "d")


@pytest.mark.parametrize("where", ["memory", "file"])
def test_lessons_come_between_the_slices_and_are_as_they_would_be_before_it(tmp_path, where):
    place = None if where == "memory" else tmp_path / "p"
    project = Project.from_texts({"d1": "an early text", "d2": "another"}, classes=["a", "b"], address=place)

    def batches():
        for k in range(3):
            documents = [Document(f"m{k}-{j}", f"a later text {j}") for j in range(50)]
            added = DocumentsAdded([each.id for each in documents])
            yield documents, [added, Label(f"m{k}-1", "a", teacher="file"), Rationale(f"m{k}-1", "a", 2, 7)]
            project.teach(Label("d1", "ab"[k % 2]))
            assert project.size == 2

    positions = project.add_entries(batches())
    assert positions == list(range(6, 15))
    assert project.size == 152
    assert project.teaching().labels == {"d1": "a", "m0-1": "a", "m1-1": "a", "m2-1": "a"}
    assert project.last_import() == 14
    if place:
        project.close()
        with Project.open(place) as again:
            assert list(again.record) == list(project.known_entries)
        assert check(place).problems == ()


class Counted:
    """The entries that are made of JSON, counted."""

    def __init__(self, monkeypatch):
        self.many = 0
        monkeypatch.setattr("teachback.store.reading.from_json", self.read)

    def read(self, form):
        self.many += 1
        return from_json(form)


@pytest.fixture
def beside(address):
    """A project, and the same one opened once more."""
    texts = {each.id: each.text for each in FIRST}
    with (
        Project.from_texts(texts, classes=["a", "b"], address=address) as project,
        Project.open(address) as other,
    ):
        other.teaching()
        yield project, other


@pytest.fixture
def look_ahead(monkeypatch):
    """Lets a project look ahead as if it were opened by another process."""

    def look(project):
        with monkeypatch.context() as changed:
            changed.setattr("teachback.store.staging._is_mine", lambda host, process: False)
            return project.look_ahead()

    return look


def test_what_another_process_imports_is_read_before_its_end(beside, look_ahead, monkeypatch):
    project, other = beside

    def batches():
        yield MORE, [ADDED, *LABELS[:400], Rationale("m7", "a", 2, 7)]
        assert look_ahead(other)
        project.teach(Label("d1", "b"))
        assert look_ahead(other)
        counted.many = 0
        yield (), LABELS[400:]
        assert (other.size, len(other.record), other.teaching().labels) == (3, 3, {"d1": "b"})

    counted = Counted(monkeypatch)
    project.add_entries(batches())
    other.teach(Label("d2", "a"))
    assert counted.many < 400  # the last slice; there are 503
    assert list(other.record) == list(project.record)
    assert repr(other.teaching()) == repr(project.teaching())
    assert not look_ahead(other)
    assert list(Record(other.record._texts, project.record)) == list(other.record)


def test_an_import_that_begins_again_or_is_given_up_is_read_no_further(beside, look_ahead):
    project, other = beside

    def batches():
        yield MORE, [ADDED, *LABELS]
        assert look_ahead(other)
        assert look_ahead(other)
        project.rename_class("b", "c")

    project.add_entries(batches())
    assert list(other.record) == list(project.record)
    assert repr(other.teaching()) == repr(project.teaching())
    assert not look_ahead(other)

    def refused():
        yield [Document("n1", "a text")], [DocumentsAdded(["n1"]), *(Label("n1", "a") for _ in range(300))]
        assert look_ahead(other)
        assert look_ahead(other)
        yield (), [Label("n1", "snow")]

    with pytest.raises(TeachbackError, match="'snow' is not a class"):
        project.add_entries(refused())
    assert not look_ahead(other)
    other.teach(Label("d1", "c"))
    assert list(other.record) == list(project.record)
