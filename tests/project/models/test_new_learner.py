"""Projects whose model was made by the default learner of before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from teachback.project import Project
from teachback.project.models.models import model_to_keep
from teachback.record import Label

OLD = "LabelledWordNB"


@pytest.fixture
def before(mails, tmp_path):
    """A project's file as an older teachback left it: another learner was the default."""
    mails.teach(Label("d1", "billing"), Label("d2", "bug"))
    learned = mails.learn(OLD)
    with mails.store.writing() as writer:
        writer.keep_model(model_to_keep(replace(learned, why="only documents were labelled")))
    predictions = list(mails.predictions())
    mails.close()
    return tmp_path / "mails.teachback", predictions


def test_it_says_the_same_until_it_learns_and_then_that_a_new_learner_took_over(before):
    file, predictions = before
    with Project.open(file) as project:
        assert project.learned.learner == OLD
        assert project.learned.remark == ""
        assert list(project.predictions()) == predictions
        learned = project.learn()
        sentence = f"A new learner, LessonRegression, took over from {OLD}: it hears every kind of lesson."
        assert learned.remark.startswith(sentence)
        assert sentence in str(learned)
        project.teach(Label("d3", "billing"))
        assert project.learn().remark.startswith(sentence)  # a page that learns after each lesson goes on saying so
        assert sentence in str(project.status())
        assert project.status().to_dict()["model"]["remark"].startswith(sentence)
    with Project.open(file) as again:
        assert again.learned.remark.startswith(sentence)
        assert again.learn().remark == ""


def test_a_learner_that_somebody_asked_for_was_not_taken_over_from(mails):
    mails.teach(Label("d1", "billing"), Label("d2", "bug"))
    assert mails.learn(OLD).remark == ""
    assert mails.learn().remark == ""
