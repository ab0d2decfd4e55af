from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from teachback.corpora import load
from teachback.queries import BadQuery, ask_words, informative_words
from teachback.text import TermCounts
from teachback.text.stop_words import stop_words
from tests.queries import reference
from tests.queries.strategies import pools, seen

# billing: refund, invoice; bug: crash, freeze; both: please; once: xylophone
TERMS = ["refund", "invoice", "please", "crash", "freeze", "xylophone", "account update"]
X = np.array(
    [
        [2, 1, 1, 0, 0, 0, 1],
        [1, 0, 1, 0, 0, 0, 1],
        [1, 1, 0, 0, 0, 0, 1],
        [0, 0, 1, 3, 1, 0, 0],
        [0, 0, 1, 1, 0, 0, 0],
        [0, 0, 0, 1, 1, 1, 0],
    ]
)
P = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 3)
CLASSES = ["billing", "bug"]


def terms(asked):
    return [TERMS[question.term] for question in asked]


@seen
@given(pools(), st.integers(1, 9), st.integers(1, 3), st.sampled_from([0.0, 0.3, 0.75]))
def test_words_are_those_of_a_slow_search(pool, n, floor, often):
    X, P, _ = pool
    asked = ask_words(n, X, P, classes=range(P.shape[1]), min_documents=floor, often=often)
    assert list(asked) == list(range(P.shape[1]))
    for j, questions in asked.items():
        slow = reference.words(X, P, j, X.shape[1], floor=floor, often=often)
        gain = dict(slow)
        assert len(questions) == min(n, len(slow))
        assert_allclose([question.gain for question in questions], [value for _, value in slow[:n]], atol=1e-12)
        assert all(abs(gain[question.term] - question.gain) < 1e-12 for question in questions)
        assert {question.class_ for question in questions} <= {j}


@seen
@given(pools(), st.data())
def test_taught_and_rejected_words_never_come_back(pool, data):
    X, P, _ = pool
    pairs = st.tuples(st.integers(0, X.shape[1] - 1), st.integers(0, P.shape[1] - 1))
    words, rejected = data.draw(st.lists(pairs, max_size=4)), data.draw(st.lists(pairs, max_size=4))
    nowhere = data.draw(st.lists(st.integers(0, X.shape[1] - 1), max_size=2))
    taught = np.array(data.draw(st.lists(st.booleans(), min_size=P.shape[1], max_size=P.shape[1])))
    asked = ask_words(
        20,
        X,
        P,
        classes=range(P.shape[1]),
        taught=taught,
        words=words,
        not_a_reason=[*rejected, *nowhere],
        min_documents=1,
    )
    closed = {term for term, _ in words} | set(nowhere)
    for questions in asked.values():
        assert not closed & {question.term for question in questions}
    for term, class_ in rejected:
        assert term not in {question.term for question in asked[class_]}
        assert term not in {question.term for question in asked.get(None, ())}
    assert (None in asked) == (not taught.all())
    assert all(not asked[j] for j in np.flatnonzero(~taught))


def test_words_of_a_small_pool_worked_by_hand():
    asked = ask_words(5, X, P, classes=CLASSES, min_documents=2)
    assert terms(asked["billing"]) == ["refund", "account update", "invoice"]
    assert terms(asked["bug"]) == ["crash", "freeze"]
    assert asked["billing"][0].why == "in 100 % of the documents that seem billing and 0 % of the others"
    assert_allclose([question.gain for question in asked["billing"][:2]], np.log(2))


def test_a_word_is_asked_for_each_class_in_which_it_is_nearly_as_frequent():
    X, P = [[4, 1], [3, 0], [0, 1], [0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]
    asked = ask_words(5, X, P, classes="abc", min_documents=1, often=0.7)
    assert [question.term for question in asked["a"]][:1] == [0]
    assert 0 in [question.term for question in asked["b"]]
    asked = ask_words(5, X, P, classes="abc", min_documents=1)  # three is not more than 75 % of four
    assert 0 not in [question.term for question in asked["b"]]


def test_rare_words_are_not_asked():
    asked = ask_words(9, X, P, classes=CLASSES, min_documents=1)
    assert "xylophone" in terms(asked["bug"])
    assert "xylophone" not in terms(ask_words(9, X, P, classes=CLASSES, min_documents=2)["bug"])


def test_a_taught_word_is_asked_for_no_class_and_a_word_rejected_for_one_may_be_asked_for_another():
    X, P = np.ones((4, 1), dtype=int), [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]]
    X[2:] = 0
    both = {"classes": "abc", "min_documents": 1}
    assert [len(asked) for asked in ask_words(3, X, P, **both).values()] == [1, 1, 0]
    assert [len(asked) for asked in ask_words(3, X, P, **both, not_a_reason=[(0, "a")]).values()] == [0, 1, 0]
    assert [len(asked) for asked in ask_words(3, X, P, **both, not_a_reason=[0]).values()] == [0, 0, 0]
    assert [len(asked) for asked in ask_words(3, X, P, **both, words=[(0, "a", 2.0)]).values()] == [0, 0, 0]


