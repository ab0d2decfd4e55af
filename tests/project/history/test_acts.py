"""Imports are one act, and can be taken back whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.errors import BadLesson
from teachback.formats import Item, inspect
from teachback.project import Project
from teachback.project.history.acts import Summary
from teachback.project.transfer.imports import bring_in
from teachback.record import ClassArchived, Distinction, Document, Label, Retract, Word
from tests.project.conftest import CLASSES, TEXTS


def rows(label="spam", ids=("n1", "n2", "n3"), text="a new crash"):
    return [Item(Document(id, text), (Label(id, label, teacher="importer"),)) for id in ids]


def state(project):
    """Everything that taking an import back should leave as it was before."""
    return project.teaching(), [document.id for document in project.documents()], project.size


def test_an_import_is_taken_back_whole_and_that_too(project):
    project.teach(Label("d1", "billing", teacher="ines"))
    before = state(project)
    assert project.add_rows(rows()) == 3
    after, end = state(project), len(project.record)
    assert project.classes == (*CLASSES, "spam")
    taken = project.take_back(end, teacher="ines")
    assert (taken.documents, taken.lessons, taken.others, taken.classes) == (3, 3, 0, ("spam",))
    assert state(project) == before
    assert {entry.teacher for entry in project.record[end:]} == {"ines"}
    assert [document.id for document in project.search("new")] == []
    project.take_back(len(project.record))
    assert state(project) == after


def test_what_was_taught_about_its_documents_sleeps_and_its_classes_stay_when_they_are_spoken_of(project):
    project.add_rows(rows())
    end = len(project.record)
    project.teach(
        Label("n1", "bug", teacher="ines"),
        Distinction("d2", "bug", "n1", "crashed", True, teacher="ines"),
        Label("d1", "billing", teacher="ines"),
        Word("winner", "spam", teacher="ines"),
    )
    taken = project.take_back(end)
    assert (taken.documents, taken.others, taken.classes) == (3, 2, ())
    teaching = project.teaching()
    assert (dict(teaching.labels), teaching.distinctions) == ({"d1": "billing"}, ())
    assert teaching.classes == (*CLASSES, "spam")
    project.add_documents([Document("n1", "a new crash")])
    assert project.teaching().labels == {"d1": "billing", "n1": "bug"}  # hers again, and not the import's


def test_a_document_that_was_there_before_the_import_stays(project):
    project.add_rows([*rows(), Item(Document("d1", TEXTS["d1"]), (Label("d1", "bug"),))])
    project.take_back(len(project.record))
    assert (project.size, project.teaching().labels) == (len(TEXTS), {})


def test_nothing_is_learned_from_documents_that_are_gone_or_asked_about_them():
    with Project.from_texts(TEXTS, classes=CLASSES) as project, Project.from_texts(TEXTS, classes=CLASSES) as other:
        for each in (project, other):
            each.teach(Word("refund", "billing"), Word("crashed", "bug"))
        project.add_documents([Document(f"n{k}", "refund refund crashed") for k in range(9)])
        project.take_back(len(project.record))
        ours, theirs = project.learn().classifier, other.learn().classifier
        texts = list(TEXTS.values())
        assert list(ours.classify(texts)) == list(theirs.classify(texts))
        assert {document.document.id for document in project.ask(20, checks=0.5).documents} <= set(TEXTS)


def test_after_a_wrong_column_the_file_can_be_imported_again(project, tmp_path):
    file = tmp_path / "mails.csv"
    file.write_text("ticket,body,kind\nT1,it crashed,bug\nT2,a refund please,billing\n", encoding="utf-8")
    bring_in(project, inspect(file, roles={"text": "ticket", "label": "body"}))
    wrong = len(project.record)
    assert "it crashed" in project.classes
    project.take_back(wrong)
    bring_in(project, inspect(file, roles={"text": "body", "label": "kind"}))
    assert project.classes == tuple(CLASSES)
    assert [document.text for document in project.documents()][-2:] == ["it crashed", "a refund please"]
    assert sorted(project.teaching().labels.values()) == sorted(CLASSES)


def test_another_text_under_the_id_of_a_document_that_is_gone_is_refused(project):
    project.add_rows(rows())
    project.take_back(len(project.record))
    before = state(project)
    with pytest.raises(BadLesson, match=r"was taken back; .* Leave the id column out"):
        project.add_rows(rows(text="another text"))
    assert state(project) == before
    assert project.add_rows(rows("bug")) == 3
    assert set(project.teaching().labels.values()) == {"bug"}


def test_history_tells_an_import_as_one(project):
    project.add_rows(rows())
    end = len(project.record)
    project.teach(Label("n1", "bug", teacher="ines"))
    project.take_back(end, teacher="ines")
    items, begin = project.latest()
    assert begin == 0
    assert [(each.entry.kind, each.act and str(each.act), each.active) for each in items] == [
        ("retract", "taking back (retract: 5)", True),
        ("label", None, True),
        ("classes_added", "import (documents: 3, classes: 1, label: 3)", False),
        ("documents_added", f"import (documents: {len(TEXTS)})", True),
        ("classes_added", None, True),
    ]
    assert items[2].position == end
    assert [each.position for each in project.latest(teacher="ines")[0]] == [len(project.record), end + 1]
    assert [each.position for each in project.latest(kinds={"label"})[0]] == [end + 1, end]
    assert project.latest(limit=1)[1] == end + 1


def test_what_an_import_wrote_is_counted_once_and_not_by_who_looks(project, monkeypatch):
    count, counted = Summary.of, []
    monkeypatch.setattr(Summary, "of", lambda entries, **how: counted.append(len(entries)) or count(entries, **how))
    project.add_rows(rows())
    assert counted == [5]  # before it was published, so that nobody waits for it
    for _ in range(3):
        assert str(project.latest()[0][0].act) == "import (documents: 3, classes: 1, label: 3)"
    assert counted.count(5) == 1


def test_only_what_was_written_as_one_is_taken_back_as_one(project):
    for position in (1, 99):
        with pytest.raises(BadLesson, match="No import ended at position"):
            project.take_back(position)


ACTS = st.one_of(
    st.tuples(st.just("rows"), st.lists(st.sampled_from("pqrs"), min_size=1, max_size=3, unique=True)),
    st.tuples(st.just("label"), st.sampled_from([*"pqrs", "d1"])),
    st.tuples(st.just("archive"), st.just("spam")),
    st.tuples(st.just("back"), st.integers(0, 5)),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(ACTS, max_size=12), st.integers(0, 5))
def test_taking_back_and_taking_that_back_changes_nothing(history, which):
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        for kind, what in history:
            acts = project._ledger.acts
            try:
                if kind == "rows":
                    project.add_rows(rows(ids=what, text="a new one"))
                elif kind == "label":
                    project.teach(Label(what, "bug", teacher="ines"))
                elif kind == "archive":
                    project._ledger.write([ClassArchived(what)])
                else:
                    project.take_back(acts[what % len(acts)].last)
            except BadLesson:  # of a class or a document that is not there now
                continue
        acts, before, end = project._ledger.acts, state(project), len(project.record)
        try:
            taken = project.take_back(acts[which % len(acts)].last)
        except BadLesson:
            assert state(project) == before
            return
        assert len(project.record) == end + len(taken.entries)
        assert all(isinstance(entry, Retract) for entry in project.record[end:])
        assert project.size == before[2] - taken.documents or not taken.documents
        if taken.entries:
            project.take_back(len(project.record))
        assert state(project) == before


def test_lessons_taught_at_once_are_one_line_of_the_history_and_one_undo(project):
    project.teach(Label("d1", "billing", teacher="ines"))
    before = state(project)
    project.teach(*(Label(id, "bug", teacher="ines") for id in ("d2", "d3", "d4")), at_once=True)
    (line, *_), _ = project.latest(limit=1)
    assert str(line.act) == "at once (label: 3)"
    assert project.last_import() is None or project.last_import() < line.position - 2
    assert project.undo("ines").kind == "label"
    assert state(project) == before
    project.take_back(len(project.record), teacher="ines")
    assert len(project.teaching().labels) == 4
    assert project.undo("ines").document == "d4"
    assert state(project) == before
    assert project.undo("ines").document == "d1"


def test_a_refused_lesson_leaves_nothing_of_its_act(project):
    length = len(project.record)
    with pytest.raises(BadLesson):
        project.teach(Label("d1", "bug"), Label("d2", "nonsense"), at_once=True)
    assert len(project.record) == length


def test_only_what_a_teacher_taught_at_once_is_hers_to_take_back(project):
    project.teach(Label("d1", "bug", teacher="ines"), Label("d2", "bug", teacher="ines"), at_once=True)
    hers = len(project.record)
    assert project.is_own_act(hers, "ines")
    assert not project.is_own_act(hers, "tom")
    project.take_back(hers, teacher="ines")
    assert project.is_own_act(len(project.record), "ines")
    project.add_rows(rows())
    assert not project.is_own_act(len(project.record), "importer")
