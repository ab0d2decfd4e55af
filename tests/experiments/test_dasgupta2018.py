"""The experiments of Dasgupta et al. (2018): the real code on the paper's own animals and on tiny corpora."""

from functools import partial

import numpy as np
import pytest

from teachback.experiments import find
from teachback.experiments.dasgupta2018 import bounds, figure3, noise, text
from teachback.experiments.dasgupta2018.session import animals, teach
from teachback.learners import DistinctionList, RobustDistinctionList
from teachback.learners.distinctions.teachers import RandomFeature
from tests.experiments.measuring import measure_cases
from tests.experiments.tiny import write_newsgroups, write_zoo


@pytest.fixture
def data(tmp_path):
    write_zoo(tmp_path)
    write_newsgroups(tmp_path)
    return tmp_path


measured = partial(measure_cases, "dasgupta2018")


def test_the_papers_run_is_reproduced_row_by_row_and_literal_by_literal(data):
    rows = measured("figure3", data, method="the paper's rows")
    assert {row.metric: row.ours for row in rows} == {
        "rows": 15,
        "rows proposed as in the paper": 15,
        "mistakes": 14,
        "literals": 14,
        "rules": 8,
        "rules as in the paper": 8,
        "errors on all animals": 0,
    }
    assert all(row.paper == row.ours for row in rows)


@pytest.mark.parametrize("feature", ["random", "general"])
def test_any_order_of_the_animals_ends_without_a_mistake(data, feature):
    for outcome in figure3.outcomes(data, feature, orders=15):
        assert outcome.literals == outcome.mistakes
        assert outcome.shortened <= outcome.literals
        assert outcome.rules <= outcome.mistakes < outcome.rounds


def test_the_orders_are_reported_by_percentile_and_drawn(data, tmp_path, monkeypatch):
    few = figure3.outcomes(data, "random", orders=9)
    monkeypatch.setattr(figure3, "outcomes", lambda data, feature: few)
    rows = measured("figure3", data, method="random orders", feature="random")
    mistakes = [row.ours for row in rows if row.metric == "mistakes"]
    assert (mistakes[0], mistakes[-1]) == (min(one.mistakes for one in few), max(one.mistakes for one in few))
    assert mistakes == sorted(mistakes)
    find("dasgupta2018", "figure3").plot(rows, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", ["decision tree", "separable DNF", "formula"])
def test_random_targets_stay_within_the_papers_bounds(kind):
    for seed in range(5):
        run = bounds.run(kind, 5, seed, rounds=150)
        bound = 5 * (bounds.LITERALS + 1) if kind == "formula" else min(25, 5 * run.features)
        assert 0 < run.mistakes <= bound


def test_the_bounds_beside_ours_are_the_papers(tmp_path):
    rows = measured("bounds", None, method="worst case")
    assert [(row.paper, row.ours) for row in rows][:3] == [(1, 3), (3, 6), (6, 10)]
    find("dasgupta2018", "bounds").plot(rows, tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("target", ["zoo", "random tree"])
@pytest.mark.parametrize("wrong", ["label", "feature"])
def test_a_careless_teacher_costs_mistakes_but_no_crash(target, wrong, data):
    for kind in (DistinctionList, RobustDistinctionList):
        calm = noise.run(target, wrong, 0.0, kind(), 1, data)
        assert 0 < calm < noise.run(target, wrong, 0.3, kind(), 1, data) < 2000


def test_a_session_counts_rounds_mistakes_and_features(data):
    known = list(animals(data).values())
    session = teach(DistinctionList(), ((x, y, y) for x, y in known), RandomFeature(0))
    assert session.rounds == len(known)
    assert 0 < session.features <= session.mistakes < session.last_mistake <= len(known)


def test_a_text_session_stops_after_its_corrections_and_its_distinctions_are_true(data):
    train, test, texts, counts = text.setup("baseball_hockey", data, 0)
    assert len(train.y) == len(texts) == 4 * len(test.y)
    assert (counts.rows(texts.tolist()) != train.counts).nnz == 0
    given = text.taught(train, 5, 0)
    assert len(given.distinctions) == 5
    assert given.seconds == pytest.approx(10.8 * len(given.rows) + 5.9 * 5)
    X, y = train.counts[given.rows].toarray(), train.y[given.rows]
    for row, class_, versus, term, present in given.distinctions:
        assert (y[row], y[versus] != class_) == (class_, True)
        assert bool(X[row, term]) == present != bool(X[versus, term])
    replayed = DistinctionList().fit(X, y, distinctions=given.distinctions)
    assert replayed.predict(test.counts).tolist() == given.learner.predict(test.counts).tolist()


def test_every_way_of_learning_from_texts_beats_chance(data):
    rows = measured("text", data, corpus="baseball_hockey", corrections=10)
    accuracy = {row.method: row.ours for row in rows if row.metric == "accuracy"}
    assert set(accuracy) == set(text.METHODS)
    assert min(accuracy.values()) > 60
    seconds = {row.ours for row in rows if row.metric == "simulated seconds"}
    assert len(seconds) == 1
    assert np.isfinite(seconds.pop())
