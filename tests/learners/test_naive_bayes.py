from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import MultinomialNB

from teachback import corpora
from teachback.learners import LabelledWordNB, naive_bayes
from teachback.text import TermCounts
from teachback.text.stop_words import stop_words
from tests.learners import reference
from tests.learners.strategies import lessons

quickly = settings(deadline=None, max_examples=40)
CLASSES = ["a", "b", "c"]
MODES = ["paper", "corrected"]


# Against independent implementations.


@quickly
@given(arrays(np.int64, (6, 4), elements=st.integers(0, 9)), st.sampled_from([[0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 2, 2]]))
def test_equals_scikit_learn_when_only_documents_are_taught(X, y):
    shares = 1.0 + np.bincount(y)
    theirs = MultinomialNB(class_prior=shares / shares.sum()).fit(X, y)
    np.testing.assert_allclose(LabelledWordNB().fit(X, y).predict_proba(X), theirs.predict_proba(X))


@quickly
@given(arrays(np.int64, (6, 4), elements=st.integers(0, 9)), st.floats(0.01, 10))
def test_equals_scikit_learn_with_a_given_class_prior_and_smoothing(X, smoothing):
    ours = LabelledWordNB(class_prior=[0.2, 0.5, 0.3], smoothing=smoothing).fit(X, [0, 0, 1, 1, 1, 2])
    theirs = MultinomialNB(class_prior=[0.2, 0.5, 0.3], alpha=smoothing).fit(X, [0, 0, 1, 1, 1, 2])
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))


def fitted(learner, X, y, words, pool):
    return learner.fit(X or None, y, words=words, pool=pool or None, classes=CLASSES)


def assert_same_model(ours, model, prior_tolerance=1e-9):
    np.testing.assert_allclose(np.exp(ours.log_theta_.T), model.theta, rtol=1e-9)
    np.testing.assert_allclose(np.exp(ours.log_prior_), model.prior, rtol=prior_tolerance)


@quickly
@given(lessons(CLASSES), st.integers(0, 3))
def test_paper_mode_equals_the_release_of_2011_written_slowly(taught, steps):
    X, y, words, pool = taught
    ours = fitted(LabelledWordNB(mode="paper", em_steps=steps), X, y, list(words), pool)
    assert_same_model(ours, reference.published(X, y, set(words), pool, CLASSES, steps=steps))


@quickly
@given(lessons(CLASSES))
def test_the_literal_reading_of_the_paper_is_a_matter_of_weights(taught):
    X, y, words, pool = taught
    ours = fitted(LabelledWordNB(mode="paper", label_weight=1.0, pool_weight=0.1), X, y, list(words), pool)
    model = reference.published(X, y, set(words), pool, CLASSES, labelled_weight=1.0, pool_weight=0.1)
    assert_same_model(ours, model)


@quickly
@given(lessons(CLASSES), st.integers(0, 1), st.sampled_from([0.1, 4.0, 12.0]))
def test_corrected_mode_equals_its_docstring_written_slowly(taught, steps, common):
    X, y, words, pool = taught
    given_words = [(*pair, strength) for pair, strength in words.items()]
    ours = fitted(LabelledWordNB(em_steps=steps, common=common), X, y, given_words, pool)
    model = reference.corrected(X, y, words, pool, CLASSES, steps=steps, common=common)
    assert_same_model(ours, model, prior_tolerance=0.02)  # ours stops when the shares change by a thousandth


@quickly
@given(lessons(CLASSES), st.integers(2, 4))
def test_corrected_mode_equals_its_docstring_for_several_steps(taught, steps):
    X, y, words, pool = taught
    prior = [0.5, 0.3, 0.2]
    given_words = [(*pair, strength) for pair, strength in words.items()]
    ours = fitted(LabelledWordNB(em_steps=steps, common=0.7, class_prior=prior), X, y, given_words, pool)
    model = reference.corrected(X, y, words, pool, CLASSES, steps=steps, common=0.7, prior=prior)
    np.testing.assert_allclose(ours.log_theta_.T, np.log(model.theta), atol=1e-6)


# Worked by hand.

TWO_WORDS = {"words": [(0, "a"), (1, "b")], "classes": ["a", "b"]}


@pytest.mark.parametrize("mode", MODES)
def test_a_taught_word_has_fifty_one_counts_against_one(mode):
    nb = LabelledWordNB(mode=mode).fit(None, pool=np.zeros((0, 3)), **TWO_WORDS)
    np.testing.assert_allclose(
        nb.predict_proba([[1, 0, 0], [0, 0, 4], [1, 1, 0]]), [[51 / 52, 1 / 52], [0.5, 0.5], [0.5, 0.5]]
    )


