from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.learners.tuning import BadSearch, alternating_search, rotated_accuracy
from tests.learners.rationales.marked import made_up

tenths = st.integers(1, 30).map(lambda number: number / 10)


@settings(deadline=None, max_examples=30)
@given(tenths, tenths, tenths)
def test_the_top_of_a_round_hill_is_found(a, b, c):
    search = alternating_search(
        lambda at: -((at["a"] - a) ** 2) - (at["b"] - b) ** 2 - (at["c"] - c) ** 2, {"a": 1.0, "b": 1.0, "c": 1.0}
    )
    assert search.best == pytest.approx({"a": a, "b": b, "c": c})
    assert search.score == max(search.tried.values())


def test_steps_may_be_factors():
    search = alternating_search(lambda at: -abs(np.log10(at["C"]) - 2), {"C": 1.0}, step=0.5, factors=True)
    assert search.best["C"] == pytest.approx(100)


def test_numbers_that_gain_only_together_are_found_from_several_begins():
    def two_hills(at):
        near, far = (np.hypot(*(np.log10(at[name]) - top for name in at)) for top in (0.3, -1.0))
        return max(1.0 - near, 2.0 - 2.0 * far)

    alone = alternating_search(two_hills, {"mu": 1.0, "C": 1.0}, factors=True)
    spread = alternating_search(two_hills, {"mu": 1.0, "C": 1.0}, factors=True, spread=(1, 0.1, 10))
    assert (alone.best, alone.score) == (pytest.approx({"mu": 2.0, "C": 2.0}, rel=0.01), pytest.approx(1, abs=0.01))
    assert (spread.best, spread.score) == (pytest.approx({"mu": 0.1, "C": 0.1}), pytest.approx(2))


def test_of_begins_that_are_alike_the_first_is_taken():
    assert alternating_search(lambda at: 0.0, {"C": 1.0, "mu": 2.0}, spread=(1, 0.1)).best == {"C": 1.0, "mu": 2.0}


def test_nothing_is_tried_twice_and_numbers_stay_above_zero():
    tried = []

    def score(at):
        tried.append(tuple(at.values()))
        return -at["C"]

    alternating_search(score, {"C": 0.3, "mu": 1.0})
    assert len(tried) == len(set(tried))
    assert min(value for at in tried for value in at) > 0


def test_a_plain_stays_where_it_began():
    assert alternating_search(lambda at: 0.0, {"C": 1.0, "mu": 2.0}).best == {"C": 1.0, "mu": 2.0}


def test_each_fold_is_predicted_by_those_that_follow_it():
    class Spy:
        def fit(self, X, y):
            self.seen = sorted(set(X[:, 0].tolist()))
            return self

        def predict(self, X):
            pairs.append((self.seen, sorted(set(X[:, 0].tolist()))))
            return np.array(["a"] * len(X))

    pairs = []  # folds are tried side by side, in any order
    folds = np.arange(9) % 3
    accuracy = rotated_accuracy(Spy, folds[:, np.newaxis], ["a"] * 6 + ["b"] * 3, folds, 1)
    assert sorted(pairs, key=str) == [([0], [2]), ([1], [0]), ([2], [1])]
    assert accuracy == pytest.approx(2 / 3)


def test_a_learner_is_tuned_with_its_rationales():
    counts, y, marked = made_up(60)
    folds = np.arange(60) // 12
    search = alternating_search(
        lambda at: rotated_accuracy(lambda: ContrastSVM(**at), counts.X, y, folds, 2, rationales=marked),
        {"C": 1.0, "mu": 1.0, "C_contrast": 1.0},
        step=0.5,
        reach=1,
        cycles=1,
    )
    assert search.score >= search.tried[1.0, 1.0, 1.0]


def test_a_search_that_cannot_begin_is_refused_with_a_sentence():
    with pytest.raises(BadSearch, match="goes by a step above 0, not at"):
        alternating_search(lambda at: 0.0, {"C": 0.0})
    with pytest.raises(BadSearch, match="one or more factors above 0, such as"):
        alternating_search(lambda at: 0.0, {"C": 1.0}, spread=(1, 0))
    with pytest.raises(BadSearch, match="Learn from 1 to 2 of the 3 folds, not from 3"):
        rotated_accuracy(ContrastSVM, np.eye(3), ["a", "b", "a"], [0, 1, 2], 3)
