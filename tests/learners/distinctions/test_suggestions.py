"""What tells two documents apart: terms of exactly one of them, the most general first."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array

from teachback.learners import BadTeaching
from teachback.learners.distinctions.suggestions import tell_apart
from teachback.pool import Pool

quickly = settings(deadline=None, max_examples=60)


@quickly
@given(arrays(np.int64, (7, 6), elements=st.integers(0, 2)), st.integers(0, 6), st.integers(0, 6))
def test_all_and_only_terms_of_exactly_one_are_suggested_with_their_polarity(X, one, other):
    suggestions = tell_apart(X, one, other, n=6)
    assert {(term, present) for term, present in ((s.term, s.present) for s in suggestions)} == {
        (term, bool(X[one, term])) for term in range(6) if bool(X[one, term]) != bool(X[other, term])
    }
    assert [s.worth for s in suggestions] == sorted((s.worth for s in suggestions), reverse=True)
    assert all(0 <= share <= 1 for s in suggestions for share in (s.here, s.there))
    swapped = tell_apart(X, other, one, n=6)
    assert {(s.term, s.present, s.here, s.there) for s in swapped} == {
        (s.term, not s.present, s.there, s.here) for s in suggestions
    }


@quickly
@given(arrays(np.int64, (9, 6), elements=st.integers(0, 2)), arrays(float, (9, 2), elements=st.floats(0.01, 1)))
def test_with_beliefs_the_shares_are_those_of_the_classes(X, believed):
    for difference in tell_apart(X, 0, 1, n=6, believed=believed):
        has = X[:, difference.term] > 0
        expected = believed[has].sum(axis=0) / believed.sum(axis=0)
        np.testing.assert_allclose([difference.here, difference.there], expected)


def test_a_general_term_of_similar_documents_comes_before_a_chance_one():
    draw = np.random.default_rng(0)
    y = np.arange(400) % 2
    X = draw.random((400, 60)) < 0.05
    X[:, :6] |= (draw.random((400, 6)) < 0.5) & (y == 0)[:, None]
    X[:, 6:12] |= (draw.random((400, 6)) < 0.5) & (y == 1)[:, None]
    X[0, [0, 1, 30]], X[1, [6, 7, 40]] = True, True
    X[0, 6:12], X[1, :6] = False, False
    first = tell_apart(X, 0, 1, n=4)
    assert all(difference.term < 12 for difference in first)
    assert all(difference.present == (difference.term < 6) for difference in first)


def test_groups_of_documents_have_what_most_of_them_have():
    X = np.array([[1, 1, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1], [0, 0, 1]])
    suggestions = tell_apart(X, [0, 1, 2], [3, 4])
    assert {(s.term, s.present) for s in suggestions} == {(0, True), (2, False)}


def test_a_pool_and_its_matrix_give_the_same_with_any_number_of_threads():
    draw = np.random.default_rng(1)
    X = csr_array(draw.poisson(0.1, (3000, 300)).astype(float))
    expected = tell_apart(X, 3, 4)
    for processors in (1, 2, 5):
        with patch("os.cpu_count", return_value=processors):
            assert tell_apart(Pool(X), 3, 4) == expected


@pytest.mark.parametrize("rows", [(0, 3), (-1, 0), ([], 0), (0, [1, 9])])
def test_documents_that_are_not_there_are_refused(rows):
    with pytest.raises(BadTeaching, match="there are rows 0 to 2"):
        tell_apart(np.eye(3), *rows)


def test_beliefs_of_another_shape_are_refused():
    with pytest.raises(BadTeaching, match=r"its shape is \(3,\)"):
        tell_apart(np.eye(3), 0, 1, believed=[1.0, 0.0, 0.0])
