"""The list: the protocol, the scikit-learn door, the bounds and the invariants of the paper."""

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from teachback.experiments.dasgupta2018.targets import (
    conjunctions,
    random_member,
    random_separable,
    random_tree,
    worst_case,
)
from teachback.learners import BadTeaching
from teachback.learners.distinctions import DistinctionList
from teachback.learners.distinctions.protocol import Contradiction
from teachback.learners.distinctions.rule import decides, rules_text
from teachback.learners.distinctions.shorter import count_literals
from teachback.learners.distinctions.teachers import RandomFeature, SeparableTeacher, TreeTeacher
from tests.learners.distinctions.reference import PlainList

FEATURES = 18
SEEDS = st.integers(0, 2**32 - 1)
quickly = settings(deadline=None, max_examples=40)


def a_tree(seed, groups=6, rounds=80):
    """A random tree, its teacher, its groups, and examples of them."""
    draw = np.random.default_rng(seed)
    tree = random_tree(groups, list(range(FEATURES)), 3, draw)
    leaves = conjunctions(tree)
    examples = [random_member(leaves[k][1], FEATURES, draw) for k in draw.integers(len(leaves), size=rounds)]
    return TreeTeacher(tree), leaves, examples


def a_separable(seed, groups=6, rounds=80):
    draw = np.random.default_rng(seed)
    target = random_separable(groups, 4 * groups * groups, 3, draw)
    examples = [random_member(target[k][1], 4 * groups * groups, draw) for k in draw.integers(groups, size=rounds)]
    return SeparableTeacher(target), target, examples


def as_rows(examples, features=FEATURES):
    return csr_array(np.array([[float(k in x) for k in range(features)] for x in examples]))


def taught(teacher, examples):
    """The list after all examples, and how many mistakes there were."""
    learner = DistinctionList().begin(examples[0], teacher.class_of(examples[0]), name=0)
    mistakes, features = 0, set()
    for name, x in enumerate(examples[1:], start=1):
        proposal, class_ = learner.propose(x), teacher.class_of(x)
        if proposal.class_ == class_:
            learner.agree(x)
            continue
        mistakes += 1
        features.add(feature := teacher(x, class_, proposal))
        learner.correct(x, class_, feature, name=name)
    return learner, mistakes, features


@quickly
@given(SEEDS, st.sampled_from([a_tree, a_separable]), st.integers(1, 8))
def test_mistakes_stay_within_both_bounds_and_literals_count_them(seed, target, groups):
    teacher, _, examples = target(seed, groups)
    learner, mistakes, features = taught(teacher, examples)
    assert mistakes <= groups**2
    assert mistakes <= len(features) * groups
    assert count_literals(learner) == mistakes
    assert all(len(rule["literals"]) <= groups for rule in learner.rules_)
    assert sum(rule["mistakes"] for rule in [*learner.rules_, learner.default_]) == mistakes
    assert sum(rule["support"] for rule in [*learner.rules_, learner.default_]) == len(examples) - mistakes + len(
        learner.rules_
    )


@quickly
@given(SEEDS, st.sampled_from([a_tree, a_separable]))
def test_every_group_has_at_most_one_rule_which_all_its_members_satisfy(seed, target):
    teacher, _, examples = target(seed)
    learner, _, _ = taught(teacher, examples)
    group_of = teacher.group_of if target is a_separable else teacher.leaf_of
    of = [group_of(frozenset(rule["example"])) for rule in learner.rules_]
    assert len(set(of)) == len(of)
    for x in examples:
        for rule, group in zip(learner.rules_, of, strict=True):
            if group_of(x) == group:
                assert decides(rule, x)
                assert rule["class"] == teacher.class_of(x)


@quickly
@given(SEEDS)
def test_once_no_example_is_wrong_the_list_agrees_with_the_tree(seed):
    teacher, _, examples = a_tree(seed, rounds=40)
    learner = DistinctionList()
    X, y = as_rows(examples), [teacher.class_of(x) for x in examples]
    for _ in range(6**2 + 1):
        learner.partial_fit(X, y, teacher=teacher)
    assert learner.predict(X).tolist() == y
    assert learner.aside_ == []