def test_one_pool_document_by_hand_as_published():
    """The guess is 4/5 : 1/5; half of it is added to (4, 1) and (1, 4), and to the 2.5 documents of each class."""
    nb = LabelledWordNB(strength=3, mode="paper").fit(None, pool=[[1, 0]], **TWO_WORDS)
    np.testing.assert_allclose(np.exp(nb.log_theta_), [[4.4 / 5.4, 1.1 / 5.1], [1 / 5.4, 4 / 5.1]])
    np.testing.assert_allclose(np.exp(nb.log_prior_), [2.9 / 5.5, 2.6 / 5.5])
    np.testing.assert_allclose(nb.predict_proba([[1, 0]])[0, 0], 0.80820, atol=1e-5)


def test_one_pool_document_by_hand_corrected():
    """The guess, 4/5 : 1/5, has certainty (1 - 0.721928)² = 0.077324; both classes get the smaller one's 0.015465."""
    nb = LabelledWordNB(strength=3, class_prior=[1, 1]).fit(None, pool=[[1, 0]], **TWO_WORDS)
    np.testing.assert_allclose(np.exp(nb.log_theta_[0]), [4.015465 / 2.015465, 1.015465 / 2.015465], rtol=1e-6)
    np.testing.assert_allclose(nb.predict_proba([[1, 0]])[0, 0], 4.015465 / 5.030930, rtol=1e-6)


def test_a_class_without_words_is_whatever_has_no_more_of_the_others_words_than_chance_brings():
    pool = [[2, 0, 1], [1, 0, 1], *[[0, 2, 1]] * 8]
    nb = LabelledWordNB().fit(None, pool=pool, words=[(0, "rare")], classes=["rare", "rest"])
    assert nb.predict(pool).tolist() == ["rare"] * 2 + ["rest"] * 8
    assert np.exp(nb.log_prior_)[1] > 0.5


# What each kind of teaching does.


def recalls(nb, X, y):
    return np.array([np.mean(nb.predict(X[y == j]) == j) for j in range(4)])


def test_many_words_for_one_class_sink_no_class(made_up):
    """Seven of ten taught words are the first class's; as published they take its mass, and it is never predicted."""
    X, y = made_up
    words = [(k, 0) for k in range(21)] + [(100 * j + k, j) for j in (1, 2, 3) for k in range(3)]
    by_mode = {mode: recalls(LabelledWordNB(mode=mode).fit(None, words=words, pool=X[:800]), X, y) for mode in MODES}
    assert by_mode["paper"].min() < 0.1
    assert by_mode["corrected"].min() > 0.7


def test_a_few_labels_do_not_make_words_worse(made_up):
    """Ten labels, seven of them one class's: smoothing must not give the others every word they never had."""
    X, y = made_up
    words = [(100 * j + k, j) for j in range(4) for k in range(4)]
    few = np.concatenate([np.flatnonzero(y == 0)[:7], [1, 2, 3]])
    words_alone = LabelledWordNB().fit(None, words=words, pool=X[12:800])
    for pool in (X[12:800], None):
        with_labels = LabelledWordNB().fit(X[few], y[few], words=words, pool=pool)
        without = words_alone if pool is not None else LabelledWordNB().fit(None, words=words, pool=X[:0])
        assert with_labels.score(X[800:], y[800:]) > without.score(X[800:], y[800:]) - 0.02


def test_the_pool_helps_words_and_labels(made_up):
    X, y = made_up
    words = [(100 * j + k, j) for j in range(4) for k in range(4)]
    for taught in ({"words": words}, {"X": X[:40], "y": y[:40]}, {"X": X[:40], "y": y[:40], "words": words}):
        given_ = {"X": None, **taught}
        without = LabelledWordNB(em_steps=0).fit(**given_, pool=X[40:800]).score(X[800:], y[800:])
        assert LabelledWordNB().fit(**given_, pool=X[40:800]).score(X[800:], y[800:]) > without + 0.05


@pytest.mark.parametrize("mode", MODES)
def test_without_steps_the_pool_is_ignored(made_up, mode):
    X, y = made_up
    ours = LabelledWordNB(em_steps=0, mode=mode).fit(X[:9], y[:9], words=[(0, 0)], pool=X[9:])
    none = LabelledWordNB(mode=mode).fit(X[:9], y[:9], words=[(0, 0)])
    np.testing.assert_array_equal(ours.log_theta_, none.log_theta_)


