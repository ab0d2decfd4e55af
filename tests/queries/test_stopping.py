from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import cohen_kappa_score

from teachback.queries import BadQuery, Stability, accuracy_interval, cohen_kappa, stop_advice, stop_set
from tests.queries.strategies import seen

SETTLED = [0.5, 0.99, 0.991, 0.995]


@seen
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abcd")), min_size=1, max_size=30))
def test_kappa_is_scikit_learns(pairs):
    before, after = zip(*pairs, strict=True)
    if before == after:
        assert cohen_kappa(before, after) == 1.0
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = cohen_kappa_score(before, after)
    assert cohen_kappa(before, after) == pytest.approx(theirs, abs=1e-12)
    assert cohen_kappa(before, after) == pytest.approx(cohen_kappa(after, before), abs=1e-12)


def test_kappa_worked_by_hand():
    """The models agree on 35 of 50 documents (0.7) and would on half of them by chance."""
    before = ["yes"] * 25 + ["no"] * 25
    after = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(before, after) == pytest.approx(0.4)


@seen
@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95]))
def test_the_interval_is_scipys_wilson_interval(counts, confidence):
    right, checked = counts
    theirs = binomtest(right, checked).proportion_ci(confidence, method="wilson")
    low, high = accuracy_interval(right, checked, confidence)
    assert (low, high) == (pytest.approx(theirs.low, abs=1e-12), pytest.approx(theirs.high, abs=1e-12))
    assert 0 <= low <= right / checked <= high <= 1


def test_advice_to_stop_needs_settled_predictions_and_enough_checks():
    assert stop_advice(SETTLED, right=19, checked=20).stop
    assert not stop_advice(SETTLED, right=19, checked=19).stop
    assert not stop_advice([0.9, *SETTLED[2:]], right=20, checked=20).stop
    assert not stop_advice(SETTLED[2:], right=20, checked=20).stop
    assert stop_advice([0.99, 0.99, 0.99], right=20, checked=20).stop


@pytest.mark.parametrize(
    ("kappas", "options", "sentence"),
    [
        (
            [],
            {},
            "Go on: it takes 3 more rounds to see whether new lessons still change what the model says; no random",
        ),
        ([0.9, 0.9], {}, "takes 1 more round to see"),
        ([0.9, 0.9, 0.9], {}, "Go on: new lessons still change what the model says; no random check has been answered"),
        (SETTLED, {}, "nobody knows the accuracy. 20 more would tell."),
        (SETTLED, {"right": 4, "checked": 5}, "4 of 5 random checks are right, so accuracy is between 38 % and 96 %"),
        (SETTLED, {"right": 46, "checked": 50}, "You may stop"),
    ],
)
def test_advice_says_what_it_rests_on(kappas, options, sentence):
    advice = stop_advice(kappas, **options)
    assert sentence in advice.why
    assert advice.stop == advice.why.startswith("You may stop")
    assert advice.accuracy == accuracy_interval(options.get("right", 0), options.get("checked", 0))
    assert (advice.agreement is None) == (len(kappas) < 3)


def test_models_are_compared_only_when_enough_was_taught_between_them():
    stability = Stability(step=10)
    for lessons in range(31):
        stability = stability.seen(lessons, [lessons // 10, 0, 1])
    assert stability.kappas == tuple(cohen_kappa([k, 0, 1], [k + 1, 0, 1]) for k in range(3))


def test_another_stop_set_begins_again():
    stability = Stability(step=1)
    stability = stability.seen(1, [0, 1])
    stability = stability.seen(2, [0, 1])
    stability = stability.seen(3, [0, 1, 1])
    assert stability.kappas == ()
    stability = stability.seen(4, [0, 1, 1])
    assert stability.kappas == (1.0,)


def test_what_was_predicted_is_kept_even_if_the_callers_array_changes():
    stability, predicted = Stability(step=1), np.array([0, 1, 1])
    stability = stability.seen(1, predicted)
    predicted[:] = 0
    stability = stability.seen(2, np.array([0, 1, 1]))
    assert stability.kappas == (1.0,)


def test_a_stop_set_is_a_sample_of_the_pool_that_a_seed_repeats():
    drawn = stop_set(10_000, 500)
    assert len(set(drawn.tolist())) == 500
    assert drawn.tolist() == sorted(drawn.tolist()) == stop_set(10_000, 500).tolist()
    assert drawn.tolist() != stop_set(10_000, 500, random_state=1).tolist()
    assert abs(drawn.mean() - 5000) < 4 * 10_000 / np.sqrt(12 * 500)
    assert stop_set(3, 500).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: cohen_kappa([1, 2], [1]), "two lists of classes for the same documents"),
        (lambda: cohen_kappa([], []), "at least one"),
        (lambda: accuracy_interval(3, 2), "3 of 2 random checks cannot be right"),
        (lambda: accuracy_interval(-1, 2), "-1 of 2"),
        (lambda: accuracy_interval(1, 2, 1.0), "confidence must be between 0 and 1"),
        (lambda: stop_advice([float("nan")] * 3), "An agreement is a number from -1 to 1"),
        (lambda: Stability(step=0), "Cannot ask for 0 lessons"),
        (lambda: stop_set(5, 0), "Cannot ask for 0 documents"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(ask, sentence):
    with pytest.raises(BadQuery, match=sentence):
        ask()
