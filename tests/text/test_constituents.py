from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.text.constituents import NONTERMINALS, BadParse, boundaries, parsed

NUMBER = {name: number for number, name in enumerate(NONTERMINALS, start=1)} | {"ADVP": 0}


@st.composite
def trees(draw):
    """Brackets over a text of tokens of two letters with a space between, outer ones first."""
    tokens = draw(st.integers(1, 7))
    brackets = []

    def split(first, stop):
        brackets.append((draw(st.sampled_from(list(NUMBER)[1:])), first, stop))
        inner = draw(st.lists(st.integers(first, stop), min_size=0, max_size=2).map(sorted))
        for a, b in zip([first, *inner], [*inner, stop], strict=True):
            if a < b and (a, b) != (first, stop) and draw(st.booleans()):
                split(a, b)

    split(0, tokens)
    return tokens, brackets


@settings(deadline=None, max_examples=60)
@given(trees())
def test_every_place_has_the_largest_that_end_and_start_and_the_smallest_that_crosses(tree):
    tokens, brackets = tree
    starts = [3 * token for token in range(tokens)]
    given_spans = [(label, 3 * a, 3 * b - 1) for label, a, b in brackets]
    found = boundaries(given_spans, starts, [start + 2 for start in starts])
    for place in range(tokens + 1):
        ending = [(a - b, k, label) for k, (label, a, b) in enumerate(brackets) if b == place]
        starting = [(a - b, k, label) for k, (label, a, b) in enumerate(brackets) if a == place]
        crossing = [(b - a, -k, label) for k, (label, a, b) in enumerate(brackets) if a < place < b]
        names = [min(ending, default=(0, 0, ""))[2], min(starting, default=(0, 0, ""))[2]]
        names.append(min(crossing, default=(0, 0, "DOC"))[2])
        assert found[place].tolist() == [NUMBER.get(name, 0) for name in names]


def test_a_constituent_covers_every_token_that_it_touches():
    found = boundaries([("NP", 1, 5)], starts=[0, 4, 8], ends=[3, 7, 11])
    assert found[:, 0].tolist() == [0, 0, NUMBER["NP"], 0]
    assert found[:, 1].tolist() == [NUMBER["NP"], 0, 0, 0]


def test_a_text_without_tokens_has_one_place():
    np.testing.assert_array_equal(boundaries([("TOP", 0, 3)], [], []), [[0, 0, NUMBER["DOC"]]])


def test_texts_are_parsed_in_order():
    texts = [f"text {number}" for number in range(20)]
    assert list(parsed(lambda text: [("TOP", 0, int(text.split()[1]) % 5 + 1)], texts)) == [
        [("TOP", 0, number % 5 + 1)] for number in range(20)
    ]


@pytest.mark.parametrize("wrong", [("NP", 0, 9), ("NP", 2, 2), ("NP", -1, 2), (1, 0, 2), "NP"])
def test_what_is_no_constituent_is_refused_with_a_sentence(wrong):
    with pytest.raises(BadParse, match="is no constituent of a text of 4 code points"):
        list(parsed(lambda text: [wrong], ["text"]))
