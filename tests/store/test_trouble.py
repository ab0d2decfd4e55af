"""A full disk, a read-only file, a writer who does not end: a sentence, and nothing half-written."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import contextmanager
from itertools import count

import psycopg
import pytest

from teachback.project import Project
from teachback.project.transfer.salvage import check
from teachback.record import Document, DocumentsAdded, Label, Record, Word
from teachback.store import Busy, CannotKeep, Model, ReadOnly, create_store, engine, failure, open_store
from tests.store.sample import fill, holds_sample

BIG = "".join(map(chr, range(0x4E00, 0x9000)))  # a text that no page holds


@contextmanager
def small_disk(folder, megabytes):
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def unchangeable(path):
    subprocess.run(["chattr", "+i", path], check=True)  # root may write whatever its mode says
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", path], check=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def cramped(request, tmp_path):
    """The address of a new project on a disk with about a megabyte left."""
    if request.param == "sqlite":
        with small_disk(tmp_path / "disk", 1) as disk:
            yield str(disk / "p")
        return
    server = request.getfixturevalue("server")
    with small_disk(server.folder / "disk", 10) as disk:  # pytest's folders are closed to the server's user
        (disk / "space").mkdir()
        shutil.chown(disk / "space", "postgres", "postgres")
        server.execute(f"CREATE TABLESPACE cramped LOCATION '{disk / 'space'}'")
        server.execute("CREATE DATABASE cramped TABLESPACE cramped")
        yield server.address("cramped")
        server.execute("DROP DATABASE cramped")
        server.execute("DROP TABLESPACE cramped")


def fill_the_disk(store, acknowledged):
    for number in count():
        id = f"d{number}"
        with store.writing() as writer:
            writer.add_documents([Document(id, BIG)])
            writer.append([DocumentsAdded([id]), Label(id, "billing")])
        acknowledged.append(id)


def test_on_a_full_disk_what_was_acknowledged_stays_and_the_rest_leaves_nothing(cramped):
    store = create_store(cramped)
    fill(store)
    acknowledged = []
    with pytest.raises(CannotKeep, match=r"the disk is full\. Nothing of this was kept; free some space"):
        fill_the_disk(store, acknowledged)
    assert acknowledged
    with pytest.raises(CannotKeep, match="the disk is full"), store.writing() as writer:
        writer.keep_model(Model("current", 9, bytes(2_000_000)))
    store.close()
    with open_store(cramped) as store:
        assert [document.id for document in store.documents(after=4)] == acknowledged
        texts = {document.id: document for document in store.documents()}
        record = Record(texts, store.entries())
        assert list(record.teaching().labels)[-len(acknowledged) :] == acknowledged
        assert store.model("current").position == 7


def test_a_project_that_does_not_fit_is_not_made_by_half(tmp_path):
    with small_disk(tmp_path / "disk", 1) as disk:
        (disk / "movie").write_bytes(bytes(1_000_000))
        with pytest.raises(CannotKeep, match="the disk is full"):
            create_store(disk / "p")
        (disk / "movie").unlink()
        with create_store(disk / "p") as store:
            assert store.position == 0


def test_a_read_only_file_can_be_read_and_refuses_lessons_with_a_sentence(tmp_path):
    path = tmp_path / "p"
    with create_store(path) as store:
        fill(store)
    before = path.read_bytes()
    with unchangeable(path), open_store(path) as store:
        assert holds_sample(store)
        for keep in (
            lambda writer: writer.append([Label("m1", "billing")]),
            lambda writer: writer.add_documents([Document("m5", "")]),
            lambda writer: writer.put("seed", 8),
        ):
            with pytest.raises(CannotKeep, match=r"p could not be written: it is read-only"), store.writing() as writer:
                keep(writer)
        assert holds_sample(store)
    assert path.read_bytes() == before
    with open_store(path) as store, store.writing() as writer:
        assert writer.append([Label("m1", "billing")]) == [9]


def test_read_only_media_open_for_looking(tmp_path):
    with small_disk(tmp_path / "disk", 4) as disk:
        texts = {"m1": "refund me please", "m2": "it crashed again"}
        with Project.from_texts(texts, classes=["billing", "bug"], address=disk / "p") as project:
            project.teach(Word("refund", "billing"), Word("crashed", "bug"))
        before = (disk / "p").read_bytes()
        shutil.copy(disk / "p", tmp_path / "copy")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with Project.open(disk / "p") as project:
            assert [document.id for document in project.documents()] == ["m1", "m2"]
            assert [each.id for each in project.search("crashed")] == ["m2"]
            assert [guess.class_ for guess in project.classify(["Where is my refund?"])] == ["billing"]
            assert project.status().documents == 2
            with pytest.raises(ReadOnly, match="it is read-only here"):
                project.teach(Label("m1", "billing"))
            with pytest.raises(ReadOnly, match="it is read-only here"):
                project.erase("m1")
        assert check(disk / "p") == check(tmp_path / "copy")
        assert check(disk / "p").problems == ()
        assert list(disk.iterdir()) == [disk / "p"]
        assert (disk / "p").read_bytes() == before


def test_read_only_media_with_lessons_in_the_log_say_so(tmp_path):
    with small_disk(tmp_path / "disk", 4) as disk:
        store = create_store(disk / "p")
        fill(store)
        for each in ("p", "p-wal"):
            shutil.copy(disk / each, tmp_path)
        store.close()
        for each in ("p", "p-wal"):
            shutil.copy(tmp_path / each, disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with pytest.raises(failure.NotAProject, match=r"p-wal beside it.*Copy both files"):
            open_store(disk / "p")
    with open_store(tmp_path / "p") as store:
        assert holds_sample(store)


def test_a_read_only_folder_refuses_a_new_project_with_a_sentence(tmp_path):
    with unchangeable(tmp_path), pytest.raises(failure.NotAProject, match="could not be opened"):
        create_store(tmp_path / "p")


def test_a_read_only_server_can_be_read_and_refuses_lessons_with_a_sentence(server):
    address = server.new_place()
    with create_store(address) as store:
        fill(store)
    with open_store(f"{address} -cdefault_transaction_read_only=on") as store:
        assert holds_sample(store)
        with pytest.raises(CannotKeep, match="could not be written: it is read-only"), store.writing() as writer:
            writer.append([Label("m1", "billing")])
        assert holds_sample(store)


def end_connections(server):
    others = "pid <> pg_backend_pid() AND usename = 'teachback'"
    server.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


def append_to_a_lost_server(store, server):
    with store.writing() as writer:
        end_connections(server)
        writer.append([Label("m1", "billing")])


def test_a_server_that_restarts_is_found_again(server):
    address = server.new_place()
    with create_store(address) as store:
        fill(store)
        with pytest.raises(CannotKeep, match="could not be reached"):
            append_to_a_lost_server(store, server)
        assert holds_sample(store)


def test_a_connection_that_has_rested_is_tried_before_it_is_used(server, monkeypatch):
    monkeypatch.setattr(engine, "_RESTED", 0.0)
    with create_store(server.new_place()) as store:
        fill(store)
        end_connections(server)
        assert holds_sample(store)


def test_a_user_who_may_not_write_gets_a_sentence(server):
    address = server.new_place()
    with create_store(address) as store:
        fill(store)
    place = address.rpartition("%3D")[2]
    server.execute(f"CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA {place} TO guest")
    server.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {place} TO guest")
    with open_store(address.replace("teachback@", "guest@")) as store:
        assert holds_sample(store)
        with pytest.raises(CannotKeep, match="refuses this user"), store.writing() as writer:
            writer.append([Label("m1", "billing")])


def test_waiting_for_a_writer_who_does_not_end_is_given_up_with_a_sentence(address, monkeypatch):
    create_store(address).close()
    monkeypatch.setattr(engine, "WAIT", 0.2)
    with open_store(address) as store, open_store(address) as other:
        with store.writing() as first:
            with pytest.raises(Busy, match=r"somebody else has been writing .*do it again when they have finished"):
                fill(other)
            assert first.append([]) == []
        assert store.position == 0
        fill(other)
        assert holds_sample(store)


@pytest.mark.parametrize(
    "error", [ValueError("x"), sqlite3.ProgrammingError("x"), psycopg.errors.SyntaxError("x"), None]
)
def test_an_error_that_nobody_but_us_can_mend_keeps_its_own_words(error):
    assert failure.explained(error, "here") is None


def test_a_statement_that_takes_too_long_for_the_server_is_to_be_sent_again(server):
    address = server.new_place()
    create_store(address).close()
    refused = pytest.raises(Busy, match=r"the server's statement_timeout was over .*Nothing of this was kept")
    with open_store(address) as store, store._engine.connect() as connection, refused:
        connection.exec_driver_sql("SET statement_timeout = 20; SELECT pg_sleep(5)")
