"""The loop of teaching, over every store."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import numpy as np
import pytest

from teachback.errors import BadLesson, BadSpan, TeachbackError, UnknownClass, UnknownDocument
from teachback.formats import Item, Rule
from teachback.project import NothingLearned, Project
from teachback.record import (
    Adjudicate,
    ClassesAdded,
    Distinction,
    Document,
    Exclude,
    Flag,
    Label,
    NotAReason,
    Rationale,
    Retract,
    Skip,
    Word,
)
from tests.project.conftest import CLASSES, TEXTS


def taught(project):
    """Two words and two labels."""
    project.teach(Word("refund", "billing"), Word("crashed", "bug"))
    project.teach(Label("d7", "billing"), Label("d8", "bug"))
    return project


def test_a_person_teaches_and_the_project_learns_asks_and_explains(project):
    taught(project)
    learned = project.learn()
    assert learned.learner == "LessonRegression"
    assert [guess.class_ for guess in project.classify(["my refund?", "crashed"])] == ["billing", "bug"]
    questions = project.ask(3, words=2, checks=0.0)
    asked = [question.document.id for question in questions.documents]
    assert len(asked) == 3
    assert not {"d7", "d8"} & set(asked)
    assert all(question.why and question.guess for question in questions.documents)
    assert set(questions.words) == set(CLASSES)
    assert not {"refund", "crashed"} & {asked.term for words in questions.words.values() for asked in words}
    explanation = project.explain("d2")
    assert explanation.from_class == "bug"
    assert dict(project.predictions())["d1"].class_ == "billing"


@pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)
def test_what_was_taught_is_there_when_the_project_is_opened_again(address):
    with taught(Project.from_texts(TEXTS, classes=CLASSES, address=address)) as first:
        first.learn()
        before = first.history()
        P = first.learned.classifier.probabilities(list(TEXTS.values()))
    with Project.open(address) as again:
        assert list(again.history()) == list(before)
        assert again.learned.learner == "LessonRegression"
        assert np.array_equal(again.learned.classifier.probabilities(list(TEXTS.values())), P)
        assert again.status().behind == 0
        assert [document.text for document in again.documents()] == list(TEXTS.values())


def test_the_same_lessons_give_the_same_model_bit_for_bit_on_every_store(project):
    expected = taught(Project.from_texts(TEXTS, classes=CLASSES)).learn().classifier.learner
    learner = taught(project).learn().classifier.learner
    assert learner.weights_.tobytes() == expected.weights_.tobytes()
    assert learner.intercept_.tobytes() == expected.intercept_.tobytes()
    assert learner.term_weights_.tobytes() == expected.term_weights_.tobytes()


def test_a_refused_lesson_leaves_everything_as_it_was(project):
    before = list(project.history())
    for lesson, error in [
        (Label("d1", "sprot"), UnknownClass),
        (Label("d99", "bug"), UnknownDocument),
        (Rationale("d1", "billing", 0, 999), BadSpan),
        (Retract("nothing"), TeachbackError),
        (ClassesAdded(["x"]), BadLesson),
    ]:
        with pytest.raises(error):
            project.teach(Label("d1", "bug"), lesson)
    assert list(project.history()) == before
    assert not project.teaching().labels


def test_a_lesson_that_is_sent_again_is_not_taught_twice(project):
    lesson = Label("d1", "billing", id="the-same")
    assert project.teach(lesson) == project.teach(lesson)
    assert len([entry for entry in project.record if entry.id == "the-same"]) == 1
    with pytest.raises(BadLesson, match="says something else"):
        project.teach(Label("d1", "bug", id="the-same"))


def test_every_kind_of_lesson_is_kept_and_counted(project):
    project.teach(
        Label("d1", "billing", teacher="ines", seconds=3.0),
        Rationale("d1", "billing", 7, 13, teacher="ines", seconds=5.0),
        Skip("d2"),
        Word("refund", "billing", 2.0),
        NotAReason("update"),
        Label("d4", "bug"),
        Distinction("d4", "bug", "d1", "crashed", True),
        Flag("d3", "odd"),
        Adjudicate("d5", "billing"),
    )
    status = project.status()
    once = ("adjudicate", "distinction", "flag", "not_a_reason", "rationale", "skip", "word")
    assert status.lessons == {"label": 2, **dict.fromkeys(once, 1)}
    assert [(each.name, each.labels, each.words) for each in status.classes] == [("billing", 2, 1), ("bug", 1, 0)]
    assert {each.name: (each.lessons, each.seconds) for each in status.teachers}["ines"] == (2, 8.0)
    assert status.rationales_per_document == 1.0
    assert "8 documents" in str(status)
    for name in ("ContrastSVM", "RationaleMaxEnt", "DistinctionList", "LabelledWordNB", "LessonRegression"):
        assert project.learn(name).learner == name
        assert project.classify(["crashed"])[0].class_ in CLASSES


def test_rules_that_were_learned_are_shown_and_explain_what_they_decide(project):
    project.teach(Label("d1", "billing"), Label("d4", "bug"), Distinction("d4", "bug", "d1", "crashed", True))
    project.learn("DistinctionList")
    assert project.rules() == (Rule("bug", (("crashed", True),), "d4"), Rule("billing", (), "d1"))
    assert str(project.explain("d8")) == "bug, like d4: crashed"
    assert project.explain("d7").similar == "d1"
    assert project.status().rules == ("crashed ⇒ bug (d4)", "ELSE: billing (d1)")
    assert "crashed ⇒ bug (d4)" in str(project.status())
    project.learn("LabelledWordNB")
    assert project.rules() == ()


@pytest.mark.parametrize(
    ("document", "term", "present", "why"),
    [
        ("d4", "crashed", False, "it is d4 that has it"),
        ("d4", "refund", True, "it is d1 that has it"),
        ("d4", "zebra", True, "neither has it"),
        ("d3", "refund", True, "both have it"),
    ],
)
def test_a_distinction_that_does_not_tell_the_two_apart_is_refused(project, document, term, present, why):
    with pytest.raises(BadLesson, match=why):
        project.teach(Distinction(document, "bug", "d1", term, present))
    assert not project.teaching().distinctions


def test_terms_are_kept_as_the_analyzer_writes_them(project):
    project.teach(Word("Refund", "billing"), NotAReason("UPDATE"))
    assert set(project.teaching().words) == {"refund"}
    assert set(project.teaching().not_a_reason) == {"update"}
    with pytest.raises(TeachbackError):
        project.teach(Word("...", "billing"))


def test_a_word_that_no_document_has_is_named_and_comes_alive_with_one_that_has_it(project):
    project.teach(Word("segfault", "bug"), Word("refund", "billing"))
    assert project.learn().unheard == ("segfault",)
    project.add_documents([Document("d9", "segfault in line 3")])
    assert project.learn().unheard == ()
    assert project.classify(["segfault"])[0].class_ == "bug"


def test_an_import_of_known_documents_brings_their_lessons_and_other_texts_are_refused(project):
    known = Item(Document("d1", TEXTS["d1"]), (Label("d1", "how-to", teacher="ben"),))
    assert project.add_rows([known, Item(Document("d9", "new"))]) == 1
    assert project.teaching().labels == {"d1": "how-to"}
    assert project.classes == (*CLASSES, "how-to")
    before = list(project.history())
    with pytest.raises(TeachbackError, match="with another text"):
        project.add_rows([Item(Document("d10", "newer")), Item(Document("d1", "another text"))])
    assert list(project.history()) == before
    assert "d10" not in [document.id for document in project.documents()]


def test_undo_takes_back_the_last_lesson_of_a_teacher(project):
    project.teach(Label("d1", "billing", teacher="ines"))
    project.teach(Label("d2", "bug", teacher="ben"))
    assert project.undo("ines").document == "d1"
    assert dict(project.teaching().labels) == {"d2": "bug"}
    assert project.undo().document == "d2"
    project.archive_class("bug")
    assert project.undo().kind == "class_archived"
    assert project.classes == tuple(CLASSES)
    assert project.undo().kind == "classes_added"
    with pytest.raises(BadLesson, match="nothing to undo"):
        project.undo()


def test_classes_change_and_no_lesson_is_lost(project):
    taught(project)
    project.add_classes("how-to")
    project.rename_class("bug", "crash")
    project.teach(Label("d6", "how-to"))
    project.merge_classes("how-to", into="crash")
    assert project.classes == ("billing", "crash")
    assert project.teaching().labels == {"d7": "billing", "d8": "crash", "d6": "crash"}
    project.learn()
    assert project.classify(["crashed"])[0].class_ == "crash"


def test_history_gives_the_state_of_any_moment(project):
    position = len(project.record)
    project.teach(Label("d1", "billing"))
    moment = datetime.now(UTC)
    project.teach(Label("d1", "bug"))
    assert project.history(at=position).teaching.labels == {}
    assert project.history(at=moment).teaching.labels == {"d1": "billing"}
    assert project.history().teaching.labels == {"d1": "bug"}
    assert "label d1 bug" in str(project.history())


def test_held_out_documents_are_never_asked_and_never_trained_on(project):
    drawn = project.hold_out(4)
    assert len(set(drawn)) == 4
    taught(project)
    project.learn()
    assert not set(drawn) & {asked.document.id for asked in project.ask(8, checks=0.0).documents}
    gold = {id: "bug" if "crash" in TEXTS[id] else "billing" for id in drawn}
    before = project.learned.classifier.learner
    project.teach(*(Label(id, class_) for id, class_ in gold.items()))
    again = project.learn().classifier.learner
    assert again.weights_.tobytes() == before.weights_.tobytes()  # labels of held-out documents only measure
    assert again.intercept_.tobytes() == before.intercept_.tobytes()
    assert project.status().checked == len(gold)
    with pytest.raises(BadLesson, match="Cannot hold out 100 documents"):
        project.hold_out(100)


def test_held_out_documents_are_asked_to_measure_and_released_again(project):
    drawn = project.hold_out(3)
    taught(project)
    waiting = [id for id in drawn if id not in project.teaching().labels]
    asked = [each.document.id for each in project.measure(5).documents]
    assert asked[: len(waiting)] == waiting  # those that wait come first, others are drawn
    assert len(asked) == 8 - len(project.teaching().labels) - len(project.teaching().skips) or len(asked) == 5
    assert set(asked) <= project.teaching().held_out
    assert project.release(drawn[0]) == 1
    assert drawn[0] not in project.teaching().held_out
    assert set(drawn[1:]) <= project.teaching().held_out
    project.release()
    assert project.teaching().held_out == frozenset()
    assert {each.document.id for each in project.ask(8, checks=0.0).documents} >= set(waiting)
    with pytest.raises(BadLesson, match="is not held out"):
        project.release(drawn[0])


def test_status_says_what_the_model_does_not_learn_from(project):
    taught(project)
    project.teach(
        Rationale("d7", "billing", 4, 11), Rationale("d1", "billing", 7, 13), Rationale("d8", "billing", 0, 7)
    )
    project.learn()
    status = project.status()
    assert status.rationales_unused == 2  # d1 has no label, and d8 another one
    assert "2 of these are held out or not labelled so, and teach nothing" in str(status)
    assert "Model: LessonRegression; it has heard everything." in str(status)
    project.learn("RationaleMaxEnt")
    assert "Model: RationaleMaxEnt; it does not learn from words." in str(project.status())
    project.teach(Distinction("d8", "bug", "d7", "crashed", True))
    project.learn("DistinctionList")
    assert "Model: DistinctionList; it does not learn from words, highlighted passages." in str(project.status())


def test_alike_documents_fill_a_page_and_asking_again_draws_no_further_check():
    kinds = ["please refund invoice {}", "the app crashed on {}", "how do i export board {}"]
    texts = {f"d{number}": kinds[number % 3].format("abcdefghij"[number // 3 % 2]) for number in range(60)}
    with Project.from_texts(texts, classes=CLASSES) as project:
        project.teach(Label("d0", "billing"), Label("d1", "bug"))
        project.learn()
        for _ in range(4):
            asked = project.ask(10, words=0, checks=0.1).documents
            assert [question.check for question in asked] == [False] * 7 + [True] + [False] * 2
        assert len(project.teaching().held_out) == 1


def test_random_checks_are_kept_apart_and_come_back_until_they_are_answered(project):
    taught(project)
    project.learn()
    first = project.ask(2, words=0, checks=1.0)
    ids = [question.document.id for question in first.documents]
    assert all(question.check for question in first.documents)
    assert set(ids) <= project.teaching().held_out
    assert [question.document.id for question in project.ask(2, words=0, checks=1.0).documents] == ids
    project.teach(Label(ids[0], "bug"))
    assert ids[0] not in [question.document.id for question in project.ask(2, words=0, checks=1.0).documents]
    assert project.status().checked == 1


def test_teachers_agree_or_not_and_the_owner_adjudicates(project):
    project.teach(*(Label(id, "bug", teacher=name) for id in ("d1", "d2") for name in ("ines", "ben")))
    project.teach(Label("d3", "billing", teacher="ines"), Label("d3", "bug", teacher="ben"))
    agreement = project.agreement()
    assert agreement.documents == 3
    assert agreement.disagreements == {"d3": {"ines": "billing", "ben": "bug"}}
    assert "d3" in project.teaching().disputed
    project.teach(Adjudicate("d3", "billing", teacher="owner"))
    assert project.teaching().labels["d3"] == "billing"


def test_a_decision_is_nobody_s_opinion_and_changes_no_agreement(project):
    project.teach(Label("d1", "bug", teacher="ines"), Label("d1", "bug", teacher="ben"))
    project.teach(Label("d2", "billing", teacher="ines"), Label("d2", "bug", teacher="ben"))
    before, measured = project.agreement(), project.review.disputes()
    project.teach(Adjudicate("d2", "bug", teacher="ines"))  # an owner who differed herself
    after, settled = project.agreement(), project.review.disputes()
    assert after.disagreements == before.disagreements
    assert (after.krippendorff, after.pairs, after.unsettled) == (before.krippendorff, before.pairs, [])
    assert (settled.settled, settled.queue, settled.alpha) == (1, (), measured.alpha)
    assert [(each.name, each.labels) for each in settled.teachers] == [("ben", 2), ("ines", 2)]
    assert next(each.right for each in settled.teachers if each.name == "ines") < measured.teachers[1].right


def test_who_did_not_see_the_other_s_answer_is_compared_apart(project):
    project.prefer(overlap=1.0)
    project.teach(Label("d1", "bug", teacher="ines"), Label("d2", "bug", teacher="ines"))
    assert project.blind_to("ben", ["d1", "d2", "d3"]) == {"d1", "d2"}
    project.teach(Label("d1", "billing", teacher="ben"), Label("d2", "bug", teacher="ben"))
    project.teach(Label("d1", "bug", teacher="ben"), Label("d2", "billing", teacher="eva"))  # who see what was said
    agreement = project.agreement()
    assert (agreement.documents, list(agreement.disagreements)) == (2, ["d2"])
    assert (agreement.blind.documents, agreement.blind.agreed) == (2, 1)
    assert project.review.disputes().blind == agreement.blind
    assert f"  {agreement.blind}" in str(project.status())
    project.prefer(overlap=0.0)  # nobody's answer is hidden now, and nothing is known to have been
    assert project.agreement().blind is None


@pytest.mark.parametrize(("policy", "class_"), [("majority", None), ("latest", "bug"), ("adjudicator:ines", "billing")])
def test_the_project_s_policy_says_whose_word_counts(tmp_path, policy, class_):
    address = tmp_path / "mails.teachback"
    with Project.from_texts(TEXTS, classes=CLASSES, address=address, policy=policy) as project:
        project.teach(Label("d3", "billing", teacher="ines"), Label("d3", "bug", teacher="ben"))
    with Project.open(address) as again:
        assert again.teaching().labels.get("d3") == class_
        assert again.history().teaching.labels.get("d3") == class_
        assert again.status().disputed == (class_ is None)


def test_an_unknown_policy_is_refused_before_anything_is_made(tmp_path):
    with pytest.raises(BadLesson, match="'loudest' is no policy"):
        Project.create(tmp_path / "mails.teachback", policy="loudest")
    assert not list(tmp_path.iterdir())


def test_the_status_shows_what_teachers_marked_and_how_long_it_took(project):
    project.teach(Label("d1", "billing", teacher="ines", seconds=4.0), Label("d2", "bug", teacher="ines", seconds=2.0))
    project.teach(Rationale("d1", "billing", 7, 13, teacher="ines", seconds=5.0))
    project.teach(Rationale("d1", "billing", 10, 16, teacher="ben"), Rationale("d1", "billing", 22, 29, teacher="ben"))
    status = project.status()
    assert (status.passages["ines", "ben"].shared, status.passages["ben", "ines"].shared) == (1.0, 0.5)
    assert {key: spent.mean for key, spent in status.times.items()} == {("ines", "both"): 9.0, ("ines", "label"): 2.0}
    assert "100 % of what ines highlighted, ben highlighted too (F1 0.67)" in str(status)
    assert json.loads(json.dumps(status.to_dict()))["passages"][0]["documents"] == 1


def test_without_any_lesson_the_project_asks_by_chance_and_says_that_it_knows_nothing(project):
    questions = project.ask(2)
    assert [question.guess for question in questions.documents] == [None, None]
    assert questions.words[None]
    with pytest.raises(NothingLearned, match="Nothing has been taught yet"):
        project.learn()
    with pytest.raises(NothingLearned):
        project.classify(["text"])


def test_documents_can_be_found_by_their_words(project):
    assert [document.id for document in project.search("crashed update")] == ["d4", "d6"]
    assert project.search("nowhere") == []


def test_near_duplicates_are_found(project):
    project.add_documents([Document("again", TEXTS["d1"] + "!")])
    assert project.near_duplicates() == [("d1", "again")]


def test_one_text_alone_is_no_list():
    with pytest.raises(BadLesson, match="give a list"):
        Project.from_texts("refund")


def test_a_label_that_is_taken_back_in_the_same_breath_does_not_stand_against_what_a_document_is_not():
    with Project.from_texts(["refund", "crash"], classes=["billing", "bug", "other"]) as project:
        label = Label("1", "bug", teacher="ines")
        project.teach(label, Retract(label.id, teacher="ines"), Exclude("1", "bug", teacher="ines"))
        assert project.teaching().exclusions == {"1": {"bug"}}
