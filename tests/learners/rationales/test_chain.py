from __future__ import annotations

import itertools
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from teachback.learners.rationales.chain import Chain

quickly = settings(deadline=None, max_examples=40)
KINDS, CLASSES, PLACES = 4, 3, 3


@st.composite
def chains(draw, longest=5):
    """A few short texts, some of them marked more than once, some not at all."""
    sizes = draw(st.lists(st.integers(0, longest), min_size=1, max_size=4))
    rows = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    numbers = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    text = np.array(draw(st.lists(st.integers(0, len(sizes) - 1), min_size=1, max_size=4)), dtype=np.int64)
    return Chain(
        rows,
        numbers.integers(0, KINDS, rows[-1]).astype(np.int32),
        numbers.integers(0, PLACES, rows[-1] + len(sizes)).astype(np.int32),
        text,
        numbers.integers(0, CLASSES, len(text)),
        numbers.random(int(np.diff(rows)[text].sum())) < 0.4,
        (KINDS, CLASSES, PLACES),
    )


def tables(chain, seed, scale=1.0):
    numbers = np.random.default_rng(seed)
    emission = scale * numbers.normal(size=(KINDS, CLASSES))
    return emission, scale * numbers.normal(size=(PLACES, 4)), scale * numbers.normal(size=len(chain.text))


def score(chain, sequence, tags, emission, transition, laziness):
    """The score of one way to tag a sequence, written slowly."""
    first = chain.rows[chain.text[sequence]]
    before, total = 0, 0.0
    for m, tag in enumerate([*tags, 0]):
        total += transition[chain.place[first + chain.text[sequence] + m], 2 * before + tag]
        total += laziness[sequence] * (tag > before)
        if m < len(tags) and tag:
            total += emission[chain.kind[first + m], chain.class_[sequence]]
        before = tag
    return total


def every_way(chain, sequence):
    size = chain.tags_at[sequence + 1] - chain.tags_at[sequence]
    return itertools.product([0, 1], repeat=int(size))


@quickly
@given(chains(), st.integers(0, 99))
def test_the_log_likelihood_is_that_of_all_ways_to_tag(chain, seed):
    given_tables = tables(chain, seed)
    expected = 0.0
    for s in range(len(chain.text)):
        tags = chain.tags[chain.tags_at[s] : chain.tags_at[s + 1]].astype(int)
        ways = [score(chain, s, way, *given_tables) for way in every_way(chain, s)]
        expected += score(chain, s, tags, *given_tables) - np.logaddexp.reduce(ways)
    np.testing.assert_allclose(chain.log_likelihood(*given_tables)[0], expected, rtol=1e-9, atol=1e-9)


@quickly
@given(chains(), st.integers(0, 99))
def test_the_marginals_are_those_of_all_ways_to_tag(chain, seed):
    emission, transition, _ = tables(chain, seed)
    expected = []
    for s in range(len(chain.text)):
        ways = list(every_way(chain, s))
        chances = np.exp([score(chain, s, way, emission, transition, np.zeros(len(chain.text))) for way in ways])
        expected += (chances @ np.array(ways, dtype=float) / chances.sum()).tolist() if ways[0] else []
    np.testing.assert_allclose(chain.marginals(emission, transition), expected, atol=1e-9)


@quickly
@given(chains(), st.integers(0, 99))
def test_what_is_observed_beyond_expectation_is_the_gradient(chain, seed):
    shapes = [table.shape for table in tables(chain, seed)]
    flat = np.concatenate([table.ravel() for table in tables(chain, seed)])
    ends = np.cumsum([np.prod(shape, dtype=int) for shape in shapes])[:-1]

    def value(flat):
        parts = [part.reshape(shape) for part, shape in zip(np.split(flat, ends), shapes, strict=True)]
        return chain.log_likelihood(*parts)

    _, beyond = value(flat)
    gradient = np.concatenate([beyond.inside.ravel(), beyond.pairs.ravel(), beyond.starts])
    np.testing.assert_allclose(gradient, approx_fprime(flat, lambda at: value(at)[0], 1e-6), atol=1e-4)


def long_chain(texts=40):
    numbers = np.random.default_rng(1)
    sizes = numbers.integers(0, 6000, texts)
    rows = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return Chain(
        rows,
        numbers.integers(0, KINDS, rows[-1]).astype(np.int32),
        numbers.integers(0, PLACES, rows[-1] + texts).astype(np.int32),
        np.arange(texts),
        numbers.integers(0, CLASSES, texts),
        numbers.random(rows[-1]) < 0.1,
        (KINDS, CLASSES, PLACES),
    )


def test_expectations_are_the_same_bits_with_any_number_of_threads():
    chain = long_chain()
    given_tables = tables(chain, 3)
    results = []
    for processors in (1, 2, 3, 7):
        with patch("os.cpu_count", return_value=processors):
            value, beyond = chain.log_likelihood(*given_tables)
        results.append((value, beyond.inside.tobytes(), beyond.pairs.tobytes(), beyond.starts.tobytes()))
    assert len(set(results)) == 1


def test_expected_pairs_of_tags_add_up_to_the_places():
    chain = long_chain()
    expected = chain.expected(*tables(chain, 3))
    np.testing.assert_allclose(expected.pairs.sum(), len(chain.place), rtol=1e-12)
    np.testing.assert_allclose(expected.pairs[:, [1, 3]].sum(), expected.inside.sum(), rtol=1e-9)
    np.testing.assert_allclose(expected.pairs[:, 1].sum(), expected.starts.sum(), rtol=1e-9)


@pytest.mark.parametrize("scale", [30.0, 1e3, 1e6])
def test_absurd_scores_have_finite_results(scale):
    chain = long_chain(5)
    value, beyond = chain.log_likelihood(*tables(chain, 3, scale))
    assert np.isfinite(value)
    assert np.isfinite(beyond.inside).all()
    assert np.isfinite(beyond.pairs).all()


def test_a_text_without_tokens_is_outside_and_certain():
    chain = Chain(
        np.array([0, 0]),
        np.zeros(0, np.int32),
        np.zeros(1, np.int32),
        np.array([0]),
        np.array([0]),
        np.zeros(0, bool),
        (1, 1, 1),
    )
    assert chain.log_likelihood(np.ones((1, 1)), np.ones((1, 4)), np.zeros(1))[0] == pytest.approx(0.0)
