"""Damage is found and named, and everything else is saved: a page, a byte of an entry, a byte of a text, a model."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, contextmanager

import pytest

from teachback.project import Project
from teachback.project.transfer.salvage import check, rescue, salvage
from teachback.record import Document, Fields, Label, Rationale, Word
from teachback.store import CannotKeep, FileChanged, NotAProject, copy, create_store, open_store
from teachback.store.chain import Head, entry_hash
from tests.store.test_migrations import SCHEMAS

TEXTS = {f"d{number}": f"Text {number}: the goalie saved us. " + "word " * (number % 90) for number in range(300)}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A project of several hundred texts and entries, with a model; nobody changes it."""
    path = tmp_path_factory.mktemp("whole") / "mails.teachback"
    with Project.from_texts(TEXTS, classes=["hockey", "baseball"], address=path) as project:
        project.teach(Word("goalie", "hockey"), Word("word", "baseball"), Rationale("d7", "hockey", 0, 4, id="why"))
        project.teach(*(Label(f"d{number}", "hockey", id=f"l{number}") for number in range(0, 200, 2)))
        project.learn()
        project.add_documents([Document("late", "one more", Fields({"author": "Ines Example"}))])
    return path


@pytest.fixture
def path(whole, tmp_path):
    return shutil.copy(whole, tmp_path / "mails.teachback")


@contextmanager
def changing(path):
    """A connection that may change everything, as anybody with the file can open one."""
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        connection.commit()


def besides_triggers(report):
    return [problem for problem in report.problems if not problem.startswith("The trigger ")]


def test_a_project_that_is_whole_says_so_and_has_the_heads_it_had(path):
    report = check(path)
    assert (report.documents, report.entries, report.models, report.problems) == (301, 106, 1, ())
    with Project.open(path) as project:
        project.teach(Label("d1", "baseball"))
    later = check(path, [Head.read(report.head)])
    assert (later.entries, later.problems) == (107, ())
    forged = check(path, [Head(50, bytes(32)), Head(999, bytes(32))])
    assert [problem[:22] for problem in forged.problems] == ["It does not have the h"] * 2


def test_a_changed_byte_in_a_text_is_found_and_the_text_is_saved_with_a_flag(path, tmp_path):
    content = bytearray(path.read_bytes())
    at = content.index(b"Text 17: the goalie")
    content[at] ^= 1
    path.write_bytes(content)
    report = check(path)
    assert report.problems == ("The text of document 'd17' is not the one that was added.",)
    assert report.documents == 300
    saved = salvage(path, tmp_path / "saved.teachback")
    assert (saved.documents, saved.entries, saved.models, saved.lost) == (301, 107, 1, ())
    with Project.open(tmp_path / "saved.teachback") as project:
        assert project.document("d17").text == TEXTS["d17"].replace("Text", "Uext")
        assert list(project.teaching().flags) == ["d17"]
        assert project.learned is not None
    assert check(tmp_path / "saved.teachback").problems == ()


def test_a_changed_byte_in_a_field_is_found(path):
    content = path.read_bytes()
    path.write_bytes(content.replace(b"Ines Example", b"Inez Example", 1))
    assert check(path).problems == ("The text or a field of document 'late' is not the one that was added.",)


def test_words_that_were_moved_from_a_text_into_its_salt_are_found_and_not_backed_up(path, tmp_path):
    with changing(path) as connection:
        moved = "(SELECT substr(text, 1, 4) FROM documents WHERE documents.number = document_hashes.number)"
        connection.execute(f"UPDATE document_hashes SET salt = CAST(salt || {moved} AS BLOB) WHERE number = 7")
        connection.execute("UPDATE documents SET text = substr(text, 5) WHERE number = 7")
    assert besides_triggers(check(path)) == ["The text of document 'd6' is not the one that was added."]
    with (
        open_store(path) as forged,
        create_store(tmp_path / "backup.teachback") as backup,
        pytest.raises(CannotKeep, match="does not match"),
    ):
        copy(forged, backup)


