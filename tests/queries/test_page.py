from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, kstest

from teachback.queries import BadQuery, ask_documents, entropy, taught_classes
from tests.queries import reference
from tests.queries.strategies import pools, seen, thresholds

CLASSES = ["bug", "billing", "how-to"]


def letters(size):
    return [f"class {j}" for j in range(size)]


def many(size=200, classes=3, seed=0):
    return np.random.default_rng(seed).dirichlet(np.ones(classes), size)


@seen
@given(pools(), st.integers(1, 15), thresholds, st.sampled_from([0.0, 0.1, 0.5, 1.0]), st.integers(0, 3))
def test_a_page_has_only_open_documents_once_and_two_alike_only_for_want_of_others(pool, n, threshold, checks, seed):
    X, P, open = pool
    page = ask_documents(
        n, P, classes=letters(P.shape[1]), X=X, open=open, threshold=threshold, checks=checks, random_state=seed
    )
    chosen = [question.position for question in page]
    assert len(set(chosen)) == len(chosen) == min(n, sum(open))
    assert all(open[d] for d in chosen)
    assert all(question.why for question in page)
    groups = [d for question in page for d in question.alike]
    assert len(set(groups)) == len(groups)
    for place, question in enumerate(page):
        assert all(open[d] and reference.jaccard(X[question.position], X[d]) >= threshold for d in question.alike)
        assert not (question.check and question.alike)
        assert not set(question.alike) & {other.position for other in page.documents[:place] if not other.check}
    assert not {question.position for question in page if question.check} & set(groups)
    assert bool(page.note) == (len(page) < n)
    like = [[reference.jaccard(X[a], X[b]) >= threshold for b in chosen] for a in range(len(X))]
    if any(like[a][k] for k, b in enumerate(chosen) for a in chosen if a != b):  # nothing else could have been asked
        left = [d for d in np.flatnonzero(open) if d not in chosen and X[d].any()]
        assert all(any(like[d]) for d in left)


@seen
@given(pools(), st.integers(1, 15))
def test_without_counts_and_checks_a_page_is_the_most_uncertain_documents(pool, n):
    _, P, open = pool
    page = ask_documents(n, P, classes=letters(P.shape[1]), open=open, checks=0.0)
    scores = entropy(P)
    expected = sorted(np.flatnonzero(open), key=lambda d: (-scores[d], d))[:n]
    assert [question.position for question in page] == expected
    assert [question.score for question in page] == scores[expected].tolist()


@seen
@given(pools(min_documents=4), thresholds, st.integers(1, 6))
def test_with_counts_it_is_the_greedy_choice_then_what_was_folded_and_documents_without_terms(pool, threshold, n):
    X, P, open = pool
    scores = entropy(P)
    order = sorted(np.flatnonzero(open), key=lambda d: (not X[d].any(), -scores[d], d))
    first = []
    for d in order:
        if X[d].any() and all(reference.jaccard(X[d], X[k]) < threshold for k in first):
            first.append(d)
    expected = first + [d for d in order if d not in first]
    page = ask_documents(n, P, classes=letters(P.shape[1]), X=X, open=open, checks=0.0, threshold=threshold)
    assert [question.position for question in page] == expected[:n]


def test_many_duplicates_among_the_best_do_not_shorten_the_page():
    P = np.array([[0.5, 0.5]] * 3000 + [[0.9, 0.1]] * 3)
    X = np.zeros((3003, 6), dtype=int)
    X[:3000, 0] = 1
    X[np.arange(3000, 3003), [1, 2, 3]] = 1
    page = ask_documents(4, P, classes=["a", "b"], X=X, checks=0.0)
    assert [question.position for question in page] == [0, 3000, 3001, 3002]
    assert page.documents[0].alike == tuple(range(1, 3000))
    assert page.note == ""


# Reasons.


def test_every_question_says_why():
    P = [[0.48, 0.44, 0.08], [0.7, 0.2, 0.1], [0.999, 0.001, 0.0]]
    page = ask_documents(3, P, classes=CLASSES, checks=0.0)
    assert [question.why for question in page] == [
        "the model hesitates between bug (48 %) and billing (44 %)",
        "the model says bug (70 %), next billing (20 %)",
        "the model says bug (over 99 %), next billing (under 1 %)",
    ]


