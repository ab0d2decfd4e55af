"""Classifiers of scikit-learn keep the learners' contract, and what they cannot do is a sentence."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline, make_union
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import LinearSVC

from teachback.checks import learner_checks
from teachback.learners import BadTeaching, LabelledWordNB
from teachback.learners.estimators import TermEstimator, TextEstimator, VectorEstimator, as_learner
from teachback.learners.saving import BadModel, CannotSave, NeedsSkops, from_state, to_state

LEARNERS = [
    TermEstimator(LogisticRegression()),
    TermEstimator(MultinomialNB()),
    TermEstimator(CalibratedClassifierCV(LinearSVC(), cv=3)),
    TermEstimator(make_pipeline(TfidfTransformer(), LogisticRegression())),
    VectorEstimator(LogisticRegression()),
]
TEXTS, Y = ["it crashed again", "crashed at once", "a lovely app", "lovely, thanks"], ["bug", "bug", "praise", "praise"]


@pytest.mark.parametrize(
    ("learner", "check"),
    [(learner, check) for learner in LEARNERS for check in learner_checks(learner)],
    ids=lambda part: getattr(part, "__name__", None) or part.name,
)
def test_classifiers_of_scikit_learn_keep_the_contract(learner, check):
    check(learner)


@pytest.mark.parametrize(
    ("estimator", "kind"),
    [
        (LogisticRegression(), TermEstimator),
        (make_pipeline(TfidfTransformer(), LogisticRegression()), TermEstimator),
        (make_pipeline(make_pipeline(CountVectorizer(), TfidfTransformer()), MultinomialNB()), TextEstimator),
        (make_pipeline(make_union(CountVectorizer(), TfidfVectorizer()), MultinomialNB()), TextEstimator),
        (GridSearchCV(make_pipeline(TfidfVectorizer(), LogisticRegression()), {}), TextEstimator),
        (CalibratedClassifierCV(LinearSVC()), TermEstimator),
    ],
)
def test_what_begins_with_a_vectoriser_takes_texts_and_everything_else_terms(estimator, kind):
    assert type(as_learner(estimator)) is kind
    assert type(as_learner(LogisticRegression(), "texts")) is TextEstimator


def test_one_of_ours_is_a_learner_already():
    learner = LabelledWordNB(strength=10)
    assert as_learner(learner) is learner


@pytest.mark.parametrize(
    ("given", "over", "sentence"),
    [
        (LinearSVC(), None, r"LinearSVC gives no probabilities.*CalibratedClassifierCV\(LinearSVC\(\)\)"),
        (LogisticRegression, None, r"LogisticRegression is a class.*LogisticRegression\(\)"),
        (len, None, "no estimator of scikit-learn"),
        (LogisticRegression(), "words", "An estimator is given terms, vectors, texts, not 'words'"),
        (LabelledWordNB(), "texts", "leave over='texts' out"),
    ],
)
def test_what_is_no_classifier_is_a_sentence(given, over, sentence):
    with pytest.raises(BadTeaching, match=sentence):
        as_learner(given, over)


class Raises(LogisticRegression):
    def fit(self, X, y):
        raise RuntimeError("no luck today.\nmore of it")


@pytest.mark.parametrize(
    ("learner", "X", "y", "sentence"),
    [
        (TextEstimator(MultinomialNB()), TEXTS, Y, "MultinomialNB cannot learn from 4 labels"),
        (TermEstimator(Raises()), np.eye(4), Y, r"Raises cannot learn from 4 labels \(no luck today\)"),
        (TermEstimator(CalibratedClassifierCV(LinearSVC())), np.eye(4), Y, "cannot learn from 4 labels"),
        (TermEstimator(LogisticRegression()), None, None, "learns from labels alone, and no document has one"),
        (TermEstimator(LogisticRegression()), np.eye(4), ["bug"] * 4, "all of them are bug"),
    ],
)
def test_what_cannot_be_learned_is_a_sentence(learner, X, y, sentence):
    with pytest.raises(BadTeaching, match=sentence):
        learner.fit(X, y, classes=["bug", "praise"])


def test_whatever_draws_by_chance_gets_the_seed():
    X, y = np.random.default_rng(0).poisson(1.0, (40, 12)), np.arange(40) % 2
    first, second, other = (
        TermEstimator(RandomForestClassifier(3), random_state=seed).fit(X, y).predict_proba(X) for seed in (1, 1, 2)
    )
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_it_is_known_what_it_says_of_labels_that_it_was_not_told():
    X, y = np.repeat(np.eye(2), 10, axis=0), np.repeat(["bug", "praise"], 10)
    y[0] = "praise"
    learner = TermEstimator(LogisticRegression()).fit(X, y)
    assert learner.left_out.shape == (20, 2)
    assert learner.left_out[0].argmax() == 0  # which is not its label
    assert TermEstimator(LogisticRegression()).fit(X[[0, 10]], y[[1, 10]]).left_out is None


def test_texts_say_the_same_after_saving_and_loading():
    learner = TextEstimator(make_pipeline(TfidfVectorizer(), LogisticRegression()), random_state=3).fit(TEXTS, Y)
    arrays = {}
    again = from_state(to_state(learner, arrays), arrays)
    assert np.array_equal(again.predict_proba(TEXTS), learner.predict_proba(TEXTS))
    assert again.random_state == 3


def test_what_skops_does_not_trust_is_neither_saved_nor_loaded(monkeypatch):
    lengths = make_pipeline(FunctionTransformer(lambda texts: [[len(text)] for text in texts]), LogisticRegression())
    with pytest.raises(CannotSave, match="which skops does not trust"):
        to_state(TextEstimator(lengths).fit(TEXTS, Y), {})
    arrays = {}
    state = to_state(TermEstimator(MultinomialNB()).fit(np.eye(4), Y), arrays)
    (name,) = [name for name, array in arrays.items() if array.dtype == np.uint8]
    before = arrays[name].tobytes()
    hostile = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(before)) as archive, zipfile.ZipFile(hostile, "w") as changed:
        for member in archive.namelist():
            changed.writestr(member, archive.read(member).replace(b'"MultinomialNB"', b'"Shell"'))
    with pytest.raises(BadModel):
        from_state(state, {**arrays, name: np.frombuffer(hostile.getvalue(), dtype=np.uint8)})
    with pytest.raises(BadModel):
        from_state(state, {**arrays, name: np.frombuffer(before[:50], dtype=np.uint8)})
    monkeypatch.setitem(__import__("sys").modules, "skops.io", None)
    with pytest.raises(NeedsSkops, match=r"pip install 'teachback\[estimators\]'"):
        from_state(state, arrays)
