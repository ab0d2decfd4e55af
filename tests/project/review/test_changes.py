"""What changed from one model to the next."""

from __future__ import annotations

from teachback.project import Project
from teachback.record import NotAReason, Word
from tests.project.conftest import CLASSES, TEXTS


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