@pytest.mark.parametrize("groups", range(3, 9))
def test_the_worst_case_is_at_least_as_bad_as_the_paper_says(groups):
    mistakes = count_literals(worst_case(groups))
    assert (groups - 1) * (groups - 2) // 2 <= mistakes == groups * (groups - 1) // 2 <= groups**2


@quickly
@given(SEEDS)
def test_groups_and_separable_formulas_are_two_forms_of_the_same(seed):
    """Lemmas 7 and 8: conjunctions give groups that single features separate, and such groups give conjunctions."""
    draw = np.random.default_rng(seed)
    target = conjunctions(random_tree(5, list(range(6)), 3, draw))
    space = [frozenset(np.flatnonzero(bits).tolist()) for bits in product((0, 1), repeat=6)]

    def holds(conjunction, x):
        return all((feature in x) == present for feature, present in conjunction.items())

    groups = [(class_, [x for x in space if holds(conjunction, x)]) for class_, conjunction in target]

    def separators(one, other):
        return {f: all(f in x for x in one) for f in range(6) if len({f in x for x in one}) == 1
                and {f in x for x in other} == {not all(f in x for x in one)}}  # fmt: skip

    again = []
    for class_, members in groups:
        apart = [separators(members, others) for name, others in groups if name != class_]
        assert all(apart)
        again.append((class_, {f: present for separator in apart for f, present in list(separator.items())[:1]}))
    for x in space:
        truth = next(class_ for class_, conjunction in target if holds(conjunction, x))
        assert {class_ for class_, conjunction in again if holds(conjunction, x)} == {truth}
    for class_, conjunction in again:
        for name, other in again:
            assert name == class_ or any(other.get(f, present) != present for f, present in conjunction.items())


@quickly
@given(SEEDS)
def test_protocol_and_rows_and_replay_and_a_plain_implementation_agree(seed):
    teacher, _, examples = a_tree(seed)
    y, X = [teacher.class_of(x) for x in examples], as_rows(examples)
    learner, mistakes, _ = taught(teacher, examples)

    plain, distinctions, first_rows = PlainList(examples[0], y[0]), [], {examples[0]: 0}
    for row, (x, class_) in enumerate(zip(examples[1:], y[1:], strict=True), start=1):
        guess, similar, _ = plain.proposed(x)
        if guess != class_:
            feature = teacher(x, class_, learner.propose(x).__class__(guess, similar, None, 0))
            distinctions.append((row, class_, first_rows[similar], feature, feature in x))
            first_rows.setdefault(x, row)
        plain.round(x, class_, lambda x, similar: distinctions[-1][3])
    assert plain.mistakes == mistakes
    expected = [(class_, literals) for _, class_, literals in plain.entries]
    assert [(rule["class"], rule["literals"]) for rule in learner.rules_] == expected

    rows = DistinctionList().partial_fit(X[:30], y[:30], teacher=teacher).partial_fit(X[30:], y[30:], teacher=teacher)
    assert rows.rules_ == learner.rules_
    assert rows.default_ == learner.default_

    if len(set(y)) > 1:
        replayed = DistinctionList().fit(X, y, distinctions=distinctions)
        assert [(rule["class"], rule["name"], rule["literals"]) for rule in replayed.rules_] == [
            (rule["class"], rule["name"], rule["literals"]) for rule in learner.rules_
        ]


@quickly
@given(SEEDS)
def test_rows_are_predicted_as_they_are_proposed_one_by_one(seed):
    teacher, _, examples = a_tree(seed)
    X, y = as_rows(examples), [teacher.class_of(x) for x in examples]
    learner = DistinctionList().partial_fit(X, y, teacher=teacher)
    proposals = [learner.propose(x) for x in examples]
    assert learner.predict(X).tolist() == [proposal.class_ for proposal in proposals]
    assert learner.apply(X).tolist() == [proposal.rule for proposal in proposals]
    path = learner.decision_path(X).toarray()
    for row, proposal in zip(path, proposals, strict=True):
        assert row.tolist() == [k <= proposal.rule for k in range(len(learner.rules_) + 1)]
    for x, row in zip(examples, X.toarray(), strict=True):
        assert learner.propose(row) == learner.propose(x) == learner.propose(csr_array(row[np.newaxis]))


