from __future__ import annotations

import os
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from scipy.sparse import random as random_sparse

from teachback import sweeps
from teachback.sweeps import scores, sums

counts = arrays(np.float64, st.tuples(st.integers(0, 5), st.integers(1, 6)), elements=st.floats(0, 9))


@settings(deadline=None)
@given(counts, st.integers(1, 4), st.integers(0, 99))
def test_equal_the_matrix_products(X, classes, seed):
    numbers = np.random.default_rng(seed)
    weights, shares = numbers.normal(size=(X.shape[1], classes)), numbers.random((X.shape[0], classes))
    np.testing.assert_allclose(scores(csr_array(X), weights), X @ weights, atol=1e-12)
    np.testing.assert_allclose(sums(csr_array(X), shares), X.T @ shares, atol=1e-12)


@pytest.mark.parametrize("data", [np.int32, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_take_counts_and_indices_of_any_type(data, index):
    X = csr_array(np.array([[0, 2, 1], [0, 0, 0], [3, 0, 5]], dtype=data))
    X.indices, X.indptr = X.indices.astype(index), X.indptr.astype(index)
    weights = np.arange(6.0).reshape(3, 2)
    np.testing.assert_array_equal(scores(X, weights), X.toarray() @ weights)
    np.testing.assert_array_equal(sums(X, weights), X.toarray().T @ weights)


@pytest.mark.parametrize("order", ["C", "F"])
def test_take_weights_in_any_layout(order):
    X, weights = csr_array(np.eye(3)), np.asarray(np.arange(6.0).reshape(3, 2), order=order)
    np.testing.assert_array_equal(scores(X, weights), weights)
    np.testing.assert_array_equal(sums(X, weights), weights)


@pytest.fixture(scope="module")
def large():
    X = csr_array(random_sparse(2000, 300, density=0.15, random_state=1, format="csr"))
    assert X.nnz > sweeps._SMALL
    return X


def test_are_the_same_bit_for_bit_with_any_number_of_threads(large, monkeypatch):
    numbers = np.random.default_rng(2)
    weights, shares = numbers.normal(size=(300, 7)), numbers.random((2000, 7))
    results = []
    for processors in (1, 2, 3, 5, 64, None):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        results.append((scores(large, weights), sums(large, shares)))
    for one, other in pairwise(results):
        np.testing.assert_array_equal(one[0], other[0])
        np.testing.assert_array_equal(one[1], other[1])
    np.testing.assert_allclose(results[0][0], large @ weights)
    np.testing.assert_allclose(results[0][1], large.T @ shares)


def test_large_work_is_shared_and_every_part_is_done_once(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    parts: list[tuple[int, int]] = []
    sweeps.spread(lambda a, b: parts.append((a, b)), 10, sweeps._SMALL + 1)
    assert sorted(parts) == [(0, 3), (3, 6), (6, 10)]


@pytest.mark.parametrize(("size", "counts"), [(10, 5), (1, 10**9), (0, 10**9)])
def test_small_work_stays_in_one_piece(monkeypatch, size, counts):
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    parts: list[tuple[int, int]] = []
    sweeps.spread(lambda a, b: parts.append((a, b)), size, counts)
    assert parts == [(0, size)]


def test_an_error_in_a_thread_is_not_lost(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    def fail(a: int, b: int) -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        sweeps.spread(fail, 10, 10**9)
