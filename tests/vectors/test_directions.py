from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from teachback.vectors import main_directions

quickly = settings(deadline=None, max_examples=40)
small = st.tuples(st.integers(1, 12), st.integers(1, 9)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.sampled_from([0.0, 0.0, 0.0, 1.0, 2.0, 0.3]))
)


def decaying(rows=150, terms=80, power=1.0, seed=0):
    """A matrix with singular values 1, 2**-power, 3**-power … and random singular vectors."""
    numbers = np.random.default_rng(seed)
    with threadpool_limits(1, user_api="blas"):
        left = np.linalg.qr(numbers.normal(size=(rows, terms)))[0]
        right = np.linalg.qr(numbers.normal(size=(terms, terms)))[0]
    return (left * np.arange(1.0, terms + 1) ** -power) @ right.T, right


@quickly
@given(small, st.integers(1, 12))
def test_few_rows_and_terms_give_the_singular_vectors_of_numpy(X, number):
    found = main_directions(csr_array(X), number)
    _, values, right = np.linalg.svd(X, full_matrices=False)
    rank = int((values > 1e-5 * values[0]).sum()) if values[0] else 0
    assert found.shape == (X.shape[1], min(number, rank))
    lengths = np.linalg.norm(X @ found, axis=0)
    np.testing.assert_allclose(lengths, values[: len(lengths)], atol=1e-8)  # the order is that of the singular values
    np.testing.assert_allclose(found.T @ found, np.eye(len(lengths)), atol=1e-6)
    for value in values[: len(lengths)]:  # the same space, also where several singular values are equal
        ours, theirs = found[:, np.isclose(lengths, value)], right[np.isclose(values, value)].T
        assert ours.shape[1] <= theirs.shape[1]
        np.testing.assert_allclose(theirs @ (theirs.T @ ours), ours, atol=1e-6)


@pytest.mark.parametrize("seed", range(2))
def test_of_a_larger_matrix_the_main_space_and_its_order_are_those_of_numpy(seed):
    X, right = decaying(seed=seed)
    found = main_directions(csr_array(X), 20)
    angles = np.linalg.svd(found.T @ right[:, :20], compute_uv=False)
    assert found.shape == (80, 20)
    assert angles[0] == pytest.approx(1.0)
    assert np.sum(angles > 0.99) >= 17  # those next to the border are mixed with what is beyond it
    for k in range(8):
        assert abs(found[:, k] @ right[:, k]) > 0.995
    lengths = np.linalg.norm(X @ found, axis=0)
    np.testing.assert_allclose(lengths[:10], 1.0 / np.arange(1, 11), rtol=0.01)
    assert (np.diff(lengths) < 1e-9).all()


@quickly
@given(small)
def test_the_largest_entry_of_a_direction_is_positive(X):
    found = main_directions(csr_array(X), 5)
    largest = np.abs(found).argmax(axis=0)
    assert (found[largest, np.arange(found.shape[1])] > 0).all()


def test_one_or_two_threads_give_the_same_bits():
    X = csr_array(np.random.default_rng(0).poisson(0.05, (1500, 800)).astype(float))
    found = []
    for threads in (1, 2, 1):
        with threadpool_limits(threads, user_api="blas"):
            found.append(main_directions(X, 100).tobytes())
    assert found[0] == found[1] == found[2]


def test_the_order_of_the_rows_does_not_matter():
    X, _ = decaying(rows=200, terms=40)
    turned = X[np.random.default_rng(1).permutation(200)]
    np.testing.assert_allclose(main_directions(csr_array(X), 10), main_directions(csr_array(turned), 10), atol=1e-8)


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (4, 0), (3, 4)])
def test_without_any_count_there_is_no_direction(shape):
    assert main_directions(csr_array(shape), 5).shape == (shape[1], 0)
    assert main_directions(csr_array(np.zeros(shape)), 5).shape == (shape[1], 0)


def test_stored_zeros_are_no_counts():
    X = csr_array((np.zeros(2), np.array([0, 1]), np.array([0, 1, 2])), shape=(2, 3))
    assert main_directions(X, 2).shape == (3, 0)


def test_no_directions_are_found_where_none_are_wanted():
    assert main_directions(csr_array(np.eye(3)), 0).shape == (3, 0)


@pytest.mark.parametrize("X", [[[3.0]], [[0.0, 3.0]], [[0.0], [3.0]], [[0.0, 2.0], [0.0, 2.0]]])
def test_a_single_term_is_a_direction_of_its_own(X):
    found = main_directions(csr_array(np.array(X)), 3)
    expected = np.zeros((len(X[0]), 1))
    expected[-1] = 1.0
    np.testing.assert_allclose(found, expected, atol=1e-12)
