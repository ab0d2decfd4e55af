"""Errors, labels in doubt, words and rules."""

from __future__ import annotations

import re
import threading
from dataclasses import replace

import pytest

from teachback.learners.training_set import training_set
from teachback.project import Filter, NothingLearned, Project
from teachback.project.review.lexicon import RuleList
from teachback.record import Distinction, Label, NotAReason, Retract, Word
from tests.project.conftest import CLASSES, TEXTS
from tests.project.demo import GOLD, demo_project


@pytest.fixture(scope="module")
def project():
    with demo_project(labels=120, held_out=20) as project:
        project.learn()
        yield project


def test_each_labelled_document_is_predicted_by_a_model_that_was_not_told_its_label(project):
    cross_fitted = project.review._cross_fitter.now()
    teaching = project.teaching()
    assert cross_fitted.labels == teaching.labels
    trained = sorted((id for id in teaching.labels if id not in teaching.held_out), key=teaching.labels.__getitem__)
    part = frozenset(trained[2::5])  # the third of five
    model, _ = project._models.fitted(replace(teaching, held_out=teaching.held_out | part), "LessonRegression")
    guesses = model.classify(project.document(id).text for id in part)
    predicted = dict(zip(cross_fitted.labels, cross_fitted.predicted, strict=True))
    assert {id: predicted[id] for id in part} == {id: guess.class_ for id, guess in zip(part, guesses, strict=True)}
    apart = project.classify(project.document(id).text for id in teaching.held_out)
    assert [predicted[id] for id in teaching.held_out] == [guess.class_ for guess in apart]


def test_the_confusion_matrix_counts_every_labelled_document_and_lists_the_wrong_ones(project):
    errors = project.review.errors()
    labels = project.teaching().labels
    assert errors.matrix.classes == project.classes
    assert errors.of == sum(map(sum, errors.matrix.counts)) == len(labels)
    right = sum(errors.matrix.counts[place][place] for place in range(len(errors.matrix.classes)))
    assert len(errors.documents) == errors.wrong == errors.of - right
    for id, label, predicted in ((each.id, each.label, each.predicted) for each in errors.documents):
        assert labels[id] == label != predicted
    assert "were not told these labels" in errors.how


def test_a_class_of_which_nothing_was_taught_is_predicted_nowhere_and_still_asked_for():
    with demo_project(labels=60, held_out=10) as project:
        before = dict(project.predictions())
        project.add_classes("misc")
        project.learn()
        assert dict(project.predictions()) == before
        errors = project.review.errors()
        assert errors.matrix.classes == project.classes
        assert not any(row[-1] for row in errors.matrix.counts)
        assert "misc" not in project.review.card("boards-26").probabilities
        questions = project.ask(5, words=3)
        assert all("misc" in asked.why for asked in questions.documents if not asked.check)
        assert set(questions.words) == {*project.classes, None}
        assert not project.review.documents(Filter(predicted="misc")).documents


def test_where_more_models_would_take_too_long_the_newest_answers_and_it_is_said(project, monkeypatch):
    monkeypatch.setattr("teachback.project.review.cross_fitting._PATIENCE", 0.0)
    monkeypatch.setattr(project.review._cross_fitter, "_kept", None)
    assert "has heard these labels" in project.review.errors().how
    monkeypatch.setattr(project.review._cross_fitter, "_kept", None)


def test_a_label_that_is_plainly_wrong_is_among_the_first_to_be_doubted():
    with demo_project(labels=200) as project:
        plainly = re.compile("invoice|charge|refund|vat|payment|card|receipt|price")
        billing = [id for id in project.teaching().labels if GOLD[id] == "billing"]
        swapped = max(billing, key=lambda id: len(plainly.findall(project.document(id).text.casefold())))
        project.teach(Label(swapped, "bug", teacher="ines"))
        project.learn()
        doubts = project.review.doubtful().labels
        assert swapped in [doubt.id for doubt in doubts[:5]]
        first_doubt = next(doubt for doubt in doubts if doubt.id == swapped)
        assert (first_doubt.label, first_doubt.suggested) == ("bug", "billing")
        assert "because of" in first_doubt.why
        assert [doubt.score for doubt in doubts] == sorted((doubt.score for doubt in doubts), reverse=True)


