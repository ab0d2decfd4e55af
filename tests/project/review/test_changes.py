"""What changed from one model to the next."""

from __future__ import annotations

from teachback.project import Project
from teachback.record import Label, NotAReason, Word
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
        found = project.review.changes(first.number)
        now = dict(project.predictions())
        moved = {id: (before[id].class_, now[id].class_) for id in TEXTS if before[id].class_ != now[id].class_}
        assert moved
        assert {each.id: (each.from_, each.to) for each in found.listed} == moved
        assert (found.since, found.model) == (first.number, newest.number)
        assert (found.changed, found.documents) == (len(moved), len(TEXTS))
        assert sum(move.documents for move in found.moves) == found.changed
        assert found.because.lessons == {"word": 1, "not_a_reason": 1}
        assert found.because.words[0] == ("invoice", "bug", word.id)
        assert project.review.changes(99) is None


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
