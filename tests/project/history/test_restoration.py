"""Going back: what counts afterwards is what counted then."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import BadLesson, CannotRetract, TeachbackError
from teachback.project import Project
from teachback.record import Document, HeldOutDrawn, Label, NotAReason, Retract, Skip, Word
from tests.project.conftest import CLASSES, TEXTS

IDS = list(TEXTS)
lessons = st.one_of(
    st.builds(Label, st.sampled_from(IDS), st.sampled_from(CLASSES), teacher=st.sampled_from(["ines", "ben"])),
    st.builds(Skip, st.sampled_from(IDS)),
    st.builds(Word, st.sampled_from(["refund", "crashed", "update"]), st.sampled_from(CLASSES)),
    st.builds(NotAReason, st.sampled_from(["refund", "update"])),
)


@st.composite
def histories(draw):
    """Lessons, some of them taken back, some of that taken back again; and a moment to go back to."""
    taught = draw(st.lists(st.one_of(lessons, st.integers(0, 30)), max_size=25))
    return taught, draw(st.integers(0, 30)), draw(st.integers(0, 60))


@settings(deadline=None, max_examples=100)
@given(histories())
def test_after_going_back_just_that_counts_which_counted_then(history):
    taught, first, second = history
    project = Project.from_texts(TEXTS, classes=CLASSES)
    for each in taught:
        try:
            project.teach(Retract(project.record[each % len(project.record)].id) if isinstance(each, int) else each)
        except BadLesson:  # of a class or a document that was taken back
            continue
    for wanted in (first, second):
        position = wanted % (len(project.record) + 1)
        then = project.history(position).teaching
        before = len(project.record)
        entries = project.restore(position, teacher="ines")
        assert project.teaching() == then
        assert len(project.record) == before + entries
        assert all(isinstance(entry, Retract) for entry in project.record[before:])


def test_going_back_can_itself_be_taken_back():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Label("d1", "billing"), Word("refund", "billing"))
        project.rename_class("bug", "crash")
        before, now = len(project.record), project.teaching()
        assert project.restore(2) == 3
        assert project.classes == tuple(CLASSES)
        assert not project.teaching().labels
        assert project.restore(before) == 3
        assert project.teaching() == now


def test_what_was_held_out_stays_held_out():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing"))
        drawn = project.hold_out(2)
        project.restore(2)
        assert project.teaching() == replace(project.history(2).teaching, held_out=frozenset(drawn))
        assert any(isinstance(entry, HeldOutDrawn) for entry in project.record.active())


def test_a_place_that_is_not_there_is_refused_and_nothing_changes():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        for position in (-1, 99):
            with pytest.raises(BadLesson, match="There is no position"):
                project.restore(position)
        assert len(project.record) == 2


def test_what_cannot_be_taken_back_is_refused_whole(monkeypatch):
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Label("d1", "billing"))
        project.add_classes("other")
        monkeypatch.setattr(type(project.record), "_check_event_retraction", refuse)
        before = list(project.record)
        with pytest.raises(TeachbackError, match="cannot be changed now"):
            project.restore(2)
        assert list(project.record) == before
        assert project.teaching().labels == {"d1": "billing"}


def refuse(record, retract, event):
    raise CannotRetract(f"The {event.kind} cannot be changed now.")


def test_the_last_entries_come_newest_first_page_after_page():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(*(Word(f"word{letter}", "bug", id=letter) for letter in "abcde"))
        project.teach(Retract("b", id="r"))
        seen, before = [], None
        while before != 1:
            page, begin = project.latest(before, limit=3)
            seen += [(each.position, each.entry.id, each.active) for each in page]
            before = begin + 1
        assert [position for position, _, _ in seen] == list(range(8, 0, -1))
        assert [(id, active) for _, id, active in seen[:5]] == [
            ("r", True),
            ("e", True),
            ("d", True),
            ("c", True),
            ("b", False),
        ]
        assert project.latest(1) == ([], 0)


def test_documents_that_came_later_go_and_come_back_with_going_back():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        position = len(project.record)
        project.add_documents([Document("late", "a late crash")])
        project.teach(Label("late", "bug"))
        later = len(project.record)
        project.restore(position)
        assert (project.size, project.teaching().labels) == (len(TEXTS), {})
        assert "late" not in {document.id for document in project.documents()}
        project.restore(later)
        assert (project.size, project.teaching().labels) == (len(TEXTS) + 1, {"late": "bug"})
