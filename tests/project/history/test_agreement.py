from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from teachback.project.history.agreement import fleiss_kappa, krippendorff_alpha
from teachback.record.kappa import cohen_kappa

pairs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=20)


@settings(deadline=None)
@given(pairs.filter(lambda some: len({name for pair in some for name in pair}) > 1))
def test_cohens_kappa_is_scikit_learns(some):
    ours = cohen_kappa(Counter(some))
    assert ours == pytest.approx(cohen_kappa_score(*zip(*some, strict=True)), abs=1e-12)


def test_fleiss_kappa_of_his_own_example():
    """Fourteen raters, ten subjects, five categories: 0.210 (Fleiss 1971 as worked out in many textbooks)."""
    counts = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    answers = [[class_ for class_, number in enumerate(row) for _ in range(number)] for row in counts]
    assert fleiss_kappa(answers) == pytest.approx(0.210, abs=5e-4)


def test_krippendorffs_alpha_of_his_own_example():
    """Three observers, with gaps; nominal alpha 0.691 (Krippendorff, Computing Krippendorff's Alpha-Reliability)."""
    observers = ["*****34121133*3", "1*213343*******", "**21344*21133*4"]
    units = list(zip(*observers, strict=True))
    answers = {
        str(place): {str(who): value for who, value in enumerate(unit) if value != "*"}
        for place, unit in enumerate(units)
    }
    assert krippendorff_alpha(answers) == pytest.approx(0.691, abs=5e-4)


@given(st.lists(st.lists(st.sampled_from("ab"), min_size=3, max_size=3), min_size=1, max_size=8))
def test_perfect_agreement_is_one_and_nothing_is_more(answers):
    named = {str(place): dict(zip("xyz", row, strict=True)) for place, row in enumerate(answers)}
    same = all(len(set(row)) == 1 for row in answers)
    assert fleiss_kappa(answers) <= 1.0 + 1e-12
    assert (krippendorff_alpha(named) == 1.0) == same


def test_nothing_to_compare_is_not_agreement():
    assert krippendorff_alpha({"d1": {"ines": "a"}}) is None
