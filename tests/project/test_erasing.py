"""A document's text is erased: nothing of the project knows it any more, and what was taught counts as was chosen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from teachback.errors import BadLesson, CannotRetract, UnknownDocument
from teachback.formats import inspect
from teachback.project import Project
from teachback.project.transfer.imports import bring_in
from teachback.project.transfer.salvage import check, salvage
from teachback.record import Distinction, Document, DocumentErased, Exclude, Flag, Label, Rationale, Retract, Word

TEXTS = {
    "m1": "Quokkamann wants a refund",
    "m2": "it crashed again",
    "m3": "a refund, now",
    "m4": "the app crashed",
    "m5": "where is the money",
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mails.teachback"


@pytest.fixture
def project(path):
    with Project.from_texts(TEXTS, classes=["billing", "bug"], address=path) as project:
        project.teach(Label("m1", "billing"), Rationale("m1", "billing", 0, 10), Label("m2", "bug"))
        project.teach(Word("refund", "billing"), Distinction("m1", "billing", "m2", "quokkamann"), Flag("m3", "urgent"))
        project.learn()
        yield project


def test_nothing_that_is_learned_knows_its_words(project):
    assert "quokkamann" in project.learned.classifier.terms
    number = project.learned.number
    project.erase("m1", teacher="ines")
    assert project.learned is None
    learned = project.learn()
    assert "quokkamann" not in learned.classifier.terms
    assert learned.number == number + 1


def test_what_was_taught_counts_no_more(project):
    project.erase("m1")
    teaching = project.teaching()
    assert teaching.labels == {"m2": "bug"}
    assert (teaching.rationales, teaching.distinctions) == ({}, ())
    assert project.size == 4
    assert "m1" not in [document.id for document in project.documents()]
    assert project.record.entry(project.record[-1].id).document == "m1"  # that it was there stays


def test_or_what_class_it_is_still_does(project):
    project.erase("m1", keep_lessons=True)
    teaching = project.teaching()
    assert teaching.labels == {"m1": "billing", "m2": "bug"}
    assert (teaching.rationales, teaching.distinctions) == ({}, ())
    assert project.size == 5
    assert project.review.document("m1").text == ""
    project.learn()
    assert "m1" not in project.hold_out(3)


def test_it_is_said_once_and_never_taken_back(project):
    project.erase("m1")
    position = len(project.record)
    project.erase("m1")
    assert len(project.record) == position
    with pytest.raises(CannotRetract, match="erased for good"):
        project.teach(Retract(project.record[-1].id))
    assert not isinstance(project.undo(), DocumentErased)
    project.restore(2)
    assert project.record.erased == {"m1"}
    with pytest.raises(UnknownDocument):
        project.erase("m9")


@pytest.mark.parametrize("lesson", [Label("m1", "bug"), Exclude("m1", "bug"), Flag("m1"), Rationale("m1", "bug", 0, 2)])
@pytest.mark.parametrize("keep_lessons", [False, True])
def test_nothing_more_is_taught_about_it(lesson, keep_lessons):
    project = Project.from_texts(TEXTS, classes=["billing", "bug"])
    project.erase("m1", keep_lessons=keep_lessons)
    with pytest.raises(BadLesson, match="erased"):
        project.teach(lesson)


def test_an_import_does_not_bring_it_back(project, tmp_path):
    project.erase("m1")
    file = tmp_path / "mails.csv"
    file.write_text("id,text,label\nm1,Quokkamann wants a refund,billing\nm6,hello,bug\n")
    brought = bring_in(project, inspect(file))
    assert (brought.documents, brought.erased) == (1, 1)
    assert "did not come back" in brought.notes[-1]
    with pytest.raises(BadLesson, match="erased and does not come back"):
        project.add_documents([Document("m1", TEXTS["m1"])])


def test_another_process_forgets_it_too(project, path):
    with Project.open(path) as other:
        assert other.document("m1").text == TEXTS["m1"]
        assert "quokkamann" in other.learned.classifier.terms
        project.erase("m1")
        assert other.teaching().labels == {"m2": "bug"}
        assert other.document("m1").erased
        assert "quokkamann" not in other.learn().classifier.terms


def test_it_is_opened_copied_checked_and_salvaged_like_any_other(project, path, tmp_path):
    project.erase("m1")
    project.close()
    assert check(path).problems == ()
    assert salvage(path, tmp_path / "saved.teachback").lost == ()
    for each in (path, tmp_path / "saved.teachback"):
        with Project.open(each) as opened:
            assert opened.document("m1").erased
            assert opened.teaching().labels == {"m2": "bug"}
            assert opened.history(at=datetime.now(UTC)).teaching.labels == {"m2": "bug"}
