from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from threadpoolctl import threadpool_limits

from teachback.pool import Pool
from teachback.vectors import PoolVectors, pool_vectors

quickly = settings(deadline=None, max_examples=40)
pools = st.tuples(st.integers(1, 10), st.integers(1, 8)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.sampled_from([0.0, 0.0, 1.0, 1.7, 2.4]))
)


def topics(documents=60, terms=24, seed=0):
    """Counts of three topics with eight terms each, and the topics."""
    numbers = np.random.default_rng(seed)
    rates = np.full((3, terms), 0.1)
    for topic in range(3):
        rates[topic, 8 * topic : 8 * topic + 8] = 1.0
    of = np.arange(documents) % 3
    return np.log1p(numbers.poisson(rates[of])), of


def by_hand(X):
    """The vectors of the docstring, by the singular value decomposition of numpy."""
    reach = (X > 0).sum(axis=0)
    A = X * (1 + np.log((1 + len(X)) / (1 + reach)))
    A /= np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-300)
    shared = reach >= 2
    V = np.zeros((X.shape[1], 0))
    if shared.any():
        _, values, right = np.linalg.svd(A[:, shared], full_matrices=False)
        V = np.zeros((X.shape[1], int((values > 1e-5 * values[0]).sum())))
        V[shared] = right[: V.shape[1]].T
    V *= np.sign(V[np.abs(V).argmax(axis=0), np.arange(V.shape[1])]) * np.arange(1, V.shape[1] + 1) ** -0.5
    Z = (A - A.mean(axis=0)) @ V
    return Z / np.sqrt((Z**2).sum(axis=1).mean())


@pytest.mark.parametrize("seed", range(3))
def test_vectors_are_those_of_the_docstring_by_numpy(seed):
    X, _ = topics(seed=seed)
    X *= np.random.default_rng(seed).uniform(0.9, 1.1, X.shape)  # no two singular values are equal
    vectors = PoolVectors(Pool(X))
    np.testing.assert_allclose(vectors.places_of(vectors.unit_rows(Pool(X).counts)), by_hand(X), atol=1e-7)


@quickly
@given(pools)
@example(np.ones((3, 7)))  # whose mean is not exactly what each of them is
def test_vectors_have_length_1_and_a_mean_of_zero(X):
    vectors = PoolVectors(Pool(X))
    places = vectors.places_of(vectors.unit_rows(Pool(X).counts))
    np.testing.assert_allclose(places.mean(axis=0), 0.0, atol=1e-9)
    squared = np.square(places).sum(axis=1).mean()
    assert squared == pytest.approx(1.0) or squared == pytest.approx(0.0, abs=1e-12)
    assert np.abs(vectors.directions).max(initial=0.0) < 1e4


@quickly
@given(pools, st.integers(0, 9))
def test_a_vector_is_the_sum_of_what_its_terms_have(X, document):
    vectors = PoolVectors(Pool(X))
    row = vectors.unit_rows(Pool(X).counts)[[document % len(X)]]
    expected = sum(value * vectors.directions[term] for term, value in zip(row.indices, row.data, strict=True))
    np.testing.assert_allclose(vectors.places_of(row)[0], expected - vectors.centre, atol=1e-9)


@quickly
@given(pools)
def test_a_term_of_one_document_alone_has_no_direction(X):
    vectors = PoolVectors(Pool(X))
    assert not vectors.directions[(X > 0).sum(axis=0) < 2].any()


def test_documents_of_one_topic_are_nearer_to_each_other_than_to_others():
    X, of = topics(seed=1)
    vectors = PoolVectors(Pool(X))
    places = vectors.places_of(vectors.unit_rows(Pool(X).counts))
    alike = places @ places.T
    same = of[:, np.newaxis] == of
    assert alike[same & ~np.eye(len(of), dtype=bool)].mean() > 0.2 > 0.0 > alike[~same].mean()


def left_out_one_by_one(X, directions):
    """The vectors of documents of which no direction was learned, before they are centred, as long as those of all."""
    vectors, found = PoolVectors(Pool(X), directions), []
    for document in range(len(X)):
        others = PoolVectors(Pool(X), directions, without=np.arange(len(X)) == document)
        is_long, was_long = (np.linalg.norm(each.directions, axis=0) for each in (vectors, others))
        row = vectors.unit_rows(Pool(X).counts[[document]]).toarray()[0]
        found.append(row @ (others.directions * (is_long / was_long)))
    return np.array(found)


