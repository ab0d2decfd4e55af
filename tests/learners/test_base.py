from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array, csr_matrix
from sklearn.exceptions import NotFittedError
from sklearn.utils import get_tags

from teachback.errors import TeachbackError
from teachback.learners import BadTeaching, Learner


class Overlap(Learner):
    """The class whose documents and words have most in common with a document: the smallest learner there can be."""

    def fit(self, X, y=None, *, words=(), not_a_reason=(), pool=None, classes=None):
        words = list(words)
        X, self.y_, self.pool_ = self._checked_documents(X, y, pool, classes, words)
        taught = self._taught_words(words)
        self.words_, self.rejected_ = taught.table, self._rejected_words(not_a_reason, taught).table > 0
        self.X_ = X
        self.table_ = (X.T @ np.eye(len(self.classes_))[self.y_] + self.words_) * ~self.rejected_
        return self

    def _joint_log_likelihood(self, X):
        return X @ self.table_


X = [[2, 0, 1], [0, 1, 0], [0, 3, 0]]
Y = ["vote", "goal", "goal"]


def test_predicts_the_best_class_and_the_first_of_equals():
    model = Overlap().fit(X, Y)
    assert model.classes_.tolist() == ["goal", "vote"]
    assert model.predict([[0, 0, 1], [0, 1, 0], [0, 0, 0]]).tolist() == ["vote", "goal", "goal"]


def test_probabilities_are_normalised_scores_and_survive_large_ones():
    model = Overlap().fit(X, Y)
    np.testing.assert_allclose(model.predict_proba([[0, 0, 1]]), [[1 / (1 + np.e), np.e / (1 + np.e)]])
    np.testing.assert_array_equal(model.predict_proba([[10_000, 0, 0]]), [[0, 1]])
    np.testing.assert_allclose(model.predict_log_proba([[10_000, 0, 0]]), [[-20_000, 0]])


def test_an_unfitted_learner_says_so():
    with pytest.raises(NotFittedError, match="not fitted yet"):
        Overlap().predict(X)


def test_scikit_learn_is_told_that_counts_may_be_sparse_and_are_never_negative():
    tags = get_tags(Overlap())
    assert tags.input_tags.sparse
    assert tags.input_tags.positive_only
    assert tags.classifier_tags.multi_class


@pytest.mark.parametrize("form", [csr_array, csr_matrix, np.asarray, list, lambda X: csr_array(X).tocsc()])
def test_counts_may_have_any_form(form):
    model = Overlap().fit(form(X), Y, pool=form(X))
    np.testing.assert_array_equal(model.X_.toarray(), X)
    np.testing.assert_array_equal(model.pool_.counts.toarray(), X)


def test_untidy_counts_are_tidied_in_a_copy():
    untidy = csr_array(([1.0, 0.0, 2.0, 1.0], [2, 1, 0, 2], [0, 4]), shape=(1, 3))
    model = Overlap().fit(untidy, ["a"], classes=["a", "b"])
    assert model.X_.indices.tolist() == [0, 2]
    assert model.X_.data.tolist() == [2.0, 2.0]
    assert untidy.indices.tolist() == [2, 1, 0, 2]


# Which documents and classes there are.


@pytest.mark.parametrize("nothing", [{"X": None}, {"X": None, "y": []}, {"X": np.zeros((0, 3)), "y": []}])
def test_labelled_documents_may_be_missing(nothing):
    model = Overlap().fit(**nothing, words=[(0, "vote"), (1, "goal")], pool=X)
    assert model.X_.shape == (0, 3)
    assert model.pool_.shape == (3, 3)
    assert model.predict(X).tolist() == Y


def test_words_alone_need_only_to_know_how_many_terms_there_are():
    for nothing in (np.zeros((0, 3)), csr_array((0, 3))):
        model = Overlap().fit(None, words=[(0, "vote"), (1, "goal")], pool=nothing)
        assert model.pool_ is None
        assert model.predict(X).tolist() == Y


def test_classes_are_in_order_unless_they_are_named():
    assert Overlap().fit(X, Y).classes_.tolist() == ["goal", "vote"]
    named = Overlap().fit(X, Y, classes=["vote", "weather", "goal"])
    assert named.classes_.tolist() == ["vote", "weather", "goal"]
    assert named.y_.tolist() == [0, 2, 2]
    assert named.predict(X).tolist() == Y


def test_words_bring_classes_with_them():
    assert Overlap().fit(X, Y, words=[(2, "weather")]).classes_.tolist() == ["goal", "vote", "weather"]


@pytest.mark.parametrize("y", [[3, 1, 1], [3.0, 1.0, 1.0], [True, False, False]])
def test_classes_may_be_numbers(y):
    model = Overlap().fit(X, y)
    assert model.classes_.tolist() == sorted(set(y))
    assert model.predict(X).tolist() == y


# Words and what is no reason.


