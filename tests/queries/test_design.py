from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from threadpoolctl import threadpool_limits

from teachback.queries import BadQuery, ask_documents, designed, of_length_one, settled

quickly = settings(deadline=None, max_examples=50)
NOISE = 0.3
numbers = st.floats(-1.0, 1.0).map(lambda number: round(number, 3))


@st.composite
def questions(draw):
    """Vectors of open and of labelled documents, and doubts or none."""
    size = draw(st.integers(1, 4))
    places = draw(arrays(np.float64, (draw(st.integers(1, 10)), size), elements=numbers))
    labelled = draw(st.none() | arrays(np.float64, (draw(st.integers(0, 4)), size), elements=numbers))
    doubt = draw(st.none() | arrays(np.float64, len(places), elements=st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0])))
    return places, labelled, doubt


def worths(places, known, doubt):
    """The formula of the docstring, document by document, with the covariance worked out anew."""
    size = places.shape[1]
    precision = np.eye(size)
    for z in known:
        precision += np.outer(z, z) / NOISE
    C = np.linalg.inv(precision)
    found = []
    for z_d, u_d in zip(places, doubt, strict=True):
        lowered = sum(u_e * (z_d @ C @ z_e) ** 2 for z_e, u_e in zip(places, doubt, strict=True))
        found.append(u_d * lowered / (z_d @ C @ z_d + NOISE))
    return np.array(found)


@quickly
@given(questions(), st.integers(1, 12))
def test_each_choice_is_the_best_by_the_formula_worked_out_anew(question, n):
    places, labelled, doubt = question
    chosen = designed(places, n, labelled=labelled, doubt=doubt).tolist()
    known = [] if labelled is None else list(labelled)
    u = np.ones(len(places)) if doubt is None else doubt
    assert len(set(chosen)) == len(chosen) == min(n, len(places))
    for place, best in enumerate(chosen):
        worth = worths(places, known, u)
        worth[chosen[:place]] = -1.0
        assert worth[best] >= worth.max() - 1e-9
        known.append(places[best])


def test_the_gain_is_the_variance_that_a_label_takes_away():
    places = np.random.default_rng(0).normal(size=(8, 3))
    prior = places @ places.T  # the covariance of a random linear function at the documents
    taken = [
        np.trace(np.outer(prior[:, d], prior[d]) / (prior[d, d] + NOISE)) for d in range(8)
    ]  # by conditioning on one noisy value
    np.testing.assert_allclose(worths(places, [], np.ones(8)), taken)
    assert designed(places, 1).tolist() == [int(np.argmax(taken))]


def clusters(sizes, seed=0, spread=0.1):
    """Vectors around a corner each, so many."""
    numbers = np.random.default_rng(seed)
    of = np.repeat(np.arange(len(sizes)), sizes)
    return np.eye(len(sizes))[of] + spread * numbers.normal(size=(len(of), len(sizes))), of


@pytest.mark.parametrize("seed", range(5))
def test_without_a_model_the_densest_place_comes_first_and_each_place_once(seed):
    places, of = clusters([8, 30, 15], seed)
    assert of[designed(places, 3)].tolist() == [1, 2, 0]


