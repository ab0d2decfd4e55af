from __future__ import annotations

import math
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array, random_array
from sklearn.metrics import mutual_info_score

from teachback.queries import BadQuery, information_gain, with_labels
from teachback.queries.base import checked_pool
from teachback.queries.information_gain import soft_counts
from tests.queries import reference
from tests.queries.strategies import pools, seen


@seen
@given(pools())
def test_gain_is_what_the_definition_says(pool):
    X, P, _ = pool
    slow = [[reference.information_gain(X, P, k, j) for j in range(P.shape[1])] for k in range(X.shape[1])]
    assert_allclose(information_gain(X, P), slow, atol=1e-12)


@seen
@given(pools(), st.data())
def test_with_certain_labels_it_is_scikit_learns_mutual_information(pool, data):
    X, P, _ = pool
    y = np.array(data.draw(st.lists(st.integers(0, P.shape[1] - 1), min_size=len(X), max_size=len(X))))
    theirs = [[mutual_info_score(X[:, k] > 0, y == j) for j in range(P.shape[1])] for k in range(X.shape[1])]
    assert_allclose(information_gain(X, np.eye(P.shape[1])[y]), theirs, atol=1e-12)


@seen
@given(pools())
def test_gain_is_never_negative_and_what_all_have_says_nothing(pool):
    X, P, _ = pool
    X[:, 0] = 1
    gains = information_gain(X, P)
    assert (gains >= 0).all()
    assert (gains <= math.log(2) + 1e-12).all()
    assert (gains[0] == 0).all()


@seen
@given(pools(), st.randoms(use_true_random=False))
def test_documents_terms_and_classes_may_come_in_any_order(pool, random):
    X, P, _ = pool
    d, k, j = (random.sample(range(size), size) for size in (*X.shape, P.shape[1]))
    assert_allclose(information_gain(X[d][:, k], P[d][:, j]), information_gain(X, P)[k][:, j], atol=1e-12)


@seen
@given(pools())
def test_of_two_classes_both_gain_alike(pool):
    X, P, _ = pool
    P = np.column_stack([P[:, 0], 1 - P[:, 0]])
    gains = information_gain(X, P)
    assert_allclose(gains[:, 0], gains[:, 1], atol=1e-12)


def test_a_gain_worked_by_hand():
    """Three of four documents have the term, two of them of the class: half the documents are."""
    X, P = [[1], [3], [1], [0]], [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    expected = 0.5 * math.log(0.5 / (0.75 * 0.5)) + 0.25 * math.log(0.25 / (0.75 * 0.5))
    expected += 0.25 * math.log(0.25 / (0.25 * 0.5))
    assert_allclose(information_gain(X, P), [[expected, expected]])


def test_a_class_that_nothing_or_everything_belongs_to_cannot_be_told_apart():
    gains = information_gain([[1, 0], [0, 1]], [[1.0, 0.0], [1.0, 0.0]])
    assert (gains == 0).all()


def test_rare_terms_have_no_gain():
    gains = information_gain([[1, 1], [0, 1], [0, 0]], [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], min_documents=2)
    assert gains[0].tolist() == [0, 0]
    assert (gains[1] > 0).all()


@seen
@given(pools(), st.integers(1, 3))
def test_soft_counts_are_sums_over_documents(pool, floor):
    X, P, _ = pool
    counted = soft_counts(checked_pool(X), P, floor)
    kept = np.flatnonzero((X > 0).sum(axis=0) >= floor)
    assert counted.terms.tolist() == kept.tolist()
    assert_allclose(counted.presence, (X > 0).T[kept] @ P, atol=1e-12)
    assert_allclose(counted.tokens, X.T[kept] @ P, atol=1e-12)
    assert_allclose(counted.mass, P.sum(axis=0))
    assert counted.frequency.tolist() == (X > 0).sum(axis=0)[kept].tolist()


@seen
@given(pools(min_documents=2), st.data())
def test_soft_counts_of_parts_add_up(pool, data):
    X, P, _ = pool
    cut = data.draw(st.integers(1, len(X) - 1))
    whole = soft_counts(checked_pool(X), P, 1)
    sums = np.zeros((2, X.shape[1], P.shape[1]))
    for part in (slice(0, cut), slice(cut, None)):
        counted = soft_counts(checked_pool(X[part]), P[part], 1)
        sums[0, counted.terms] += counted.presence
        sums[1, counted.terms] += counted.tokens
    assert_allclose(sums[0, whole.terms], whole.presence, atol=1e-12)
    assert_allclose(sums[1, whole.terms], whole.tokens, atol=1e-12)


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 50])
def test_the_number_of_threads_changes_no_bit(monkeypatch, threads):
    rng = np.random.default_rng(0)
    X = csr_array(random_array((300, 500), density=0.2, rng=rng, data_sampler=lambda size: rng.integers(1, 5, size)))
    P = rng.dirichlet(np.ones(7), 300)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    alone = information_gain(X, P)
    monkeypatch.setattr(os, "cpu_count", lambda: threads)
    assert information_gain(X, P).tobytes() == alone.tobytes()


def test_labels_make_documents_certain():
    P = np.full((3, 2), 0.5)
    assert with_labels(P, [2, 0], [1, 0]).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    assert P.tolist() == [[0.5, 0.5]] * 3
    assert with_labels(P, [], []).tolist() == P.tolist()


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: information_gain([[1]], [[0.5, 0.5]] * 2), "X has 1 documents and P has 2 documents"),
        (lambda: information_gain([[-1]], [[0.5, 0.5]]), "smallest given is -1"),
        (lambda: information_gain([[1]], [[np.nan, 0.5]]), "row 0 is nan"),
        (lambda: information_gain([[1]], [[0.5, 0.5]], min_documents=0), "Cannot ask for 0"),
        (lambda: with_labels([[0.5, 0.5]], [1], [0]), "P has rows 0 to 0"),
        (lambda: with_labels([[0.5, 0.5]], [0], [2]), "P has columns 0 to 1"),
        (lambda: with_labels([[0.5, 0.5]], [0], [0, 1]), "one class for each row"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(ask, sentence):
    with pytest.raises(BadQuery, match=sentence):
        ask()