def test_words_have_a_strength():
    model = Overlap().fit(X, Y, words=[(0, "goal"), (np.int64(2), "goal", 0.5), (0, "vote", 3)])
    np.testing.assert_array_equal(model.words_, [[1, 3], [0, 0], [0.5, 0]])


def test_what_is_no_reason_is_none_for_every_class_but_those_it_was_taught_for():
    model = Overlap().fit(X, Y, words=[(0, "vote")], not_a_reason=[0, (1, "goal"), np.int64(2)])
    np.testing.assert_array_equal(model.rejected_, [[True, False], [True, False], [True, True]])


def test_rejecting_a_term_twice_is_rejecting_it():
    model = Overlap().fit(X, Y, not_a_reason=[(1, "goal"), 1, (1, "goal")])
    np.testing.assert_array_equal(model.rejected_, [[False, False], [True, True], [False, False]])


# What is refused.

NO_ROWS = np.zeros((0, 3))


@pytest.mark.parametrize(
    ("lessons", "sentence"),
    [
        ({"X": None}, "There is nothing to count words in: give labelled documents X, a pool, or both."),
        ({"X": X, "y": None}, "Overlap requires y to be passed"),
        ({"X": X, "y": Y, "classes": ["vote"]}, "goal: taught, but not among the classes vote. Add it to the classes"),
        ({"X": X, "y": Y, "classes": ["vote", "goal", "vote"]}, "A class is named twice in vote, goal, vote."),
        ({"X": X, "y": ["a", "a", "a"]}, "only one class is present: a. Teach at least two classes"),
        ({"X": None, "pool": X}, "only one class is present: (none)"),
        ({"X": X, "y": Y, "words": [(0, 7)]}, "The classes 'goal', 'vote', 7 are of several kinds."),
        ({"X": X, "y": Y, "words": [(3, "goal")]}, "There is no term 3; the terms are the columns 0 to 2."),
        ({"X": X, "y": Y, "words": [(-1, "goal")]}, "There is no term -1"),
        ({"X": X, "y": Y, "words": [(0.5, "goal")]}, "There is no term 0.5"),
        ({"X": X, "y": Y, "words": [("ball", "goal")]}, "There is no term 'ball'"),
        ({"X": X, "y": Y, "words": [(0, "goal", 0)]}, "The strength of term 0 for 'goal' must be above 0, not 0."),
        ({"X": X, "y": Y, "words": [(0, "goal", np.nan)]}, "must be above 0, not nan."),
        ({"X": X, "y": Y, "not_a_reason": [9]}, "There is no term 9"),
        ({"X": X, "y": Y, "not_a_reason": [(9, "goal")]}, "There is no term 9"),
        ({"X": X, "y": Y, "not_a_reason": [(0, "gaol")]}, "'gaol' is not a class; the classes are goal, vote."),
        (
            {"X": X, "y": Y, "words": [(0, "goal")], "not_a_reason": [(0, "goal")]},
            "Term 0 is taught for 'goal' and also rejected for it. Retract one of the two lessons.",
        ),
        ({"X": [[1, -2], [0, 1]], "y": [0, 1]}, "X has counts, which are never below 0; the smallest given is -2."),
        ({"X": X, "y": Y, "pool": [[1, -2, 0]]}, "pool has counts, which are never below 0"),
        ({"X": [[1, np.nan], [0, 1]], "y": [0, 1]}, "X contains NaN or infinity, which are no counts."),
        ({"X": X, "y": Y, "pool": [[np.inf, 0, 0]]}, "pool contains NaN or infinity, which are no counts."),
        ({"X": np.zeros((2, 0)), "y": [0, 1]}, "The vocabulary is empty: X has 0 feature(s)"),
        ({"X": None, "pool": np.zeros((2, 0)), "classes": [0, 1]}, "The vocabulary is empty: pool has 0 feature(s)"),
        ({"X": X, "y": Y, "pool": np.zeros((0, 4))}, "The empty pool has shape (0, 4), but X has 3 columns."),
    ],
)
def test_bad_teaching_is_refused_with_a_sentence(lessons, sentence):
    with pytest.raises(BadTeaching) as refused:
        Overlap().fit(**lessons)
    assert sentence in str(refused.value)
    assert isinstance(refused.value, TeachbackError)


def test_documents_and_labels_must_be_as_many():
    for lessons in ({"X": X, "y": Y[:2]}, {"X": None, "y": Y, "pool": X}):
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            Overlap().fit(**lessons)


def test_other_terms_than_those_learned_are_refused():
    with pytest.raises(ValueError, match="X has 2 features, but Overlap is expecting 3"):
        Overlap().fit(X, Y).predict([[1, 2]])
    with pytest.raises(ValueError, match="X has 2 features, but Overlap is expecting 3"):
        Overlap().fit(X, Y, pool=[[1, 2]])
