"""The experiments of Zaidan et al. (2007, 2008): the real code on a tiny corpus."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.experiments import find
from teachback.experiments.zaidan2007 import reviews as protocol
from teachback.experiments.zaidan2007.reviews import METHODS, chosen, permutation_test, reviews
from teachback.experiments.zaidan2008 import styles
from tests.experiments.measuring import measure_cases
from tests.experiments.tiny import write_reviews


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    write_reviews(folder)
    return folder


def test_the_rotations_go_round_the_circle_and_leave_fold_9_alone(data):
    given_reviews = reviews(data)
    rows = given_reviews.train(7, 600)
    assert set(given_reviews.fold[rows].tolist()) == {8, 0, 1}
    held_out = given_reviews.rotations(400, held_out=True)
    assert [set(given_reviews.fold[lesson.test].tolist()) for lesson in held_out] == [{fold} for fold in range(9)]
    assert all(9 not in given_reviews.fold[lesson.rows] for lesson in held_out)


def test_draws_are_balanced_and_differ(data):
    given_reviews = reviews(data)
    rows, other = (given_reviews.drawn(range(8), 20, seed) for seed in (0, 1))
    assert np.unique(given_reviews.y[rows], return_counts=True)[1].tolist() == [10, 10]
    assert given_reviews.fold[rows].max() < 8
    assert rows.tolist() != other.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_learns(method, data):
    found = protocol.rotated(data, method, 200)
    assert found.shape == (9, 40)
    assert found.mean() > (0.4 if method == "SVM without the rationales" else 0.8)


def test_every_method_sees_which_terms_are_there_and_not_how_often(data):
    assert set(np.unique(reviews(data).X.data).tolist()) == {1.0}


def test_the_likelihood_is_that_of_the_true_classes(data):
    given_reviews = reviews(data)
    lesson = given_reviews.rotations(200)[0]
    model = METHODS["log-linear"](given_reviews.taught(lesson), variance=0.1)
    chances = model.predict_proba(given_reviews.X[lesson.test])
    true = [model.classes_.tolist().index(name) for name in given_reviews.y[lesson.test]]
    expected = np.mean([np.log(row[place]) for row, place in zip(chances, true, strict=True)])
    assert protocol.log_likelihood(given_reviews, "log-linear", [lesson], {"variance": 0.1}) == pytest.approx(expected)


def test_figure2_stands_beside_the_papers(data):
    rows = measure_cases("zaidan2007", "figure2", data, method="ContrastSVM", size=1600)
    assert (rows[0].metric, rows[0].paper, rows[0].setting) == ("accuracy", 92.2, {"curve": "S1"})
    assert rows[1].metric == "p, against SVM"


@pytest.mark.parametrize(
    ("paper", "item", "wanted"),
    [
        ("zaidan2007", "figure3", {"size": 400}),
        ("zaidan2007", "lazy", {"size": 200, "method": "ContrastSVM"}),
        ("zaidan2008", "small", {"size": 20, "method": "RationaleMaxEnt"}),
        ("zaidan2008", "table1", {"size": 20, "teacher": "ERASER-test", "method": "ContrastSVM"}),
        ("zaidan2008", "ablation", {"size": 200, "variant": "6 features"}),
        ("zaidan2008", "table2", {"method": "A0"}),
        ("zaidan2008", "table3", {"method": "ERASER-test-bak"}),
        ("zaidan2008", "weights", {}),
        ("zaidan2007", "table2", {}),
        ("zaidan2007", "tuning", {"size": 200, "method": "SVM"}),
        ("zaidan2007", "weighting", {"size": 10, "r": 4.0}),
        ("zaidan2008", "tuning", {"size": 20, "method": "log-linear"}),
    ],
)
def test_every_item_is_measured(paper, item, wanted, data):
    rows = measure_cases(paper, item, data, **wanted)
    assert rows
    assert all(np.isfinite(row.ours) for row in rows)


def test_a_style_of_ones_own_is_less_surprised_than_a_model_of_tags_alone(data):
    rows = {row.setting["style"]: row.ours for row in measure_cases("zaidan2008", "table3", data, method="A0")}
    assert rows["A0"] < rows["bigrams"]
    assert rows["A0"] < rows["ERASER-test-bak"]


def test_agreement_is_of_ordered_pairs(data):
    rows = measure_cases("zaidan2007", "table1", data, method="ERASER-test", other="ERASER-test-bak")
    figures = {row.metric: row.ours for row in rows}
    assert figures["rationales that the other overlaps, %"] == 100
    assert figures["token precision, %"] == 100
    assert figures["token recall, %"] < 60


def test_the_histogram_counts_every_review(data, tmp_path):
    rows = measure_cases("zaidan2007", "figure1", data)
    assert sum(row.ours for row in rows) == 360
    find("zaidan2007", "figure1").plot(rows, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_chosen_numbers_are_those_of_the_nearest_size():
    assert chosen("RationaleMaxEnt", 300) == chosen("RationaleMaxEnt", 200)
    assert chosen("RationaleMaxEnt", 1400) == chosen("RationaleMaxEnt", 1600)
    assert chosen("RationaleWeighting", 200) == {}


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8))
def test_the_permutation_test_turns_every_pair_both_ways(pairs):
    a, b = np.array(pairs).T
    observed = abs(a.sum() - b.sum())
    ways = itertools.product([1, -1], repeat=len(pairs))
    reached = [abs(np.dot(signs, a - b)) >= observed for signs in ways]
    assert permutation_test(a, b) == pytest.approx(np.mean(reached))


def test_syntax_is_one_of_the_things_that_a_style_looks_at(data, monkeypatch):
    monkeypatch.setattr(styles, "LinkGrammar", lambda seconds: lambda text: [("TOP", 0, len(text)), ("NP", 0, 4)])
    styles._parsed.cache_clear()
    rows = {name: measure_cases("zaidan2008", "syntax", data, features=name) for name in styles._GROUPS}
    styles._parsed.cache_clear()
    seen = {name: [row.metric for row in found if row.metric.startswith("weight")] for name, found in rows.items()}
    assert [len(weights) > 0 for weights in seen.values()] == [False, False, True, True]
    assert all(np.isfinite(row.ours) for found in rows.values() for row in found)
