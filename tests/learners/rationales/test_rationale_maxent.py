from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import approx_fprime, minimize
from sklearn.linear_model import LogisticRegression

from teachback.learners import BadTeaching
from teachback.learners.rationales.rationale_maxent import RationaleMaxEnt
from teachback.learners.rationales.style import GROUPS, Emission, features
from teachback.learners.rationales.style_model import StyleModel
from teachback.learners.rationales.teacher_rationales import rationales_by_teacher, relevance_of
from teachback.text import binary
from tests.learners.rationales.marked import made_up, reviews, taught

quickly = settings(deadline=None, max_examples=20)
EMISSIONS = [Emission(), Emission(tied=True), Emission((0.0, 0.1))]
PRIORS = [{}, {"between_teachers": 0}, {"between_teachers": 0.5}, {"laziness": 0.7}]


def parser(text):
    return [("TOP", 0, len(text)), ("NP", 0, max(1, len(text) // 2))]


def model_of(marked, classes, emission=EMISSIONS[0], **parameters):
    chosen = features(GROUPS)
    place = {name: number for number, name in enumerate(classes)}
    teachers = rationales_by_teacher(
        marked, lambda names: np.array([place[name] for name in names]), len(classes), chosen
    )
    settings = {"style_variance": 2.0, "between_teachers": None, "laziness": None} | parameters
    return StyleModel(teachers, emission, [feature.name for feature in chosen], **settings)


# The gradients.


@pytest.mark.parametrize("emission", EMISSIONS, ids=str)
@pytest.mark.parametrize("classes", [("neg", "pos"), ("neg", "pos", "odd")])
@pytest.mark.parametrize("analyzer", ["tokens", "lines"])
def test_the_slope_by_the_weights_equals_differences(emission, classes, analyzer):
    texts = ["not bad , very good film .", "so dull", "a plot , a plot"]
    passages = [(0, "pos", 0, 7), (0, "neg", 4, 20, "bob"), (1, "neg", 3, 7), (2, classes[-1], 0, 6)]
    counts, marked = taught(texts, passages, analyzer, parser)
    model = model_of(marked, classes, emission)
    numbers = np.random.default_rng(0)
    model.styles = numbers.normal(size=model.styles.shape)
    theta = 0.3 * numbers.normal(size=(counts.X.shape[1], len(classes)))
    slope = approx_fprime(theta.ravel(), lambda flat: model.by_theta(flat.reshape(theta.shape))[0], 1e-6)
    np.testing.assert_allclose(model.by_theta(theta)[1].ravel(), slope, atol=1e-4)


@pytest.mark.parametrize("emission", EMISSIONS, ids=str)
@pytest.mark.parametrize("given_priors", PRIORS, ids=str)
def test_the_slope_by_the_styles_equals_differences(emission, given_priors):
    texts = ["not bad , very good film .", "so dull"]
    passages = [(0, "pos", 0, 7), (0, "neg", 4, 20, "bob"), (1, "neg", 3, 7), (1, "neg", 0, 2, "bob")]
    counts, marked = taught(texts, passages, parser=parser)
    model = model_of(marked, ("neg", "pos"), emission, **given_priors)
    numbers = np.random.default_rng(0)
    theta = 0.3 * numbers.normal(size=(counts.X.shape[1], 2))

    def maximum(gain, start):
        at = numbers.normal(size=start.shape)
        slope = approx_fprime(at, lambda flat: gain(flat)[0], 1e-6)
        np.testing.assert_allclose(gain(at)[1], slope, rtol=1e-3, atol=1e-3)
        return at

    model.improve(theta, maximum)


@quickly
@given(reviews())
def test_the_rationales_of_each_teacher_are_explained_apart(given_reviews):
    _, _, counts, marked = given_reviews
    numbers = np.random.default_rng(0)
    theta = numbers.normal(size=(counts.X.shape[1], 2))
    whole = model_of(marked, ("neg", "pos"))
    if not whole.teachers:
        return
    whole.styles = numbers.normal(size=whole.styles.shape)
    apart = 0.0
    for of, style in zip(whole.teachers, whole.styles, strict=True):
        alone = model_of(marked.only(of.teacher), ("neg", "pos"))
        alone.styles = style[np.newaxis]
        apart += alone.by_theta(theta)[0]
    np.testing.assert_allclose(whole.by_theta(theta)[0], apart, rtol=1e-9)


def test_relevance_is_half_the_difference_to_the_mean_of_the_others():
    theta = np.random.default_rng(0).normal(size=(5, 3))
    slow = [[0.5 * (row[j] - np.mean(np.delete(row, j))) for j in range(3)] for row in theta]
    np.testing.assert_allclose(relevance_of(theta), slow)


# What is learned.


@pytest.mark.parametrize("classes", [("neg", "pos"), ("neg", "pos", "odd")])
def test_without_rationales_it_is_logistic_regression(classes):
    counts, y, _ = made_up(60, classes=classes)
    ours = RationaleMaxEnt(variance=0.5, max_iter=1000, tol=1e-14).fit(counts.X, y)
    strength = 2 * 0.5 * (2 if len(classes) == 2 else 1)  # of two classes, scikit-learn has one weight instead of two
    theirs = LogisticRegression(C=strength, fit_intercept=False, tol=1e-10, max_iter=10_000)
    theirs.fit(binary(counts.X).astype(float), y)
    np.testing.assert_allclose(ours.predict_proba(counts.X), theirs.predict_proba(binary(counts.X)), atol=1e-4)


@pytest.mark.parametrize("classes", [("neg", "pos"), ("neg", "pos", "odd")])
@pytest.mark.parametrize(
    "given_options", [{}, {"tied": False}, {"laziness": 1.0}, {"tied": False, "thresholds": (0.0, 0.1)}], ids=str
)
def test_rationales_help(classes, given_options):
    counts, y, marked = made_up(300, classes=classes)
    few, rest = np.arange(24), np.arange(24, 300)

    def accuracy(**reasons):
        model = RationaleMaxEnt(rationale_weight=0.05, **given_options).fit(counts.X[few], y[few], **reasons)
        return np.mean(model.predict(counts.X[rest]) == y[rest])

    assert accuracy(rationales=marked[few]) > accuracy() + 0.05


def test_every_round_explains_more():
    counts, y, marked = made_up(60)
    values = [
        RationaleMaxEnt(rounds=rounds, tol=1e-9, max_iter=200).fit(counts.X, y, rationales=marked).objective_
        for rounds in (1, 2, 3)
    ]
    assert values == sorted(values)


def test_the_objective_is_that_of_the_paper():
    counts, y, marked = made_up(20)
    model = RationaleMaxEnt(variance=0.2, rationale_weight=0.3, style_variance=4.0).fit(counts.X, y, rationales=marked)
    theta, style = model.coef_[:, 1], np.array(list(model.styles_["ann"].values()))
    side = np.where(y == "pos", 1.0, -1.0)
    labels = -np.log1p(np.exp(-2 * side * (binary(counts.X) @ theta))).sum() - theta @ theta / (2 * 0.2)
    tags = -model.cross_entropy(marked) * len(marked.tags())
    assert model.objective_ == pytest.approx(labels + 0.3 * (tags - style @ style / (2 * 4.0)), rel=1e-6)


def test_the_weights_of_a_term_add_up_to_nothing():
    counts, y, marked = made_up(30, classes=("neg", "pos", "odd"))
    model = RationaleMaxEnt().fit(counts.X, y, rationales=marked)
    np.testing.assert_allclose(model.coef_.sum(axis=1), 0.0, atol=1e-9)


def test_a_style_says_how_a_teacher_marks():
    texts = ["it was good , he said .", "it was bad , she said ."] * 8
    passages = [(row, "pos" if row % 2 == 0 else "neg", 0, 13 - row % 2) for row in range(16)]
    counts, marked = taught(texts, passages)
    model = RationaleMaxEnt(variance=1.0).fit(counts.X, ["pos", "neg"] * 8, rationales=marked)
    style = model.styles_["teacher"]
    assert set(style) == {"relevance", *(feature.name for feature in features(GROUPS))}
    assert style["I(,)-O"] > 0.3
    assert style["O-I(not)"] == 0.0


def test_a_tied_style_never_takes_reasons_for_their_contrary():
    texts = ["so dull a film"] * 8
    counts, marked = taught(texts, [(row, "neg", 3, 7) for row in range(8)])
    theta = np.zeros((counts.X.shape[1], 2))
    theta[counts.rows(["dull"]).indices] = (-0.5, 0.5)  # few labels may say that what she marks speaks against it

    def maximum(gain, start):
        return minimize(lambda at: tuple(-part for part in gain(at)), start, jac=True).x

    free, tied = (model_of(marked, ("neg", "pos"), emission) for emission in EMISSIONS[:2])
    free.improve(theta, maximum)
    tied.improve(theta, maximum)
    assert free.styles[0, 1] < 0
    assert tied.styles[0, 0] == 1


def test_each_teacher_has_a_style_or_all_share_one():
    counts, y, marked = made_up(40)
    long = [one._replace(start=0, teacher="bob") for one in marked.passages]
    both = marked.having([*marked.passages, *long])

    def apart(between):
        styles = RationaleMaxEnt(between_teachers=between).fit(counts.X, y, rationales=both).styles_
        return sum(abs(styles["ann"][name] - styles["bob"][name]) for name in styles["ann"])

    assert apart(0) == 0
    assert 0 < apart(0.01) < apart(1.0) < apart(None) * 1.5
    assert apart(0.01) < apart(None)


def test_a_lazy_document_has_a_negative_bias():
    texts = ["good good good film"] * 6 + ["bad film"] * 6
    some = [(row, "pos", 5 * k, 5 * k + 4) for row in range(5) for k in (0, 2)] + [(5, "pos", 0, 4)]
    counts, marked = taught(texts, [*some, *((row, "neg", 0, 3) for row in range(6, 12))])
    model = RationaleMaxEnt(laziness=1.0, variance=1.0).fit(counts.X, ["pos"] * 6 + ["neg"] * 6, rationales=marked)
    assert model.laziness_["teacher"].shape == (12,)
    assert model.laziness_["teacher"][5] < model.laziness_["teacher"][:5].min()


def test_known_styles_are_not_learned_again():
    counts, y, marked = made_up(40)
    first = RationaleMaxEnt().fit(counts.X, y, rationales=marked)
    known = {"ann": {name: 2 * weight for name, weight in first.styles_["ann"].items()}}
    model = RationaleMaxEnt(styles=known).fit(counts.X, y, rationales=marked)
    assert model.styles_ == known
    assert not np.allclose(model.coef_, first.coef_)


def test_the_groups_of_features_can_be_left_out():
    counts, y, marked = made_up(20)
    model = RationaleMaxEnt(groups=("plain",)).fit(counts.X, y, rationales=marked)
    assert list(model.styles_["ann"]) == ["relevance", "O-O", "O-I", "I-O", "I-I"]


# Predicting rationales.


def test_it_marks_what_the_teacher_would_mark():
    counts, y, marked = made_up(200)
    train, rest = np.arange(150), np.arange(150, 200)
    model = RationaleMaxEnt(variance=0.1).fit(counts.X[train], y[train], rationales=marked[train])
    marks = model.predict_rationales(marked[rest], y[rest].tolist(), teacher="ann")
    true = [[(one.start, one.end)] for one in marked[rest].passages]
    assert np.mean([mine == theirs for mine, theirs in zip(marks, true, strict=True)]) > 0.9


def test_a_lower_threshold_suggests_more():
    counts, y, marked = made_up(60)
    model = RationaleMaxEnt(variance=0.1).fit(counts.X, y, rationales=marked)
    letters = [
        sum(
            end - start
            for spans in model.predict_rationales(marked, y.tolist(), threshold=least)
            for start, end in spans
        )
        for least in (0.9, 0.5, 0.01)
    ]
    assert letters == sorted(letters)
    assert letters[0] < letters[-1]


def test_a_style_is_less_surprised_by_its_own_teacher():
    counts, y, marked = made_up(80)
    long = marked.having([one._replace(start=0, teacher="bob") for one in marked.passages])
    both = marked.having([*marked.passages, *long.passages])
    model = RationaleMaxEnt(variance=0.1).fit(counts.X, y, rationales=both)
    assert model.cross_entropy(marked, teacher="ann") < model.cross_entropy(marked, teacher="bob")
    assert model.cross_entropy(long, teacher="bob") < model.cross_entropy(long, teacher="ann")


# Odd teaching has a defined result.


def test_a_teacher_with_one_rationale_has_a_style():
    counts, marked = taught(["bad", "fine film"], [(1, "pos", 0, 4)])
    model = RationaleMaxEnt().fit(counts.X, ["neg", "pos"], rationales=marked)
    assert np.isfinite(list(model.styles_["teacher"].values())).all()


def test_passages_of_two_classes_may_overlap():
    passages = [(row, *passage) for row in range(0, 12, 3) for passage in (("pos", 0, 8), ("neg", 5, 13))]
    counts, marked = taught(["good but dull", "good film", "dull film"] * 4, passages)
    model = RationaleMaxEnt(variance=1.0).fit(counts.X, ["neg", "pos", "neg"] * 4, rationales=marked)
    assert model.predict(counts.rows(["good", "dull"])).tolist() == ["pos", "neg"]
    assert len(marked.tagged_texts) == 8


def test_a_passage_that_touches_no_word_says_nothing():
    counts, marked = taught(["a  film", "dull"], [(0, "pos", 2, 3)])
    plain = RationaleMaxEnt().fit(counts.X, ["pos", "neg"])
    model = RationaleMaxEnt().fit(counts.X, ["pos", "neg"], rationales=marked)
    np.testing.assert_array_equal(model.coef_, plain.coef_)
    with pytest.raises(BadTeaching, match="Nobody marked anything"):
        model.predict_rationales(marked, ["pos", "neg"])


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"variance": 0}, "variance must be a number above 0, not 0"),
        ({"rationale_weight": np.inf}, "rationale_weight must be a number above 0, not inf"),
        ({"style_variance": -1}, "style_variance must be a number above 0, not -1"),
        ({"between_teachers": -1}, "between_teachers must be a number of at least 0, or None, not -1"),
        ({"laziness": 0}, "laziness must be a number above 0, or None, not 0"),
        ({"groups": ["plain", "sound"]}, "'sound': not a group of features; there are plain, words, syntax"),
        ({"thresholds": ()}, "thresholds must be one or more numbers"),
        ({"thresholds": (0.0, 0.1)}, "A tied weight has no thresholds, but they are (0.0, 0.1). Add tied=False."),
        ({"rounds": -1}, "rounds must be a whole number of at least 0, not -1"),
        ({"max_iter": 0}, "max_iter must be a whole number of at least 1, not 0"),
        ({"tol": -1}, "tol must be a number of at least 0, not -1"),
        ({"styles": {"bob": {}}}, "The style of 'ann' lacks relevance, O-O"),
    ],
)
def test_a_bad_parameter_is_refused_with_a_sentence(parameters, sentence):
    counts, y, marked = made_up(4)
    with pytest.raises(BadTeaching) as refused:
        RationaleMaxEnt(**parameters).fit(counts.X, y, rationales=marked)
    assert sentence in str(refused.value)


def test_unknown_teachers_and_classes_are_refused_with_a_sentence():
    counts, y, marked = made_up(4)
    model = RationaleMaxEnt().fit(counts.X, y, rationales=marked)
    with pytest.raises(BadTeaching, match="'an' marked nothing"):
        model.predict_rationales(marked, y.tolist(), teacher="an")
    with pytest.raises(BadTeaching, match="odd: not a class; the classes are neg, pos"):
        model.predict_rationales(marked, ["odd"] * 4)
    with pytest.raises(BadTeaching, match="Nothing is marked in these texts"):
        model.cross_entropy(marked.having([]))
