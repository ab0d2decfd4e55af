"""The chain of hashes: what it covers, and that copies and older projects have it."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import text

from teachback.record import Document, DocumentsAdded, Label
from teachback.store import CannotKeep, MemoryStore, copy, create_store, open_store
from teachback.store.chain import START, BadHead, Head, digest, document_hash, entry_hash
from tests.store.sample import DOCUMENTS, fill, holds_sample


def rows(store, query):
    with store._engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_every_entry_covers_itself_the_one_before_and_the_documents_that_were_there(disk_store):
    fill(disk_store)
    with disk_store.writing() as writer:
        writer.add_documents([Document("m9", "late")])
        writer.append([DocumentsAdded(["m9"])])
    hashes, before = [START], START
    documents = rows(
        disk_store, "SELECT id, text, salt, digest, hash FROM documents JOIN document_hashes USING (number)"
    )
    for id, content, salt, kept_digest, kept_hash in documents:
        assert digest(bytes(salt), bytes(content), None) == bytes(kept_digest)
        before = document_hash(before, id, bytes(kept_digest))
        assert before == bytes(kept_hash)
        hashes.append(before)
    before = START
    entries = rows(disk_store, "SELECT form, documents, hash FROM entries JOIN entry_hashes USING (position)")
    assert [count for _, count, _ in entries] == [4] * 8 + [5]
    for form, count, kept_hash in entries:
        before = entry_hash(before, hashes[count], form)
        assert before == bytes(kept_hash)
    assert disk_store.head == Head(9, before)


def test_no_text_and_no_plain_digest_of_one_is_in_the_chain(disk_store, tmp_path):
    fill(disk_store)
    with create_store(tmp_path / "other") as other:
        fill(other)
        query = "SELECT salt, digest FROM document_hashes"
        ours, theirs = rows(disk_store, query), rows(other, query)
    assert not set(ours) & set(theirs)
    assert len({bytes(salt) for salt, _ in ours}) == len(DOCUMENTS)


def test_a_lesson_that_is_sent_again_does_not_lengthen_the_chain(disk_store):
    fill(disk_store)
    before = disk_store.head
    fill(disk_store)
    assert disk_store.head == before


def test_a_copy_has_the_head_of_its_source(disk_store, request, tmp_path):
    fill(disk_store)
    with disk_store.writing() as writer:
        writer.add_documents([Document("m9", "late")])
        writer.append([DocumentsAdded(["m9"]), Label("m9", "billing")])
    for address in (tmp_path / "copy", request.getfixturevalue("server").new_place()):
        with create_store(address) as target:
            copy(disk_store, target)
            assert target.head == disk_store.head
            with target.writing() as writer:
                writer.append([Label("m1", "billing")])
            assert target.head.position == 11


def test_a_damaged_project_is_not_backed_up_as_if_it_were_whole(tmp_path):
    path = tmp_path / "p"
    with create_store(path) as store:
        fill(store)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER documents_no_update")
    connection.execute("UPDATE documents SET text = CAST(replace(text, 'twice', 'thrice') AS BLOB) WHERE id = 'm1'")
    connection.commit()
    connection.close()
    with open_store(path) as damaged, create_store(tmp_path / "q") as target:
        with pytest.raises(CannotKeep, match="teachback check PROJECT --salvage"):
            copy(damaged, target)
        assert target.size == 0


def test_a_project_in_memory_gets_its_chain_on_disk(tmp_path):
    memory = MemoryStore()
    fill(memory)
    with create_store(tmp_path / "p") as target:
        copy(memory, target)
        assert target.head.position == 8
        assert holds_sample(target)


@pytest.mark.parametrize("written", ["", "17", "17-abc", f"-1-{'0' * 64}", f"1-{'0' * 63}Z", f"{'9' * 19}-{'0' * 64}"])
def test_what_is_no_head_is_refused_with_a_sentence(written):
    with pytest.raises(BadHead, match="Print one with: teachback check PROJECT"):
        Head.read(written)


def test_a_plain_connection_cannot_replace_what_is_kept(tmp_path):
    path = tmp_path / "p"
    with create_store(path) as store:
        fill(store)
    connection = sqlite3.connect(path)
    for table in ("entries", "documents", "entry_hashes", "document_hashes"):
        for way in ("INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"):
            with pytest.raises(sqlite3.Error, match="never changed"):
                connection.execute(f"{way} INTO {table} SELECT * FROM {table}")
    for command in (
        "UPDATE OR REPLACE entries SET position = 1 WHERE position = 2",
        "INSERT OR REPLACE INTO entries SELECT 99, 98, id, '{}' FROM entries WHERE position = 3",
        "INSERT OR REPLACE INTO documents SELECT 99, id, x'', NULL FROM documents WHERE id = 'm1'",
    ):
        with pytest.raises(sqlite3.Error, match="never changed"):
            connection.execute(command)
    connection.close()
    with open_store(path) as store:
        assert holds_sample(store)
