"""The formula in disjunctive normal form: the paper's bound, the protocol, the scikit-learn door."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.experiments.dasgupta2018.targets import random_formula, random_member
from teachback.learners import BadTeaching
from teachback.learners.distinctions import DistinctionDNF
from teachback.learners.distinctions.rule import decides, rules_text
from teachback.learners.distinctions.teachers import FormulaTeacher
from tests.learners.distinctions.reference import PlainDNF

FEATURES = 15
quickly = settings(deadline=None, max_examples=40)


def a_formula(seed, terms, literals, rounds=120):
    """A random formula, its teacher, and examples on both sides of it."""
    draw = np.random.default_rng(seed)
    target = random_formula(terms, literals, FEATURES, draw)
    near = [random_member(target[k], FEATURES, draw) for k in draw.integers(terms, size=rounds)]
    examples = [x ^ {int(draw.integers(FEATURES))} if draw.random() < 0.6 else x for x in near]
    return target, FormulaTeacher(target), examples


def taught(teacher, examples):
    learner = DistinctionDNF().begin(examples[0], teacher.holds(examples[0]), classes=[False, True])
    mistakes = int(teacher.holds(examples[0]))  # the paper begins with an empty list, wrong about the first positive
    for x in examples[1:]:
        proposal, class_ = learner.propose(x), teacher.holds(x)
        if proposal.class_ != class_:
            mistakes += 1
            learner.correct(x, class_, teacher(x, class_, proposal))
    return learner, mistakes


@quickly
@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 5))
def test_mistakes_stay_within_the_bound_and_a_plain_implementation_agrees(seed, terms, literals):
    _, teacher, examples = a_formula(seed, terms, literals)
    learner, mistakes = taught(teacher, examples)
    assert mistakes <= terms * (literals + 1)

    plain = PlainDNF()
    for x in examples:
        plain.round(
            x,
            teacher.holds(x),
            lambda x, similar: teacher(x, False, learner.propose(x).__class__(True, similar, None, 0)),
        )
    assert plain.mistakes == mistakes
    assert [rule["literals"] for rule in learner.rules_] == [literals for _, literals in plain.entries]


@quickly
@given(st.integers(0, 2**32 - 1))
def test_every_rule_has_a_positive_example_whose_group_satisfies_it(seed):
    target, teacher, examples = a_formula(seed, 4, 3)
    learner, _ = taught(teacher, examples)
    for rule in learner.rules_:
        example = frozenset(rule["example"])
        assert teacher.holds(example)
        group = next(c for c in target if all((f in example) == present for f, present in c.items()))
        assert all(decides(rule, x) for x in examples if all((f in x) == present for f, present in group.items()))


def test_rows_are_learned_as_in_the_protocol():
    _, teacher, examples = a_formula(3, 4, 3)
    X = np.array([[k in x for k in range(FEATURES)] for x in examples], dtype=float)
    y = [teacher.holds(x) for x in examples]
    rows = DistinctionDNF().partial_fit(X, y, teacher=teacher, classes=[False, True])
    learner, _ = taught(teacher, examples)
    assert [rule["literals"] for rule in rows.rules_] == [rule["literals"] for rule in learner.rules_]
    assert rows.predict(X).tolist() == [learner.propose(x).class_ for x in examples]


def test_the_other_class_may_be_the_positive_one():
    learner = DistinctionDNF(positive="spam").begin({"win"}, "spam", name="m1", classes=["spam", "ham"])
    learner.correct({"lunch"}, "ham", "win")
    assert rules_text(learner.rules_, learner.default_) == "win ⇒ spam (m1)\nELSE: ham"
    assert learner.propose({"lunch"}).example is None


def test_a_missed_positive_needs_no_feature():
    learner = DistinctionDNF().begin({"lunch"}, "ham", classes=["ham", "spam"])
    assert learner.propose({"win"}).class_ == "ham"
    assert learner.correct({"win"}, "spam").kind == "added"
    assert learner.default_["support"] == 1


def test_distinctions_are_replayed_for_either_class():
    X, y = [[1, 0], [0, 1], [1, 1]], ["ham", "spam", "spam"]
    one = DistinctionDNF().fit(X, y, distinctions=[(1, "spam", 0, 1, True)])
    other = DistinctionDNF().fit(X, y, distinctions=[(0, "ham", 1, 1, False)])
    assert one.rules_[0]["literals"] == other.rules_[0]["literals"] == [(1, True)]
    assert one.predict(X).tolist() == other.predict(X).tolist() == y


@pytest.mark.parametrize(
    ("learner", "classes", "sentence"),
    [
        (DistinctionDNF(), ["a", "b", "c"], "Only binary classification is supported"),
        (DistinctionDNF(), None, "DistinctionDNF tells two classes apart, not 1: a"),
        (DistinctionDNF(positive="c"), ["a", "b"], "positive='c' is not a class; the classes are a, b"),
    ],
)
def test_other_than_two_classes_are_refused(learner, classes, sentence):
    with pytest.raises(BadTeaching, match=sentence):
        learner.begin({"win"}, "a", classes=classes)
