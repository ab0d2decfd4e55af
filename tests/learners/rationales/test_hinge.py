from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from sklearn.svm import LinearSVC

from teachback.learners.rationales.hinge import separate

values = arrays(
    np.float64, (12, 4), elements=st.floats(-2, 2, allow_subnormal=False).map(lambda value: round(value, 3))
)


def primal(w, X, constant, side, cost):
    margin = side * (X @ w[:-1] + constant * w[-1])
    return 0.5 * w @ w + (cost * np.maximum(0, 1 - margin)).sum()


@settings(deadline=None, max_examples=40)
@given(values, st.integers(0, 999), st.sampled_from([0.1, 1.0, 5.0]))
def test_equals_scikit_learn(X, seed, largest):
    numbers = np.random.default_rng(seed)
    side, constant = np.where(np.arange(12) % 2, 1.0, -1.0), numbers.integers(0, 2, 12).astype(float)
    cost = largest * (0.1 + numbers.random(12))
    w, _ = separate(csr_array(X), constant, side, cost, tol=1e-6, max_iter=100_000)
    theirs = LinearSVC(loss="hinge", fit_intercept=False, tol=1e-6, max_iter=1_000_000)
    theirs.fit(np.column_stack([X, constant]), side, sample_weight=cost)
    ours, best = (primal(each, X, constant, side, cost) for each in (w, theirs.coef_[0]))
    assert ours <= best + 1e-4 * (1 + best)


def test_no_plane_nearby_is_better():
    numbers = np.random.default_rng(2)
    X, side = numbers.normal(size=(60, 8)), np.sign(numbers.normal(size=60))
    constant, cost = np.ones(60), np.ones(60)
    w, _ = separate(csr_array(X), constant, side, cost, tol=1e-6, max_iter=100_000)
    best = primal(w, X, constant, side, cost)
    for _ in range(50):
        assert primal(w + 0.01 * numbers.normal(size=9), X, constant, side, cost) >= best - 1e-6


def test_examples_of_zeros_change_nothing():
    X, side = np.array([[1.0, 0], [0, 1], [0, 0], [0, 0]]), np.array([1.0, -1, 1, -1])
    w, sweeps = separate(csr_array(X), np.zeros(4), side, np.ones(4), tol=1e-6, max_iter=1000)
    np.testing.assert_allclose(w, [1, -1, 0], atol=1e-6)
    assert sweeps < 20


def test_the_sweeps_are_limited():
    numbers = np.random.default_rng(2)
    X, side = numbers.normal(size=(60, 8)), np.sign(numbers.normal(size=60))
    assert separate(csr_array(X), np.ones(60), side, np.full(60, 1e4), tol=1e-9, max_iter=3)[1] == 3


@pytest.mark.parametrize("examples", [0, 1])
def test_there_may_be_hardly_any_example(examples):
    w, _ = separate(
        csr_array(np.ones((examples, 2))),
        np.zeros(examples),
        np.ones(examples),
        np.ones(examples),
        tol=1e-6,
        max_iter=10,
    )
    np.testing.assert_allclose(w, [0.5 * examples, 0.5 * examples, 0])
