from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import approx_fprime
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize

from teachback.learners import expectation
from teachback.learners.expectation import ExpectationMaxEnt

quickly = settings(deadline=None, max_examples=30)
CLASSES = ["a", "b", "c"]


# The objective, written slowly from its equation.


def posterior(w, x):
    e = np.exp(x @ w - (x @ w).max())
    return e / e.sum()


def slow_objective(w, X, y, words, pool, *, target, variance, balanced, classes):
    """A loop a document and a word; words: {(term, class): strength}."""
    total = -np.sum(w**2) / (2 * variance)
    for x, label in zip(X, y, strict=True):
        total += np.log(posterior(w, x)[classes.index(label)])
    terms = sorted({term for term, _ in words if any(x[term] > 0 for x in pool)})
    mine = {term: {label: s for (k, label), s in words.items() if k == term} for term in terms}
    voices = {label: sum(label in mine[term] for term in terms) for label in classes}
    speaking = sum(count > 0 for count in voices.values())
    for term in terms:
        inside = [posterior(w, x) for x in pool if x[term] > 0]
        q = np.mean(inside, axis=0)
        share = np.zeros(len(classes))
        for j, label in enumerate(classes):
            if label in mine[term]:
                share[j] = target * mine[term][label] / sum(mine[term].values())
            else:
                share[j] = (1 - target) / (len(classes) - len(mine[term]))
        share /= share.sum()
        weight = max(mine[term].values())
        if balanced:
            weight *= len(terms) / speaking * sum(1 / voices[label] for label in mine[term])
        total -= weight * sum(p * np.log(p / q[j]) for j, p in enumerate(share) if p > 0)
    return total


@st.composite
def lessons(draw):
    """Labelled documents, words (some for several classes, some strong), a pool; words or documents may be missing."""
    terms = draw(st.integers(2, 5))
    documents = st.lists(st.lists(st.integers(0, 4), min_size=terms, max_size=terms), max_size=5)
    X, pool = draw(documents), draw(documents)
    assume(pool)
    y = [draw(st.sampled_from(CLASSES)) for _ in X]
    pairs = st.tuples(st.integers(0, terms - 1), st.sampled_from(CLASSES))
    words = draw(st.dictionaries(pairs, st.sampled_from([0.5, 1.0, 2.0]), max_size=6))
    return X, y, words, pool


def fitted(learner, X, y, words, pool, **more):
    given_words = [(*pair, strength) for pair, strength in words.items()]
    return learner.fit(X or None, y, words=given_words, pool=pool or None, classes=CLASSES, **more)


@quickly
@given(lessons(), st.booleans(), st.booleans(), st.sampled_from([0.6, 0.9, 1.0]))
def test_the_objective_equals_the_one_written_slowly(taught, balanced, unit_length, target):
    X, y, words, pool = taught
    learner = ExpectationMaxEnt(target=target, variance=2.0, balanced=balanced, unit_length=unit_length)
    fitted(learner, X, y, words, pool)
    rows = [np.array(normalize([x])[0] if unit_length else x, dtype=float) for x in X]
    seen = [np.array(normalize([x])[0] if unit_length else x, dtype=float) for x in pool]
    slow = slow_objective(
        learner.coef_, rows, y, words, seen, target=target, variance=2.0, balanced=balanced, classes=CLASSES
    )
    np.testing.assert_allclose(learner.objective_, slow, rtol=1e-9, atol=1e-9)


@quickly
@given(lessons(), st.integers(0, 2**32 - 1))
def test_no_weights_nearby_are_better(taught, seed):
    X, y, words, pool = taught
    learner = fitted(ExpectationMaxEnt(variance=2.0, unit_length=False, tol=1e-12), X, y, words, pool)
    rows, seen = [np.array(x, dtype=float) for x in X], [np.array(x, dtype=float) for x in pool]
    numbers = np.random.default_rng(seed)
    for _ in range(5):
        nearby = learner.coef_ + 0.01 * numbers.normal(size=learner.coef_.shape)
        value = slow_objective(nearby, rows, y, words, seen, target=0.9, variance=2.0, balanced=True, classes=CLASSES)
        assert value < learner.objective_


