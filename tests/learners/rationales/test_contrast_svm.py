from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.sparse import vstack
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from teachback.learners.rationales.contrast_svm import ContrastSVM
from teachback.text import binary, unit_length
from tests.learners.rationales.marked import made_up, reviews, taught


def objective(model, X, y, contrasts, speaks_for):
    """The paper's objective for two classes, written slowly; contrasts are pairs of a document and its rest."""
    w, b = 2 * model.coef_[:, 1], 2 * model.intercept_[1]
    side = np.where(np.asarray(y) == model.classes_[1], 1, -1)
    total = 0.5 * (w @ w + b * b)
    for x, sign in zip(X, side, strict=True):
        total += model.C * max(0, 1 - sign * (w @ x + b))
    for (x, v), name in zip(contrasts, speaks_for, strict=True):
        sign = 1 if name == model.classes_[1] else -1
        total += model.C_contrast * max(0, 1 - sign * (w @ (x - v)) / model.mu)
    return total


def unit(counts):
    return unit_length(binary(counts)).toarray()


@settings(deadline=None, max_examples=25)
@given(reviews())
def test_no_weights_nearby_have_a_lower_objective(given_reviews):
    texts, passages, counts, marked = given_reviews
    y = ["neg", "pos", *["pos"] * (len(texts) - 2)]
    model = ContrastSVM(C=2.0, mu=0.5, C_contrast=0.7, tol=1e-6, max_iter=100_000)
    model.fit(counts.X, y, rationales=marked)
    X = unit(counts.X)
    rest = unit(counts.contrast(texts, [(one[0], [one[2:4]]) for one in passages]))
    contrasts = [(X[one[0]], rest[place]) for place, one in enumerate(passages)]
    classes = [one[1] for one in passages]
    best = objective(model, X, y, contrasts, classes)
    numbers = np.random.default_rng(0)
    for _ in range(20):
        nearby = ContrastSVM(C=2.0, mu=0.5, C_contrast=0.7)
        nearby.classes_ = model.classes_
        step = 0.02 * numbers.normal(size=X.shape[1] + 1)
        nearby.coef_ = model.coef_ + np.stack([-step[:-1], step[:-1]], axis=1)
        nearby.intercept_ = model.intercept_ + np.array([-step[-1], step[-1]])
        assert objective(nearby, X, y, contrasts, classes) >= best - 1e-6


def test_without_rationales_it_is_the_ordinary_machine():
    counts, y, marked = made_up()
    theirs = LinearSVC(loss="hinge", C=3.0, tol=1e-8, max_iter=1_000_000).fit(unit_length(binary(counts.X)), y)
    for ours in (
        ContrastSVM(C=3.0, tol=1e-8, max_iter=1_000_000).fit(counts.X, y),
        ContrastSVM(C=3.0, tol=1e-8, max_iter=1_000_000, C_contrast=0).fit(counts.X, y, rationales=marked),
        ContrastSVM(C=3.0, tol=1e-8, max_iter=1_000_000).fit(counts.X, y, rationales=marked.having([])),
    ):
        np.testing.assert_allclose(2 * ours.coef_[:, 1], theirs.coef_[0], atol=1e-4)
        np.testing.assert_allclose(2 * ours.intercept_[1], theirs.intercept_[0], atol=1e-4)


def test_with_rationales_it_is_scikit_learns_machine_on_pseudo_examples():
    counts, y, marked = made_up()
    X = unit_length(binary(counts.X))
    rest = counts.contrast(marked.texts, [(one.text, [(one.start, one.end)]) for one in marked.passages])
    pseudo = (X - unit_length(binary(rest))) / 0.3
    elements = np.repeat([1.0, 0.0], [len(y), len(y)])
    rows = np.column_stack([vstack([X, pseudo]).toarray(), elements])
    theirs = LinearSVC(loss="hinge", fit_intercept=False, tol=1e-8, max_iter=1_000_000)
    theirs.fit(rows, [*y, *y], sample_weight=np.repeat([2.0, 0.5], [len(y), len(y)]))
    ours = ContrastSVM(C=2.0, mu=0.3, C_contrast=0.5, tol=1e-8, max_iter=1_000_000)
    ours.fit(counts.X, y, rationales=marked)
    np.testing.assert_allclose(2 * ours.coef_[:, 1], theirs.coef_[0, :-1], atol=1e-3)


