from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array
from sklearn.naive_bayes import MultinomialNB

from teachback.learners import BadTeaching
from teachback.learners.pooling import PooledNB
from tests.learners.strategies import lessons

quickly = settings(deadline=None, max_examples=40)
CLASSES = ["a", "b"]
MODES = ["paper", "corrected"]
NOTHING = np.zeros((0, 5))


# Worked by hand.


def test_the_published_lexicon_of_two_words_against_one_among_five_terms():
    nb = PooledNB(mode="paper").fit(None, words=[(0, "a"), (1, "a"), (2, "b")], pool=NOTHING)
    a = [1 / 3, 1 / 3, 1 / 300, (1 - 2 / 3 - 1 / 300) / 2, (1 - 2 / 3 - 1 / 300) / 2]
    b = [1 / 300, 1 / 300, 1 / 3, (1 - 1 / 3 - 2 / 300) / 2, (1 - 1 / 3 - 2 / 300) / 2]
    np.testing.assert_allclose(nb.lexicon_.T, [a, b])
    np.testing.assert_allclose(nb.lexicon_.sum(axis=0), 1)
    np.testing.assert_allclose(nb.predict_proba([[1, 0, 0, 0, 0]]), [[100 / 101, 1 / 101]])
    np.testing.assert_allclose(nb.predict_proba([[0, 0, 0, 1, 0]]), [[1 / 3, 2 / 3]])  # untaught, yet it speaks


def test_corrected_an_untaught_term_says_nothing():
    nb = PooledNB().fit(None, words=[(0, "a"), (1, "a"), (2, "b")], pool=NOTHING)
    np.testing.assert_allclose(nb.lexicon_[:3].T, [[1 / 3, 1 / 3, 1 / 300], [1 / 300, 1 / 300, 1 / 3]])
    np.testing.assert_allclose(nb.lexicon_[3:], 0.2475)
    np.testing.assert_allclose(nb.predict_proba([[0, 0, 0, 1, 9]]), [[0.5, 0.5]])


def test_both_lexicons_agree_where_the_classes_have_as_many_words():
    words = [(0, "a"), (1, "a"), (2, "b"), (3, "b"), (3, "a"), (4, "b")]
    lexicons = [PooledNB(mode=mode).fit(None, words=words, pool=np.zeros((0, 9))).lexicon_ for mode in MODES]
    np.testing.assert_allclose(*lexicons)
    assert lexicons[0][8, 0] == lexicons[0][8, 1]


def test_a_word_for_both_classes_has_its_share_in_both():
    nb = PooledNB().fit(None, words=[(0, "a"), (0, "b"), (1, "a")], pool=NOTHING)
    np.testing.assert_allclose(nb.lexicon_[:2], [[1 / 3, 1 / 3], [1 / 3, 1 / 300]])


def test_a_word_s_strength_is_a_power_of_the_polarity():
    nb = PooledNB(polarity=9).fit(None, words=[(0, "a", 0.5), (1, "b", 2)], pool=NOTHING)
    np.testing.assert_allclose(nb.predict_proba([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]])[:, 0], [3 / 4, 1 / 82])


def test_two_models_are_averaged_by_their_log_odds_of_being_right():
    """Published. The lexicon is right on three of four, the documents on all: errors 1.5/5 and 0.5/5."""
    X, y = [[2, 0, 1], [1, 0, 0], [0, 2, 0], [1, 0, 3]], ["a", "a", "b", "b"]
    nb = PooledNB(mode="paper").fit(X, y, words=[(0, "a"), (1, "b")])
    share = math.log(0.7 / 0.3) / (math.log(0.7 / 0.3) + math.log(0.9 / 0.1))
    assert nb.lexicon_share_ == pytest.approx(share)
    documents = np.array([[4 / 7, 2 / 9], [1 / 7, 3 / 9], [2 / 7, 4 / 9]])
    np.testing.assert_allclose(np.exp(nb.log_theta_), share * nb.lexicon_ + (1 - share) * documents)


def test_corrected_a_document_is_not_counted_when_it_is_classified():
    """Documents with nothing in common are never right about each other: the lexicon alone is believed."""
    X, y = [[1, 0, 1, 0, 0, 0], [0, 1, 0, 1, 0, 0]], ["a", "b"]
    assert PooledNB().fit(X, y, words=[(0, "a"), (1, "b")]).lexicon_share_ == 1
    assert PooledNB(mode="paper").fit(X, y, words=[(0, "a"), (1, "b")]).lexicon_share_ == 0.5


