"""Learning curves by replay, and what teaching costs."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sklearn.dummy import DummyClassifier
from sklearn.metrics import f1_score

from teachback.learners.catalogue import DEFAULT
from teachback.project import Project
from teachback.project.history.timing import active_seconds
from teachback.project.review.progress import macro_f1
from teachback.queries import accuracy_interval
from teachback.record import Label, Retract, Word
from tests.project.conftest import CLASSES, TEXTS
from tests.project.demo import demo_project


@pytest.fixture(scope="module")
def project():
    with demo_project(labels=30, held_out=40) as project:
        yield project


def right_then(project, position, *, labels_only):
    """How many of today's checks the model of a moment gets right, by making that model by hand."""
    teaching, now = project.history(position).teaching, project.teaching()
    if labels_only:
        teaching = replace(teaching, words={}, not_a_reason={}, rationales={}, distinctions=())
    model, _ = project._models.fitted(teaching, DEFAULT)
    gold = {id: now.labels[id] for id in sorted(now.held_out)}
    guesses = model.classify(project.document(id).text for id in gold)
    return sum(guess.class_ == class_ for guess, class_ in zip(guesses, gold.values(), strict=True)), len(gold)


def test_a_point_of_the_curve_is_the_model_of_that_moment_on_todays_checks(project):
    progress = project.progress()
    assert not progress.missing
    assert len(progress.curve) > 10
    for point in progress.curve[::4]:
        assert (point.right, point.checked) == right_then(project, point.position, labels_only=False)
        assert point.accuracy == point.right / point.checked
        assert (point.low, point.high) == accuracy_interval(point.right, point.checked)
    for point in progress.baseline[::4]:
        assert (point.right, point.checked) == right_then(project, point.position, labels_only=True)
        assert (point.words, point.rationales) == (0, 0)
    last = progress.curve[-1]
    assert last.position == len(project.record)
    assert (last.labels, last.words, last.actions) == (70, 5, 75)
    assert last.minutes == pytest.approx((40 * 5.0 + 30 * 8.0 + 5 * 2.0) / 60)
    assert progress.baseline[-1].minutes == pytest.approx((40 * 5.0 + 30 * 8.0) / 60)
    assert [point.minutes for point in progress.curve] == sorted(point.minutes for point in progress.curve)


def test_the_curve_is_that_of_the_learner_that_answers():
    with demo_project(labels=8, held_out=10) as project:
        usual = project.progress().curve[-1]
        project.learn(DummyClassifier())
        often = project.progress().curve[-1]
        newest, gold = project.learned.classifier, sorted(project.teaching().held_out)
        guesses = newest.classify(project.document(id).text for id in gold)
        assert often.right == sum(
            g.class_ == project.teaching().labels[id] for g, id in zip(guesses, gold, strict=True)
        )
        assert often.right != usual.right
        project.learn()
        assert project.progress().curve[-1] == usual


def test_points_are_worked_out_bit_by_bit_and_never_twice():
    with demo_project(labels=12, held_out=10) as project:
        begun = project.progress(seconds=0.0)
        assert (begun.curve, begun.baseline) == ((), ())
        assert begun.missing > 10
        whole = project.progress(seconds=600.0)
        assert not whole.missing
        cached = dict(project._curves._kept)
        assert project.progress().curve == whole.curve
        assert all(project._curves._kept[at] is answers for at, answers in cached.items())


def test_a_class_that_is_renamed_later_keeps_its_points():
    with demo_project(labels=20, held_out=15) as project:
        before = project.progress()
        project.rename_class("bug", "defect")
        after = project.progress()
        assert [point.right for point in after.curve] == [point.right for point in before.curve]


def test_a_model_is_right_as_often_after_a_class_was_renamed_or_merged():
    with demo_project(labels=40, held_out=15) as project:
        project.learn()
        right = project.status().right
        project.rename_class("bug", "defect")
        assert project.status().right == right > 0
        project.merge_classes("how-to", into="defect")
        assert project.status().right >= right


def test_without_answered_checks_there_is_no_curve():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing", seconds=2.0), Word("crashed", "bug", seconds=4.0))
        progress = project.progress()
        assert (progress.curve, progress.baseline, progress.missing) == ((), (), 0)
        assert (progress.seconds["word"].median, progress.seconds["word"].n) == (3.0, 2)
        assert progress.status.documents == len(TEXTS)


def test_what_is_expected_last_is_what_is_expected_everywhere():
    with demo_project(labels=12, held_out=4) as project:
        labelled = project.teaching().labels
        rest = [document.id for document in project.documents() if document.id not in labelled][:60]
        project.teach(*(Label(id, CLASSES[at % 2], teacher="machine:llama") for at, id in enumerate(rest)))
        project.learn()
        now, last = project.quality().accuracy, project.progress().expected[-1]
        assert (last.accuracy, last.low, last.high) == (now.value, now.low, now.high)


def test_nothing_is_known_of_a_class_of_which_nobody_has_said_anything():
    with demo_project(labels=12, held_out=4) as project:
        project.add_classes("spam")
        project.learn()
        spam = next(each for each in project.quality().classes if each.name == "spam")
        assert (spam.recall.low, spam.recall.high) == (0.0, 1.0)
        assert (spam.documents.low, spam.documents.high) == (0.0, len(list(project.documents())))
        project.teach(Word("casino", "spam"))
        project.learn()
        spam = next(each for each in project.quality().classes if each.name == "spam")
        assert spam.documents.high < 0.9 * len(list(project.documents()))


def test_labels_alone_need_no_baseline():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        (apart,) = project.hold_out(1)
        project.teach(Label(apart, "bug"), *(Label(id, "bug") for id in TEXTS if id != apart))
        assert project.progress().baseline == ()


def test_time_is_what_was_measured_or_lies_between_a_teachers_lessons_and_never_more_than_a_minute():
    start = datetime(2026, 1, 2, tzinfo=UTC)

    def at(seconds, teacher, measured=None):
        return Word("w", "bug", time=start + timedelta(seconds=seconds), teacher=teacher, seconds=measured)

    entries = [at(0, "ines"), at(1, "ben"), at(10, "ines"), at(12, "ben", 3.5), at(500, "ines"), at(501, "ines", 90.0)]
    assert active_seconds([*entries, at(400, "ines")]) == [0.0, 0.0, 10.0, 3.5, 60.0, 60.0, 0.0]


def test_taking_back_is_timed_too():
    with Project.from_texts(TEXTS, classes=CLASSES) as project:
        project.teach(Word("refund", "billing", id="w"), Retract("w", seconds=1.8))
        assert project.progress().seconds["retract"].median == 1.8


@pytest.mark.parametrize("guess", ["aabb", "abab", "bbbb", "ccab"])
def test_the_mean_of_f1_is_scikit_learns_over_the_true_classes(guess):
    ours = macro_f1(list("aabb"), list(guess))
    theirs = f1_score(list("aabb"), list(guess), labels=["a", "b"], average="macro", zero_division=0)
    assert ours == pytest.approx(theirs)
