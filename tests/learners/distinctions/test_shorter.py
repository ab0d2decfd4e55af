"""Shorter lists say the same of everything that was taught."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.learners.distinctions import DistinctionDNF, DistinctionList
from teachback.learners.distinctions.rule import decides
from teachback.learners.distinctions.shorter import count_literals, shortened
from teachback.learners.distinctions.teachers import RandomFeature

quickly = settings(deadline=None, max_examples=40)


def some_rows(seed, rows=40, features=8, classes=4):
    draw = np.random.default_rng(seed)
    X = draw.integers(0, 2, (rows, features))
    return X, [str(label) for label in (X[:, 0] + 2 * X[:, 1] * X[:, 2] + X[:, 3]) % classes]


@quickly
@given(st.integers(0, 2**32 - 1))
def test_every_prediction_stays_and_no_literal_is_new(seed):
    X, y = some_rows(seed)
    learner = DistinctionList().partial_fit(X, y, teacher=RandomFeature(seed))
    before = repr(vars(learner))
    shorter = shortened(learner, X)
    assert repr(vars(learner)) == before
    assert shorter.predict(X).tolist() == learner.predict(X).tolist()
    assert count_literals(shorter) <= count_literals(learner)
    known = {rule["name"]: rule for rule in learner.rules_}
    for rule in shorter.rules_:
        assert set(rule["literals"]) <= set(known[rule["name"]]["literals"])
        assert decides(rule, frozenset(rule["example"]))
    supports = [rule["support"] for rule in [*shorter.rules_, shorter.default_]]
    assert supports == np.bincount(shorter.apply(X), minlength=len(supports)).tolist()


@quickly
@given(st.integers(0, 2**32 - 1))
def test_nothing_more_can_be_dropped(seed):
    X, y = some_rows(seed, rows=25)
    learner = DistinctionList().partial_fit(X, y, teacher=RandomFeature(seed))
    shorter = shortened(shortened(learner, X), X)
    expected = learner.predict(X).tolist()
    for place in range(len(shorter.rules_)):
        fewer = shortened(shorter, X)
        del fewer.rules_[place]
        assert len(fewer.rules_) == len(shorter.rules_) or fewer.predict(X).tolist() != expected


def test_lists_from_random_features_become_much_shorter():
    before = after = 0
    for seed in range(10):
        X, y = some_rows(seed, rows=120)
        learner = DistinctionList().partial_fit(X, y, teacher=RandomFeature(seed))
        before, after = before + count_literals(learner), after + count_literals(shortened(learner, X))
    assert after < 0.7 * before


def test_a_formula_keeps_its_negative_default():
    X, y = some_rows(1, classes=2)
    learner = DistinctionDNF().partial_fit(X, y, teacher=lambda x, _, proposal: next(
        iter(sorted(x ^ proposal.example))) if proposal.example is not None else None, classes=["0", "1"])  # fmt: skip
    shorter = shortened(learner, X)
    assert shorter.predict(X).tolist() == learner.predict(X).tolist()
    assert shorter.default_["class"] == "0"


def test_learning_goes_on_from_a_shorter_list():
    X, y = some_rows(2, rows=200)
    shorter = shortened(DistinctionList().partial_fit(X[:100], y[:100], teacher=RandomFeature(0)), X[:100])
    for _ in range(20):
        shorter.partial_fit(X, y, teacher=RandomFeature(1))
    assert shorter.predict(X).tolist() == y
