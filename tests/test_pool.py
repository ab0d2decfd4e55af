from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from teachback.learners import ExpectationMaxEnt, LabelledWordNB, PooledNB
from teachback.pool import BadCounts, Pool
from teachback.queries import ask_documents, ask_words, information_gain, informative_words

counts = st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 4))
)


@settings(deadline=None)
@given(counts, st.integers(2, 10))
def test_a_pool_adds_up_as_its_matrix_does_wide_or_tall(X, classes):
    pool, P = Pool(X), np.random.default_rng(0).dirichlet(np.ones(classes), len(X))
    assert_allclose(pool.sums(P), X.T @ P, atol=1e-12)
    assert_allclose(pool.by_term.toarray(), X.T)
    assert pool.totals.tolist() == X.sum(axis=0).tolist()
    assert pool.reach.tolist() == (X > 0).sum(axis=0).tolist()
    assert pool.lengths.tolist() == X.sum(axis=1).tolist()
    assert (len(pool), pool.shape) == (len(X), X.shape)


@settings(deadline=None)
@given(counts, st.data())
def test_scores_of_some_terms_take_the_others_for_nothing(X, data):
    some = np.array(data.draw(st.lists(st.integers(0, X.shape[1] - 1), unique=True)), dtype=np.intp)
    weights = np.zeros((X.shape[1], 3))
    weights[some] = np.random.default_rng(0).random((len(some), 3))
    assert_allclose(Pool(X).scores_of(some, weights[some]), X @ weights, atol=1e-12)


@pytest.mark.parametrize("shape", [(30, 90), (90, 30)], ids=["wide", "tall"])
def test_learners_and_queries_take_a_pool_for_its_matrix(shape):
    draw = np.random.default_rng(1)
    X = csr_array(draw.poisson(0.3, shape))
    pool, words = Pool(X), [(0, "a"), (1, "b")]
    for learner in (LabelledWordNB(), PooledNB(em_steps=1), ExpectationMaxEnt()):
        P = learner.fit(None, words=words, pool=X).predict_proba(X)
        assert_allclose(learner.fit(None, words=words, pool=pool).predict_proba(pool), P)
    assert ask_words(5, pool, P, classes="ab") == ask_words(5, X, P, classes="ab")
    assert ask_documents(5, P, classes="ab", X=pool) == ask_documents(5, P, classes="ab", X=X)
    assert informative_words(5, pool) == informative_words(5, X)
    assert_allclose(information_gain(pool, P), information_gain(X, P))


def test_the_matrix_is_not_changed_and_untidy_counts_are_put_in_order():
    untidy = csr_array((np.array([1, 2, 0, 3]), np.array([1, 0, 2, 1]), np.array([0, 4])), shape=(1, 3))
    pool = Pool(untidy)
    assert pool.counts.toarray().tolist() == [[2, 4, 0]]
    assert pool.counts.nnz == 2
    assert untidy.data.tolist() == [1, 2, 0, 3]


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        ([[1.0, np.nan]], "the pool contains NaN or infinity"),
        ([[np.inf]], "Put 0 where a term does not occur"),
        ([[1, -3]], "never below 0; the smallest given is -3"),
        ([1, 2, 3], "a row for each document and a column for each term"),
    ],
)
def test_what_are_no_counts_is_refused(X, sentence):
    with pytest.raises(BadCounts, match=sentence):
        Pool(X)


def test_a_pool_with_other_terms_is_refused():
    model = LabelledWordNB().fit([[1, 0], [0, 1]], ["a", "b"])
    with pytest.raises(ValueError, match="X has 3 terms, but this model knows 2"):
        model.predict(Pool([[1, 0, 0]]))