@pytest.mark.parametrize("classes", [("neg", "pos"), ("neg", "pos", "odd")])
def test_rationales_help(classes):
    counts, y, marked = made_up(300, classes=classes)
    few, rest = np.arange(24), np.arange(24, 300)

    def accuracy(**reasons):
        model = ContrastSVM().fit(counts.X[few], y[few], **reasons)
        return np.mean(model.predict(counts.X[rest]) == y[rest])

    assert accuracy(rationales=marked[few]) > accuracy() + 0.05


def test_a_rationale_of_one_class_is_no_contrast_for_another():
    counts, y, marked = made_up(30, classes=("neg", "pos", "odd"))
    without = ContrastSVM().fit(counts.X, y)
    some = marked.having([one for one in marked.passages if one.class_ == "odd"])
    taught = ContrastSVM().fit(counts.X, y, rationales=some)
    same = taught.classes_ != "odd"
    np.testing.assert_array_equal(taught.coef_[:, same], without.coef_[:, same])
    assert not np.allclose(taught.coef_[:, ~same], without.coef_[:, ~same])


def test_all_rationales_may_be_masked_together():
    texts = ["a bad bad plot", "good film"]
    counts, marked = taught(texts, [(0, "neg", 2, 5), (0, "neg", 6, 9)])
    alone = ContrastSVM().fit(counts.X, ["neg", "pos"], rationales=marked)
    plain = ContrastSVM().fit(counts.X, ["neg", "pos"])
    together = ContrastSVM(together=True).fit(counts.X, ["neg", "pos"], rationales=marked)
    np.testing.assert_array_equal(alone.coef_, plain.coef_)  # "bad" still occurs elsewhere
    assert abs(together.coef_[counts.terms.index("bad"), 0]) > abs(plain.coef_[counts.terms.index("bad"), 0])


def test_deleting_makes_neighbours_and_masking_does_not():
    texts = ["not very good", "not good at all", "good"]
    counts, marked = taught(texts, [(0, "neg", 4, 8)], analyzer="lines")
    y = ["neg", "neg", "pos"]
    deleted, gap = (
        ContrastSVM(masking=how).fit(counts.X, y, rationales=marked).coef_[counts.terms.index("not good"), 0]
        for how in ("deletion", "mask")
    )
    assert deleted < gap


def test_a_rationale_that_masks_every_term_says_that_all_of_it_matters():
    counts, marked = taught(["dull", "fine film"], [(0, "neg", 0, 4)])
    model = ContrastSVM().fit(counts.X, ["neg", "pos"], rationales=marked)
    assert model.predict(counts.rows(["dull"])).tolist() == ["neg"]


def test_a_rationale_may_speak_for_another_class_than_the_documents():
    counts, marked = taught(["dull but fine", "a film"], [(0, "pos", 9, 13)])
    plain = ContrastSVM().fit(counts.X, ["neg", "pos"])
    model = ContrastSVM().fit(counts.X, ["neg", "pos"], rationales=marked)
    assert model.coef_[counts.terms.index("fine"), 1] > plain.coef_[counts.terms.index("fine"), 1]


def test_counts_may_weigh():
    model = ContrastSVM(weights="counts").fit([[3, 1], [1, 3]], ["a", "b"])
    assert model.predict([[2, 1], [1, 2]]).tolist() == ["a", "b"]


def test_it_warns_when_it_has_not_converged():
    counts, y, marked = made_up()
    with pytest.warns(ConvergenceWarning, match="stopped after 2 sweeps"):
        ContrastSVM(C=1e4, max_iter=2).fit(counts.X, y, rationales=marked)
