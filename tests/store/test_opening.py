from __future__ import annotations

import importlib.util
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine, make_url, text

from teachback.store import CannotKeep, NotAProject, copy, create_store, open_store
from teachback.store.checking import inspecting
from teachback.store.reading import entry_in
from tests.store.sample import fill, holds_sample


def snapshot(folder):
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir() if path.is_file()}


def other_database(path, journal):
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()


def test_a_closed_project_opens_with_all_it_held(address):
    with create_store(address) as store:
        fill(store)
    with open_store(address) as store:
        assert holds_sample(store)


def test_a_closed_sqlite_project_is_one_file(tmp_path):
    with create_store(tmp_path / "p") as store:
        fill(store)
    assert [path.name for path in tmp_path.iterdir()] == ["p"]


def rows_deleted(path, table):
    """Delete the last row of a table behind the back of its triggers, which are there again afterwards."""
    connection = sqlite3.connect(path, isolation_level=None)
    triggers = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", [table]
    ).fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(f"DELETE FROM {table} WHERE rowid = (SELECT max(rowid) FROM {table})")
    for _, sql in triggers:
        connection.execute(sql)
    connection.close()


def renamed_column(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'form', 'fxrm') WHERE name = 'waiting'")
    connection.close()


def with_byte(path, place, byte):
    content = bytearray(path.read_bytes())
    content[place] = byte
    path.write_bytes(content)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: rows_deleted(path, "document_hashes"),
        lambda path: rows_deleted(path, "entry_hashes"),
        renamed_column,
        lambda path: with_byte(path, 47, 9),  # a format of tables that no SQLite has
    ],
    ids=["hash of a text", "hash of an entry", "column", "format"],
)
def test_damage_is_a_sentence_for_who_restores_it(tmp_path, damage):
    with create_store(tmp_path / "p") as store:
        fill(store)
    damage(tmp_path / "p")
    with (
        pytest.raises(NotAProject, match="damaged"),
        open_store(tmp_path / "p") as source,
        create_store(tmp_path / "new") as target,
    ):
        copy(source, target)


def test_an_entry_that_is_nothing_is_damage():
    with pytest.raises(NotAProject, match="entry 7 cannot be read"):
        entry_in(SimpleNamespace(position=7, form=None))


def test_a_path_may_hold_what_an_address_could_mean(tmp_path):
    path = tmp_path / "50% ?mode=ro#é 'x'"
    with create_store(path) as store:
        fill(store)
    with open_store(str(path)) as store:
        assert holds_sample(store)
    assert path.is_file()


def test_a_relative_path_is_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    create_store("here.teachback").close()
    with open_store(Path("here.teachback")) as store:
        assert store.position == 0


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
@pytest.mark.parametrize("act", [open_store, create_store])
def test_another_program_s_database_is_refused_untouched(tmp_path, journal, act):
    path = tmp_path / "other.db"
    other_database(path, journal)
    before = snapshot(tmp_path)
    with pytest.raises(NotAProject, match=r"other\.db (is not a teachback project|holds something else)"):
        act(path)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("content", [b"id,text\n1,hello\n", b"SQLite format 3\x00", b"\x00" * 5000, b"PK\x03\x04"])
@pytest.mark.parametrize("act", [open_store, create_store])
def test_a_file_that_is_no_database_is_refused_untouched(tmp_path, content, act):
    path = tmp_path / "texts.csv"
    path.write_bytes(content)
    before = snapshot(tmp_path)
    with pytest.raises(NotAProject, match=r"texts\.csv (is not a teachback project|holds something else)"):
        act(path)
    assert snapshot(tmp_path) == before


def test_what_is_not_there_is_not_made_by_opening(tmp_path):
    with pytest.raises(NotAProject, match=r"There is no file .*mails; check the path, or make"):
        open_store(tmp_path / "mails")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_no_project_but_may_become_one(tmp_path):
    path = tmp_path / "p"
    path.touch()
    with pytest.raises(NotAProject, match="not a teachback project"):
        open_store(path)
    with create_store(path) as store:
        assert store.position == 0


@pytest.mark.parametrize("act", [open_store, create_store])
def test_a_folder_is_refused(tmp_path, act):
    with pytest.raises(NotAProject, match="is a folder; a project is a file"):
        act(tmp_path)


def test_a_project_in_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(NotAProject, match=r"could not be opened .*Check the path"):
        create_store(tmp_path / "no" / "where")


def test_a_project_is_never_made_over_another(address):
    with create_store(address) as store:
        fill(store)
    with pytest.raises(NotAProject, match="holds a project already"):
        create_store(address)
    with open_store(address) as store:
        assert holds_sample(store)


