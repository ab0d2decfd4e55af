"""A model averaged with naive Bayes of its own guesses: against scikit-learn's, and where there is nothing to say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import softmax
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import MultinomialNB

from teachback.learners.lesson_regression.documents import PoolDocuments
from teachback.learners.lesson_regression.own_guesses import with_own_guesses
from teachback.learners.lesson_regression.softmax import Linear
from teachback.pool import Pool
from teachback.vectors import PoolVectors

TERMS, CLASSES = 12, 3


def pool_of(documents, seed=0):
    rng = np.random.default_rng(seed)
    topics = rng.dirichlet(np.full(TERMS, 0.4), size=CLASSES)
    return Pool([rng.multinomial(9, topics[each % CLASSES]) for each in range(documents)])


def seen(pool, without=()):
    vectors = PoolVectors(pool)
    weights = vectors.rarity.copy()
    weights[list(without)] = 0.0
    return PoolDocuments(vectors, weights)


def a_model(seed=1):
    rng = np.random.default_rng(seed)
    return Linear(rng.normal(size=(TERMS, CLASSES)), rng.normal(size=CLASSES))


def evidence(model, documents):
    scores = documents.rows @ model.weights + model.constant
    return scores - scores.mean(axis=1, keepdims=True)


@pytest.mark.parametrize(("labels", "words", "share"), [(0, 0, 0.5 / 2), (30, 0, 0.25 / 2), (20, 40, 0.25 / 2)])
def test_the_average_is_that_with_a_naive_bayes_of_the_guesses_brought_near_the_model(labels, words, share):
    documents, before = seen(pool_of(100)), a_model()
    guesses = softmax(evidence(before, documents), axis=1)
    counts = documents.rows.toarray() / documents.weights
    bayes = MultinomialNB(alpha=0.1 * counts[counts > 0].mean())
    rows = np.repeat(np.arange(len(counts)), CLASSES)
    bayes.fit(counts[rows], np.tile(np.arange(CLASSES), len(counts)), sample_weight=guesses.ravel())
    says = counts @ (bayes.feature_log_prob_ - bayes.feature_log_prob_.mean(axis=0)).T

    wanted = evidence(before, documents)
    nearest = LinearRegression(fit_intercept=False).fit(
        (says - says.mean(axis=0)).reshape(-1, 1), (wanted - wanted.mean(axis=0)).ravel()
    )
    brought_near = nearest.coef_[0] * (says - says.mean(axis=0)) + wanted.mean(axis=0)

    after = with_own_guesses(a_model(), documents, labels, words)
    assert np.allclose(evidence(after, documents), (1 - share) * wanted + share * brought_near)


def test_a_term_that_is_no_reason_stays_without_weight():
    documents, before = seen(pool_of(40), without=[3]), a_model()
    before.weights[3] = 0.0
    assert not with_own_guesses(before, documents, 0).weights[3].any()


@pytest.mark.parametrize("counts", [np.zeros((4, TERMS)), np.ones((4, TERMS))], ids=["empty texts", "the same text"])
def test_documents_that_tell_nothing_change_nothing(counts):
    after = with_own_guesses(a_model(), seen(Pool(counts)), 0)
    assert np.array_equal(after.weights, a_model().weights)
    assert np.array_equal(after.constant, a_model().constant)


def test_terms_that_stand_with_what_the_model_knows_tell_the_same():
    # vote stands with ballot, goal with kick; the model has heard of vote and goal alone.
    texts = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]
    weights = np.array([[2.0, -2.0], [0.0, 0.0], [-2.0, 2.0], [0.0, 0.0]])
    after = with_own_guesses(Linear(weights, np.zeros(2)), seen(Pool(texts)), 0).weights
    vote, ballot, goal, kick = after[:, 0] - after[:, 1]
    assert vote > ballot > 0 > kick > goal
