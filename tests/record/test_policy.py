from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.record import adjudicator, latest, majority
from teachback.record.policy import Vote

ballots = st.lists(st.sampled_from("xyz"), max_size=6).flatmap(
    lambda answers: st.permutations([Vote(f"t{n}", answer, n) for n, answer in enumerate(answers)])
)


@pytest.mark.parametrize(
    ("answers", "winner"),
    [("", None), ("x", "x"), ("xy", None), ("xxy", "x"), ("xxyy", None), ("xyz", None), ("xxyz", "x"), ("xxyyz", None)],
)
def test_the_majority_wins_and_a_tie_is_disputed(answers, winner):
    assert majority([Vote(f"t{n}", answer, n) for n, answer in enumerate(answers)]) == winner


@pytest.mark.parametrize(("answers", "winner"), [("", None), ("x", "x"), ("xxy", "y"), ("yxx", "x")])
def test_the_latest_answer_wins(answers, winner):
    assert latest([Vote(f"t{n}", answer, n) for n, answer in enumerate(answers)]) == winner


@pytest.mark.parametrize(
    ("answers", "winner"),
    [("", None), ("x--", "x"), ("xyy", "x"), ("-yy", "y"), ("-yz", None), ("--z", "z")],
)
def test_the_adjudicator_decides_and_elsewhere_only_the_unanimous_counts(answers, winner):
    teachers = ("ines", "ben", "ada")
    votes = [
        Vote(who, answer, n) for n, (who, answer) in enumerate(zip(teachers, answers, strict=False)) if answer != "-"
    ]
    assert adjudicator("ines")(votes) == winner


@given(ballots)
def test_no_policy_minds_the_order_of_the_votes(votes):
    for policy in (majority, latest, adjudicator("t1")):
        assert policy(votes) == policy(sorted(votes))


@given(ballots)
def test_the_majority_is_more_than_any_other(votes):
    counts = Counter(vote.answer for vote in votes)
    winner = majority(votes)
    if winner is None:
        assert not votes or sorted(counts.values())[-2:] == [max(counts.values())] * 2
    else:
        assert all(counts[winner] > count for answer, count in counts.items() if answer != winner)


def test_the_answer_no_wins_like_any_other():
    votes = [Vote("a", False, 0), Vote("b", False, 1), Vote("c", True, 2)]
    assert majority(votes) is False
    assert adjudicator("a")(votes) is False


def test_adjudicators_of_one_name_are_one_policy():
    assert adjudicator("ines") == adjudicator("ines") != adjudicator("ben")
    assert hash(adjudicator("ines")) == hash(adjudicator("ines"))