def test_a_word_may_speak_for_several_classes():
    nb = LabelledWordNB().fit(None, words=[(0, "a"), (0, "b"), (1, "c")], pool=np.zeros((0, 2)))
    np.testing.assert_allclose(nb.predict_proba([[1, 0]]), [[51 / 103, 51 / 103, 1 / 103]])


def test_a_word_s_own_strength_multiplies_the_strength():
    nb = LabelledWordNB(strength=10).fit(None, words=[(0, "a", 2), (1, "b", 0.5)], pool=np.zeros((0, 2)))
    np.testing.assert_allclose(nb.predict_proba([[1, 0], [0, 1]])[:, 0], [21 / 22, 1 / 7])


def test_of_two_lessons_on_one_word_the_last_counts():
    twice = LabelledWordNB().fit(None, words=[(0, "a", 2), (1, "b"), (0, "a")], pool=np.zeros((0, 2)))
    once = LabelledWordNB().fit(None, words=[(0, "a"), (1, "b")], pool=np.zeros((0, 2)))
    np.testing.assert_array_equal(twice.log_theta_, once.log_theta_)


def test_strength_zero_ignores_the_words(made_up):
    X, y = made_up
    ignored = LabelledWordNB(strength=0).fit(X[:40], y[:40], words=[(0, 3), (50, 1)], pool=X[40:])
    untaught = LabelledWordNB().fit(X[:40], y[:40], pool=X[40:])
    np.testing.assert_array_equal(ignored.log_theta_, untaught.log_theta_)


@pytest.mark.parametrize("pool", [None, [[2, 0, 1], [0, 1, 1], [0, 3, 0]]])
@pytest.mark.parametrize("mode", MODES)
def test_words_for_one_class_only_speak_for_it(mode, pool):
    X, y = [[1, 1, 1], [1, 1, 1]], ["a", "b"]
    nb = LabelledWordNB(mode=mode).fit(X, y, words=[(0, "a")], pool=pool)
    plain = LabelledWordNB(mode=mode).fit(X, y, pool=pool)
    assert nb.predict_proba([[1, 0, 0]])[0, 0] > plain.predict_proba([[1, 0, 0]])[0, 0]
    assert np.isfinite(nb.log_theta_).all()


def test_a_term_that_is_no_reason_says_nothing(made_up):
    X, y = made_up
    nb = LabelledWordNB().fit(X[:80], y[:80], not_a_reason=[0, 1], pool=X[80:])
    assert (np.ptp(nb.log_theta_[:2], axis=1) == 0).all()
    assert np.ptp(nb.log_theta_[2]) > 0


def test_a_term_that_is_no_reason_for_one_class_is_there_as_in_the_others(made_up):
    X, y = made_up
    plain = LabelledWordNB().fit(X[:80], y[:80]).log_theta_
    nb = LabelledWordNB().fit(X[:80], y[:80], not_a_reason=[(0, 2)])
    np.testing.assert_allclose(nb.log_theta_[0, 2], plain[0, [0, 1, 3]].mean())
    np.testing.assert_array_equal(nb.log_theta_[0, [0, 1, 3]], plain[0, [0, 1, 3]])


def test_a_word_may_speak_for_one_class_and_be_no_reason_for_another():
    """Where it is no reason it is as in the others, so that it still tells those apart."""
    nb = LabelledWordNB().fit(
        None, words=[(0, "a"), (1, "b")], not_a_reason=[(0, "c")], pool=np.zeros((0, 2)), classes=CLASSES
    )
    a, b, c = nb.log_theta_[0]
    np.testing.assert_allclose([a - b, c], [np.log(51), (a + b) / 2])


def test_of_two_classes_a_term_that_is_no_reason_for_one_tells_nothing():
    nb = LabelledWordNB().fit([[1, 4], [2, 1]], ["a", "b"], words=[(0, "a")], not_a_reason=[0, (1, "b")])
    assert (np.ptp(nb.log_theta_, axis=1) == 0).all()


def test_a_given_class_prior_is_used_also_after_the_pool(made_up):
    X, y = made_up
    for mode in MODES:
        nb = LabelledWordNB(class_prior=[4, 3, 2, 1], mode=mode).fit(X[:40], y[:40], pool=X[40:])
        np.testing.assert_allclose(np.exp(nb.log_prior_), [0.4, 0.3, 0.2, 0.1])