def test_a_damaged_project_is_refused_with_a_sentence(tmp_path):
    path = tmp_path / "p"
    with create_store(path) as store:
        fill(store)
    path.write_bytes(path.read_bytes()[:100] + b"\x99" * 20_000)
    with pytest.raises(NotAProject, match=r"is damaged .*Restore it from a backup"):
        open_store(path)


# PostgreSQL.


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"


@pytest.mark.parametrize(
    ("what", "change"),
    [
        (
            "view 'settings'",
            f"DROP TABLE settings; CREATE VIEW settings AS {ENDLESS} 'k' || x AS key, 1 AS value FROM n",
        ),
        ("trigger 'endless'", f"CREATE TRIGGER endless AFTER INSERT ON entries BEGIN {ENDLESS} count(*) FROM n; END"),
        ("index 'large'", "CREATE INDEX large ON documents (printf('%.*c', 100000000, 'x'))"),
        ("computed column 'large'", "ALTER TABLE settings ADD COLUMN large AS (zeroblob(1000000000))"),
        ("table 'settings'", "DROP TABLE settings; CREATE VIRTUAL TABLE settings USING fts5(key, value)"),
        (
            "trigger 'entries_no_update'",
            "DROP TRIGGER entries_no_update; CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries WHEN 0 "
            "BEGIN SELECT raise(ABORT, 'the entries are never changed'); END",
        ),
    ],
)
def test_a_project_in_which_something_computes_that_is_not_ours_is_refused(tmp_path, what, change):
    path = tmp_path / "p"
    create_store(path).close()
    connection = sqlite3.connect(path)
    connection.executescript(change)
    connection.close()
    with pytest.raises(NotAProject, match=f"is the {what}, which teachback did not make"):
        open_store(path)
    with inspecting(path) as inspection:
        if what.startswith(("trigger", "index")):
            inspection.check_tables()
            assert f"The {what} is not teachback's." in inspection.problems
        else:
            with pytest.raises(NotAProject, match="which teachback did not make"):
                inspection.check_tables()


def test_a_function_of_the_database_that_lets_changes_pass_is_found(server):
    address = server.new_place()
    with create_store(address) as store, store.writing() as writer:
        instead = "CREATE OR REPLACE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS "
        writer.connection.exec_driver_sql(instead + "$$ BEGIN RETURN NULL; END $$")
    with inspecting(address) as inspection:
        inspection.check_tables()
        assert inspection.problems == ["The function 'never_changed' is not teachback's."]


def test_a_database_with_other_tables_is_refused_untouched(server):
    address = server.new_place()
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE mine (x int)"))
    with pytest.raises(NotAProject, match=r"holds something else .a table 'mine'"):
        create_store(address)
    with pytest.raises(NotAProject, match="is not a teachback project"):
        open_store(address)
    with engine.connect() as connection:
        tables = connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"))
        assert list(tables) == ["mine"]
    engine.dispose()


def test_the_short_name_of_postgresql_is_understood(server):
    address = server.new_place().replace("+psycopg", "")
    with create_store(address) as store:
        fill(store)
    with open_store(address) as store:
        assert holds_sample(store)


def test_a_server_that_is_not_there_gets_a_sentence_without_the_password():
    with pytest.raises(CannotKeep, match=r"could not be reached .*server is running") as refused:
        open_store("postgresql+psycopg://ines:hunter2@127.0.0.1:1/mails")
    assert "hunter2" not in str(refused.value)
    assert "ines:***@127.0.0.1:1/mails" in str(refused.value)


def test_a_database_that_is_not_there_gets_a_sentence(server):
    with pytest.raises(CannotKeep, match=r'could not be reached .*"nowhere" does not exist'):
        open_store(server.address("nowhere"))


def test_a_database_that_cannot_hold_every_character_is_refused(server):
    server.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(CannotKeep, match=r"keeps text as LATIN1.*ENCODING 'UTF8'"):
        create_store(server.address("latin"))


@pytest.mark.parametrize("address", ["mysql://host/mails", "sqlite:///mails.db", "https://example.org/mails"])
def test_another_kind_of_address_is_refused(address):
    with pytest.raises(NotAProject, match=f"not in {make_url(address).drivername!r}; give the path of a file"):
        open_store(address)


def test_what_is_no_address_is_refused():
    with pytest.raises(NotAProject, match="not the address of a database; write it like postgresql"):
        open_store("postgresql://host:port/x")


def test_without_the_driver_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotAProject, match=r"pip install 'teachback\[postgres\]'"):
        open_store("postgresql://host/mails")