def test_an_entry_that_is_kept_under_another_id_is_found_and_gets_its_own_again(path, tmp_path):
    with changing(path) as connection:
        connection.execute("UPDATE entries SET id = 'the next lesson' WHERE position = 9")
    assert besides_triggers(check(path)) == ["Entry 9 is kept under an id that is not its own."]
    salvage(path, tmp_path / "saved.teachback")
    assert check(tmp_path / "saved.teachback").problems == ()


def test_a_text_that_no_longer_is_bytes_is_found_and_saved(path, tmp_path):
    with changing(path) as connection:
        connection.execute("UPDATE documents SET text = CAST(text AS TEXT) WHERE number = 7")
    assert besides_triggers(check(path)) == ["Document 7 is not kept as bytes, and is not read so."]
    assert salvage(path, tmp_path / "saved.teachback").documents == 301


def test_a_changed_byte_in_an_entry_is_found_and_the_entry_is_left_out(path, tmp_path):
    content = bytearray(path.read_bytes())
    at = content.index(b'"document": "d44"')
    content[at + len('"document": "d4')] = ord("5")
    path.write_bytes(content)
    (problem,) = check(path).problems
    position = int(problem.split()[1])
    assert problem == f"Entry {position} is not as it was written."
    saved = salvage(path, tmp_path / "saved.teachback")
    assert (saved.documents, saved.entries, saved.models) == (301, 105, 0)
    with Project.open(tmp_path / "saved.teachback") as project:
        assert set(project.teaching().labels) == {f"d{number}" for number in range(0, 200, 2)} - {"d44"}


def test_a_project_with_an_unreadable_entry_is_refused_with_a_sentence(path, tmp_path):
    content = bytearray(path.read_bytes())
    content[content.index(b'"document": "d44"')] = 0xFF
    path.write_bytes(content)
    assert any(problem.endswith("is lost: it cannot be read.") for problem in check(path).problems)
    with open_store(path) as store, pytest.raises(NotAProject, match="is damaged"):
        list(store.entries())
    assert salvage(path, tmp_path / "saved.teachback").entries == 105