def test_the_classes_shares_are_found_in_the_pool(made_up):
    """Nine of ten pool documents are the first class's; two careful steps go half of the way there."""
    X, y = made_up
    rows = np.concatenate([np.flatnonzero(y == 0)[:270], *(np.flatnonzero(y == j)[:10] for j in (1, 2, 3))])
    words = [(100 * j + k, j) for j in range(4) for k in range(6)]
    nb = LabelledWordNB().fit(None, words=words, pool=X[rows])
    prior = np.exp(nb.log_prior_)
    assert prior[0] > 0.4 > 0.2 > prior[1:].max()
    equal = LabelledWordNB(class_prior=[1, 1, 1, 1]).fit(None, words=words, pool=X[rows])
    assert nb.score(X[rows], y[rows]) > equal.score(X[rows], y[rows])


def test_the_shares_of_a_large_pool_are_estimated_on_documents_at_equal_steps(made_up, monkeypatch):
    X, _ = made_up
    words = [(100 * j + k, j) for j in range(4) for k in range(6)]
    whole = LabelledWordNB().fit(None, words=words, pool=X)
    monkeypatch.setattr(naive_bayes, "_SAMPLE", 250)
    sample = LabelledWordNB().fit(None, words=words, pool=X)
    np.testing.assert_array_equal(sample.log_theta_, whole.log_theta_)
    np.testing.assert_allclose(np.exp(sample.log_prior_), np.exp(whole.log_prior_), atol=0.05)
    assert not np.array_equal(sample.log_prior_, whole.log_prior_)


def test_documents_without_terms_do_no_harm(made_up):
    X, y = made_up
    nb = LabelledWordNB().fit(0 * X[:4], y[:4], words=[(0, 0)], pool=0 * X[4:9])
    np.testing.assert_allclose(nb.predict_proba(0 * X[:1]).sum(), 1)
    assert np.isfinite(nb.log_theta_).all()


# What is refused.


def test_calibrated_probabilities_need_a_fitted_learner():
    with pytest.raises(NotFittedError):
        LabelledWordNB().predict_calibrated_proba([[1, 0]])


# Calibration.


@pytest.fixture(scope="module")
def inbox():
    """The demo inbox: counts, classes, and the commonest words inside the rationales of each class."""
    corpus = corpora.load("demo")
    counts = TermCounts("words")
    counts.add(corpus.texts)
    column = {term: k for k, term in enumerate(counts.terms)}
    common, text = stop_words("english"), {document.id: document.text for document in corpus.documents}
    inside: dict[str, Counter[str]] = {name: Counter() for name in corpus.classes}
    for passage in corpus.rationales:
        terms = set(counts.analyzer.within(text[passage.document], passage.start, passage.end))
        inside[passage.class_].update(terms - set(common))
    total = sum(inside.values(), Counter())
    words = [
        (column[term], name)
        for name, counted in inside.items()
        for term in [term for term, n in counted.most_common() if n > 0.6 * total[term]][:10]
    ]
    return counts.X, np.array(corpus.y), words


def calibration_error(P, right):
    """The expected calibration error over ten bins of confidence."""
    sure = P.max(axis=1)
    bins = np.minimum((10 * sure).astype(int), 9)
    return sum(abs(right[bins == b].sum() - sure[bins == b].sum()) for b in range(10)) / len(sure)


@pytest.mark.parametrize("labels", [0, 20, 60, 300])
def test_calibrated_probabilities_are_better_calibrated(inbox, labels):
    X, y, words = inbox
    order = np.random.default_rng(labels).permutation(len(y))
    test, pool, taught = order[:500], order[500:], order[500 : 500 + labels]
    nb = LabelledWordNB().fit(X[taught], y[taught], words=words, pool=X[pool], classes=np.unique(y))
    right = nb.predict(X[test]) == y[test]
    plain = calibration_error(nb.predict_proba(X[test]), right)
    calibrated = calibration_error(nb.predict_calibrated_proba(X[test]), right)
    assert plain > 0.1
    assert calibrated < 0.1
    assert calibrated < 0.75 * plain


def test_calibrated_probabilities_favour_the_predicted_class(inbox):
    X, y, words = inbox
    nb = LabelledWordNB().fit(X[:100], y[:100], words=words, pool=X[100:])
    P = nb.predict_calibrated_proba(X)
    np.testing.assert_allclose(P.sum(axis=1), 1)
    np.testing.assert_array_equal(nb.classes_[P.argmax(axis=1)], nb.predict(X))


def test_power_zero_divides_by_nothing(inbox):
    X, y, _ = inbox
    nb = LabelledWordNB().fit(X[:100], y[:100])
    np.testing.assert_allclose(nb.predict_calibrated_proba(X[:50], power=0.0), nb.predict_proba(X[:50]))
