"""One text is removed for good, and the chain of hashes still holds."""

from __future__ import annotations

import sqlite3

import pytest

from teachback.errors import BadLesson, BadText
from teachback.project.transfer.salvage import check
from teachback.record import ClassesAdded, Document, DocumentErased, DocumentsAdded, Label
from teachback.store import KeptVectors, MemoryStore, Model, copy, create_store, open_store
from teachback.store.content import text_key
from teachback.store.erasing import NotSwept

SECRET = "Xanthippe Quokkamann of 17 Zyzzyva Lane owes us money"
WORDS = (b"xanthippe", b"quokkamann", b"zyzzyva")


def fill(store, fields=None):
    documents = [Document(f"d{k}", f"an ordinary text number {k}, with money") for k in range(300)]
    documents[150] = Document("d150", SECRET, fields or {})
    with store.writing() as writer:
        writer.add_documents(documents)
        writer.append([ClassesAdded(["a", "b"]), DocumentsAdded([document.id for document in documents])])
        writer.append([Label("d150", "a"), Label("d1", "b")])
        vectors = {text_key(document.text): b"\1\2" for document in documents}
        writer.keep_vectors(KeptVectors("encoder", vectors))
        writer.keep_model(Model("current", 4, b"the words: xanthippe quokkamann"))


def erase(store, document="d150"):
    with store.writing() as writer:
        writer.append([DocumentErased(document)])


def in_bytes(path):
    """Which of the words are somewhere in the files of a project."""
    content = b"".join(each.read_bytes() for each in path.parent.iterdir()).lower()
    return [word for word in (*WORDS, text_key(SECRET)) if word in content]


def test_nobody_reads_it_any_more(store):
    fill(store, {"phone": "0123 quokkamann"})
    assert store.search("zyzzyva") == ["d150"]
    assert store.document("d150").text == SECRET
    erase(store)
    assert store.document("d150") == Document("d150", "", erased=True)
    assert [each for each in store.documents() if each.erased] == [store.document("d150")]
    assert store.search("zyzzyva") == store.search("quokka*") == []
    assert len(store.search("money")) == 299
    assert store.vectors("encoder", [text_key(SECRET)]) == {}
    assert store.count_vectors("encoder") == 299
    assert store.size == 300
    assert store.position == 5


def test_models_that_know_its_words_go_and_do_not_come_back(store):
    fill(store)
    erase(store)
    assert store.models() == []
    with store.writing() as writer:
        assert not writer.keep_model(Model("current", 4, b"made of what was there before"))
        assert writer.keep_model(Model("current", 5, b"made since"))


def test_no_byte_of_it_is_left_in_the_files(tmp_path):
    path = tmp_path / "project.teachback"
    with create_store(path) as store:
        fill(store, {"phone": "quokkamann 0123"})
        assert in_bytes(path)
        erase(store)
        assert in_bytes(path) == []  # while it is open: the journal has none of it either
    assert in_bytes(path) == []


def test_the_chain_still_holds_and_says_who_erases_without_saying_so(address):
    with create_store(address) as store:
        fill(store)
        head = store.head
        erase(store)
    assert check(address, [head]).problems == ()
    with open_store(address) as store, store._engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE documents SET fields = NULL, text = "
            + ("x'FF'" if connection.dialect.name == "sqlite" else r"'\xFF'::bytea")
            + " WHERE id = 'd7'"
        )
        connection.exec_driver_sql("UPDATE document_hashes SET salt = NULL WHERE number = 8")
    (problem,) = check(address).problems
    assert problem == "The text of document 'd7' is gone, and no entry says that it was erased."


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE documents SET text = {other}",
        "UPDATE documents SET text = {erased}, id = 'x' WHERE number = 1",
        "UPDATE documents SET text = {erased}, fields = '{{}}' WHERE number = 1",
        "UPDATE document_hashes SET salt = NULL, digest = {other} WHERE number = 1",
        "UPDATE document_hashes SET salt = {other} WHERE number = 1",
    ],
)
def test_the_database_lets_nothing_but_an_erasure_through(disk_store, change):
    fill(disk_store)
    sqlite = disk_store._engine.dialect.name == "sqlite"
    change = change.format(
        other="x'61'" if sqlite else r"'\x61'::bytea", erased="x'FF'" if sqlite else r"'\xFF'::bytea"
    )
    with pytest.raises(Exception, match="never changed"), disk_store._engine.begin() as connection:
        connection.exec_driver_sql(change)


def test_a_backup_has_none_of_it_and_the_same_head(disk_store, tmp_path):
    fill(disk_store)
    erase(disk_store)
    path = tmp_path / "backup" / "monday.teachback"
    path.parent.mkdir()
    with create_store(path) as backup:
        copy(disk_store, backup)
        assert backup.head == disk_store.head
        assert backup.document("d150").erased
        again = MemoryStore()
        copy(backup, again)
        assert again.document("d150").erased
    assert in_bytes(path) == []
    assert check(path).problems == ()


def test_it_does_not_come_back_under_its_id(store):
    fill(store)
    erase(store)
    with pytest.raises(BadText, match="another text"), store.writing() as writer:
        writer.add_documents([Document("d150", SECRET)])


def test_an_erasure_that_fails_leaves_everything(store):
    fill(store)
    with pytest.raises(BadLesson), store.writing() as writer:
        writer.append([DocumentErased("d150"), Label("d1", "a", id="e"), Label("d1", "b", id="e")])
    assert store.document("d150").text == SECRET
    assert store.search("zyzzyva") == ["d150"]
    assert store.models()


def test_what_is_left_on_the_disk_goes_when_it_is_opened_next(tmp_path, monkeypatch):
    path = tmp_path / "project.teachback"
    with create_store(path) as store:
        fill(store)
        with monkeypatch.context() as patch:
            patch.setattr("teachback.store.sql.sweep", _killed)
            with pytest.raises(NotSwept, match="opened next"):
                erase(store)
        assert store.document("d150").erased
    assert in_bytes(path)
    open_store(path).close()
    assert in_bytes(path) == []


def test_a_reader_who_stays_does_not_stop_an_erasure_but_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("teachback.store.engine.WAIT", 0.01)
    path = tmp_path / "project.teachback"
    with create_store(path) as store:
        fill(store)
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM documents").fetchone()
        with pytest.raises(NotSwept, match="somebody is reading it"):
            erase(store)
        reader.close()
        assert store.document("d150").erased
        store.finish_erasing()
        assert in_bytes(path) == []


def _killed(engine):
    raise NotSwept("the power went")
