"""A classifier of scikit-learn in the loop: it learns, asks, explains, is judged, and kept or says it is not."""

from __future__ import annotations

import sys

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from teachback.learners import BadTeaching
from teachback.learners.estimators import TextEstimator
from teachback.project import Project
from teachback.record import Label, Word

BILLING = [
    "a refund, please",
    "refund my card",
    "the invoice and a refund",
    "my invoice is wrong",
    "card charged twice",
]
BUG = ["it crashed", "the app crashed again", "crashed on start", "an error on start", "an error, then it crashed"]
TEXTS = {f"b{at}": text for at, text in enumerate(BILLING)} | {f"c{at}": text for at, text in enumerate(BUG)}
TEXTS["mixed"] = "the refund crashed and crashed again"
TAUGHT = [Label(f"{letter}{at}", name) for letter, name in (("b", "billing"), ("c", "bug")) for at in range(4)]
ESTIMATORS = {
    "terms": LogisticRegression(C=10.0),
    "weighed terms": make_pipeline(TfidfTransformer(), LogisticRegression(C=10.0)),
    "vectors": LogisticRegression(C=10.0),
    "texts": make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), LogisticRegression(C=10.0)),
    "hashed texts": make_pipeline(HashingVectorizer(n_features=256), LogisticRegression(C=10.0)),
}


@pytest.fixture
def taught(tmp_path):
    project = Project.from_texts(TEXTS, classes=["billing", "bug"], address=tmp_path / "mails.teachback")
    project.teach(*TAUGHT)
    yield project
    project.close()


@pytest.mark.parametrize("name", ESTIMATORS)
def test_it_asks_answers_explains_and_is_kept(taught, tmp_path, name):
    over = "vectors" if name == "vectors" else None
    learned = taught.learn(ESTIMATORS[name], over=over)
    assert learned.learner.endswith("LogisticRegression")
    assert learned.remark == ""
    assert [guess.class_ for guess in taught.classify(["the refund", "it crashed"])] == ["billing", "bug"]
    assert {asked.guess.class_ for asked in taught.ask(3, checks=0).documents} == {"billing", "bug"}
    card = taught.review.card("mixed")
    assert card.class_ == "bug"
    assert card.without.class_ == card.to == "billing"  # the words are really deleted, and it is asked again
    assert card.words == taught.explain("mixed").removed
    assert taught.quality().accuracy.value > 0.5
    errors = taught.review.errors()
    assert (errors.of, len(errors.documents)) == (8, errors.wrong)
    assert errors.wrong < 4
    predictions = list(taught.predictions())
    taught.learn(ESTIMATORS[name], over=over)
    assert list(taught.predictions()) == predictions
    taught.close()
    with Project.open(tmp_path / "mails.teachback") as opened:
        assert opened.learned.learner == learned.learner
        assert list(opened.predictions()) == predictions
        assert opened.review.card("mixed").words == card.words


def test_status_says_what_it_does_not_learn_from(taught):
    taught.teach(Word("refund", "billing"))
    taught.learn(MultinomialNB())
    assert "Model: MultinomialNB; it does not learn from words." in str(taught.status())


def test_what_cannot_be_kept_says_so_now_and_when_the_project_is_opened_again(taught, tmp_path):
    taught.learn()
    learned = taught.learn(RandomForestClassifier(5))
    sentence = "RandomForestClassifier is not kept with the project; give it to learn() when it is opened again."
    assert sentence in str(learned)
    assert taught.learned is learned  # it answers as long as the project is open
    taught.close()
    with Project.open(tmp_path / "mails.teachback") as opened:
        assert opened.learned.learner == "LessonRegression"
        assert sentence in opened.learned.remark
        opened.learn()
    with Project.open(tmp_path / "mails.teachback") as opened:
        assert opened.learned.remark == ""


def test_without_skops_a_kept_one_is_not_read_and_the_next_model_says_so(taught, tmp_path, monkeypatch):
    taught.learn(MultinomialNB())
    taught.close()
    monkeypatch.setitem(sys.modules, "skops.io", None)
    with Project.open(tmp_path / "mails.teachback") as opened:
        assert opened.learned is None
        assert "took over from a classifier of scikit-learn, which cannot be read without skops" in str(opened.learn())


def test_a_model_without_a_lesson_is_learned_by_the_same_estimator(taught):
    taught.learn(MultinomialNB())
    effect = taught.review.effect(taught.record[-1].id)
    assert effect is not None
    assert taught.learned.learner == "MultinomialNB"


def test_a_learner_that_refuses_leaves_the_model_of_before(taught):
    before = taught.learn()
    with pytest.raises(BadTeaching, match="MultinomialNB cannot learn from 8 labels"):
        taught.learn(MultinomialNB(), over="texts")
    with pytest.raises(ValueError, match="leave it out"):
        taught.learn("LabelledWordNB", over="terms")
    assert taught.learned is before


def test_a_fitted_estimator_is_not_changed(taught):
    own = make_pipeline(TfidfVectorizer(), LogisticRegression())
    taught.learn(own)
    assert not hasattr(own[0], "vocabulary_")
    assert isinstance(taught.learned.classifier.learner, TextEstimator)
