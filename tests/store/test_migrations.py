"""Projects of every version open, and become the newest whole or not at all."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from teachback.store import NotAProject, create_store, open_store, schema, words
from tests.store.sample import fill, holds_sample

SCHEMAS = Path(__file__).parent / "schemas"
STEPS = ScriptDirectory(Path(schema.__file__).parent / "migrations")
VERSIONS = [step.revision for step in reversed(list(STEPS.walk_revisions()))]


@pytest.fixture(params=["sqlite", "postgresql"])
def made_by(request, tmp_path):
    """The address of the sample project as a version kept it."""
    if request.param == "sqlite":
        return lambda version: shutil.copy(SCHEMAS / f"v{version}.teachback", tmp_path / f"{version}.teachback")
    server = request.getfixturevalue("server")

    def restored(version):
        name = f"{tmp_path.name}_{version}".lower()
        server.execute(f'CREATE DATABASE "{name}"')
        with psycopg.connect(server.address(name, driver="")) as connection:
            connection.execute((SCHEMAS / f"v{version}.postgresql.sql").read_text(encoding="utf-8"))
        return server.address(name)

    return restored


def version_of(store):
    with store._engine.connect() as connection:
        return schema.version(connection)


def tables_of(store):
    with store._engine.connect() as connection:
        inspector = inspect(connection)
        names = [name for name in inspector.get_table_names() if not name.startswith("search_")]
        return {
            name: (
                [(column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(name)],
                inspector.get_pk_constraint(name)["constrained_columns"],
                [unique["column_names"] for unique in inspector.get_unique_constraints(name)],
                [check["name"] for check in inspector.get_check_constraints(name)],
                [key["referred_table"] for key in inspector.get_foreign_keys(name)],
                [index["column_names"] for index in inspector.get_indexes(name)],
            )
            for name in names
        }


def test_every_version_has_its_kept_files():
    assert VERSIONS[-1] == schema.NEWEST
    names = {path.name for path in SCHEMAS.iterdir()}
    for version in VERSIONS:
        assert {f"v{version}.teachback", f"v{version}.postgresql.sql"} <= names


@pytest.mark.parametrize("version", VERSIONS)
def test_a_project_of_every_version_opens_with_all_it_holds(made_by, version):
    address = made_by(version)
    with open_store(address) as store:
        assert holds_sample(store)
        assert version_of(store) == schema.NEWEST
    with open_store(address) as again:
        assert holds_sample(again)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_upgraded_project_has_the_tables_of_a_new_one(made_by, version, tmp_path, request):
    address = str(made_by(version))
    new = request.getfixturevalue("server").new_place() if "://" in address else tmp_path / "new"
    with open_store(address) as upgraded, create_store(new) as fresh:
        assert tables_of(upgraded) == tables_of(fresh)


def test_the_tables_are_those_that_the_code_sees(disk_store):
    with disk_store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": schema.VERSION_TABLE})
        differences = compare_metadata(context, schema.entries.metadata)
    added = [difference for difference in differences if not _is_about_search(difference)]
    assert added == []


def _is_about_search(difference):
    kind, about = difference[:2]
    return kind.startswith("remove_") and getattr(about, "table", about).name.startswith("search")


def test_an_upgrade_that_fails_leaves_the_project_as_it_was(made_by, monkeypatch):
    address = made_by("0001")
    before = Path(address).read_bytes() if "://" not in str(address) else None

    def fail(*_):
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(words, "words_of", fail)
        with pytest.raises(MemoryError):
            open_store(address)
    if before is not None:
        connection = sqlite3.connect(address)
        assert connection.execute("SELECT version_num FROM teachback_schema").fetchall() == [("0001",)]
        assert connection.execute("SELECT * FROM sqlite_master WHERE name = 'search'").fetchall() == []
        connection.close()
    with open_store(address) as store:
        assert holds_sample(store)


def test_eight_open_an_old_project_at_once(made_by):
    address = made_by("0001")
    whole, stores = [], []

    def look():
        store = open_store(address)
        stores.append(store)
        whole.append(holds_sample(store))

    threads = [Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()
    assert whole == [True] * 8


def test_a_newer_project_is_refused_and_stays_as_it_is(address):
    with create_store(address) as store:
        fill(store)
        with store._engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE {schema.VERSION_TABLE} SET version_num = '9000'")
    before = Path(address).read_bytes() if "://" not in address else None
    with pytest.raises(NotAProject, match=f"newer teachback .version 9000.*{schema.NEWEST}.*Upgrade"):
        open_store(address)
    assert before is None or Path(address).read_bytes() == before


def test_the_triggers_of_every_version_are_known_and_no_others():
    made = "SELECT sql FROM sqlite_master WHERE type = 'trigger'"
    triggers = {sql for path in SCHEMAS.glob("*.teachback") for (sql,) in sqlite3.connect(path).execute(made)}
    assert {schema.digest_of(sql) for sql in triggers} == schema.TRIGGERS
