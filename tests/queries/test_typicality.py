from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.feature_extraction.text import TfidfTransformer

from teachback.queries import typicality
from tests.queries.strategies import counts, seen


@seen
@given(counts(min_documents=2))
def test_it_is_the_cosine_to_the_mean_of_scikit_learns_weighted_counts(X):
    frequency = (X > 0).sum(axis=0)
    rows = TfidfTransformer(use_idf=False, norm=None, sublinear_tf=True).fit_transform(X).toarray()
    rows = rows * np.log(len(X) / np.maximum(frequency, 1))
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)
    mean = rows.sum(axis=0)
    expected = rows @ mean / np.linalg.norm(mean) if mean.any() else np.zeros(len(X))
    assert_allclose(typicality(X), expected, atol=1e-12)


@seen
@given(counts(), st.randoms(use_true_random=False))
def test_documents_and_terms_may_come_in_any_order(X, random):
    d, k = (random.sample(range(size), size) for size in X.shape)
    assert_allclose(typicality(X[d][:, k]), typicality(X)[d], atol=1e-12)


def test_a_document_without_terms_is_not_typical():
    assert typicality([[0, 0], [1, 0], [0, 1]])[0] == 0
    assert typicality(np.zeros((2, 3))).tolist() == [0, 0]
    assert typicality(np.ones((2, 3))).tolist() == [0, 0]
