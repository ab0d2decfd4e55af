from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.feature_extraction.text import TfidfTransformer

from teachback.pool import Pool
from teachback.vectors import UnitRows, rarity, unit_rows
from teachback.vectors.unit_rows import weighted_lengths

quickly = settings(deadline=None, max_examples=40)
counts = st.tuples(st.integers(1, 8), st.integers(1, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.sampled_from([0.0, 0.0, 1.0, 2.0, 0.5, 7.0]))
)
some_weights = st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=6, max_size=6).map(np.array)


@quickly
@given(counts)
def test_rows_by_rarity_are_those_of_scikit_learn(X):
    pool = Pool(X)
    ours = unit_rows(pool.counts, rarity(pool.reach, len(pool)))
    theirs = TfidfTransformer(norm="l2").fit_transform(csr_array(X))
    np.testing.assert_allclose(ours.toarray(), theirs.toarray(), atol=1e-14)


@quickly
@given(counts, some_weights)
def test_a_row_is_as_long_as_its_weighted_length_says_and_then_1(X, weights):
    weights = weights[: X.shape[1]]
    rows, lengths = unit_rows(csr_array(X), weights).toarray(), weighted_lengths(csr_array(X), weights)
    np.testing.assert_allclose(rows * lengths[:, np.newaxis], X * weights, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), ((X * weights) != 0).any(axis=1).astype(float))
    assert (lengths > 0).all()


@quickly
@given(counts, st.floats(0.01, 100))
def test_a_longer_document_of_the_same_shares_has_the_same_row(X, longer):
    weights = np.arange(1.0, X.shape[1] + 1)
    np.testing.assert_allclose(
        unit_rows(csr_array(X), weights).toarray(), unit_rows(csr_array(longer * X), weights).toarray(), atol=1e-14
    )


def test_many_rows_are_the_same_one_by_one():
    X = csr_array(np.random.default_rng(0).poisson(0.5, (2000, 100)).astype(float))  # enough for several threads
    weights = np.random.default_rng(1).uniform(0.1, 3.0, 100)
    together = unit_rows(X, weights)
    for row in (0, 999, 1000, 1999):
        assert np.array_equal(together[[row]].toarray(), unit_rows(X[[row]], weights).toarray())


@quickly
@given(counts, some_weights)
def test_the_step_of_a_pipeline_gives_the_same_rows_without_terms_of_no_weight(X, weights):
    step = UnitRows(weights[: X.shape[1]])
    rows = step.fit(X).transform(csr_array(X))
    np.testing.assert_array_equal(rows.toarray(), unit_rows(csr_array(X), step.weights).toarray())
    assert (rows.data != 0).all()
    np.testing.assert_array_equal(clone(step).transform(X).toarray(), rows.toarray())


@quickly
@given(counts, some_weights)
def test_rows_that_are_transformed_stay_as_they_were(X, weights):
    given_rows = csr_array(X)
    unit_rows(given_rows, weights[: X.shape[1]])
    UnitRows(weights[: X.shape[1]]).transform(given_rows)
    np.testing.assert_array_equal(given_rows.toarray(), X)