def test_documents_are_drawn_by_chance_until_every_class_is_taught():
    P = many()
    taught = taught_classes(CLASSES, labels=["bug"], words=["how-to", "bug"])
    page = ask_documents(5, P, classes=CLASSES, taught=taught, checks=0.0)
    assert {question.why for question in page} == {"random: not every class has been taught yet (billing)"}
    assert [question.position for question in page] != [q.position for q in ask_documents(5, P, classes=CLASSES)]
    assert [question.position for question in page] == [
        question.position for question in ask_documents(5, classes=CLASSES, open=np.ones(200, dtype=bool), checks=0.0)
    ]
    after = ask_documents(5, P, classes=CLASSES, taught=taught_classes(CLASSES, CLASSES), checks=0.0)
    assert all("the model" in question.why for question in after)


def test_without_a_model_everything_is_drawn_by_chance():
    page = ask_documents(2, classes=CLASSES, X=np.eye(9, dtype=int), checks=0.0)
    assert {question.why for question in page} == {"random: there is no model yet"}
    assert {question.score for question in page} == {0.0}
    asked_for = ask_documents(2, many(9), classes=CLASSES, by="random", checks=0.0)
    assert {question.why for question in asked_for} == {"random, as asked for"}


def test_a_random_order_depends_on_the_seed_alone_and_not_on_the_model():
    def drawn(model, seed):
        page = ask_documents(9, many(50, seed=model), classes=CLASSES, by="random", checks=0.0, random_state=seed)
        return [question.position for question in page]

    assert drawn(0, 1) == drawn(5, 1) != drawn(0, 2)
    assert drawn(0, 1) != list(range(9))


# Checks.


@pytest.mark.parametrize("share", [0.0, 0.1, 0.29, 0.5, 1.0])
@pytest.mark.parametrize("n", [1, 3, 10])
def test_checks_have_their_share_however_the_pages_are_cut(share, n):
    P, open = many(), np.ones(200, dtype=bool)
    turns = []
    while len(turns) < 90:
        for question in ask_documents(n, P, classes=CLASSES, open=open, checks=share):
            turns.append(question.check)
            open[question.position] = False
    assert abs(sum(turns[:90]) - 90 * share) < 1
    assert not share or turns[:90].count(True) == sum(
        int((k + 1) * share + 1e-9) > int(k * share + 1e-9) for k in range(90)
    )


def test_a_check_that_is_not_answered_stays_the_same_check():
    P, open = many(), np.ones(200, dtype=bool)
    (first,) = (q for q in ask_documents(10, P, classes=CLASSES, open=open) if q.check)
    (again,) = (q for q in ask_documents(10, many(seed=5), classes=CLASSES, open=open) if q.check)
    assert first.position == again.position
    assert first.why == "a random check, so that accuracy can be measured"
    open[first.position] = False
    (other,) = (q for q in ask_documents(10, P, classes=CLASSES, open=open, asked=0) if q.check)
    assert other.position != first.position


def test_checks_are_drawn_evenly_from_what_is_open_whatever_the_model_thinks():
    """Twenty checks a seed, taken page by page while the model's own questions close the least certain documents."""
    P = many(60, 2)
    drawn = np.zeros(60)
    places = []
    for seed in range(300):
        open, checks = np.ones(60, dtype=bool), []
        while len(checks) < 6:
            for question in ask_documents(4, P, classes=["a", "b"], open=open, checks=0.5, random_state=seed):
                open[question.position] = False
                if question.check:
                    checks.append(question.position)
        drawn[checks[0]] += 1
        places += checks[:1]
    assert kstest(np.array(places) / 59, "uniform").pvalue > 0.001
    certain = entropy(P) < np.median(entropy(P))
    table = [[drawn[certain].sum(), drawn[~certain].sum()], [150, 150]]
    assert chi2_contingency(table).pvalue > 0.001