@pytest.mark.parametrize("seed", range(5))
def test_where_a_label_is_there_is_nothing_to_ask(seed):
    places, of = clusters([30, 15, 8], seed)
    labelled = np.eye(3)[[0, 0]]
    assert of[designed(places, 2, labelled=labelled)].tolist() == [1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_a_model_that_doubts_is_asked_where_it_doubts(seed):
    places, of = clusters([30, 15, 8], seed)
    assert of[designed(places, 1, doubt=np.where(of == 2, 1.0, 0.05))[0]] == 2


def test_no_document_is_chosen_twice_though_all_are_the_same():
    assert sorted(designed(np.ones((4, 2)), 4).tolist()) == [0, 1, 2, 3]


@pytest.mark.parametrize("shape", [(0, 3), (2, 3), (3, 0)])
def test_where_there_are_fewer_documents_all_are_chosen(shape):
    assert sorted(designed(np.ones(shape), 7).tolist()) == list(range(shape[0]))


def test_a_labelled_list_without_documents_is_none():
    places, _ = clusters([5, 3])
    assert designed(places, 4, labelled=np.zeros((0, 2))).tolist() == designed(places, 4).tolist()


def test_vectors_and_doubts_stay_as_they_were():
    places, _ = clusters([5, 3])
    given_places, doubt = places.copy(), np.linspace(0, 1, 8)
    designed(given_places, 4, doubt=doubt)
    np.testing.assert_array_equal(given_places, places)
    np.testing.assert_array_equal(doubt, np.linspace(0, 1, 8))


def test_one_or_two_threads_choose_the_same():
    places = np.random.default_rng(0).normal(size=(1500, 120)) / 11.0
    found = []
    for threads in (1, 2):
        with threadpool_limits(threads, user_api="blas"):
            found.append(designed(places, 20, labelled=places[:30]).tolist())
    assert found[0] == found[1]


# A page in an order that was worked out elsewhere.


P = np.array([[0.9, 0.1], [0.5, 0.5], [0.8, 0.2], [0.6, 0.4]])


def test_a_page_is_in_the_order_that_is_given():
    page = ask_documents(3, P, classes=["bug", "billing"], order=[1.0, 0.0, 3.0, 2.0], checks=0.0)
    assert [question.position for question in page] == [2, 3, 0]
    assert page.documents[0].why.startswith("the model says bug (80 %)")


@pytest.mark.parametrize("taught", [[True, False], [False, False]])
@pytest.mark.parametrize("given_P", [P, None])
def test_before_every_class_is_taught_the_order_is_kept_and_says_why(taught, given_P):
    page = ask_documents(
        2, given_P, classes=["bug", "billing"], X=np.eye(4), taught=taught, order=[1.0, 0.0, 3.0, 2.0], checks=0.0
    )
    assert [question.position for question in page] == [2, 3]
    assert all("typical of many documents" in question.why for question in page)


def test_closed_documents_and_near_duplicates_are_left_out_of_an_order():
    X = [[1, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]]
    page = ask_documents(
        2, P, classes=["bug", "billing"], X=X, open=[True, True, True, False], order=[2.0, 1.0, 3.0, 9.0], checks=0.0
    )
    assert [question.position for question in page] == [2, 1]
    assert page.documents[0].alike == (0,)


@pytest.mark.parametrize("order", [[1.0, 2.0], [1.0, np.nan, 0.0, 0.0]])
def test_an_order_that_is_no_number_for_each_document_is_refused(order):
    with pytest.raises(BadQuery):
        ask_documents(2, P, classes=["bug", "billing"], order=order)


@quickly
@given(questions())
def test_what_is_settled_is_the_formula_beside_all_that_could_be(question):
    places, labelled, doubt = question
    known = np.zeros((0, places.shape[1])) if labelled is None else labelled
    u = np.ones(len(places)) if doubt is None else doubt
    found = settled(places, places, known=known, doubt=doubt)
    total = np.square(places).sum()
    if total > 0.0:
        assert found * u * total == pytest.approx(worths(places, known, u), abs=1e-9)
        assert (found <= u.max(initial=0.0) + 1e-9).all()


def test_a_document_of_a_rare_kind_is_asked_though_its_vector_is_short():
    common = np.array([[1.0, 0.0]] * 20 + [[0.8, 0.6]] * 20)
    rare = np.array([[-0.02, 0.1]] * 3)
    places = np.concatenate([common, rare])
    assert max(designed(places, 3, labelled=common[[0, -1]]).tolist()) < 40
    assert designed(of_length_one(places), 3, labelled=common[[0, -1]])[0] >= 40
