"""The experiments of Settles (2011): the real code on tiny corpora."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from teachback.experiments import find
from teachback.experiments.settles2011 import protocol, study
from teachback.learners.catalogue import DEFAULT
from tests.experiments.measuring import measure_cases
from tests.experiments.tiny import write_newsgroups, write_senses, write_tweets, write_webkb


@pytest.fixture
def data(tmp_path):
    write_newsgroups(tmp_path)
    write_webkb(tmp_path)
    write_senses(tmp_path)
    return tmp_path


measured = partial(measure_cases, "settles2011")


def test_corpora_counts_documents_and_classes_beside_the_papers(data):
    rows = measured("corpora", data, corpus="webkb")
    assert [(row.metric, row.paper, row.ours) for row in rows] == [("documents", 4199, 2), ("classes", 4, 4)]


def test_table1_has_every_method_beside_the_papers_and_compares_it_with_ours(data):
    rows = measured("table1", data, corpus="baseball_hockey")
    accuracy = {row.method: row for row in rows if row.metric == "accuracy"}
    assert set(accuracy) == set(protocol.METHODS) - {"words alone"}
    assert (accuracy["Priors+EM1"].paper, accuracy["MaxEnt/GE"].paper) == (96.9, 49.9)
    ours = ("ExpectationMaxEnt", "PooledNB", "PooledNB, one EM step", "LabelledWordNB", "ours")
    assert [accuracy[name].paper for name in ours] == [None] * 5
    assert accuracy["ours"].ours > 90
    assert all(row.seconds > 0 for row in accuracy.values())
    tested = {row.method: row.ours for row in rows if row.metric == "p, against ours"}
    assert set(tested) == set(accuracy) - {"ours"}
    assert all(0 <= p <= 1 for p in tested.values())


def test_binary_methods_are_left_out_where_there_are_more_classes():
    methods = {case.method for case in find("settles2011", "table1").cases if case.corpus == "reuters"}
    assert not methods & {"MNB/Pool", "Pool+EM1", "PooledNB", "PooledNB, one EM step"}


def test_the_papers_names_are_for_what_was_published_and_ours_is_the_default_learner():
    made = {name: method.make() for name, method in protocol.METHODS.items()}
    assert type(made["ours"]).__name__ == DEFAULT
    assert [made[name].mode for name in ("MNB/Pool", "Pool+EM1", "MNB/Priors", "Priors+EM1")] == ["paper"] * 4
    assert (made["MaxEnt/GE"].balanced, made["MaxEnt/GE"].unit_length) == (False, False)
    published = {name for name, method in protocol.METHODS.items() if method.papers_terms}
    assert published == {name for name in made if "/" in name or "+" in name}


def test_the_same_folds_and_words_are_used_for_every_method(data):
    whole = protocol.sample("baseball_hockey", data, False)
    first, second = (list(protocol.folds(whole, seed=0)) for _ in range(2))
    for (train, test), (train_again, test_again) in zip(first, second, strict=True):
        assert (train.X != train_again.X).nnz == 0
        np.testing.assert_array_equal(test.y, test_again.y)


def test_labelled_documents_leave_the_pool(data):
    whole = protocol.sample("baseball_hockey", data, False)
    train, test = next(protocol.folds(whole, seed=0))
    with_labels = protocol.score("LabelledWordNB", train, test, words=1, documents=20)
    assert with_labels.accuracy >= protocol.score("LabelledWordNB", train, test, words=1).accuracy - 25


def test_figure2_varies_strength_words_and_documents(data):
    cases = find("settles2011", "figure2").cases
    assert {case.setting["alpha"] for case in cases} == {2**power for power in range(13)}
    assert {(case.setting["words"], case.setting["documents"]) for case in cases} == {
        (10, 0),
        (10, 100),
        (100, 0),
        (100, 100),
    }


@pytest.mark.parametrize("item", ["steps", "words"])
def test_steps_and_words_are_drawn_as_panels(item, data, tmp_path):
    wanted = {"em_steps": 2} if item == "steps" else {"words": 5}
    rows = measured(item, data, corpus="baseball_hockey", method="LabelledWordNB", **wanted)
    find("settles2011", item).plot(rows, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_a_class_is_made_rare_and_both_measures_have_their_standard_error(data):
    rows = measured("imbalance", data, corpus="baseball_hockey", ratio=9, rare=1, method="LabelledWordNB")
    assert [row.metric for row in rows] == [
        "accuracy",
        "accuracy, standard error",
        "macro-F1",
        "macro-F1, standard error",
    ]


def test_the_guard_compares_even_words_with_words_mostly_for_one_class(data):
    rows = measured("guard", data, corpus="baseball_hockey", favoured=0, method="LabelledWordNB")
    assert [(row.setting["unbalanced"], row.metric) for row in rows] == [
        (False, "accuracy"),
        (False, "recall of the other classes"),
        (True, "accuracy"),
        (True, "recall of the other classes"),
    ]


def test_a_simulated_session_learns_word_senses(data):
    rows = measured("wsd", data, corpus="hard")
    assert rows[0].paper == 83.0
    assert rows[0].ours > 90


def test_figure3_has_a_curve_for_each_condition_and_is_drawn(data, tmp_path, monkeypatch):
    monkeypatch.setattr(study, "_PEOPLE", 2)
    monkeypatch.setattr(study.os, "cpu_count", lambda: 1)
    study._sessions.cache_clear()
    figure = find("settles2011", "figure3")
    cases = [replace(case, corpus="baseball_hockey") for case in figure.cases if case.corpus == "science"]
    rows = [row for rows in figure.run(cases, data) for row in rows]
    study._sessions.cache_clear()
    curves = {
        method: [row.ours for row in rows if row.method == method and row.metric == "accuracy"]
        for method in study.CONDITIONS
    }
    assert {method: len(curve) for method, curve in curves.items()} == dict.fromkeys(study.CONDITIONS, 6)
    assert curves["active dual"][0] > curves["passive instance"][0]
    (best,) = (row.ours for row in rows if row.metric.startswith("people for whom"))
    assert 0 <= best <= 2
    figure.plot(rows, tmp_path / "figure3.png")
    assert (tmp_path / "figure3.png").stat().st_size > 10_000


def test_figure3_stands_beside_what_the_paper_says_of_its_people():
    published = Path(study.__file__).parents[1] / "published" / "settles2011.csv"
    lines = [
        line.split(",") for line in published.read_text(encoding="utf-8").splitlines() if line.startswith("figure3")
    ]
    assert [(line[1], line[-1]) for line in lines] == [("webkb", "4"), ("science", "5"), ("movie_reviews", "4")]


def test_moods_stand_beside_the_commonest_one(tmp_path):
    write_tweets(tmp_path)
    metrics = {row.metric: row.ours for row in measured("tweets", tmp_path, method="mood")}
    assert metrics["accuracy of the commonest mood"] < 100
    assert metrics["accuracy"] > metrics["accuracy of the commonest mood"]
