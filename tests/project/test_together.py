"""Several teachers, several processes, and learning in the background."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from teachback.errors import UnknownDocument
from teachback.formats import Item, batches
from teachback.project import Project
from teachback.project.models.learned import Learned
from teachback.project.models.trainer import Trainer
from teachback.project.transfer.exports import rows
from teachback.record import ClassesMerged, Document, Label, Word
from tests.project.conftest import CLASSES, TEXTS
from tests.project.worker import teach_many
from tests.store.worker import processes


@pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)
def test_processes_that_teach_at_once_lose_nothing_and_see_each_other(address):
    with Project.from_texts(TEXTS, classes=CLASSES, address=address) as mine:
        arguments = ((address, name, 12, CLASSES) for name in ("ines", "ben", "ada"))
        others = [processes.Process(target=teach_many, args=each) for each in arguments]
        for process in others:
            process.start()
        for place in range(12):
            mine.teach(Word(f"mine{chr(97 + place)}", "bug", teacher="mine"))
        for process in others:
            process.join()
        assert [process.exitcode for process in others] == [0, 0, 0]
        counted = {each.name: each.lessons for each in mine.status().teachers}
        assert counted == {"ines": 12, "ben": 12, "ada": 12, "mine": 12}
        with Project.open(address) as fresh:
            assert list(fresh.history()) == list(mine.history())


def test_a_lesson_is_checked_against_what_others_did_meanwhile(tmp_path):
    address = tmp_path / "mails.teachback"
    with Project.from_texts(TEXTS, classes=CLASSES, address=address) as mine, Project.open(address) as theirs:
        assert theirs.classes == tuple(CLASSES)
        mine.rename_class("bug", "crash")
        with pytest.raises(Exception, match="'bug' is not a class"):
            theirs.teach(Label("d2", "bug"))
        theirs.teach(Label("d2", "crash"))
        assert mine.teaching().labels == {"d2": "crash"}


def test_a_reader_sees_a_whole_record_while_others_teach(mails):
    documents = [f"more{k}" for k in range(15)]

    def teach():
        for k in range(600):
            term = "".join(chr(97 + k // 26**place % 26) for place in range(3))
            mails.teach(Label(f"d{1 + k % 4}", CLASSES[k % 2], teacher=f"t{k % 7}"), Word(term, CLASSES[k % 2]))
            if k % 40 == 0:
                mails.add_documents([Document(documents[k // 40], "one more")])

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads take turns as often as they can
    try:
        with ThreadPoolExecutor(1) as pool:
            teaching = pool.submit(teach)
            while not teaching.done():
                assert sum(1 for _ in rows(mails, {"labels"})) <= 4
                words = sum(1 for _ in rows(mails, {"words"}))
                assert {*mails.record.documents} <= {*TEXTS, *documents}
                mails.agreement()
            teaching.result()
    finally:
        sys.setswitchinterval(before)
    assert words <= sum(1 for _ in rows(mails, {"words"})) == 600


@pytest.fixture
def importing(project):
    """A project into which a file is being read: half of it has been, and the rest comes when it is let go."""
    half, go_on = threading.Event(), threading.Event()

    def rows():
        yield Item(Document("new1", "please pay"), (Label("new1", "billing", teacher="file"),))
        half.set()
        assert go_on.wait(60)
        yield Item(Document("new2", "it crashed"), (Label("new2", "bug", teacher="file"),))

    # batches of one row, so that the first is written before the second is read
    with pytest.MonkeyPatch.context() as patched, ThreadPoolExecutor(6) as pool:
        patched.setattr("teachback.project.history.taught_project.batches", one_by_one)
        done = pool.submit(project.add_rows, rows())
        assert half.wait(60)
        try:
            yield project, pool, lambda: (go_on.set(), done.result(60))[1]
        finally:
            go_on.set()


def one_by_one(rows, *, classes, teacher):
    for row in rows:
        yield from batches([row], classes=classes, teacher=teacher)


def test_a_reader_during_an_import_sees_what_was_there_and_does_not_wait(importing):
    project, pool, finish = importing

    def look():
        numbers = project.status().documents, project.size, len(project.record.documents), project.teaching().labels
        with pytest.raises(UnknownDocument):
            project.document("new1")
        return *numbers, project.ask(2, checks=0.0).documents[0].document.id, project.history().teaching.classes

    *counts, labels, asked, classes = pool.submit(look).result(60)
    assert counts == [len(TEXTS)] * 3
    assert (labels, asked in TEXTS, classes) == ({}, True, tuple(CLASSES))
    assert finish() == 2
    assert project.size == len(project.record.documents) == len(TEXTS) + 2
    assert project.teaching().labels == {"new1": "billing", "new2": "bug"}


def test_a_writer_during_an_import_does_not_wait_for_it_and_comes_before_it(importing):
    project, pool, finish = importing
    before = len(project.record)
    assert pool.submit(project.teach, Label("d1", "billing", teacher="ines")).result(60) == [before + 1]
    (held_out,) = pool.submit(project.hold_out, 1).result(60)
    pool.submit(project.add_classes, "praise").result(60)
    assert project.size == len(TEXTS)
    assert project.teaching().labels == {"d1": "billing"}
    assert finish() == 2
    assert project.teaching().labels == {"d1": "billing", "new1": "billing", "new2": "bug"}
    assert project.teaching().held_out == {held_out}
    assert [entry.teacher for entry in project.record[before:]][:2] == ["ines", "teacher"]
    assert project.last_import() == len(project.record)


def test_an_import_that_fails_in_the_middle_leaves_the_record_as_it_is(project):
    before = list(project.record)

    def rows():
        yield Item(Document("new1", "please pay"))
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        project.add_rows(rows())
    assert list(project.record) == before
    assert project.size == len(TEXTS)
    project.teach(Label("d1", "billing"))
    assert len(project.record) == len(before) + 1


def test_teaching_does_not_wait_for_learning_and_the_newest_finished_model_answers(mails, monkeypatch):
    mails.teach(Word("refund", "billing"), Word("crashed", "bug"))
    old = mails.learn()
    begun, go_on = threading.Event(), threading.Event()
    learn = mails._models._learn

    def slow(name):
        begun.set()
        assert go_on.wait(20)
        return learn(name)

    monkeypatch.setattr(mails._models.trainer, "_learn", slow)
    soon = mails.learn_soon()
    assert begun.wait(20)
    mails.teach(Label("d7", "billing"))
    assert mails.learned is old
    assert mails.classify(["refund"])[0].class_ == "billing"
    go_on.set()
    assert soon.result(20).position == len(mails.record)
    assert mails.learned is soon.result()


def test_requests_that_wait_for_the_same_learner_share_a_run():
    begun, go_on, runs = threading.Event(), threading.Event(), []

    def learn(name):
        runs.append(name)
        begun.set()
        assert go_on.wait(20)
        return Learned(None, str(name), "", len(runs), 0.0)

    trainer = Trainer(learn)
    first = trainer.learn_soon(None)
    assert begun.wait(20)
    second, third = trainer.learn_soon(None), trainer.learn_soon(None)
    assert second is third
    fourth = trainer.learn_soon("ContrastSVM")
    go_on.set()
    assert (first.result(20).position, fourth.result(20).learner) == (1, "ContrastSVM")
    assert second.result(20).position > 1
    assert sorted(map(str, runs)) == ["ContrastSVM", "None", "None"]
    trainer.close()
    with pytest.raises(RuntimeError, match="closed"):
        trainer.learn_soon(None)


def test_a_failed_run_is_told_to_the_one_who_asked_and_the_next_one_works(mails):
    with pytest.raises(Exception, match="Nothing has been taught"):
        mails.learn_soon().result(20)
    mails.teach(Word("refund", "billing"), Word("crashed", "bug"))
    assert mails.learn_soon().result(20).learner == "LessonRegression"


def test_a_store_that_fails_leaves_the_record_as_it_is_kept(mails, monkeypatch):
    mails.teach(Label("d1", "billing"))
    before = list(mails.history())
    commit = type(mails.store).writing

    def broken(store):
        class Broken:
            def __enter__(self):
                self.block = commit(store)
                return self.block.__enter__()

            def __exit__(self, *error):
                self.block.__exit__(OSError, OSError("the disk is gone"), None)
                raise OSError("the disk is gone")

        return Broken()

    monkeypatch.setattr(type(mails.store), "writing", broken)
    with pytest.raises(OSError, match="the disk is gone"):
        mails.teach(Label("d2", "bug"))
    monkeypatch.undo()
    assert list(mails.history()) == before
    mails.teach(Label("d2", "bug"))
    assert mails.teaching().labels == {"d1": "billing", "d2": "bug"}


def test_a_merge_of_another_process_is_seen_by_the_next_model(tmp_path):
    address = tmp_path / "mails.teachback"
    with (
        Project.from_texts(TEXTS, classes=[*CLASSES, "crash"], address=address) as mine,
        Project.open(address) as other,
    ):
        mine.teach(Word("refund", "billing"), Word("crashed", "crash"), Word("update", "bug"))
        mine.learn()
        other._ledger.write([ClassesMerged(["crash"], "bug")])
        asked = mine.ask(2, words=0, checks=0.0)
        assert len(asked.documents) == 2  # the old model still answers, in today's classes
        assert mine.learn().classifier.classes == CLASSES
