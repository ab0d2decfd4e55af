"""What changed from one model to the next."""

from __future__ import annotations

import pytest

from teachback.formats import Item
from teachback.project import Project
from teachback.project.review.browsing import BadFilter, Filter
from teachback.record import Document, Label, NotAReason, Retract, Skip, Word
from tests.project.conftest import CLASSES, TEXTS
from tests.project.demo import CORPUS, GOLD, demo_project


def test_what_changed_is_told_with_the_lessons_that_did_it():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("update", "bug"))
        first = project.learn()
        project.show(first)
        assert project.review.changes(first.number) is None  # it is the newest
        before = dict(project.predictions())
        word = Word("invoice", "bug")
        project.teach(word, NotAReason("refund"))
        newest = project.learn()
        changes = project.review.changes(first.number)
        now = dict(project.predictions())
        moved = {id: (before[id].class_, now[id].class_) for id in TEXTS if before[id].class_ != now[id].class_}
        assert moved
        assert {each.id: (each.from_, each.to) for each in changes.listed} == moved
        assert (changes.since, changes.model) == (first.number, newest.number)
        assert (changes.changed, changes.documents) == (len(moved), len(TEXTS))
        assert sum(move.documents for move in changes.moves) == changes.changed
        assert changes.because.lessons == {"word": 1, "not_a_reason": 1}
        assert changes.because.words[0] == ("invoice", "bug", word.id)
        assert project.review.changes(99) is None


def test_a_class_of_another_name_is_no_other_class():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("update", "bug"))
        first = project.learn()
        project.show(first)
        project.rename_class("billing", "money")
        renamed = project.learn()
        project.show(renamed)
        assert project.review.changes(first.number).changed == 0
        assert project.review.documents(Filter(since=first.number)).total == 0
        project.undo()
        project.learn()
        assert project.review.changes(renamed.number).changed == 0
        assert project.review.documents(Filter(since=renamed.number)).total == 0


def test_documents_of_an_import_that_was_taken_back_are_not_counted():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.add_rows([Item(Document("n1", "the invoice"), (Label("n1", "billing"),))])
        end = len(project.record)
        project.teach(Word("refund", "billing"), Word("update", "bug"))
        first = project.learn()
        project.show(first)
        project.take_back(end)
        project.teach(Word("invoice", "bug"))
        project.learn()
        changes = project.review.changes(first.number)
        assert changes.documents == project.size == len(TEXTS)
        assert changes.changed == sum(move.documents for move in changes.moves)
        assert "n1" not in {each.id for each in changes.listed}


def test_of_which_classes_more_is_expected_to_be_found_is_what_quality_says():
    with demo_project(labels=40) as project:
        first = project.learn()
        project.show(first)
        was = {each.name: each.recall.value for each in project.quality().classes}
        project.teach(*(Label(each.id, GOLD[each.id]) for each in CORPUS.documents[-60:]))
        project.learn()
        by = {each.name: each.recall.value - was[each.name] for each in project.quality().classes}
        changes = project.review.changes(first.number).recall
        assert {each.class_: each.by for each in changes} == {each.class_: by[each.class_] for each in changes}
        assert [each.class_ for each in changes] == sorted(by, key=lambda name: -abs(by[name]))[: len(changes)]
        assert changes


def test_every_lesson_in_between_is_told_words_first_and_what_teaches_nothing_is_not():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        old = Word("refund", "billing")
        project.teach(old, Word("update", "bug"))
        first = project.learn()
        project.show(first)
        ids = list(TEXTS)
        label, word = Label(ids[0], "billing", teacher="ines"), Word("invoice", "billing", teacher="ines")
        project.teach(Skip(ids[1]), label, word, Retract(old.id))
        project.learn()
        because = project.review.changes(first.number).because
        assert [(each.kind, each.id, each.teacher) for each in because.taught[:1]] == [("word", word.id, "ines")]
        assert {each.kind for each in because.taught} == {"word", "retract", "label"}
        assert because.taught[-1].document == ids[0]
        taken = next(each for each in because.taught if each.kind == "retract")
        assert (taken.term, taken.class_) == ("refund", "billing")  # what it took back


def test_the_accuracies_before_and_after_are_what_quality_said_of_each_model():
    with demo_project(labels=40) as project:
        first = project.learn()
        project.show(first)
        before = project.quality()
        project.teach(*(Label(each.id, GOLD[each.id]) for each in CORPUS.documents[-60:]))
        project.learn()
        changes, after = project.review.changes(first.number), project.quality()
        assert (changes.accuracy_before, changes.accuracy) == (before.accuracy, after.accuracy)
        was, now = ({each.name: each.recall for each in one.classes} for one in (before, after))
        assert all((each.before, each.now) == (was[each.class_], now[each.class_]) for each in changes.recall)


def test_what_changed_can_be_listed_and_selected_by_what_it_was_and_is():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"), Word("update", "bug"))
        first = project.learn()
        project.show(first)
        project.teach(Word("invoice", "bug"), NotAReason("refund"))
        project.learn()
        changes = project.review.changes(first.number)
        for move in changes.moves:
            wanted = Filter(since=first.number, was=move.from_, predicted=move.to)
            listed = project.review.documents(wanted)
            assert listed.total == move.documents
            assert project.review.select(wanted).documents == tuple(each.id for each in listed.documents)
        assert project.review.documents(Filter(since=first.number)).total == changes.changed
        assert not project.review.documents(Filter(since=first.number, was="nobody said so")).total
        with pytest.raises(BadFilter, match="model 99 said is remembered no more"):
            project.review.documents(Filter(since=99))