def test_models_that_are_both_mostly_wrong_weigh_alike():
    X, y = [[0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]], ["a", "b", "b", "a"]
    assert PooledNB().fit(X, y, words=[(0, "a"), (1, "b")]).lexicon_share_ == 0.5


def test_a_lexicon_that_is_mostly_wrong_is_not_heard():
    X, y = [[0, 1, 0], [1, 0, 0]] * 4, ["a", "b"] * 4
    nb = PooledNB().fit(X, y, words=[(0, "a"), (1, "b")])
    assert nb.lexicon_share_ == 0
    assert nb.score(X, y) == 1


# Against independent implementations.


@quickly
@given(arrays(np.int64, (6, 4), elements=st.integers(0, 9)), st.floats(0.01, 10), st.sampled_from(MODES))
def test_equals_scikit_learn_when_only_documents_are_taught(X, smoothing, mode):
    y = [0, 0, 1, 1, 1, 1]
    theirs = MultinomialNB(alpha=smoothing, class_prior=[3 / 8, 5 / 8]).fit(X, y)
    ours = PooledNB(smoothing=smoothing, mode=mode, em_steps=1).fit(X, y)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X))


def slow_model(X, y, words, pool, *, mode, steps, share=0.2, r=100.0, smoothing=1.0):
    """theta (class → list) and prior, written from the docstring with loops; words: {(term, class): strength}."""
    terms = len((X or pool)[0])
    corrected = mode == "corrected"
    other = {"a": "b", "b": "a"}

    def log_fit(theta, x, name):
        return sum(n * math.log(theta[name][k]) for k, n in enumerate(x) if n)

    lexicon = None
    if words:
        size = len(words)
        strength = {k: max(s for (t, _), s in words.items() if t == k) for k, _ in words}
        lexicon = {}
        for name in CLASSES:
            lexicon[name] = [
                (1 / size if (k, name) in words else 1 / size / r ** strength[k]) if k in strength else None
                for k in range(terms)
            ]
        rest = {name: max(1 - sum(p for p in lexicon[name] if p is not None), 0) for name in CLASSES}
        if corrected:
            rest = dict.fromkeys(CLASSES, sum(rest.values()) / 2)
        for name in CLASSES:
            each = max(rest[name], 1e-100) / max(terms - len(strength), 1)
            lexicon[name] = [each if p is None else p for p in lexicon[name]]

    def counted(documents):
        counts = {name: [0.0] * terms for name in CLASSES}
        for x, shares in documents:
            for name in CLASSES:
                for k, n in enumerate(x):
                    counts[name][k] += shares[name] * n
        return counts

    def evened(counts):
        mass = {name: sum(counts[name]) for name in CLASSES}
        whole = sum(mass.values())
        if not corrected or not whole:
            return counts
        average = [(counts["a"][k] + counts["b"][k]) / whole for k in range(terms)]
        return {
            name: [n + average[k] * (max(mass.values()) - mass[name]) for k, n in enumerate(counts[name])]
            for name in CLASSES
        }

    def distribution(counts):
        return {
            name: [(smoothing + n) / (smoothing * terms + sum(counts[name])) for n in counts[name]] for name in CLASSES
        }

    def weight(theta, counts=None):
        wrong = 0.0
        for x, label in zip(X, y, strict=True):
            own = theta
            if counts is not None and corrected:
                mass = smoothing * terms + sum(counts[label])
                own = {label: [(smoothing + n - x[k]) / mass for k, n in enumerate(counts[label])]}
            ahead = log_fit(own, x, label) - log_fit(theta, x, other[label])
            wrong += 0.5 if abs(ahead) < 1e-9 else float(ahead < 0)
        error = (wrong + 0.5) / (len(y) + 1)
        return max(0.0, math.log((1 - error) / error))

    def pooled(counts):
        documents = distribution(counts)
        if lexicon is None:
            return documents
        if not any(map(sum, counts.values())):
            return lexicon
        part = share
        if y:
            weights = weight(lexicon), weight(documents, counts)
            part = weights[0] / sum(weights) if sum(weights) else 0.5
        return {
            name: [part * p + (1 - part) * q for p, q in zip(lexicon[name], documents[name], strict=True)]
            for name in CLASSES
        }

    labelled = counted([(x, {name: float(name == label) for name in CLASSES}) for x, label in zip(X, y, strict=True)])
    alone = not words and (not pool or not steps)
    theta = pooled(labelled if alone else evened(labelled))
    prior = {name: (1 + y.count(name)) / (2 + len(y)) for name in CLASSES}
    for _ in range(steps if pool else 0):
        guesses = []
        for x in pool:
            odds = log_fit(theta, x, "a") - log_fit(theta, x, "b") + math.log(prior["a"] / prior["b"])
            p = 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0
            guesses.append((x, {"a": p, "b": 1 - p}))
        if corrected:
            sure = []
            for x, shares in guesses:
                entropy = -sum(p * math.log(p) for p in shares.values() if p > 0) / math.log(2)
                sure.append((x, {name: p * (1 - entropy) ** 2 for name, p in shares.items()}))
            guessed = counted(sure)
            mass = {name: sum(guessed[name]) for name in CLASSES}
            guessed = {
                name: [n * min(mass.values()) / mass[name] if mass[name] else 0.0 for n in guessed[name]]
                for name in CLASSES
            }
        else:
            guessed = counted(guesses)
        theta = pooled(evened({n: [a + b for a, b in zip(labelled[n], guessed[n], strict=True)] for n in CLASSES}))
        if not corrected:
            whole = {name: y.count(name) + sum(shares[name] for _, shares in guesses) for name in CLASSES}
            prior = {name: (1 + whole[name]) / (2 + sum(whole.values())) for name in CLASSES}
    return theta, prior