def gains(numbers, target=0.9):
    """Both parts of the objective on made-up lessons, and how many terms and classes there are."""
    pool = csr_array(numbers.poisson(0.7, (12, 6)).astype(float))
    taught = np.zeros((6, 3))
    taught[[0, 1, 2, 2, 3], [0, 1, 1, 2, 2]] = [1, 1, 2, 1, 0.5]
    expected = expectation._expectations(pool, taught, target, True)
    truth = np.eye(3)[numbers.integers(0, 3, 12)]
    return {
        "words": expectation._agreement(expected.documents, expected),
        "labels": expectation._likelihood(pool, truth),
    }


@pytest.mark.parametrize("part", ["words", "labels"])
@pytest.mark.parametrize("scale", [0.0, 1.0, 5.0])
def test_the_gradient_equals_differences_of_the_objective(part, scale):
    numbers = np.random.default_rng(4)
    gain = gains(numbers)[part]
    w = scale * numbers.normal(size=(6, 3))
    slope = approx_fprime(w.ravel(), lambda flat: gain(flat.reshape(6, 3))[0], 1e-6).reshape(6, 3)
    np.testing.assert_allclose(gain(w)[1], slope, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("scale", [1e2, 1e4, 1e6])
def test_the_objective_is_finite_for_absurd_weights(scale):
    numbers = np.random.default_rng(4)
    for gain in gains(numbers).values():
        value, slope = gain(scale * numbers.normal(size=(6, 3)))
        assert np.isfinite(value)
        assert np.isfinite(slope).all()


# Against scikit-learn.


@quickly
@given(arrays(np.int64, (9, 4), elements=st.integers(0, 9)), st.sampled_from([0.3, 1.0, 10.0]), st.booleans())
def test_equals_scikit_learn_when_only_documents_are_taught(X, variance, unit_length):
    y = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    ours = ExpectationMaxEnt(variance=variance, unit_length=unit_length, max_iter=2000, tol=1e-12).fit(X, y)
    rows = normalize(X) if unit_length else X
    theirs = LogisticRegression(C=variance, fit_intercept=False, max_iter=5000, tol=1e-8).fit(rows, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(rows), atol=1e-3)


def test_two_classes_share_the_penalty_that_scikit_learn_puts_on_one():
    X, y = np.random.default_rng(0).poisson(1.0, (20, 5)), [0, 1] * 10
    ours = ExpectationMaxEnt(variance=3.0, unit_length=False, tol=1e-12).fit(X, y)
    theirs = LogisticRegression(C=2 * 3.0, fit_intercept=False, tol=1e-10).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-5)


# Worked by hand.


def test_one_word_is_met_exactly_where_nothing_speaks_against_it():
    """One document with the word, three classes: 0.9 for its class, 0.05 for each of the others."""
    ge = ExpectationMaxEnt(variance=1e9, tol=1e-14).fit(None, words=[(0, "a")], pool=[[1]], classes=CLASSES)
    np.testing.assert_allclose(ge.predict_proba([[1]]), [[0.9, 0.05, 0.05]], atol=1e-4)
    assert ge.objective_ == pytest.approx(0, abs=1e-6)


def test_a_word_for_several_classes_shares_the_target_by_strength():
    words = [(0, "a", 2.0), (0, "b", 1.0)]
    ge = ExpectationMaxEnt(variance=1e9, tol=1e-14).fit(None, words=words, pool=[[1]], classes=CLASSES)
    np.testing.assert_allclose(ge.predict_proba([[1]]), [[0.6, 0.3, 0.1]], atol=1e-4)


def test_a_word_for_all_classes_expects_them_alike():
    words = [(0, name) for name in CLASSES]
    ge = ExpectationMaxEnt().fit(None, words=words, pool=[[1, 0]], classes=CLASSES)
    np.testing.assert_allclose(ge.predict_proba([[1, 0]]), [[1 / 3] * 3])