@quickly
@given(SEEDS)
def test_what_was_learned_survives_json_and_learning_goes_on_alike(seed):
    teacher, _, examples = a_tree(seed)
    X, y = as_rows(examples), [teacher.class_of(x) for x in examples]
    learner = DistinctionList().partial_fit(X[:40], y[:40], teacher=teacher)
    copy = DistinctionList()
    for name, value in vars(learner).items():
        setattr(copy, name, np.array(value) if name == "classes_" else json.loads(json.dumps(value)))
    for one in (learner, copy):
        one.partial_fit(X[40:], y[40:], teacher=teacher)
    assert copy.predict(X).tolist() == learner.predict(X).tolist()
    assert rules_text(copy.rules_, copy.default_) == rules_text(learner.rules_, learner.default_)


def test_features_may_be_functions_and_there_may_be_infinitely_many():
    def divisible_by(number):
        def divisible(x):
            return x % number == 0

        divisible.__name__ = f"divisible by {number}"
        return divisible

    learner = DistinctionList().begin(7, "odd")
    learner.correct(4, "even", divisible_by(2), name=4)
    assert learner.propose(10).class_ == "even"
    learner.correct(12, "dozens", divisible_by(12))
    assert [learner.propose(x).class_ for x in (9, 10, 24)] == ["odd", "even", "odd"]
    assert rules_text(learner.rules_, learner.default_) == (
        "divisible by 2 AND not(divisible by 12) ⇒ even (4)\nELSE: odd"
    )


def test_functions_decide_rows_too():
    def long(columns):
        return len(columns) > 1

    X = [[1, 0], [1, 1], [0, 1]]
    learner = DistinctionList().fit(X, ["a", "b", "a"], distinctions=[(1, "b", 0, long, True)])
    assert learner.predict(X).tolist() == ["a", "b", "a"]


def an_animal_list():
    learner = DistinctionList().begin({"milk", "tail"}, "mammal", name="horse", classes=["mammal", "fish"])
    learner.correct({"aquatic", "tail"}, "fish", "aquatic", name="cod")
    return learner


@pytest.mark.parametrize(
    ("x", "class_", "feature", "sentence"),
    [
        ({"hair"}, "fish", "wings", "wings does not tell pony from horse: it is false of both"),
        ({"hair", "milk"}, "fish", "milk", "milk does not tell pony from horse: it is true of both"),
        ({"hair"}, "mammal", "hair", "pony is proposed as mammal already"),
        ({"hair"}, "fsh", "hair", "'fsh' is not a class; the classes are mammal, fish. Did you mean fish?"),
        ({"hair"}, "fish", None, "Say what tells pony from horse"),
        ({"milk", "tail"}, "fish", "hair", "nothing can tell them apart"),
        ("a text", "fish", "hair", "Give the example as the set of its terms"),
        (np.ones((2, 2)), "fish", "hair", "Give one row at a time"),
        (None, "fish", "hair", "None is no example"),
    ],
)
def test_a_correction_that_cannot_be_right_is_refused_and_changes_nothing(x, class_, feature, sentence):
    learner = an_animal_list()
    before = repr(vars(learner))
    with pytest.raises(BadTeaching, match=sentence.replace("(", r"\(")):
        learner.correct(x, class_, feature, name="pony")
    assert repr(vars(learner)) == before


def test_a_label_against_an_example_just_like_it_is_called_a_contradiction():
    with pytest.raises(Contradiction, match="All that is true of foal is true of horse, which is mammal"):
        an_animal_list().correct({"milk", "tail"}, "fish", "tail", name="foal")


def test_feedback_before_any_example_is_refused():
    for feedback in (
        lambda one: one.propose({"a"}),
        lambda one: one.correct({"a"}, "b", "a"),
        lambda one: one.agree({"a"}),
    ):
        with pytest.raises(BadTeaching, match="There is no example yet"):
            feedback(DistinctionList())
    with pytest.raises(BadTeaching, match="'frog' is not a class"):
        DistinctionList().begin({"a"}, "frog", classes=["newt", "worm"])


def test_a_class_may_be_new_unless_all_were_named():
    learner = DistinctionList().begin({"milk"}, "mammal")
    learner.correct({"fins"}, "fish", "fins")
    assert learner.classes_.tolist() == ["mammal", "fish"]
    with pytest.raises(BadTeaching, match="'bird' is not a class"):
        an_animal_list().correct({"feathers"}, "bird", "feathers")


