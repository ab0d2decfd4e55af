"""Words that were passed over, by whom, and when they come again."""

from __future__ import annotations

import pytest

from teachback.errors import UnknownClass
from teachback.project import Project
from teachback.project.questions.passed_over import read_over, sunk
from teachback.record import NotAReason, Retract, Word, WordsPassedOver
from teachback.store import copy, create_store
from tests.project.demo import CORPUS

TEXTS = {document.id: document.text for document in CORPUS.documents[::4]}


@pytest.fixture
def project(tmp_path):
    with Project.from_texts(TEXTS, classes=CORPUS.classes, address=tmp_path / "mails.teachback") as project:
        project.teach(Word("refund", "billing"), Word("crashes", "bug"), Word("wish", "feature request"))
        project.teach(Word("how", "how-to"))
        project.learn()
        yield project


def terms(project, class_="billing", n=5, **who):
    return [asked.term for asked in project.ask(0, words=n, **who).words[class_]]


def test_what_was_passed_over_comes_after_everything_else_and_only_for_her(project):
    first = terms(project)
    project.pass_over(project.ask(0, words=5).words)
    second = terms(project)
    assert len(second) == 4
    assert not set(first) & set(second)
    assert terms(project, teacher="ben") == first
    project.pass_over({"billing": second})
    assert not set(terms(project)) & {*first, *second}


def test_one_entry_a_list_is_kept_and_heard_of_when_the_project_is_opened_again(project, tmp_path):
    before, asked = len(project.record), project.ask(0, words=5, teacher="ines").words
    assert len(project.pass_over(asked, teacher="ines")) == len([column for column in asked.values() if column])
    new = project.record[before:]
    assert {entry.class_ for entry in new} == {class_ for class_, column in asked.items() if column}
    assert all(isinstance(entry, WordsPassedOver) and entry.teacher == "ines" for entry in new)
    expected = terms(project, teacher="ines")
    project.close()
    with Project.open(tmp_path / "mails.teachback") as again:
        assert terms(again, teacher="ines") == expected
        with create_store(tmp_path / "copy.teachback") as target:
            copy(again.store, target)
    with Project.open(tmp_path / "copy.teachback") as restored:
        assert terms(restored, teacher="ines") == expected


def test_words_that_she_spoke_of_are_not_passed_over(project):
    first, second, third, *_ = terms(project)
    project.teach(Word(first, "billing"), NotAReason(second))
    project.pass_over({"billing": [first, second, third]})
    assert project.record[-1].words == (third,)
    before = len(project.record)
    assert project.pass_over({"billing": [first, second], "bug": []}) == []
    assert len(project.record) == before


def test_the_model_need_not_learn_again_and_undo_takes_back_the_lesson_before(project):
    project.pass_over({"billing": terms(project)})
    assert project.undo().term == "how"
    assert project.status().lessons == {"word": 3}


def test_taking_it_back_brings_the_words_back(project):
    first = terms(project)
    project.pass_over({"billing": first})
    project.teach(Retract(project.record[-1].id))
    assert terms(project) == first


def test_it_follows_its_class_and_sleeps_with_it(project):
    first = terms(project)
    project.pass_over({"billing": first})
    project.rename_class("billing", "money")
    assert project.record.passed_over("teacher") == {"money": dict.fromkeys(first, 1)}
    project.archive_class("money")
    assert project.record.passed_over("teacher") == {}


def test_a_list_of_a_class_that_is_not_there_is_refused(project):
    with pytest.raises(UnknownClass, match="'sprot' is not a class"):
        project.pass_over({"sprot": ["please"]})


def test_after_two_times_a_word_comes_only_when_nothing_else_is_left():
    texts = [f"{word} text" for word in ("alpha", "beta", "gamma") for _ in range(4)]
    with Project.from_texts(texts, classes=["a", "b"]) as project:
        everything = terms(project, None, 9)
        assert len(everything) > 2
        for _ in range(2):
            project.pass_over({None: everything[:1]})
        assert terms(project, None, 9) == everything[1:]
        for _ in range(3):
            project.pass_over({None: everything[1:]})
        assert terms(project, None, 9) == everything


def test_what_was_passed_over_for_any_class_was_for_each():
    class Asked:
        def __init__(self, term):
            self.term = term

    column = [Asked("please"), Asked("refund")]
    assert [each.term for each in sunk(column, "billing", {None: {"please": 1}}, 5)] == ["refund", "please"]
    assert [each.term for each in sunk(column, None, {"billing": {"please": 1}}, 5)] == ["please", "refund"]
    twice = {None: {"please": 1}, "billing": {"please": 1}}
    assert [each.term for each in sunk(column, "billing", twice, 5)] == ["refund"]


def test_only_what_stood_before_a_word_that_was_taken_was_surely_read():
    offered = {"bug": ["again", "crash", "today", "error", "now"], None: ["please"]}
    assert read_over(offered, {"bug": {"crash", "error"}}) == {"bug": ["again", "today"]}
    assert read_over(offered, {"bug": {"again"}}) == {}
    assert read_over(offered, {}) == {}
