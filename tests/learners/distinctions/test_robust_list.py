"""A careless teacher: the robust list keeps working, and mistakes grow linearly with wrong answers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.experiments.dasgupta2018.session import teach
from teachback.experiments.dasgupta2018.targets import conjunctions, random_member, random_tree
from teachback.learners import BadTeaching
from teachback.learners.distinctions import DistinctionList, RobustDistinctionList
from teachback.learners.distinctions.teachers import Careless, TreeTeacher, careless_labels

FEATURES, GROUPS = 18, 6
quickly = settings(deadline=None, max_examples=30)


def a_stream(seed, rounds, probability):
    draw = np.random.default_rng(seed)
    tree = random_tree(GROUPS, list(range(FEATURES)), 3, draw)
    leaves, teacher = conjunctions(tree), TreeTeacher(tree)
    examples = [random_member(leaves[k][1], FEATURES, draw) for k in draw.integers(GROUPS, size=rounds)]
    y = [teacher.class_of(x) for x in examples]
    return teacher, examples, y, careless_labels(y, probability, seed).tolist()


class Counting:
    """Counts what was answered otherwise than the true teacher would."""

    def __init__(self, teacher, other):
        self.teacher, self.other, self.wrong, self.asked = teacher, other, 0, 0

    def __call__(self, x, class_, proposal):
        answer = self.other(x, class_, proposal)
        self.asked += 1
        self.wrong += class_ != self.teacher.class_of(x) or answer != self.teacher(x, class_, proposal)
        return answer


@quickly
@given(st.integers(0, 2**32 - 1), st.integers(GROUPS - 1, 12))
def test_without_wrong_answers_it_is_the_plain_list(seed, patience):
    teacher, examples, y, _ = a_stream(seed, 100, 0.0)
    X = np.array([[k in x for k in range(FEATURES)] for x in examples], dtype=float)
    plain = DistinctionList().partial_fit(X, y, teacher=teacher)
    robust = RobustDistinctionList(patience=patience).partial_fit(X, y, teacher=teacher)
    assert (robust.rules_, robust.default_) == (plain.rules_, plain.default_)


@quickly
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.02, 0.1, 0.5]), st.sampled_from([0.0, 0.1, 0.5]))
def test_corrections_stay_within_the_bound_whatever_the_teacher_says(seed, labels, features):
    teacher, examples, y, answers = a_stream(seed, 300, labels)
    counting = Counting(teacher, Careless(teacher, features, list(range(FEATURES)), seed))
    p = GROUPS - 1
    learner = RobustDistinctionList(patience=p)
    teach(learner, zip(examples, y, answers, strict=True), counting)
    wrong = counting.wrong + (answers[0] != y[0])
    assert counting.asked <= (p + 2) * (GROUPS + (p + 6) * wrong)
    assert all(rule["mistakes"] <= p for rule in [*learner.rules_, learner.default_])


def test_it_recovers_from_wrong_labels_where_the_plain_list_does_not():
    mistakes = {DistinctionList: 0, RobustDistinctionList: 0}
    for seed in range(8):
        teacher, examples, y, answers = a_stream(seed, 600, 0.03)
        for kind in mistakes:
            mistakes[kind] += teach(kind(), zip(examples, y, answers, strict=True), teacher).mistakes
    assert 2 * mistakes[RobustDistinctionList] < mistakes[DistinctionList]


def test_the_same_example_with_two_labels_does_not_go_on_for_ever():
    learner = RobustDistinctionList(patience=3).begin({"a"}, "x")
    changes = [learner.set_aside({"a"}, "y").kind for _ in range(4)]
    assert changes == ["aside", "aside", "aside", "replaced"]
    assert learner.propose({"a"}).class_ == "y"


def test_a_dropped_rules_group_begins_a_new_one():
    learner = RobustDistinctionList(patience=2).begin({"legs"}, "mammal")
    learner.correct({"fins"}, "bird", "fins", name="cod")
    others = [{"fins", "scales"}, {"fins", "tail"}, {"fins", "gills"}]
    assert [learner.correct(x, "fish", (x - {"fins"}).pop()).kind for x in others] == [
        "narrowed",
        "narrowed",
        "dropped",
    ]
    learner.correct({"fins", "scales"}, "fish", "fins", name="carp")
    assert learner.propose({"fins"}).class_ == "fish"


def test_distinctions_are_replayed_with_the_same_patience_and_labels_alone_drop_nothing():
    X = np.eye(6)[:, 1:]  # a first row without anything, then one with each column
    y = ["a", "b", "c", "c", "c", "c"]
    distinctions = [(1, "b", 0, 0, True), *((row, "c", 1, row - 1, True) for row in range(2, 6))]
    assert len(DistinctionList().fit(X, y, distinctions=distinctions).rules_[0]["literals"]) == 5
    fitted = RobustDistinctionList(patience=4).fit(X, y, distinctions=distinctions)
    assert [rule["mistakes"] for rule in fitted.rules_] == [4]
    assert len(fitted.aside_) == 4
    assert RobustDistinctionList(patience=3).fit(X, y, distinctions=distinctions).rules_ == []


def test_patience_is_a_whole_number():
    with pytest.raises(BadTeaching, match=r"patience must be a whole number of at least 0, not 1\.5"):
        RobustDistinctionList(patience=1.5).fit([[1], [0]], ["a", "b"])
