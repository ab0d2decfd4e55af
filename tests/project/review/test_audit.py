"""Auditing predictions: the sample, majorities, intervals and agreement."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from teachback.project.review.audit import audited, draw

PREDICTED = {"d1": "bug", "d2": "bug", "d3": "bug", "d4": "billing", "d5": "billing"}
VERDICTS = {
    "d1": {"ann": True, "ben": True, "cy": False},
    "d2": {"ann": True, "ben": False, "cy": False},
    "d3": {"ann": True, "ben": False},
    "d4": {"ann": True, "ben": True, "cy": True},
    "d5": {},
}


def test_majorities_ties_and_what_nobody_judged_are_counted_by_class():
    bug, billing = audited(PREDICTED, VERDICTS).classes
    assert (bug.drawn, bug.judged, bug.right, bug.tied, bug.precision) == (3, 3, 1, 1, 0.5)
    assert (billing.drawn, billing.judged, billing.right, billing.tied, billing.precision) == (2, 1, 1, 0, 1.0)


def test_at_the_ends_of_the_interval_what_was_seen_is_just_not_surprising():
    predicted = {f"d{k}": "bug" for k in range(50)}
    (bug,) = audited(predicted, {f"d{k}": {"ann": k < 46} for k in range(50)}).classes
    for end in bug.interval:  # Wilson: the share seen lies 1.96 standard errors of the true share from it
        assert abs(46 / 50 - end) == pytest.approx(1.959964 * (end * (1 - end) / 50) ** 0.5)


def test_agreement_is_of_each_two_and_of_all():
    report = audited(PREDICTED, VERDICTS)
    both = [(verdicts["ann"], verdicts["ben"]) for verdicts in VERDICTS.values() if {"ann", "ben"} <= verdicts.keys()]
    kappa, judged = report.pairs["ann", "ben"]
    assert (kappa, judged) == (pytest.approx(cohen_kappa_score(*zip(*both, strict=True))), 4)
    assert report.judges == {"ann": (4, 4), "ben": (2, 4), "cy": (1, 3)}
    assert report.fleiss is not None
    assert report.krippendorff is not None
    assert "ann and ben agree with kappa" in str(report)


def test_one_judge_agrees_with_nobody():
    report = audited({"d1": "bug"}, {"d1": {"ann": True}})
    assert (report.pairs, report.fleiss, report.krippendorff) == ({}, None, None)
    assert "kappa" not in str(report)


def test_without_verdicts_nothing_is_known():
    report = audited({"d1": "bug"}, {})
    assert (report.classes[0].precision, report.classes[0].interval) == (None, (0.0, 1.0))


@given(st.dictionaries(st.text(min_size=1), st.sampled_from("abc")), st.integers(1, 5), st.integers(0, 9))
def test_a_draw_has_n_of_each_class_whatever_the_order_and_is_of_the_predictions(predictions, n, seed):
    drawn = draw(predictions.items(), n, seed)
    assert drawn.items() <= predictions.items()
    sizes = Counter(predictions.values())
    assert Counter(drawn.values()) == {class_: min(n, size) for class_, size in sizes.items()}
    assert drawn == draw(reversed(predictions.items()), n, seed)


def test_another_seed_draws_others_and_all_documents_have_the_same_chance():
    predictions = [(f"d{k}", "bug") for k in range(20)]
    times = Counter(document for seed in range(2000) for document in draw(predictions, 5, seed))
    assert len(times) == 20
    assert all(420 < number < 580 for number in times.values())  # 500 each; four standard deviations are 77