@pytest.mark.parametrize("seed", range(2))
def test_a_document_is_about_where_it_would_be_if_directions_had_been_learned_without_it(seed):
    numbers = np.random.default_rng(seed)
    X = np.log1p(numbers.poisson(0.03, (120, 400)) + numbers.poisson(np.kron(np.eye(4), np.full((30, 100), 0.04))))
    vectors = PoolVectors(Pool(X), 30)
    rows = vectors.unit_rows(Pool(X).counts)
    expected = np.square(left_out_one_by_one(X, 30)).sum(axis=1)
    learned = np.square(vectors.places_of(rows) + vectors.centre).sum(axis=1)
    without = np.square(vectors.places_without(rows) + vectors.centre).sum(axis=1)
    assert learned.mean() > 1.5 * expected.mean()
    assert 0.6 < (learned - without).mean() / (learned - expected).mean() < 1.2  # words of two documents are not heeded
    assert np.corrcoef(without, expected)[0, 1] > 0.8


def test_of_many_documents_alike_one_turns_no_direction():
    X = np.repeat([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]], 50, axis=0)
    vectors = PoolVectors(Pool(X))
    rows = vectors.unit_rows(Pool(X).counts)
    np.testing.assert_allclose(vectors.places_without(rows), vectors.places_of(rows), atol=1e-9)


@quickly
@given(pools)
def test_without_itself_a_document_is_nearer_to_the_middle_on_the_same_side(X):
    vectors = PoolVectors(Pool(X))
    rows = vectors.unit_rows(Pool(X).counts)
    had, has = vectors.places_of(rows) + vectors.centre, vectors.places_without(rows) + vectors.centre
    assert (np.abs(has) <= np.abs(had) + 1e-9).all()
    assert (has * had >= -1e-9).all()


@quickly
@given(pools, st.lists(st.booleans(), min_size=10, max_size=10))
def test_documents_that_are_left_out_might_as_well_not_be_there(X, left_out):
    without = np.array(left_out[: len(X)])
    found, expected = PoolVectors(Pool(X), without=without), PoolVectors(Pool(X[~without]))
    assert found.rarity.tobytes() == expected.rarity.tobytes()
    assert found.directions.tobytes() == expected.directions.tobytes()
    assert found.centre.tobytes() == expected.centre.tobytes()
    assert not without[found.rows].any()
    np.testing.assert_array_equal(X[found.rows], found.pool.counts.toarray()[found.sample])


def test_the_sample_is_all_documents_while_they_are_few_and_has_a_limit_later(monkeypatch):
    X, _ = topics()
    vectors = PoolVectors(Pool(X))
    assert sorted(vectors.sample) == sorted(vectors.rows) == list(range(60))
    np.testing.assert_array_equal(vectors.places, vectors.places_of(vectors.unit_rows(Pool(X).counts))[vectors.sample])
    monkeypatch.setattr(pool_vectors, "_SAMPLE", 20)
    few = PoolVectors(Pool(X))
    assert len(set(few.sample)) == len(few.places) == 20
    assert few.rarity.tobytes() == vectors.rarity.tobytes()  # which takes no time, so it is of all


def test_there_are_no_more_directions_than_are_wanted():
    X, _ = topics()
    assert PoolVectors(Pool(X), 5).directions.shape == (24, 5)
    none = PoolVectors(Pool(X), 0)
    assert none.places.shape == (60, 0)
    assert none.places_of(none.unit_rows(Pool(X).counts)).shape == (60, 0)


def test_one_or_two_threads_give_the_same_bits():
    X = np.log1p(np.random.default_rng(0).poisson(0.05, (900, 600)))
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads, user_api="blas"):
            vectors = PoolVectors(Pool(X))
            found.append((vectors.directions.tobytes(), vectors.centre.tobytes(), vectors.places.tobytes()))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "X", [np.zeros((0, 3)), np.zeros((2, 3)), [[1.0, 0.0, 2.0]], [[1.0, 2.0, 0.0]] * 7, np.ones((3, 7))]
)
def test_a_pool_without_differences_has_vectors_of_zeros(X):
    vectors = PoolVectors(Pool(X))
    places = vectors.places_of(vectors.unit_rows(Pool(np.atleast_2d(X)).counts))
    np.testing.assert_allclose(places, 0.0, atol=1e-12)
    assert np.isfinite(vectors.directions).all()
    assert np.abs(vectors.directions).max(initial=0.0) < 1e4


def test_what_was_worked_out_is_remembered_until_sixteen_others_were():
    vectors = PoolVectors(Pool([[1, 0], [0, 1]]))
    made = []

    def make(key):
        return vectors.remembered(key, lambda: made.append(key) or key)

    assert [make("first"), make("first"), make("second")] == ["first", "first", "second"]
    assert made == ["first", "second"]
    for key in range(15):
        make(key)
        make("second")  # used again and again: it stays
    assert make("second") == "second"
    assert made.count("second") == 1
    make("first")
    assert made.count("first") == 2
