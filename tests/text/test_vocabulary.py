from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.text import Vocabulary
from teachback.text.analyzers import Tokens
from teachback.text.vocabulary import BadVocabulary
from tests.text.strategies import seen

letters = st.lists(st.sampled_from("abcdefgh"), max_size=30)


def read(vocabulary: Vocabulary, words) -> list[int]:
    numbers = vocabulary.read(Tokens().tokens([" ".join(words)]), grow=True)
    vocabulary.count(numbers)
    return numbers.tolist()


@seen
@given(
    letters,
    st.integers(0, 4),
    st.none() | st.integers(1, 5),
    st.sets(st.sampled_from("abcdxyz")),
    st.sets(st.sampled_from("abc")),
)
def test_the_terms_that_count_equal_a_selection_by_hand(words, min_count, max_size, typed, stopped):
    vocabulary = Vocabulary(min_count=min_count, max_size=max_size, stop_words=stopped)
    vocabulary.keep(sorted(typed))
    read(vocabulary, words)
    counter = Counter(words)
    order = list(dict.fromkeys([*sorted(typed), *words]))
    frequent = [word for word in order if counter[word] >= max(1, min_count) and word not in typed | stopped]
    chosen = sorted(frequent, key=lambda word: (-counter[word], order.index(word)))[:max_size]
    assert vocabulary.columns == [word for word in order if word in chosen or (word in typed and counter[word])]
    assert vocabulary.aside == [word for word in sorted(typed) if not counter[word]]
    assert vocabulary.totals.tolist() == [counter[word] for word in order]


@seen
@given(st.lists(letters | st.just(["typed"]), max_size=6))
def test_numbers_never_change(batches):
    vocabulary, numbers = Vocabulary(), {}
    for words in batches:
        if words == ["typed"]:
            vocabulary.keep(words)
            numbers.setdefault("typed", len(numbers))
        else:
            expected = [numbers.setdefault(word, len(numbers)) for word in words]
            assert read(vocabulary, words) == expected
        assert vocabulary.terms == list(numbers)
        assert vocabulary.numbers(numbers).tolist() == list(range(len(numbers)))
    assert vocabulary.numbers(["never"]).tolist() == [-1]


def test_a_typed_term_waits_aside_and_comes_alive():
    vocabulary = Vocabulary(min_count=5, max_size=1, stop_words=["referee"])
    vocabulary.keep(["referee", "goal"])
    assert (vocabulary.aside, vocabulary.columns) == (["referee", "goal"], [])
    read(vocabulary, ["referee"])
    assert (vocabulary.aside, vocabulary.columns) == (["goal"], ["referee"])


def test_typing_a_term_twice_changes_nothing():
    vocabulary = Vocabulary()
    vocabulary.keep(["a", "a"])
    vocabulary.keep(["a"])
    assert (vocabulary.terms, vocabulary.aside) == (["a"], ["a"])


def test_typed_terms_take_no_room_from_the_others():
    vocabulary = Vocabulary(max_size=2)
    read(vocabulary, "aaabbc")
    vocabulary.keep("a")
    assert vocabulary.columns == ["a", "b", "c"]


def test_ties_are_broken_by_position():
    vocabulary = Vocabulary(max_size=2)
    read(vocabulary, "dcbacb")
    assert vocabulary.columns == ["c", "b"]
    vocabulary = Vocabulary(max_size=2)
    read(vocabulary, "dcba")
    assert vocabulary.columns == ["d", "c"]


def test_ties_are_broken_by_position_among_many():
    words = [f"w{i}" for i in range(500)]
    vocabulary = Vocabulary(max_size=120)
    read(vocabulary, words + words[::-3])
    often = words[::-3][::-1]
    assert vocabulary.columns == often[:120]


def test_reading_without_growing_adds_nothing():
    vocabulary = Vocabulary()
    read(vocabulary, "ab")
    assert vocabulary.read(Tokens().tokens(["b z a"]), grow=False).tolist() == [1, -1, 0]
    assert vocabulary.terms == ["a", "b"]


def test_forgetting_goes_back_to_the_terms_and_totals_of_before():
    vocabulary = Vocabulary()
    read(vocabulary, "ab")
    before = vocabulary.totals.copy()
    read(vocabulary, "abc")
    assert vocabulary.terms == ["a", "b", "c"]
    vocabulary.forget(2, before)
    assert (vocabulary.terms, vocabulary.totals.tolist(), vocabulary.columns) == (["a", "b"], [1, 1], ["a", "b"])
    assert read(vocabulary, "db") == [2, 1]


@pytest.mark.parametrize("limits", [{"min_count": -1}, {"max_size": 0}, {"max_size": -3}])
def test_limits_that_no_term_could_meet_are_refused(limits):
    with pytest.raises(BadVocabulary, match="min_count must be at least 0 and max_size at least 1"):
        Vocabulary(**limits)


def test_an_empty_vocabulary_has_nothing():
    vocabulary = Vocabulary(max_size=3)
    assert (len(vocabulary), vocabulary.terms, vocabulary.columns, vocabulary.aside) == (0, [], [], [])
    assert vocabulary.selected().dtype == np.int64
