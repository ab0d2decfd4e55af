"""What is proven about perceptrons and kernel machines is true, and it is nearly all there is to prove."""

from functools import cache
from itertools import combinations
from unittest.mock import patch

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC

from teachback.explain import Explainer
from teachback.explain.reading.scorers import RadialScorer
from teachback.explain.search.best_first import search
from teachback.explain.search.lower_bounds import too_few_proof
from teachback.explain.search.question import Limits

WIDTH = 40
MODELS = {
    "perceptron": MLPClassifier((8,), max_iter=300, learning_rate_init=0.03, random_state=0),
    "machine": SVC(gamma=0.7),
    "bent machine": SVC(gamma=5.0, C=10.0),
}


@cache
def fitted(model, classes, seed, negative=False):
    """A model of rows of length 1, of which each class likes some columns; and rows to explain."""
    random = np.random.default_rng(seed)
    y = np.arange(150) % classes
    taste = 0.12 + 0.5 * (random.random((classes, WIDTH)) < 0.25)
    X = (random.random((150, WIDTH)) < taste[y]) * random.gamma(2.0, size=(150, WIDTH))
    if negative:
        X *= random.choice([-1.0, 1.0], size=(150, WIDTH), p=[0.2, 0.8])
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return clone(MODELS[model]).fit(csr_array(X[30:]), y[30:]), csr_array(X[:30])


def questions(model, X, removal, protect=()):
    """The question of each row, and how many words change its class: one more than are free, where none do."""
    names = [f"t{column}" for column in range(WIDTH)]
    explainer = Explainer(model, names=names, removal=removal)
    explainer.reader.norm = "l2" if removal == "text" else None  # as if a vectoriser had divided the rows
    for row in X:
        question = explainer._question(explainer.reader.open(row[np.newaxis]), None, frozenset(protect))
        if not 4 <= len(question.free) <= 11:
            continue
        sizes = range(len(question.free) + 1)
        sets = [one for size in sizes for one in combinations(question.free.tolist(), size)]
        flips = question.ask(question.removals(sets))[1]
        enough = [len(one) for one, changed in zip(sets, flips.tolist(), strict=True) if changed]
        yield question, min(enough, default=len(question.free) + 1)


@pytest.mark.parametrize(
    ("model", "classes", "negative", "removal", "share"),
    [
        ("perceptron", 2, False, "zero", 0.95),
        ("perceptron", 2, True, "zero", 0.95),
        ("perceptron", 4, False, "zero", 0.95),
        ("perceptron", 2, False, "text", 0.9),
        ("perceptron", 2, True, "text", 0.9),
        ("perceptron", 4, False, "text", 0.9),
        ("machine", 2, False, "zero", 0.9),
        ("machine", 2, True, "zero", 0.9),
        ("bent machine", 2, False, "zero", 0.5),
        ("machine", 2, False, "text", 0.6),
        ("machine", 2, True, "text", 0.6),
        ("bent machine", 2, False, "text", 0.3),
    ],
)
@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
def test_a_size_is_proven_too_small_only_if_it_is_and_mostly_when_it_is(model, classes, negative, removal, share):
    true = proven = 0
    for seed in range(2):
        learned, X = fitted(model, classes, seed, negative)
        for protect in ((), ("t3", "t7", "t20")):
            for question, smallest in questions(learned, X, removal, protect):
                too_few = too_few_proof(question.model.structure, question.scorer, question.free, question.winner)
                proofs = [too_few(size) for size in range(1, len(question.free) + 1)]
                assert not any(proofs[smallest - 1 :])
                true, proven = true + smallest - 1, proven + sum(proofs)
    assert true > 100
    assert proven > share * true


@pytest.mark.filterwarnings("ignore:Stochastic Optimizer")
@pytest.mark.parametrize("removal", ["zero", "text"])
@pytest.mark.parametrize("model", ["perceptron", "machine"])
def test_the_search_finds_the_smallest_set_and_says_when_that_is_proven(model, removal):
    learned, X = fitted(model, 2, seed=0)
    statuses = []
    with patch("teachback.explain.search.best_first._SMALL", 0):
        for question, smallest in questions(learned, X, removal):
            too_few = too_few_proof(question.model.structure, question.scorer, question.free, question.winner)
            outcome = search(question, Limits(), too_few=too_few)
            assert outcome.bound <= smallest
            assert [len(words) for words, _ in outcome.sets] == [smallest] * (smallest <= len(question.free))
            statuses += [status for _, status in outcome.sets]
    assert statuses.count("minimum") > 0.6 * len(statuses)


def test_numbers_too_large_for_an_exponential_prove_nothing():
    learned, X = fitted("bent machine", 2, seed=0, negative=True)
    for question, smallest in questions(learned, 20.0 * X, "zero"):
        assert not isinstance(question.scorer, RadialScorer)
        too_few = too_few_proof(question.model.structure, question.scorer, question.free, question.winner)
        assert not any(too_few(size) for size in range(smallest, len(question.free) + 1))


def test_the_kernels_of_the_words_that_are_left_are_the_machines_own():
    learned, X = fitted("machine", 2, seed=1, negative=True)
    for question, _ in questions(learned, X, "zero"):
        scorer = question.scorer
        assert isinstance(scorer, RadialScorer)
        removed = question.removal(question.free[:2])
        more = np.flatnonzero(~removed)
        rows = np.repeat(removed[np.newaxis], len(more), axis=0)
        rows[np.arange(len(more)), more] = True
        scores, _ = scorer.children(removed, more)
        np.testing.assert_allclose(scores, scorer.scores(rows)[0], atol=1e-12)