def fitted(learner, X, y, words, pool, **more):
    given_words = [(*pair, strength) for pair, strength in words.items()]
    return learner.fit(X or None, y, words=given_words, pool=pool or None, **{"classes": CLASSES, **more})


@settings(deadline=None, max_examples=150)
@given(lessons(CLASSES), st.integers(0, 2), st.sampled_from(MODES))
def test_equals_the_model_written_slowly(taught, steps, mode):
    X, y, words, pool = taught
    polarity = 3.0  # with 100, guesses can be so certain that rounding decides whether a class was guessed at all
    ours = fitted(PooledNB(em_steps=steps, mode=mode, polarity=polarity), X, y, words, pool)
    theta, prior = slow_model(X, y, words, pool, mode=mode, steps=steps, r=polarity)
    np.testing.assert_allclose(np.exp(ours.log_theta_).T, [theta[name] for name in CLASSES], rtol=1e-6)
    np.testing.assert_allclose(np.exp(ours.log_prior_), [prior[name] for name in CLASSES], rtol=1e-6)


# What each kind of teaching does.


@pytest.fixture(scope="module")
def made_up():
    """Two classes with 100 typical terms each and 200 common ones; documents of about 27 terms."""
    numbers = np.random.default_rng(3)
    rates = np.concatenate([np.full((2, 200), 0.01), np.full((2, 200), 0.1)], axis=1)
    for j in range(2):
        rates[j, 100 * j : 100 * (j + 1)] = 0.06
    y = np.arange(1000) % 2
    return csr_array(numbers.poisson(rates[y]).astype(float)), y


def words_for(first, second):
    return [(k, 0) for k in range(first)] + [(100 + k, 1) for k in range(second)]


def test_many_words_for_one_class_sink_no_class(made_up):
    """Ten words against five: as published, every untaught term speaks for the class with fewer."""
    X, y = made_up
    words = words_for(10, 5)
    heard = X[:, [k for k, _ in words]].sum(axis=1) > 0
    by_mode = {mode: PooledNB(mode=mode).fit(None, words=words, pool=X) for mode in MODES}
    assert by_mode["paper"].predict(X).mean() > 0.99
    assert min(by_mode["corrected"].score(X[heard & (y == j)], y[heard & (y == j)]) for j in (0, 1)) > 0.6


def test_a_few_labels_do_not_make_words_worse(made_up):
    X, y = made_up
    few = np.concatenate([np.flatnonzero(y == 0)[:7], np.flatnonzero(y == 1)[:3]])
    for steps in (0, 1):
        words = PooledNB(em_steps=steps).fit(None, words=words_for(8, 8), pool=X[20:600])
        both = PooledNB(em_steps=steps).fit(X[few], y[few], words=words_for(8, 8), pool=X[20:600])
        assert both.score(X[600:], y[600:]) > words.score(X[600:], y[600:]) - 0.02


