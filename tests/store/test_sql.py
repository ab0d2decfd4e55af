"""What the database itself enforces, for every program that writes."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from teachback.record import ClassesAdded, Document, DocumentsAdded
from teachback.store import create_store, open_store, schema, sql
from tests.store.sample import fill, holds_sample

INSERT = "INSERT INTO entries (position, previous, id, form) VALUES ({}, {}, '{}', '{{}}')"

BREAKING = [
    INSERT.format(10, 9, "new"),  # a gap
    INSERT.format(10, 8, "new"),  # a gap that pretends to be none
    INSERT.format(10, "NULL", "new"),
    INSERT.format(8, 7, "new"),  # a place that is taken
    INSERT.format(1, "NULL", "new"),
    INSERT.format(0, "NULL", "new"),
    INSERT.format(0, -1, "new"),
    INSERT.format(9, 8, "e3"),  # an id that is taken
    INSERT.format(9, 8, "new").replace("'new'", "NULL"),
    "UPDATE entries SET form = '{}' WHERE position = 3",
    "UPDATE entries SET position = 99 WHERE position = 8",
    "DELETE FROM entries WHERE position = 8",
    "DELETE FROM entries",
    "UPDATE documents SET text = text WHERE id = 'm1'",
    "DELETE FROM documents WHERE id = 'm1'",
    "UPDATE entry_hashes SET documents = 0",
    "DELETE FROM entry_hashes WHERE position = 8",
    "UPDATE document_hashes SET salt = digest",
    "DELETE FROM document_hashes",
    "INSERT INTO documents SELECT 9, id, text FROM documents WHERE id = 'm1'",
]


@pytest.fixture
def filled(disk_store):
    fill(disk_store)
    return disk_store


def test_the_database_refuses_what_would_break_the_record(filled):
    for command in BREAKING:
        with pytest.raises(DBAPIError), filled._engine.begin() as connection:
            connection.execute(text(command))
        assert holds_sample(filled), command


def test_the_database_takes_what_comes_next(filled):
    with filled._engine.begin() as connection:
        connection.execute(text(INSERT.format(9, 8, "new")))
    assert filled.position == 9


def test_a_sqlite_project_syncs_its_log_at_every_commit(tmp_path):
    with create_store(tmp_path / "p") as store, store.writing() as writer:
        ask = writer._connection.exec_driver_sql
        assert ask("PRAGMA journal_mode").scalar() == "wal"
        assert ask("PRAGMA synchronous").scalar() == 2  # FULL
        assert ask("PRAGMA foreign_keys").scalar() == 1
        assert ask("PRAGMA busy_timeout").scalar() == 60_000
        assert ask("PRAGMA application_id").scalar() == schema.APPLICATION_ID


def test_a_postgresql_project_waits_for_the_disk_whatever_the_server_s_habit(server):
    address = server.new_place()
    create_store(address).close()
    with open_store(f"{address} -csynchronous_commit=off") as store:
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off"
        with store.writing() as writer:
            assert writer._connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def test_a_record_of_many_pages_is_read_in_order(disk_store):
    entries = [
        ClassesAdded([f"class {number}", "x" * (number % 11 * 9000)][: 1 + (number % 11 > 0)]) for number in range(900)
    ]
    with disk_store.writing() as writer:
        assert writer.append(iter(entries)) == list(range(1, 901))
    assert list(disk_store.entries()) == entries


def test_a_patient_store_overlooks_others_for_a_moment_and_never_itself(address, monkeypatch):
    create_store(address).close()
    now = [100.0]
    monkeypatch.setattr(sql.time, "monotonic", lambda: now[0])
    with open_store(address, patience=0.5) as patient, open_store(address) as other:
        assert (patient.position, patient.size, patient.settings()) == (0, 0, {})
        fill(other)
        assert (patient.position, patient.size, patient.settings()) == (0, 0, {})
        now[0] += 0.5
        assert holds_sample(patient)
        with patient.writing() as writer:
            writer.append([ClassesAdded(["late"])])
            writer.put("seed", 7)
        assert patient.position == other.position
        assert patient.settings()["seed"] == 7
        patient.settings()["seed"] = 8
        assert patient.settings()["seed"] == 7


def test_a_patient_store_writes_after_what_others_wrote(address):
    create_store(address).close()
    with open_store(address, patience=60.0) as patient, open_store(address) as other:
        assert patient.position == 0
        fill(other)
        with patient.writing() as writer:
            before = writer.position
            assert writer.append([ClassesAdded(["late"])]) == [before + 1]
            assert writer.position == before + 1
        assert before == 8


def test_documents_are_remembered_as_they_are_and_long_ones_are_not(disk_store, monkeypatch):
    monkeypatch.setattr(sql, "_REMEMBERED", 2)
    monkeypatch.setattr(sql, "_SHORT", 3)
    texts = {"a": "one", "b": "two", "c": "three", "d": "4"}
    with disk_store.writing() as writer:
        writer.add_documents(Document(id, text) for id, text in texts.items())
        writer.append([DocumentsAdded(list(texts))])
    for _ in range(2):
        assert {id: disk_store.document(id).text for id in texts} == texts
        assert "c" not in disk_store._read
        assert len(disk_store._read) <= 2
