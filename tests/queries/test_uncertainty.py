from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import entropy as scipy_entropy

from teachback.queries import UNCERTAINTIES, BadQuery, entropy, least_confidence, margin, rank
from teachback.queries.chance import chance
from teachback.queries.uncertainty import highest
from tests.queries import reference
from tests.queries.strategies import pools, seen

P = np.array([[0.9, 0.1], [0.5, 0.5], [0.6, 0.4], [0.5, 0.5]])


@seen
@given(pools())
def test_uncertainties_are_what_their_definitions_say(pool):
    _, P, _ = pool
    assert_allclose(entropy(P), scipy_entropy(P, axis=1), atol=1e-15)
    for name, ours in UNCERTAINTIES.items():
        assert_allclose(ours(P), [getattr(reference, name)(row) for row in P], atol=1e-12)


@seen
@given(pools(), st.sampled_from(list(UNCERTAINTIES)), st.integers(1, 15))
def test_the_first_n_are_the_first_n_of_all_and_closed_documents_never_come(pool, by, n):
    _, P, open = pool
    everything = rank(P, by=by, open=open)
    assert sorted(everything) == np.flatnonzero(open).tolist()
    assert rank(P, by=by, open=open, n=n).tolist() == everything.tolist()[:n]
    scores = UNCERTAINTIES[by](P)
    assert everything.tolist() == sorted(np.flatnonzero(open), key=lambda d: (-scores[d], d))


@seen
@given(pools(), st.randoms(use_true_random=False))
def test_another_order_of_the_pool_gives_the_same_documents(pool, random):
    _, P, _ = pool
    order = random.sample(range(len(P)), len(P))
    scores = margin(P)
    ours = [order[k] for k in rank(P[order], by="margin")]
    assert scores[ours].tolist() == scores[rank(P, by="margin")].tolist()


def test_ties_are_broken_by_position():
    assert rank(P).tolist() == [1, 3, 2, 0]
    assert rank(P, n=1).tolist() == [1]
    assert rank(np.full((100, 2), 0.5), n=7).tolist() == list(range(7))
    assert rank(np.full((100, 2), 0.5), open=np.arange(100) % 10 == 3, n=2).tolist() == [3, 13]


def test_margin_and_least_confidence_differ_where_the_second_class_is_near():
    P = [[0.45, 0.45, 0.1], [0.4, 0.3, 0.3]]
    assert rank(P, by="margin").tolist() == [0, 1]
    assert rank(P, by="least_confidence").tolist() == [1, 0]
    assert_allclose(least_confidence(P), [0.55, 0.6])


def test_chance_is_even_and_its_purposes_are_independent():
    drawn = chance(100_000, "check", 3)
    assert 0 <= drawn.min() < 1e-3
    assert 1 - 1e-3 < drawn.max() < 1
    counted, _ = np.histogram(drawn, bins=20, range=(0, 1))
    assert ((counted - 5000) ** 2 / 5000).sum() < 43.8  # chi-square, 19 degrees of freedom, p = 0.001
    assert abs(np.corrcoef(drawn[1:], drawn[:-1])[0, 1]) < 0.01
    assert abs(np.corrcoef(drawn, chance(100_000, "start", 3))[0, 1]) < 0.01
    assert abs(np.corrcoef(drawn, chance(100_000, "check", 4))[0, 1]) < 0.01


def test_new_documents_do_not_change_the_chances_of_the_old():
    assert chance(10, "check").tolist() == chance(1000, "check")[:10].tolist()


def test_the_best_of_nothing_is_nothing():
    assert highest(np.zeros(0), np.empty(0, dtype=np.intp), 3).tolist() == []
    assert rank(P, open=np.zeros(4, dtype=bool)).tolist() == []
    assert rank(np.empty((0, 2))).tolist() == []


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([[np.nan, 1.0]], "row 0 is nan, 1"),
        ([[0.5, 0.5], [0.5, 0.4]], r"row 1 is 0.5, 0.4 \(1 of 2 rows"),
        ([[1.5, -0.5]], "sum to 1"),
        ([[np.inf, 0.0]], "row 0 is inf, 0"),
        ([0.5, 0.5], r"its shape is \(2,\)"),
        ([[1.0]], "at least two"),
    ],
)
def test_what_is_no_probability_is_refused(given, sentence):
    for score in (*UNCERTAINTIES.values(), rank):
        with pytest.raises(BadQuery, match=sentence):
            score(given)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"by": "entropie"}, "Did you mean entropy"),
        ({"n": 0}, "Cannot ask for 0 documents; ask for 1 or more"),
        ({"n": 2.5}, "2.5"),
        ({"open": [True]}, "for each of the 4 documents"),
        ({"open": [1, 0, 1, 1]}, r"mask\[positions\] = True"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_with_advice(options, sentence):
    with pytest.raises(BadQuery, match=sentence):
        rank(P, **options)
