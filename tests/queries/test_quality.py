from __future__ import annotations

from dataclasses import asdict
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit, logit

from teachback.queries import Answers, BadQuery, Quality, accuracy_interval, expected_quality
from teachback.queries import quality as module

NAMES = ["bug", "billing"]


def alike(confidence, documents):
    """Documents of both classes of which a model says the same confidence."""
    return np.array([[confidence, 1.0 - confidence], [1.0 - confidence, confidence]] * (documents // 2))


def test_without_an_answer_it_is_the_confidence_less_what_first_models_are_too_sure_by():
    accuracy = expected_quality(alike(0.8, 1000), NAMES).accuracy
    odds = log(0.8 / 0.2) - 1.5 + 1.0  # of one that has heard words alone
    p = 1.0 / (1.0 + exp(-odds))
    assert accuracy.value == pytest.approx(p)
    # The variance of a, of δ, and of u (half of the documents each), as odds; of a sample of 1,000; and of texts,
    # of which new ones may fall further short.
    shared = p * (1.0 - p)
    variance = shared**2 * (0.2**2 + 0.8**2 + 0.9**2 + 0.9**2 + 1.2**2 / 2) + shared / 1000
    down, up = (1.6449 * sqrt(variance + texts**2) / shared for texts in (0.02, 0.012))
    assert (accuracy.low, accuracy.high) == pytest.approx(
        (1 / (1 + exp(down - odds)), 1 / (1 + exp(-up - odds))), abs=1e-4
    )


def test_documents_that_have_a_label_are_counted_and_not_guessed():
    P, y = alike(0.9, 40), np.array([0, 1] * 20)
    y[:10] = 1 - y[:10]
    quality = expected_quality(np.zeros((0, 2)), NAMES, answers=Answers(P, y, np.ones(40, dtype=bool)))
    assert quality.accuracy.value == 30 / 40
    assert [each.documents.value for each in quality.classes] == [20, 20]
    assert [each.recall.value for each in quality.classes] == [15 / 20, 15 / 20]
    assert (quality.answers, quality.drawn) == (40, 40)


@pytest.mark.parametrize("labelled", [1, 10, 20, 39, 40])
def test_new_texts_may_fall_short_of_documents_that_have_labelled_ones_beside_them(labelled, monkeypatch):
    P, y = alike(0.9, 40), np.array([1, 1, 0, 0] * 10)
    answers = Answers(P[:labelled], y[:labelled], np.ones(labelled, dtype=bool))
    accuracy = expected_quality(P[labelled:], NAMES, answers=answers).accuracy
    monkeypatch.setattr(module, "_BESIDE", 0.0)
    own = expected_quality(P[labelled:], NAMES, answers=answers).accuracy
    assert (accuracy.value, accuracy.high) == (own.value, own.high)
    half, without = (logit(own.value) - logit(each.low) for each in (accuracy, own))
    more = 0.75**2 * labelled * (40 - labelled) / 40**2  # none where all have a label: each was judged without its own
    assert half**2 - without**2 == pytest.approx(1.6449**2 * more, abs=1e-3)


def test_an_answer_that_was_chosen_says_less_of_the_others_than_one_that_was_drawn():
    P, wrong = alike(0.9, 400), np.array([1, 0] * 10)
    drawn, chosen = (
        expected_quality(P, NAMES, answers=Answers(P[:20], wrong, np.full(20, by_chance))).accuracy.value
        for by_chance in (True, False)
    )
    assert drawn < chosen < expected_quality(P, NAMES).accuracy.value + 0.2


def test_never_a_bare_percentage():
    one = Answers(alike(0.9, 2)[:1], np.array([1]), np.array([True]))
    quality = expected_quality(alike(0.9, 100), NAMES, answers=one)
    assert quality.accuracy.value > 0.3  # one wrong check is no accuracy of 0 %
    assert quality.accuracy.high - quality.accuracy.low > 0.3
    assert f"({100 * quality.accuracy.low:.0f} to " in str(quality)
    assert "1 answer, drawn at random" in str(quality)


pools = st.builds(
    lambda seed, documents, classes, answers: (np.random.default_rng(seed), documents, classes, answers),
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.integers(2, 5),
    st.integers(0, 30),
)


@settings(max_examples=40, deadline=None)
@given(pools)
def test_every_number_is_a_share_inside_its_interval(pool):
    random, documents, classes, answered = pool
    P, said = random.dirichlet([0.3] * classes, documents), random.dirichlet([0.3] * classes, answered)
    y, drawn = random.integers(0, classes, answered), random.random(answered) < 0.3
    names = [f"class {k}" for k in range(classes)]
    quality = expected_quality(P, names, answers=Answers(said, y, drawn))
    shares = [quality.accuracy, *(each.recall for each in quality.classes)]
    shares += [each.precision for each in quality.classes if each.precision]
    assert all(0.0 <= each.low <= each.value <= each.high <= 1.0 for each in shares)
    for k, each in enumerate(quality.classes):
        assert (y == k).sum() - 1e-9 <= each.documents.low <= each.documents.value <= each.documents.high
        assert each.documents.high <= documents + answered + 1e-6
    assert Quality.from_dict(asdict(quality)) == quality


def simulated(random, *, off, share, documents=2000, chosen=90, drawn=10):
    """A pool whose confidence is off by so much in the logarithm of odds; most answers were chosen for doubt."""
    odds = random.normal(1.5, 1.5, documents)
    first = np.where(random.random(documents) < share, 0, 1)  # what the model says
    c = np.maximum(expit(odds), 0.5)
    right = random.random(documents) < expit(logit(np.clip(c, 0.01, 0.99)) + off)
    P = np.where((first == 0)[:, np.newaxis], np.stack([c, 1 - c], axis=1), np.stack([1 - c, c], axis=1))
    y = np.where(right, first, 1 - first)
    order = np.argsort(c + 0.1 * random.random(documents))
    rows = np.concatenate([order[:chosen], random.choice(order[chosen:], drawn, replace=False)])
    answers = Answers(P[rows], y[rows], np.arange(chosen + drawn) >= chosen)
    return np.delete(P, rows, axis=0), answers, right.mean()


@pytest.mark.parametrize(("share", "spread"), [(0.5, 0.0), (0.5, 0.5), (0.95, 0.5)])
def test_the_interval_holds_where_calibration_is_wrong_and_shares_are_skewed(share, spread):
    random = np.random.default_rng(3)
    held, widths, alone = [], [], []
    for _ in range(60):
        P, answers, truth = simulated(random, off=random.normal(0.0, spread), share=share)
        accuracy = expected_quality(P, NAMES, answers=answers).accuracy
        right = answers.P.argmax(axis=1) == answers.y
        low, high = accuracy_interval(int(right[answers.by_chance].sum()), 10, 0.9)
        held.append(accuracy.low <= truth <= accuracy.high)
        widths.append(accuracy.high - accuracy.low)
        alone.append(high - low)
    assert np.mean(held) >= 0.85
    assert np.mean(widths) < 0.75 * np.mean(alone)


@pytest.mark.parametrize("off", [-0.7, 0.7])
def test_what_is_expected_follows_checks_where_confidence_is_far_off(off):
    random = np.random.default_rng(5)
    errors, alone = [], []
    for _ in range(40):
        P, answers, truth = simulated(random, off=off, share=0.5, chosen=0, drawn=100)
        errors.append(expected_quality(P, NAMES, answers=answers).accuracy.value - truth)
        alone.append(P.max(axis=1).mean() - truth)
    assert abs(np.mean(errors)) < 0.5 * abs(np.mean(alone))


def test_twenty_thousand_documents_are_counted_in_cells():
    P = np.random.default_rng(0).dirichlet([0.3] * 3, 20_000)
    said = module._Said.of(P)
    assert said.number.sum() == 20_000
    np.testing.assert_allclose(said.others.sum(axis=2), said.number)  # what is left goes to the others, all of it
    assert not said.others[[0, 1, 2], :, [0, 1, 2]].any()


def test_probabilities_of_other_classes_are_refused():
    with pytest.raises(BadQuery, match="a column for each of the 2 classes"):
        expected_quality(np.ones((3, 3)) / 3, NAMES)
    with pytest.raises(BadQuery, match="no documents"):
        expected_quality(np.ones((0, 2)), NAMES)


@given(st.floats(0.0, 0.02), st.floats(0.0, 0.02), st.integers(1, 99))
def test_the_more_accurate_it_is_the_higher_are_both_ends(odds, spread, part):
    lower, higher = (
        module._interval(share, odds * share**2 * (1 - share) ** 2, spread, 1.6449) for share in (part / 100, 1.0)
    )
    assert lower[0] <= higher[0] + 1e-12
    lower, higher = (
        module._interval(share, odds * share**2 * (1 - share) ** 2, spread, 1.6449) for share in (0.0, part / 100)
    )
    assert lower[1] <= higher[1] + 1e-12


def test_where_every_document_is_answered_and_right_the_range_is_near_the_top():
    P, y = alike(0.98, 60), np.array([0, 1] * 30)
    quality = expected_quality(np.zeros((0, 2)), NAMES, answers=Answers(P, y, np.zeros(60, dtype=bool)))
    assert quality.accuracy.value == 1.0
    assert 0.9 < quality.accuracy.low < 1.0
    assert all(each.recall.low > 0.9 for each in quality.classes)


def test_labels_of_all_documents_tell_precision_and_recall_as_exactly_as_so_many_documents_can():
    P = np.array([[0.9, 0.1]] * 100 + [[0.1, 0.9]] * 100)
    y = np.array([0] * 80 + [1] * 20 + [1] * 100)
    quality = expected_quality(np.zeros((0, 2)), ["bug", "billing"], answers=Answers(P, y, np.zeros(200, dtype=bool)))
    bug = quality.classes[0]
    assert bug.precision.value == 0.8
    assert 0.70 < bug.precision.low < 0.75 < 0.85 < bug.precision.high < 0.88
    assert (bug.documents.low, bug.documents.high) == (80, 80)
