from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from teachback.pool import Pool
from teachback.queries import BadQuery, near_duplicates
from teachback.queries.duplicates import alike_rows, diverse
from tests.queries import reference
from tests.queries.strategies import counts, seen, thresholds


@seen
@given(counts(max_documents=20, max_terms=14), thresholds)
def test_groups_are_those_of_comparing_every_pair(X, threshold):
    assert near_duplicates(X, threshold).tolist() == reference.groups(X.tolist(), threshold)


@seen
@given(counts(max_documents=20, max_terms=14), thresholds, st.data())
def test_what_is_like_a_document_is_found_in_one_sweep(X, threshold, data):
    rows = np.array(data.draw(st.lists(st.integers(0, len(X) - 1), max_size=8)), dtype=int)
    open = np.array(data.draw(st.lists(st.booleans(), min_size=len(X), max_size=len(X))))
    expected = [
        tuple(d for d in range(len(X)) if open[d] and d != row and reference.jaccard(X[row], X[d]) >= threshold)
        for row in rows
    ]
    assert alike_rows(Pool(X), rows, threshold, open) == expected


@seen
@given(counts(max_documents=20), thresholds, st.integers(1, 20), st.randoms(use_true_random=False))
def test_a_diverse_choice_is_the_greedy_one(X, threshold, n, random):
    order = np.array(random.sample(range(len(X)), len(X)))
    besides = np.array(random.sample(range(len(X)), min(2, len(X))))
    expected: list[int] = []
    for d in order:
        others = [*besides, *expected]
        if d not in others and all(reference.jaccard(X[d], X[k]) < threshold for k in others):
            expected.append(d)
    assert diverse(csr_array(X), order, n, threshold, besides).tolist() == expected[:n]


@seen
@given(counts(max_documents=20), thresholds)
def test_documents_with_the_same_terms_are_always_one_group(X, threshold):
    groups = near_duplicates(X, threshold)
    for d in range(len(X)):
        twins = [k for k in range(len(X)) if X[d].any() and ((X[k] > 0) == (X[d] > 0)).all()]
        assert len({groups[k] for k in twins}) <= 1
        assert reference.jaccard(X[d], X[groups[d]]) >= threshold or groups[d] == d


@seen
@given(counts(), thresholds, st.randoms(use_true_random=False))
def test_the_order_of_the_terms_does_not_matter(X, threshold, random):
    order = random.sample(range(X.shape[1]), X.shape[1])
    assert near_duplicates(X, threshold).tolist() == near_duplicates(X[:, order], threshold).tolist()


def test_a_chain_is_not_a_group():
    """Each document is like the next, the first is quite unlike the last."""
    X = np.array([[k <= term < k + 8 for term in range(20)] for k in range(12)], dtype=int)
    groups = near_duplicates(X, 0.7)
    assert groups.tolist() == [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10]


def test_documents_without_terms_are_like_no_other():
    assert near_duplicates([[0, 0], [0, 0], [1, 0]]).tolist() == [0, 1, 2]
    assert alike_rows(Pool([[0, 0], [0, 0]]), np.arange(2), 0.8, np.ones(2, dtype=bool)) == [(), ()]
    assert near_duplicates(csr_array((3, 5))).tolist() == [0, 1, 2]
    assert near_duplicates(csr_array((0, 5))).tolist() == []
    assert alike_rows(Pool(csr_array((2, 0))), np.array([0]), 0.8, np.ones(2, dtype=bool)) == [()]


def test_more_rows_than_bits_are_looked_for():
    pool = Pool(np.repeat(np.eye(100, dtype=int), 2, axis=0))
    assert alike_rows(pool, np.arange(0, 200, 2), 0.8, np.ones(200, dtype=bool)) == [(k,) for k in range(1, 200, 2)]


def test_odd_forms_of_the_same_counts_give_the_same_groups():
    X = csr_array(([1, 1, 0, 1, 2], [2, 0, 1, 0, 2], [0, 3, 5]), shape=(2, 3))  # unsorted, with a stored zero
    before = X.indices.copy()
    assert near_duplicates(X).tolist() == near_duplicates(X.toarray()).tolist() == [0, 0]
    assert X.indices.tolist() == before.tolist()
    assert X.nnz == 5


def test_twenty_thousand_letters_from_one_template_are_one_group():
    letters = 20_000
    indices = np.concatenate([np.tile(np.arange(40), (letters, 1)), np.arange(letters)[:, np.newaxis] + 40], axis=1)
    X = csr_array((np.ones(indices.size), indices.ravel(), np.arange(0, indices.size + 1, 41)))
    assert not near_duplicates(X).any()


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda X: near_duplicates(X, 0.0), "threshold must be above 0"),
        (lambda X: near_duplicates(X, 1.5), "not 1.5"),
        (lambda X: near_duplicates(-X), "never below 0; the smallest given is -1"),
        (lambda X: near_duplicates(X * np.nan), "NaN or infinity"),
        (lambda X: near_duplicates(X * np.inf), "NaN or infinity"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(ask, sentence):
    with pytest.raises(BadQuery, match=sentence):
        ask(np.array([[1.0, 1.0], [1.0, 1.0]]))
