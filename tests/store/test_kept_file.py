"""A file that is replaced while it is served: nothing is acknowledged that would be lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from teachback.record import ClassesAdded, Label
from teachback.store import FileChanged, copy, create_store, open_store
from tests.store.sample import fill, holds_sample


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mails.teachback"


@pytest.fixture
def store(path):
    with create_store(path) as store:
        fill(store)
        yield store


def beside(path, end):
    return path.with_name(path.name + end)


def backup_of(store, path):
    with create_store(path) as target:
        copy(store, target)
    return path


def replace_it(path, store):
    backup_of(store, beside(path, ".backup")).replace(path)


def overwrite_it(path, store):
    shutil.copy(backup_of(store, beside(path, ".backup")), path)


def log_into_the_file(store):
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda path, store: path.unlink(), "mails.teachback was removed or moved"),
        (lambda path, store: path.rename(beside(path, ".moved")), "mails.teachback was removed or moved"),
        (lambda path, store: beside(path, "-wal").unlink(), "which belong to it, were removed"),
        (lambda path, store: beside(path, "-shm").unlink(), "which belong to it, were removed"),
        (replace_it, "replaced by another file"),
    ],
)
def test_nothing_is_acknowledged_once_the_file_is_another(path, store, tmp_path, change, sentence):
    change(path, store)
    for _ in range(2):
        with pytest.raises(FileChanged, match=sentence), store.writing() as writer:
            writer.append([Label("m1", "billing")])
    with pytest.raises(FileChanged), store.writing() as writer:
        writer.put("seed", 8)
    assert holds_sample(store)
    with create_store(tmp_path / "saved.teachback") as saved:
        copy(store, saved)
        assert holds_sample(saved)


def test_a_file_that_is_overwritten_in_place_is_noticed(path, tmp_path):
    with create_store(path) as store:
        backup = backup_of(store, tmp_path / "early.teachback")
        fill(store)
        log_into_the_file(store)
        store.check_place()  # a checkpoint is no change
        with store.writing() as writer:
            writer.put("seed", 7)
        shutil.copy(backup, path)
        with pytest.raises(FileChanged, match="was overwritten"), store.writing() as writer:
            writer.append([Label("m1", "billing")])


def test_a_file_that_comes_back_is_taught_again(path, store):
    moved = path.rename(beside(path, ".moved"))
    with pytest.raises(FileChanged), store.writing() as writer:
        writer.put("seed", 8)
    moved.rename(path)
    with store.writing() as writer:
        assert writer.append([Label("m1", "billing")]) == [9]


def test_a_file_that_is_gone_is_told_by_connections_that_come_later_too(path, store):
    with store._engine.connect(), store._engine.connect():  # as many as rest in the pool, and one more
        path.unlink()
        with pytest.raises(FileChanged, match="was removed or moved"), store.writing() as writer:
            writer.put("seed", 8)


def test_a_file_in_its_place_is_not_touched_by_connections_that_come_later(path, store):
    with store._engine.connect() as open_before:
        backup = backup_of(store, beside(path, ".backup"))
        with store.writing() as writer:
            writer.append([ClassesAdded(["later"])])
        content, log = backup.read_bytes(), beside(path, "-wal").read_bytes()
        backup.replace(path)
        with (
            pytest.raises(FileChanged, match="replaced by another file"),
            store._engine.connect(),
            store._engine.connect(),
        ):
            pass
        assert (path.read_bytes(), beside(path, "-wal").read_bytes()) == (content, log)
        entries = open_before.exec_driver_sql("SELECT max(position), form FROM entries").one()
        assert (entries[0], "later" in entries[1]) == (store.position, True)


def test_a_file_that_changes_while_a_block_is_written_takes_nothing(path, store):
    def entries():
        yield Label("m1", "billing")
        path.unlink()

    with pytest.raises(FileChanged), store.writing() as writer:
        writer.append(entries())
    assert holds_sample(store)


def test_other_processes_may_write_and_tidy_up_their_log(path, store):
    with open_store(path) as other:
        with other.writing() as writer:
            writer.append([ClassesAdded([f"class {number}" + "x" * 2000]) for number in range(900)])
        log_into_the_file(other)
    with store.writing() as writer:
        assert writer.append([Label("m1", "billing")]) == [909]


def test_more_connections_than_rest_in_the_pool_keep_their_file(path, store):
    connections = [store._engine.connect() for _ in range(8)]
    for connection in connections:
        connection.close()
    with store.writing() as writer:
        assert writer.append([Label("m1", "billing")]) == [9]
    store._engine.dispose()
    assert not Path(beside(path, "-wal")).exists()
    assert store.position == 9
