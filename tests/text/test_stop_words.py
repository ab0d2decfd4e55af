from __future__ import annotations

import pytest

from teachback.errors import TeachbackError
from teachback.text import TermCounts
from teachback.text.stop_words import UnknownLanguage, stop_words


@pytest.mark.parametrize(
    ("language", "word"), [("english", "the"), ("English", "and"), ("german", "und"), ("en", "the")]
)
def test_a_language_has_its_common_words(language, word):
    assert word in stop_words(language)


def test_an_unknown_language_is_answered_with_the_near_miss_and_the_known_ones():
    with pytest.raises(UnknownLanguage, match=r"no list of stop words for 'englsh'\. Did you mean english\?") as caught:
        stop_words("englsh")
    assert "french" in str(caught.value)
    assert isinstance(caught.value, TeachbackError)


def test_a_language_far_from_all_others_gets_no_question():
    with pytest.raises(UnknownLanguage) as caught:
        stop_words("xxxx")
    assert "Did you mean" not in str(caught.value)


def test_own_words_are_taken_in_lower_case():
    assert stop_words(["Foo", "bar"]) == {"foo", "bar"}


def test_none_and_an_empty_list_leave_out_nothing():
    assert stop_words(None) == stop_words([]) == frozenset()


def test_stop_words_are_no_columns_but_stand_in_pairs():
    counts = TermCounts("lines", stop_words=["the"])
    counts.add(["save the day"])
    assert counts.terms == ["save", "save the", "the day", "day"]


def test_a_typed_stop_word_counts():
    counts = TermCounts(stop_words="english")
    counts.add(["the goalie and the puck"])
    assert counts.terms == ["goalie", "puck"]
    counts.keep("The")
    assert counts.terms == ["the", "goalie", "puck"]
    assert counts.X.toarray().tolist() == [[2, 1, 1]]


def test_texts_of_stop_words_alone_are_rows_without_terms():
    counts = TermCounts(stop_words="english")
    counts.add(["the", "and the"])
    assert counts.terms == []
    assert counts.X.shape == (2, 0)