def test_the_pool_helps_words_and_labels(made_up):
    X, y = made_up
    for taught in ({"words": words_for(8, 8)}, {"X": X[:40], "y": y[:40]}):
        given_ = {"X": None, **taught}
        without = PooledNB().fit(**given_, pool=X[40:600]).score(X[600:], y[600:])
        assert PooledNB(em_steps=1).fit(**given_, pool=X[40:600]).score(X[600:], y[600:]) > without + 0.05


def test_without_steps_the_pool_is_ignored(made_up):
    X, y = made_up
    ours = PooledNB().fit(X[:9], y[:9], words=[(0, 0)], pool=X[9:])
    np.testing.assert_array_equal(ours.log_theta_, PooledNB().fit(X[:9], y[:9], words=[(0, 0)]).log_theta_)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("steps", [0, 1])
def test_words_for_one_class_only_speak_for_it(mode, steps):
    X, y = [[1, 1, 1], [1, 1, 1]], ["a", "b"]
    pool = [[2, 0, 1], [0, 1, 1], [0, 3, 0]]
    nb = PooledNB(mode=mode, em_steps=steps).fit(X, y, words=[(0, "a")], pool=pool)
    assert nb.predict_proba([[1, 0, 0]])[0, 0] > 0.6
    assert np.isfinite(nb.log_theta_).all()


def test_a_term_that_is_no_reason_says_nothing(made_up):
    X, y = made_up
    nb = PooledNB(em_steps=1).fit(X[:80], y[:80], words=[(0, 0)], not_a_reason=[1, (2, 0), (3, 1)], pool=X[80:])
    np.testing.assert_array_equal(np.ptp(nb.log_theta_[1:4], axis=1), 0)
    assert np.ptp(nb.log_theta_[4]) > 0


@quickly
@given(lessons(CLASSES), st.integers(0, 2), st.randoms(use_true_random=False))
def test_the_order_of_documents_and_classes_changes_nothing(taught, steps, random):
    X, y, words, pool = taught
    ours = fitted(PooledNB(em_steps=steps), X, y, words, pool)
    labelled = random.sample(list(zip(X, y, strict=True)), len(X))
    turned = fitted(
        PooledNB(em_steps=steps),
        [x for x, _ in labelled],
        [label for _, label in labelled],
        dict(random.sample(list(words.items()), len(words))),
        random.sample(pool, len(pool)),
        classes=CLASSES[::-1],
    )
    np.testing.assert_allclose(turned.log_theta_[:, ::-1], ours.log_theta_, rtol=1e-7)
    np.testing.assert_allclose(turned.log_prior_[::-1], ours.log_prior_, rtol=1e-9)


def test_nothing_taught_is_nothing_known():
    nb = PooledNB(em_steps=1).fit(None, pool=[[1, 0], [0, 1]], classes=CLASSES)
    np.testing.assert_allclose(nb.predict_proba([[3, 1]]), [[0.5, 0.5]])
    assert nb.lexicon_ is None


def test_documents_without_terms_and_extreme_strengths_do_no_harm():
    words = [(0, "a", 1e9), (1, "b", 1e-30)]
    for mode in MODES:
        nb = PooledNB(em_steps=1, mode=mode).fit([[0, 0], [0, 0]], CLASSES, words=words, pool=[[0, 0], [5, 5]])
        assert np.isfinite(nb.log_theta_).all()
        np.testing.assert_allclose(nb.predict_proba([[0, 0]]).sum(), 1)


# What is refused.


@pytest.mark.parametrize(
    ("lesson", "sentence"),
    [
        ({"X": [[1, 0]] * 3, "y": ["a", "b", "c"]}, "PooledNB tells two classes apart, not 3: a, b, c"),
        ({"X": None, "pool": [[1, 0]], "classes": [1, 2, 3, 4]}, "two classes apart, not 4: 1, 2, 3, 4"),
        ({"X": [[1, 0]] * 2, "y": ["a", "b"], "words": [(0, "c")]}, "Use LabelledWordNB for more"),
    ],
)
def test_bad_teaching_is_refused_with_a_sentence(lesson, sentence):
    with pytest.raises(BadTeaching) as refused:
        PooledNB().fit(**lesson)
    assert sentence in str(refused.value)
