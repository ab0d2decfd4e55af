"""Simulated teachers name features that tell the two examples apart, and know why."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.experiments.dasgupta2018.targets import conjunctions, random_member, random_separable, random_tree
from teachback.learners.distinctions.protocol import Proposal
from teachback.learners.distinctions.teachers import (
    Careless,
    FormulaTeacher,
    GeneralFeature,
    RandomFeature,
    SeparableTeacher,
    TreeTeacher,
    careless_labels,
)

quickly = settings(deadline=None, max_examples=40)
SEEDS = st.integers(0, 2**32 - 1)


def group_shown(x, class_="b"):
    return Proposal(class_, frozenset(x), None, 0)


def test_a_random_feature_is_true_of_exactly_one_and_any_of_them_may_come():
    teacher = RandomFeature(1)
    answers = {teacher(frozenset({1, 2, 3}), "a", group_shown({3, 4})) for _ in range(60)}
    assert answers == {1, 2, 4}
    assert teacher(frozenset({1}), "a", group_shown({1})) is None


def test_the_general_feature_holds_for_most_of_its_class_and_least_of_the_other():
    X = np.array([[1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0]])
    teacher = GeneralFeature(X, list("aaabb"))
    assert teacher(frozenset({0, 1, 3}), "a", group_shown({2})) == 0  # 3 of 3 against 0 of 2
    assert teacher(frozenset({1, 3}), "a", group_shown({2})) == 2  # lacking: 2 of 2 against 0 of 3
    assert teacher(frozenset({1}), "a", group_shown({1})) is None


@quickly
@given(SEEDS, st.sampled_from(["tree", "separable"]))
def test_teachers_with_a_target_name_a_feature_that_separates_the_whole_groups(seed, kind):
    draw = np.random.default_rng(seed)
    if kind == "tree":
        tree = random_tree(5, list(range(12)), 3, draw)
        groups, teacher = conjunctions(tree), TreeTeacher(tree)
    else:
        groups = random_separable(5, 60, 3, draw)
        teacher = SeparableTeacher(groups)
    features = 12 if kind == "tree" else 60
    for (mine, here), (other, there) in ((a, b) for a in groups for b in groups):
        x, y = random_member(here, features, draw), random_member(there, features, draw)
        assert (teacher.class_of(x), teacher.class_of(y)) == (mine, other)
        if kind == "separable":  # groups of a class may overlap: the first is meant
            here, there = groups[teacher.group_of(x)][1], groups[teacher.group_of(y)][1]
        if mine != other:
            feature = teacher(x, mine, group_shown(y, other))
            for _ in range(5):
                assert (feature in random_member(here, features, draw)) == (feature in x)
                assert (feature in random_member(there, features, draw)) == (feature not in x)


def test_a_tree_does_not_tell_members_of_one_leaf_apart():
    assert TreeTeacher((0, "a", "b"))(frozenset({1}), "a", group_shown({2})) is None


def test_a_formula_names_a_literal_that_should_have_held():
    teacher = FormulaTeacher([{0: True, 1: False}, {2: True}])
    assert (teacher.holds({0}), teacher.holds({0, 1}), teacher.holds({1, 2})) == (True, False, True)
    assert teacher(frozenset({0, 1}), False, group_shown({0})) == 1
    assert teacher(frozenset({0}), True, Proposal(False, None, None, 0)) is None


@pytest.mark.parametrize(("probability", "least", "most"), [(0.0, 0, 0), (0.3, 220, 380), (1.0, 1000, 1000)])
def test_carelessness_has_its_probability(probability, least, most):
    careless = Careless(lambda x, class_, proposal: "right", probability, ["wrong"])
    assert least <= sum(careless(None, "a", None) == "wrong" for _ in range(1000)) <= most
    y = ["a", "b", "c", "a"] * 250
    changed = careless_labels(y, probability, 3).tolist()
    assert least <= sum(old != new for old, new in zip(y, changed, strict=True)) <= most
    assert set(changed) <= {"a", "b", "c"}