def test_the_words_of_each_class_weigh_alike_in_sum():
    taught = np.array([[1, 0], [1, 0], [1, 0], [0, 1], [0, 0]], dtype=float)
    pool = csr_array(np.ones((2, 5)))
    balanced = expectation._expectations(pool, taught, 0.9, True)
    np.testing.assert_allclose(balanced.weight.ravel(), [2 / 3, 2 / 3, 2 / 3, 2])
    published = expectation._expectations(pool, taught, 0.9, False)
    np.testing.assert_array_equal(published.weight.ravel(), [1, 1, 1, 1])


def test_a_word_in_no_pool_document_constrains_nothing():
    pool = [[1, 0, 1], [1, 1, 0]]
    with_it = ExpectationMaxEnt().fit(None, words=[(0, "a"), (1, "b")], pool=pool)
    absent = ExpectationMaxEnt().fit(None, words=[(0, "a"), (1, "b"), (3, "b")], pool=[[*x, 0] for x in pool])
    np.testing.assert_array_equal(absent.coef_[:3], with_it.coef_)
    np.testing.assert_array_equal(absent.coef_[3], 0)


def test_without_a_pool_words_are_looked_for_in_the_labelled_documents():
    X, y = [[1, 0, 1], [0, 1, 1]], ["a", "b"]
    np.testing.assert_array_equal(
        ExpectationMaxEnt().fit(X, y, words=[(2, "a")]).coef_,
        ExpectationMaxEnt().fit(X, y, words=[(2, "a")], pool=X).coef_,
    )


# What each kind of teaching does.


FOUR = [(100 * j + k, j) for j in range(4) for k in range(4)]


def test_a_few_words_find_every_class(made_up):
    X, y = made_up
    ge = ExpectationMaxEnt().fit(None, words=FOUR, pool=X[:800])
    assert min(np.mean(ge.predict(X[y == j]) == j) for j in range(4)) > 0.55  # by chance 0.25


def test_many_words_for_one_class_sink_no_class(made_up):
    """Three quarters of the words are the first class's: as published, it takes most documents."""
    X, y = made_up
    words = [(k, 0) for k in range(27)] + [(100 * j + k, j) for j in (1, 2, 3) for k in range(3)]
    score = {
        balanced: ExpectationMaxEnt(balanced=balanced).fit(None, words=words, pool=X[:800]).score(X[800:], y[800:])
        for balanced in (False, True)
    }
    assert score[True] > score[False] + 0.03


def test_words_and_labels_help_each_other(made_up):
    X, y = made_up
    both = ExpectationMaxEnt().fit(X[:40], y[:40], words=FOUR, pool=X[40:800]).score(X[800:], y[800:])
    words = ExpectationMaxEnt().fit(None, words=FOUR, pool=X[40:800]).score(X[800:], y[800:])
    labels = ExpectationMaxEnt().fit(X[:40], y[:40], pool=X[40:800]).score(X[800:], y[800:])
    assert both > max(words, labels)


def test_a_term_that_is_no_reason_is_as_if_it_were_not_there(made_up):
    X, y = made_up
    without = np.delete(X.toarray(), 5, axis=1)
    moved = [(k - (k > 5), j) for k, j in FOUR]
    ours = ExpectationMaxEnt().fit(X[:40], y[:40], words=FOUR, not_a_reason=[5], pool=X[40:400])
    theirs = ExpectationMaxEnt().fit(without[:40], y[:40], words=moved, pool=without[40:400])
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(without), atol=1e-6)
    assert not ours.reasons_[5]
    assert ours.reasons_.sum() == 599
    np.testing.assert_array_equal(ours.coef_[5], 0)


@pytest.mark.parametrize("warm_start", [False, True])
def test_a_term_that_is_no_reason_for_one_class_has_weight_zero_there(made_up, warm_start):
    X, y = made_up
    ge = ExpectationMaxEnt(warm_start=warm_start).fit(X[:40], y[:40], words=FOUR, pool=X[40:400])
    assert ge.coef_[0, 2] != 0
    ge.fit(X[:40], y[:40], words=FOUR, not_a_reason=[(0, 2)], pool=X[40:400])
    assert ge.coef_[0, 2] == 0
    assert (ge.coef_[0, [0, 1, 3]] != 0).all()
    np.testing.assert_allclose(ge.coef_.sum(axis=1), 0, atol=1e-12)


