"""Several teachers, several processes, and learning in the background."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from teachback.project import Project
from teachback.project.exporting import rows
from teachback.project.learning import Learned, Trainer
from teachback.record import ClassesMerged, Document, Label, Word
from tests.project.conftest import CLASSES, TEXTS


def teach_many(address, teacher, number):
    """One process that teaches."""
    with Project.open(address) as project:
        for place in range(number):
            project.teach(Word(f"{teacher}{chr(97 + place)}", CLASSES[place % 2], teacher=teacher))


@pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)
def test_processes_that_teach_at_once_lose_nothing_and_see_each_other(address):
    with Project.from_texts(TEXTS, classes=CLASSES, address=address) as mine:
        spawn = multiprocessing.get_context("spawn")
        others = [spawn.Process(target=teach_many, args=(address, name, 12)) for name in ("ines", "ben", "ada")]
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


def test_whoever_looks_while_others_teach_sees_a_whole_record(mails):
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
    first = trainer.request(None)
    assert begun.wait(20)
    second, third = trainer.request(None), trainer.request(None)
    assert second is third
    fourth = trainer.request("ContrastSVM")
    go_on.set()
    assert (first.result(20).position, fourth.result(20).learner) == (1, "ContrastSVM")
    assert second.result(20).position == 2
    assert runs == [None, None, "ContrastSVM"]
    trainer.close()
    with pytest.raises(RuntimeError, match="closed"):
        trainer.request(None)


def test_a_failed_run_is_told_to_the_one_who_asked_and_the_next_one_works(mails):
    with pytest.raises(Exception, match="Nothing has been taught"):
        mails.learn_soon().result(20)
    mails.teach(Word("refund", "billing"), Word("crashed", "bug"))
    assert mails.learn_soon().result(20).learner == "LabelledWordNB"


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