def test_near_duplicates_fill_a_page_rather_than_more_checks():
    X = np.repeat(np.eye(3, dtype=int), 20, axis=0)  # sixty documents of three kinds
    page = ask_documents(10, many(60), classes=CLASSES, X=X, checks=0.1, asked=0)
    assert [question.check for question in page] == [False] * 9 + [True]
    kinds = [question.position // 20 for question in page]
    assert len(set(kinds[:2])) == 2  # the third is that of the check
    assert kinds[9] not in kinds[:2]
    asked = {question.position for question in page}
    for question in page.documents[:2]:
        assert len(question.alike) == 19
        assert set(question.alike) & asked
    assert {question.alike for question in page.documents[3:]} == {()}


def test_checks_that_wait_take_the_turns_of_checks_and_no_others():
    P, open = many(), np.ones(200, dtype=bool)
    waiting = [7, 3, 9]
    open[waiting] = False
    page = ask_documents(20, P, classes=CLASSES, open=open, checks=0.1, asked=0, drawn=waiting)
    assert [question.position for question in page if question.check] == [7, 3]
    assert [place for place, question in enumerate(page) if question.check] == [9, 19]
    more = ask_documents(20, P, classes=CLASSES, open=open, checks=0.25, asked=0, drawn=waiting)
    checks = [question.position for question in more if question.check]
    assert checks[:3] == waiting
    assert len(set(checks)) == 5
    open[:] = False
    open[50] = True
    rest = ask_documents(20, P, classes=CLASSES, open=open, checks=0.1, asked=0, drawn=waiting)
    assert [question.position for question in rest] == [50, 7, 3, 9]  # nothing else is there
    assert ask_documents(2, P, classes=CLASSES, open=open, asked=0, drawn=waiting).documents[0].position == 50


def test_a_checks_duplicates_are_left_open_and_not_asked_on_its_page():
    X = np.repeat(np.eye(3, dtype=int), 5, axis=0)
    page = ask_documents(3, many(15), classes=CLASSES, X=X, checks=1 / 3, asked=2)
    assert [question.check for question in page] == [True, False, False]
    assert len({question.position // 5 for question in page}) == 3
    assert [len(question.alike) for question in page] == [0, 4, 4]


# Little to ask.


def test_a_short_page_says_why_it_is_short():
    P = many(3)
    assert ask_documents(10, P, classes=CLASSES).note == "Only 3: no other document is open."
    nothing = ask_documents(10, P, classes=CLASSES, open=np.zeros(3, dtype=bool))
    assert (len(nothing), nothing.note) == (0, "Every document has been answered.")
    empty = ask_documents(2, np.empty((0, 3)), classes=CLASSES, X=np.empty((0, 4)))
    assert (len(empty), empty.note) == (0, "There are no documents.")
    same = ask_documents(4, P, classes=CLASSES, X=np.ones((3, 2)))
    assert (len(same), same.note) == (3, "Only 3: no other document is open.")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 0}, "Cannot ask for 0 documents"),
        ({"n": -1}, "Cannot ask for -1 documents"),
        ({"P": [[0.5, 0.5]]}, "P has 2 columns for 3 classes"),
        ({"P": [[np.nan, 0.5, 0.5]]}, "row 0 is nan"),
        ({"X": np.ones((4, 2))}, "P has 200 documents and X has 4 documents; they must be the same"),
        ({"open": [True]}, "open has 1 documents"),
        ({"P": None}, "no pool to ask about: give at least one of P, X, open"),
        ({"taught": [True]}, "for each of the 3 classes"),
        ({"taught": [1, 0, 1]}, "True or False"),
        ({"checks": 1.1}, "checks must be from 0 to 1, not 1.1"),
        ({"checks": float("nan")}, "checks must be from 0 to 1, not nan"),
        ({"threshold": 0}, "threshold must be above 0"),
        ({"drawn": [-1]}, "no document -1"),
        ({"drawn": [True, False]}, "positions"),
        ({"drawn": [200]}, "There is no document 200"),
        ({"by": "uncertain"}, "is no order of documents"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(options, sentence):
    arguments = {"n": 3, "P": many(), "classes": CLASSES, **options}
    with pytest.raises(BadQuery, match=sentence):
        ask_documents(arguments.pop("n"), arguments.pop("P"), **arguments)
