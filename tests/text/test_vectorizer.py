from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from teachback.errors import TeachbackError
from teachback.text import TermCounts, Vectorizer
from teachback.text.analyzers import Lines
from tests.text.strategies import documents, seen
from tests.text.test_counts import equal

TEXTS = ["the goalie saved", "the pitcher threw", "a goalie, the goalie", "pitcher and catcher"]
SPORTS = ["hockey", "baseball", "hockey", "baseball"]


@seen
@given(documents)
def test_equals_the_growing_matrix(several):
    counts = TermCounts("lines", min_count=2, stop_words=["the"])
    counts.add(several)
    vectorizer = Vectorizer("lines", min_count=2, stop_words=["the"])
    assert equal(vectorizer.fit_transform(several), counts.X)
    assert vectorizer.get_feature_names_out().tolist() == counts.terms


@seen
@given(documents)
def test_fitting_and_transforming_equals_both_at_once(several):
    vectorizer = Vectorizer(min_count=2)
    at_once = vectorizer.fit_transform(several)
    assert equal(Vectorizer(min_count=2).fit(several).transform(several), at_once)
    assert equal(vectorizer.transform(several), at_once)


def test_transforming_learns_nothing():
    vectorizer = Vectorizer(stop_words=None).fit(["a goal"])
    assert vectorizer.transform(["new goal words"]).toarray().tolist() == [[0, 1]]
    assert vectorizer.get_feature_names_out().tolist() == ["a", "goal"]


def test_fitting_again_forgets_the_first_time():
    vectorizer = Vectorizer().fit(["goalie"])
    assert vectorizer.fit(["pitcher"]).get_feature_names_out().tolist() == ["pitcher"]


@pytest.mark.parametrize("learner", [MultinomialNB(), LinearSVC()], ids=lambda learner: type(learner).__name__)
def test_serves_a_pipeline(learner):
    pipeline = make_pipeline(Vectorizer(), learner).fit(TEXTS, SPORTS)
    assert pipeline.predict(["goalie!", "PITCHER"]).tolist() == ["hockey", "baseball"]
    assert pipeline[:-1].get_feature_names_out().tolist() == Vectorizer().fit(TEXTS).get_feature_names_out().tolist()


def test_its_settings_can_be_searched():
    pipeline = make_pipeline(Vectorizer(), MultinomialNB())
    search = GridSearchCV(pipeline, {"vectorizer__analyzer": ["words", "lines", str.split]}, cv=2)
    assert search.fit(TEXTS, SPORTS).predict(["goalie"]).tolist() == ["hockey"]


@pytest.mark.parametrize("analyzer", ["tweets", Lines(digits=False), str.split])
def test_a_clone_has_the_same_settings_and_is_not_fitted(analyzer):
    vectorizer = Vectorizer(analyzer, min_count=2, max_size=9, stop_words=["x"]).fit(TEXTS)
    copy = clone(vectorizer)
    assert copy.get_params() == vectorizer.get_params()
    assert copy.get_params() == {"analyzer": analyzer, "min_count": 2, "max_size": 9, "stop_words": ["x"]}
    with pytest.raises(NotFittedError):
        copy.transform(TEXTS)
    with pytest.raises(NotFittedError):
        copy.get_feature_names_out()


def test_it_can_be_pickled():
    vectorizer = Vectorizer("lines").fit(TEXTS)
    again = pickle.loads(pickle.dumps(vectorizer))
    assert equal(again.transform(TEXTS), vectorizer.transform(TEXTS))


def test_settings_are_checked_when_fitting_and_not_before():
    vectorizer = Vectorizer("wrods", max_size=0, stop_words="englsh")
    for setting, value in (("analyzer", "words"), ("stop_words", None), ("max_size", None)):
        with pytest.raises(TeachbackError):
            vectorizer.fit(TEXTS)
        vectorizer.set_params(**{setting: value})
    assert vectorizer.fit(TEXTS).transform(TEXTS).shape == (4, 8)


def test_one_text_instead_of_a_list_is_answered_with_a_sentence():
    vectorizer = Vectorizer()
    for refused in (vectorizer.fit, vectorizer.fit_transform):
        with pytest.raises(TeachbackError, match=r"Expected a list of texts, not one text; put it in a list: \[text\]"):
            refused("one text")
    assert not hasattr(vectorizer, "vocabulary_")
    with pytest.raises(TeachbackError, match="not one text"):
        vectorizer.fit(TEXTS).transform("one text")


def test_texts_may_come_as_an_array_or_a_generator():
    X = Vectorizer().fit_transform(TEXTS)
    assert equal(Vectorizer().fit_transform(np.array(TEXTS)), X)
    assert equal(Vectorizer().fit_transform(np.array(TEXTS, dtype=object)), X)
    assert equal(Vectorizer().fit_transform(text for text in TEXTS), X)


def test_a_missing_text_is_answered_with_a_sentence():
    with pytest.raises(TeachbackError, match="A text must be a string, not nan"):
        Vectorizer().fit(np.array(["a", np.nan], dtype=object))


def test_no_texts_make_an_empty_matrix():
    assert Vectorizer().fit_transform([]).shape == (0, 0)