def test_of_two_classes_no_reason_for_one_is_no_reason():
    X, y = [[2, 1], [1, 2], [2, 2]], ["a", "b", "b"]
    one = ExpectationMaxEnt().fit(X, y, not_a_reason=[(0, "a")])
    all_ = ExpectationMaxEnt().fit(X, y, not_a_reason=[0])
    np.testing.assert_array_equal(one.coef_, all_.coef_)
    np.testing.assert_array_equal(one.predict_proba([[9, 1]]), one.predict_proba([[0, 1]]))


@quickly
@given(lessons(), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_classes_changes_nothing(taught, random):
    X, y, words, pool = taught
    learner = ExpectationMaxEnt(variance=2.0, tol=1e-13)
    expected = dict(zip(CLASSES, fitted(learner, X, y, words, pool).predict_proba(pool).T, strict=True))
    labelled = random.sample(list(zip(X, y, strict=True)), len(X))
    names = random.sample(CLASSES, 3)
    learner.fit(
        [x for x, _ in labelled] or None,
        [label for _, label in labelled],
        words=random.sample([(*pair, strength) for pair, strength in words.items()], len(words)),
        pool=random.sample(pool, len(pool)),
        classes=names,
    )
    for name, probabilities in zip(names, learner.predict_proba(pool).T, strict=True):
        np.testing.assert_allclose(probabilities, expected[name], atol=1e-4)


@quickly
@given(lessons(), st.floats(0.1, 100))
def test_the_length_of_a_document_does_not_matter(taught, factor):
    X, y, words, pool = taught
    ge = fitted(ExpectationMaxEnt(), X, y, words, pool)
    np.testing.assert_allclose(ge.predict_proba(factor * np.array(pool)), ge.predict_proba(pool), rtol=1e-9)


def test_nothing_taught_is_nothing_known():
    ge = ExpectationMaxEnt().fit(None, pool=[[1, 0], [0, 1]], classes=CLASSES)
    np.testing.assert_allclose(ge.predict_proba([[3, 1]]), [[1 / 3] * 3])


def test_documents_without_terms_do_no_harm():
    ge = ExpectationMaxEnt().fit([[0, 0], [0, 1]], ["a", "b"], words=[(0, "a")], pool=[[0, 0], [0, 0]])
    assert np.isfinite(ge.coef_).all()
    np.testing.assert_allclose(ge.predict_proba([[0, 0]]), [[0.5, 0.5]])


# The search.


def test_a_warm_start_reaches_the_same_optimum_in_fewer_steps(made_up):
    X, _ = made_up
    cold = ExpectationMaxEnt(tol=1e-10).fit(None, words=FOUR, pool=X)
    warm = ExpectationMaxEnt(tol=1e-10, warm_start=True).fit(None, words=FOUR[:-1], pool=X)
    warm.fit(None, words=FOUR, pool=X)
    assert warm.n_iter_ < cold.n_iter_
    assert warm.objective_ == pytest.approx(cold.objective_, rel=1e-6)
    np.testing.assert_allclose(warm.predict_proba(X), cold.predict_proba(X), atol=1e-3)


def test_a_warm_start_with_other_terms_or_classes_is_a_cold_one(made_up):
    X, y = made_up
    fewer = X[:, :500]
    for taught in ({"X": fewer[:40], "y": y[:40]}, {"X": X[:40], "y": y[:40] % 3}):
        warm = ExpectationMaxEnt(warm_start=True).fit(X[:80], y[:80]).fit(**taught)
        np.testing.assert_array_equal(warm.coef_, ExpectationMaxEnt().fit(**taught).coef_)


def test_stops_after_the_given_steps(made_up):
    X, _ = made_up
    assert ExpectationMaxEnt(max_iter=2).fit(None, words=FOUR, pool=X).n_iter_ == 2