@pytest.mark.parametrize("table", ["documents", "entries"])
def test_a_destroyed_page_is_found_and_everything_else_is_saved(path, tmp_path, table):
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        pages = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno", [table]
        ).fetchall()
    with path.open("r+b") as file:
        file.seek((pages[len(pages) // 2][0] - 1) * size)
        file.write(bytes(size))
    report = check(path)
    assert any(problem.startswith("A page of the file is damaged") for problem in report.problems)
    lost = [problem for problem in report.problems if problem.endswith("is lost: it cannot be read.")]
    readable = report.documents if table == "documents" else report.entries
    assert readable == (301 if table == "documents" else 106) - len(lost)
    assert 0 < len(lost) < 100
    saved = salvage(path, tmp_path / "saved.teachback")
    assert saved.documents == report.documents
    with Project.open(tmp_path / "saved.teachback") as project:
        assert project.size == saved.documents - ("late" not in {each.id for each in project.documents()})
        project.teach(Word("late", "baseball"))
    assert check(tmp_path / "saved.teachback").problems == ()


def test_entries_that_were_removed_added_or_exchanged_are_found(path):
    head = Head.read(check(path).head)
    with changing(path) as connection:
        connection.execute("UPDATE entries SET form = replace(form, 'd44', 'd45') WHERE id = 'l44'")
        connection.execute("UPDATE entry_hashes SET hash = zeroblob(32) WHERE position = 60")
        connection.execute("DELETE FROM entry_hashes WHERE position = 106")
        connection.execute("DELETE FROM entries WHERE position = 106")
    report = check(path, [head])
    assert len(report.problems) - len(besides_triggers(report)) == 20
    assert sorted(problem.split(":")[0][:40] for problem in besides_triggers(report)) == [
        "Entry 28 is not as it was written.",
        "It does not have the head 106-" + str(head)[4:14],
        "The hash of entry 60 is not as it was wr",
    ]


def test_a_forger_who_makes_all_hashes_anew_is_found_by_a_head_that_was_kept(path):
    head = Head.read(check(path).head)
    with changing(path) as connection:
        connection.execute("UPDATE entries SET form = replace(form, 'd44', 'd45') WHERE id = 'l44'")
        hashes = dict(connection.execute("SELECT number, hash FROM document_hashes"))
        last = bytes(32)
        query = "SELECT position, documents, form FROM entries JOIN entry_hashes USING (position) ORDER BY position"
        for position, documents, form in connection.execute(query).fetchall():
            last = entry_hash(last, hashes.get(documents, bytes(32)), form)
            connection.execute("UPDATE entry_hashes SET hash = ? WHERE position = ?", [last, position])
    assert besides_triggers(check(path)) == []
    assert [problem[:21] for problem in besides_triggers(check(path, [head]))] == ["It does not have the "]


def test_a_damaged_model_and_a_setting_are_found(path, tmp_path):
    with changing(path) as connection:
        connection.execute("UPDATE models SET content = substr(content, 1, 500) || x'00' || substr(content, 502)")
        connection.execute("UPDATE settings SET value = '{' WHERE key = 'seed'")
    problems = besides_triggers(check(path))
    assert problems[0] == "The setting 'seed' cannot be read."
    assert problems[1].endswith("Learn again, with: teachback learn")
    assert salvage(path, tmp_path / "saved.teachback").models == 0
    with Project.open(tmp_path / "saved.teachback") as project:
        assert project.learn().learner == "LessonRegression"


def test_what_is_no_project_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "x").write_bytes(b"something else")
    for name, sentence in (("x", "does not begin like a project"), ("y", "There is no file")):
        with pytest.raises(NotAProject, match=sentence):
            check(tmp_path / name)


def test_a_project_of_an_older_version_is_checked_as_far_as_it_goes(tmp_path):
    path = shutil.copy(SCHEMAS / "v0002.teachback", tmp_path / "old.teachback")
    report = check(path)
    assert (report.documents, report.entries) == (4, 8)
    assert report.problems[0].startswith("It was last opened by an older teachback")


def test_of_a_file_that_was_overwritten_the_entries_in_memory_are_saved(path, tmp_path):
    early = shutil.copy(path, tmp_path / "early.teachback")
    with Project.open(path) as project:
        project.teach(Label("d1", "baseball", id="mine"))
        content = bytearray(early.read_bytes())
        content[8192:40960] = bytes(32768)
        path.write_bytes(content)
        with pytest.raises(FileChanged, match="was overwritten"):
            project.teach(Label("d3", "baseball"))
        saved = rescue(project, path)
        known = {entry.id for entry in project.known_entries}
    assert saved.path == tmp_path / "mails-saved.teachback"
    with Project.open(saved.path) as again:
        assert again.record.entry("mine") is not None or "d1" not in again.record.documents
        assert saved.lost == len(known - {entry.id for entry in again.record})


def test_a_project_in_a_database_is_checked_and_saved_likewise(tmp_path, whole, server):
    address = server.new_place()
    with open_store(whole) as source, create_store(address) as target:
        copy(source, target)
    assert check(address) == check(whole)
    place = address.rpartition("%3D")[2]
    server.execute(
        f"SET search_path = {place}; ALTER TABLE documents DISABLE TRIGGER USER; "
        "UPDATE documents SET text = 'other' WHERE id = 'd9'"
    )
    report = check(address)
    assert report.problems == (
        "The trigger documents_never_changed, which refuses changes, is missing.",
        "The trigger documents_only_erased, which refuses changes, is missing.",
        "The trigger documents_only_staged, which refuses changes, is missing.",
        "The text of document 'd9' is not the one that was added.",
    )
    server.execute(
        f"SET search_path = {place}; ALTER TABLE entries DISABLE TRIGGER USER; "
        """UPDATE entries SET form = replace(form, '"d44"', '"d45"') WHERE id = 'l44'"""
    )
    assert "Entry 28 is not as it was written." in check(address).problems
    assert salvage(address, tmp_path / "saved.teachback").documents == 301