def test_a_model_that_believes_nothing_asks_for_nothing():
    asked = ask_words(3, X, np.full((6, 2), 0.5), classes=CLASSES, min_documents=1)
    assert asked == {"billing": (), "bug": ()}


def test_before_teaching_words_are_for_no_class():
    asked = ask_words(3, X, classes=CLASSES, min_documents=1)
    assert asked["billing"] == asked["bug"] == ()
    assert {question.class_ for question in asked[None]} == {None}
    partly = ask_words(3, X, P, classes=CLASSES, taught=[True, False], min_documents=1)
    assert partly["billing"]
    assert not partly["bug"]
    assert partly[None] == informative_words(3, X, min_documents=1)


# Before teaching.


def test_bursty_words_come_before_words_that_are_everywhere_once():
    rng = np.random.default_rng(0)
    X = np.zeros((400, 60), dtype=int)
    X[:, :20] = rng.random((400, 20)) < 0.2  # common, never twice
    for subject in range(10):  # each subject has four words that are used again and again
        X[subject * 40 : subject * 40 + 40, 20 + 4 * subject : 24 + 4 * subject] = rng.poisson(2.0, (40, 4))
    asked = [question.term for question in informative_words(10, X)]
    assert all(term >= 20 for term in asked)
    assert {(term - 20) // 4 for term in asked} == set(range(10))


def test_words_of_the_demo_before_teaching_are_not_its_most_common_words():
    corpus = load("demo")
    counts = TermCounts(corpus.analyzer)
    counts.add(corpus.texts)
    stop = [k for k, term in enumerate(counts.terms) if term in stop_words("english")]
    asked = informative_words(30, counts.X, closed=stop)
    frequency = np.bincount(counts.X.indices, minlength=len(counts.terms))
    common = set(np.argsort(-frequency)[:30].tolist())
    assert len(asked) == 30
    assert not common & {question.term for question in asked}
    assert {"board", "card", "seats", "calendar"} & {counts.terms[question.term] for question in asked}
    assert asked[0].why.startswith("in ")


@seen
@given(pools(), st.integers(1, 12), st.integers(1, 4), st.data())
def test_informative_words_keep_to_the_limits(pool, n, floor, data):
    X, _, _ = pool
    closed = data.draw(st.lists(st.integers(0, X.shape[1] - 1), max_size=3))
    asked = [question.term for question in informative_words(n, X, closed=closed, min_documents=floor, common=0.5)]
    frequency = (X > 0).sum(axis=0)
    allowed = [k for k in range(X.shape[1]) if floor <= frequency[k] <= max(0.5 * len(X), floor) and k not in closed]
    assert sorted(asked) == sorted(set(asked) & set(allowed))
    assert len(asked) == min(n, len(allowed))


def test_nothing_can_be_asked_where_there_are_no_words():
    assert informative_words(3, np.zeros((4, 2))) == ()
    assert ask_words(3, np.zeros((4, 2)), np.full((4, 2), 0.5), classes="ab") == {"a": (), "b": ()}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 0}, "Cannot ask for 0 words"),
        ({"X": X[:2]}, "X has 2 documents and P has 6 documents"),
        ({"classes": "abc"}, "P has 2 columns for 3 classes"),
        ({"words": [(7, "bug")]}, "no term 7; the terms are the columns 0 to 6"),
        ({"words": [(1, "bugs")]}, "'bugs' is not a class; the classes are billing, bug"),
        ({"not_a_reason": [-1]}, "no term -1"),
        ({"not_a_reason": [(0, "spam")]}, "'spam' is not a class"),
        ({"often": 1.0}, "often must be below 1"),
        ({"often": -0.1}, "often must be from 0 to 1"),
        ({"min_documents": 0}, "Cannot ask for 0 documents a word"),
        ({"P": P * np.nan}, "row 0 is nan"),
        ({"P": None, "stop_words": [99]}, "no term 99"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(options, sentence):
    arguments = {"n": 3, "X": X, "P": P, "classes": CLASSES, **options}
    with pytest.raises(BadQuery, match=sentence):
        ask_words(arguments.pop("n"), arguments.pop("X"), arguments.pop("P"), **arguments)
