from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

from teachback.learners import BadTeaching
from teachback.learners.rationales.rationale_weighting import RationaleWeighting
from tests.learners.rationales.marked import made_up, taught


class Remembering(LogisticRegression):
    """Keeps what it was taught."""

    def fit(self, X, y):
        self.taught_ = X.toarray()
        return super().fit(X, y)


def test_marked_words_count_r_and_other_words_o():
    texts = ["bad bad plot", "good film", "a plot"]
    counts, marked = taught(texts, [(0, "neg", 0, 3), (1, "neg", 0, 4)])
    model = RationaleWeighting(Remembering(), r=2.0, o=0.5).fit(counts.X, ["neg", "pos", "pos"], rationales=marked)
    column = {term: place for place, term in enumerate(counts.terms)}
    X = model.classifier_.taught_
    assert (X[0, column["bad"]], X[0, column["plot"]]) == (4.0, 0.5)  # one of the two is marked: the term is
    assert (X[1, column["good"]], X[1, column["film"]]) == (1.0, 1.0)  # marked for another class than its own
    assert (X[2, column["a"]], X[2, column["plot"]]) == (1.0, 1.0)


def test_without_rationales_it_is_the_classifier():
    counts, y, _ = made_up(30)
    ours = RationaleWeighting(MultinomialNB()).fit(counts.X, y)
    np.testing.assert_allclose(ours.predict_proba(counts.X), MultinomialNB().fit(counts.X, y).predict_proba(counts.X))


@pytest.mark.parametrize("classifier", [None, MultinomialNB(), LinearSVC(), RidgeClassifier()], ids=str)
@pytest.mark.parametrize("classes", [("neg", "pos"), ("neg", "pos", "odd")])
def test_any_classifier_can_be_taught(classifier, classes):
    counts, y, marked = made_up(300, classes=classes)
    few, rest = np.arange(24), np.arange(24, 300)
    plain = RationaleWeighting(classifier).fit(counts.X[few], y[few])
    model = RationaleWeighting(classifier).fit(counts.X[few], y[few], rationales=marked[few])
    better = np.mean(model.predict(counts.X[rest]) == y[rest]) - np.mean(plain.predict(counts.X[rest]) == y[rest])
    assert better > 0


def test_a_class_that_is_only_named_is_never_predicted():
    model = RationaleWeighting().fit([[1, 0], [0, 1]], ["a", "b"], classes=["a", "b", "c"])
    assert model.predict_proba([[1, 0]])[0, 2] == 0


def test_documents_of_one_class_are_refused_with_a_sentence():
    with pytest.raises(BadTeaching, match="Only one class has documents"):
        RationaleWeighting().fit([[1, 0]], ["a"], classes=["a", "b"])
