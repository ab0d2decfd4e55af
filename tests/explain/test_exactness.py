"""Explanations of small documents are those that trying every combination of words finds."""

import warnings
from functools import cache
from itertools import combinations
from unittest.mock import patch

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, RidgeClassifier, SGDClassifier
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from teachback.explain import Explainer
from teachback.learners import LabelledWordNB
from teachback.text import Damped, Vectorizer
from tests.explain.reference import by_text, by_zero, every_minimal_set

VECTORIZERS = {
    "counts": lambda: [CountVectorizer()],
    "presence": lambda: [CountVectorizer(binary=True)],
    "tf-idf": lambda: [TfidfVectorizer()],
    "l1": lambda: [TfidfVectorizer(norm="l1", sublinear_tf=True)],
    "weighed afterwards": lambda: [CountVectorizer(), TfidfTransformer()],
    "pairs": lambda: [CountVectorizer(ngram_range=(1, 2))],
    "pairs of unit length": lambda: [TfidfVectorizer(ngram_range=(1, 2))],
}
ADDITIVE = {
    "logistic": LogisticRegression(C=5.0),
    "svm": LinearSVC(C=3.0),
    "no intercept": LinearSVC(fit_intercept=False),
    "ridge": RidgeClassifier(),
    "perceptron": SGDClassifier(random_state=0),
    "multinomial": MultinomialNB(alpha=0.1),
    "complement": ComplementNB(alpha=0.1),
    "bernoulli": BernoulliNB(alpha=0.1),
}
OTHERS = {
    "rbf": SVC(gamma=1.0),
    "polynomial": SVC(kernel="poly", gamma=1.0, coef0=1.0),
    "linear kernel": SVC(kernel="linear"),
    "mlp": MLPClassifier((6,), max_iter=60, random_state=0, learning_rate_init=0.05),
    "deep": MLPClassifier((5, 4), activation="tanh", max_iter=60, random_state=0, learning_rate_init=0.05),
    "boosted": GradientBoostingClassifier(n_estimators=12, random_state=0),
    "forest": RandomForestClassifier(9, random_state=0),
    "extra": ExtraTreesClassifier(7, random_state=0),
    "tree": DecisionTreeClassifier(random_state=0),
    "neighbours": KNeighborsClassifier(3),
}


def made_up_texts(number, classes, seed, longest=8):
    """Texts of at most that many words, some of them repeated, of a vocabulary of 14; each class likes some words."""
    random = np.random.default_rng(seed)
    y = np.arange(number) % classes
    taste = random.dirichlet(np.full(14, 0.4), size=classes) + 0.02
    taste /= taste.sum(axis=1, keepdims=True)
    texts = [
        " ".join(f"w{word:02d}" for word in random.choice(14, random.integers(1, longest + 1), p=taste[c])) for c in y
    ]
    return texts, np.array([f"class {c}" for c in y])