def test_labels_are_doubted_by_rules_too():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(
            *(Label(id, "billing" if "refund" in text or "invoice" in text else "bug") for id, text in TEXTS.items())
        )
        project.teach(Distinction("d2", "bug", "d1", "crashed", True), Label("d4", "billing"))
        project.learn("DistinctionList")
        doubts = project.review.doubtful().labels
        assert "d4" in [doubt.id for doubt in doubts]
        assert all("a rule" in doubt.why for doubt in doubts)


def test_words_have_their_teachers_their_documents_and_the_models_weight():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing", teacher="ines"), Word("refund", "billing", 2.0, teacher="ben"))
        project.teach(
            Word("crashed", "bug", teacher="ines"), Word("unheard", "bug"), NotAReason("update", teacher="ben")
        )
        project.learn()
        words = {word.term: word for word in project.review.words()}
        assert (words["refund"].by, words["refund"].documents) == (("ines", "ben"), 3)
        assert words["refund"].weight > 0 < words["crashed"].weight
        assert (words["unheard"].documents, words["unheard"].weight) == (0, None)
        assert (words["update"].class_, words["update"].strength, words["update"].by) == (None, 0.0, ("ben",))
        model = project.learned.classifier
        row = model.learner.weights_[model.columns["refund"]]
        assert words["refund"].weight == pytest.approx(row[0] - row[1])


def test_rules_have_their_example_and_their_mistakes():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Label("d1", "billing"), Label("d2", "bug"), Distinction("d2", "bug", "d1", "crashed", True))
        project.teach(Label("d4", "billing"), Label("d6", "bug"))
        project.learn("DistinctionList")
        rules = project.review.rules()
        assert (rules.learner, rules.in_use) == ("DistinctionList", True)
        first, default = rules.rules
        assert (first.literals, first.class_, first.example) == ((("crashed", True),), "bug", "d2")
        assert (first.decides, first.mistakes) == (3, ("d4",))
        assert (default.class_, default.literals, default.mistakes) == ("billing", (), ())
        assert "crashed" in first.text


def test_what_was_told_apart_is_shown_as_rules_when_the_model_is_of_another_kind():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        assert project.review.rules() == RuleList(None, in_use=False, rules=())
        project.teach(Label("d1", "billing"), Label("d2", "bug"), Word("refund", "billing"), Word("crashed", "bug"))
        project.learn()
        assert project.review.rules() == RuleList("LessonRegression", in_use=False, rules=())
        project.teach(Distinction("d2", "bug", "d1", "crashed", True, id="apart"))
        project.learn()
        rules = project.review.rules()
        assert (rules.learner, rules.in_use) == (project.learned.learner, False)
        assert [(rule.class_, rule.literals) for rule in rules.rules] == [
            ("bug", (("crashed", True),)),
            ("billing", ()),
        ]
        project.learn("DistinctionList")
        assert project.review.rules().rules == rules.rules
        project.learn()
        project.teach(Retract("apart"))
        assert project.review.rules().rules == ()


def test_without_teaching_there_is_nothing_to_review():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        with pytest.raises(NothingLearned):
            project.review.errors()
        assert project.review.words() == []
        assert training_set(project.teaching(), project._terms.counts, {}, str).words == []


@pytest.mark.parametrize("look", ["errors", "progress", "ask"])
def test_teaching_does_not_wait_for_those_who_look(look, monkeypatch):
    with demo_project(labels=20, held_out=10) as project:
        project.learn()
        project.study.start("dual", subject="p1", teacher="ines")
        project.teach(Word("invoice", "billing", teacher="ines"))
        looks = {
            "errors": project.review.errors,
            "progress": project.progress,
            "ask": lambda: project.study.ask("ines"),
        }
        begun, go_on, fitted = threading.Event(), threading.Event(), project._models.fitted

        def slow(teaching, name):
            begun.set()
            assert go_on.wait(20)
            return fitted(teaching, name)

        monkeypatch.setattr(project._models, "fitted", slow)
        looking = threading.Thread(target=looks[look])
        looking.start()
        assert begun.wait(20)
        taught = threading.Thread(target=project.teach, args=(Label("boards-25", "bug", id="meanwhile"),))
        taught.start()
        taught.join(10)
        assert not taught.is_alive()
        assert project.record.entry("meanwhile") is not None
        go_on.set()
        looking.join(20)
        assert not looking.is_alive()