def test_a_label_without_a_distinction_waits_aside_until_a_term_is_given():
    learner = an_animal_list()
    change = learner.set_aside({"tail", "gills"}, "fish", name="eel")
    assert (change.kind, learner.aside_[0]["name"]) == ("aside", "eel")
    assert learner.propose({"tail", "gills"}).class_ == "mammal"
    learner.correct({"tail", "gills"}, "fish", "gills", name="eel")
    assert learner.aside_ == []


def test_rows_that_the_teacher_cannot_tell_apart_are_kept_aside():
    learner = DistinctionList().partial_fit([[1, 0], [1, 0], [0, 1]], ["a", "b", "b"], teacher=RandomFeature())
    assert [entry["name"] for entry in learner.aside_] == [1]
    assert learner.predict([[0, 1]]).tolist() == ["b"]
    alone = DistinctionList().partial_fit([[1, 0], [0, 1]], ["a", "b"])
    assert alone.predict([[0, 1]]).tolist() == ["a"]
    assert "Say what tells 1 from 0" in alone.aside_[0]["why"]


# Replaying distinctions out of the order in which the list would have asked. Columns: milk, aquatic, tail, fins.

ANIMALS = [[1, 0, 1, 0], [0, 1, 1, 1], [1, 1, 1, 0], [0, 1, 0, 0]]
NAMES = ["mammal", "fish", "mammal", "fish"]


def test_a_distinction_from_another_example_than_was_shown_adds_a_rule():
    learner = DistinctionList().fit(ANIMALS, NAMES, distinctions=[(1, "fish", 2, 3, True)])
    assert [rule["literals"] for rule in learner.rules_] == [[(3, True)]]
    assert [entry["name"] for entry in learner.aside_] == [3]


def test_a_second_distinction_narrows_the_rule_of_its_document():
    distinctions = [(1, "fish", 0, 1, True), (1, "fish", 2, 0, False)]
    learner = DistinctionList().fit(ANIMALS, NAMES, distinctions=distinctions)
    assert [rule["literals"] for rule in learner.rules_] == [[(1, True), (0, False)]]
    assert learner.predict(ANIMALS).tolist() == NAMES
    assert [rule["support"] for rule in [*learner.rules_, learner.default_]] == [2, 2]


def test_a_distinction_from_a_rules_example_narrows_that_rule_even_if_it_was_not_shown():
    distinctions = [(1, "fish", 0, 3, True), (2, "mammal", 1, 0, True)]
    learner = DistinctionList().fit(ANIMALS, NAMES, distinctions=distinctions)
    assert [rule["literals"] for rule in learner.rules_] == [[(3, True), (0, False)]]


@pytest.mark.parametrize(
    ("distinction", "why"),
    [
        ((1, "mammal", 0, 1, True), "it is labelled fish, but a distinction says mammal"),
        ((1, "fish", 3, 2, True), "row 3, from which it is told apart, is fish too"),
        ((1, "fish", 0, 2, True), "2 does not tell it from row 0"),
        ((1, "fish", 0, 1, False), "1 does not tell it from row 0"),
    ],
)
def test_a_contradictory_distinction_is_kept_aside_with_its_reason(distinction, why):
    learner = DistinctionList().fit(ANIMALS, NAMES, distinctions=[distinction])
    assert learner.rules_ == []
    assert why in learner.aside_[0]["why"]


def test_no_rows_are_refused():
    with pytest.raises(BadTeaching, match="There is no example to learn from"):
        DistinctionList().fit(np.zeros((0, 2)), [], classes=["a", "b"])
    with pytest.raises(BadTeaching, match="There is no example to learn from"):
        DistinctionList().partial_fit(np.zeros((0, 2)), [])


def test_rows_may_follow_examples_that_were_taught_one_by_one():
    learner = DistinctionList().begin({0}, "a", name="first")
    learner.partial_fit([[1, 0], [0, 1]], ["a", "b"], teacher=RandomFeature())
    assert [rule["name"] for rule in [*learner.rules_, learner.default_]] == [2, "first"]


def test_rules_are_text():
    learner = an_animal_list()
    learner.correct({"milk", "aquatic"}, "mammal", "milk", name="dolphin")
    assert rules_text(learner.rules_, learner.default_) == "aquatic AND not(milk) ⇒ fish (cod)\nELSE: mammal (horse)"