@cache
def fitted(vectorizer, model, classes):
    pipeline = make_pipeline(*VECTORIZERS[vectorizer](), clone({**ADDITIVE, **OTHERS}[model]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # few steps are enough here
        return pipeline.fit(*made_up_texts(120, classes, seed=1))


def checked(vectorizer, model, removal, classes, seed, *, number=6, longest=8, **options):
    """The explainer's answers against every combination: each answer with all minimal sets."""
    pipeline = fitted(vectorizer, model, classes)
    explainer = Explainer(pipeline, removal=removal)
    for text in made_up_texts(number, classes, seed, longest)[0]:
        words, winners = (by_text if removal == "text" else by_zero)(pipeline, text)
        before, sets = every_minimal_set(words, winners)
        explanation = explainer.explain(text, max_words=None, **options)
        assert explanation.from_class == before
        for one in explanation.sets:
            (after,) = winners([one.words])
            assert after == one.to_class != before
            if one.status in ("minimum", "minimal"):
                assert frozenset(one.words) in sets
        assert bool(explanation.sets) <= bool(sets)
        if sets:
            assert explanation.lower_bound <= len(sets[0])
            assert explanation.status != "none_exists"
        if explanation.status == "minimum":
            assert len(explanation.words) == len(sets[0])
        yield explanation, sets


def is_exact(answers):
    return all(explanation.status == ("minimum" if sets else "none_exists") for explanation, sets in answers)


@pytest.mark.parametrize("removal", ["text", "zero"])
@pytest.mark.parametrize("vectorizer", ["counts", "presence", "tf-idf", "l1", "weighed afterwards"])
@pytest.mark.parametrize("model", ADDITIVE)
def test_additive_models_are_explained_by_the_proven_minimum(model, vectorizer, removal):
    for classes in (2, 4):
        assert is_exact(checked(vectorizer, model, removal, classes, seed=2))


@pytest.mark.parametrize("removal", ["text", "zero"])
@pytest.mark.parametrize("vectorizer", ["counts", "tf-idf"])
@pytest.mark.parametrize("model", OTHERS)
def test_short_texts_are_explained_by_the_proven_minimum_whatever_the_model(model, vectorizer, removal):
    for classes in (2, 3):
        assert is_exact(checked(vectorizer, model, removal, classes, seed=2, number=4))


@pytest.mark.parametrize("removal", ["text", "zero"])
@pytest.mark.parametrize("vectorizer", ["counts", "tf-idf"])
@pytest.mark.parametrize("model", OTHERS)
def test_the_search_for_longer_texts_never_claims_too_much(model, vectorizer, removal):
    with patch("teachback.explain.search.best_first._SMALL", 0):
        for classes in (2, 3):
            answers = list(checked(vectorizer, model, removal, classes, seed=3, number=5))
            assert all(explanation.sets for explanation, sets in answers if sets and len(sets[0]) < 3)


@pytest.mark.parametrize("vectorizer", ["pairs", "pairs of unit length"])
@pytest.mark.parametrize("model", ["logistic", "multinomial", "boosted", "mlp"])
def test_words_of_pairs_are_deleted_from_the_text(model, vectorizer):
    assert is_exact(checked(vectorizer, model, "text", 3, seed=2))


@pytest.mark.parametrize("removal", ["text", "zero"])
@pytest.mark.parametrize("model", ["logistic", "no intercept", "multinomial", "rbf", "boosted"])
@pytest.mark.parametrize("vectorizer", ["counts", "tf-idf"])
def test_every_minimal_set_is_found_when_all_are_asked_for(model, vectorizer, removal):
    for classes in (2, 4):
        for explained, sets in checked(vectorizer, model, removal, classes, seed=4, n=None):
            assert explained.complete
            assert {frozenset(one.words) for one in explained.sets} == set(sets)
        for explained, sets in checked(vectorizer, model, removal, classes, seed=4, n=None, smallest=True):
            assert explained.complete
            assert {frozenset(one.words) for one in explained.sets} == {one for one in sets if len(one) == len(sets[0])}


@pytest.mark.parametrize("vectorizer", ["counts", "tf-idf"])
@pytest.mark.parametrize("model", ["logistic", "multinomial", "boosted"])
def test_a_given_class_is_reached_by_the_fewest_words(model, vectorizer):
    pipeline = fitted(vectorizer, model, 4)
    explainer = Explainer(pipeline, removal="zero")
    for text in made_up_texts(5, 4, seed=5)[0]:
        words, winners = by_zero(pipeline, text)
        for target in pipeline.classes_:
            before, sets = every_minimal_set(words, winners, target)
            if before == target:
                continue
            explanation = explainer.explain(text, target=target)
            assert explanation.status == ("minimum" if sets else "none_exists")
            assert not sets or (
                len(explanation.words) == len(sets[0])
                and winners([explanation.words]) == [target] == [explanation.to_class]
            )


def test_damped_counts_are_explained_exactly_and_as_deletion_would_have_it():
    texts = [
        "refund refund invoice",
        "crashed update",
        "invoice please",
        "crashed crashed again",
        "refund crashed update",
    ]
    y = ["billing", "bug", "billing", "bug", "bug"]
    pipeline = make_pipeline(Vectorizer(), Damped(), LabelledWordNB()).fit(texts, y)
    explainer = Explainer(pipeline)
    for text in texts:
        explanation = explainer.explain(text)
        words = sorted(set(text.split()))
        before = pipeline.predict([text])[0]
        flips = [
            size
            for size in range(1, len(words) + 1)
            for removed in combinations(words, size)
            if pipeline.predict([" ".join(word for word in text.split() if word not in removed)])[0] != before
        ]
        assert explanation.status == ("minimum" if flips else "none_exists")
        assert len(explanation.words) == (min(flips) if flips else 0)
