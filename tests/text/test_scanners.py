from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.text.analyzers import Tokens, Tweets, Words
from teachback.text.base import _as_list
from teachback.text.characters import text_of
from teachback.text.scan import Scan, scan
from teachback.text.scanners import LONGEST_TAG, scan_spaces, scan_tweets, scan_words
from tests.text import reference
from tests.text.strategies import seen, texts

SCANNERS = [(scan_words, (True, True)), (scan_words, (False, False)), (scan_tweets, ()), (scan_spaces, ())]


def listed(found: Scan) -> list[tuple[int, int, str]]:
    return [(token.start, token.end, token.term) for token in _as_list(found)]


# Agreement with the slow reference.


@seen
@given(texts, st.booleans(), st.booleans())
def test_words_equal_the_reference(text, markup, digits):
    assert listed(scan(scan_words, [text], markup, digits)) == reference.words(text, markup=markup, digits=digits)


@seen
@given(texts)
def test_signs_and_words_of_tweets_equal_the_reference(text):
    assert listed(scan(scan_tweets, [text])) == reference.tweets_tokens(text)


@seen
@given(texts)
def test_tokens_between_white_space_equal_those_of_python(text):
    found = listed(scan(scan_spaces, [text]))
    assert found == reference.tokens(text)
    assert [term for _, _, term in found] == text.split()


# Properties.


@seen
@given(texts)
def test_a_plain_word_is_the_lower_case_of_what_stands_there(text):
    for start, end, term in listed(Words(digits=False).tokens([text])):
        assert term == reference.small(text[start:end])


@seen
@given(texts, st.sampled_from(SCANNERS))
def test_tokens_stand_in_order_inside_the_text(text, scanner):
    kernel, options = scanner
    found = listed(scan(kernel, [text], *options))
    starts = [start for start, _, _ in found]
    assert starts == sorted(set(starts))
    assert all(0 <= start < end <= len(text) and term for start, end, term in found)


@seen
@given(st.lists(texts, max_size=5), st.sampled_from(SCANNERS))
def test_texts_scanned_together_are_scanned_as_if_alone(several, scanner):
    kernel, options = scanner
    together = scan(kernel, several, *options)
    alone = [listed(scan(kernel, [text], *options)) for text in several]
    assert together.rows.tolist() == [sum(map(len, alone[:i])) for i in range(len(several) + 1)]
    assert listed(together) == [token for tokens in alone for token in tokens]


@pytest.mark.parametrize(
    "dense", ["@a", "1a", "日", "日\u0301", "!!", ":)", "www. ", "no a ", "🇫", "<3", "&a;", "#1", "é"]
)
@pytest.mark.parametrize("analyzer", [Words(), Tweets(), Tokens()], ids=lambda analyzer: analyzer.name)
def test_no_text_is_too_dense_for_the_room_that_is_made(analyzer, dense):
    text = 500 * dense
    found = analyzer.tokens([text])
    assert len(found.spelling) == found.spelling_at[-1]
    expected = {"words": reference.words, "tweets": reference.tweets_tokens, "tokens": reference.tokens}
    assert listed(found) == expected[analyzer.name](text)


# Examples.


def test_one_very_long_word_is_one_token():
    text = 300_000 * "x" + " y"
    assert [(start, end) for start, end, _ in listed(Words().tokens([text]))] == [(0, 300_000), (300_001, 300_002)]


@pytest.mark.parametrize(("inside", "is_tag"), [(LONGEST_TAG - 2, True), (LONGEST_TAG - 1, False)])
@pytest.mark.parametrize("sign", ["x", "@", " "])
def test_a_tag_longer_than_the_longest_is_no_tag(sign, inside, is_tag):
    text = "<b" + (inside - 1) * sign + "> end"
    assert len(Words().tokens([text])) == (1 if is_tag else 2)
    assert listed(Words().tokens([text])) == reference.words(text)


@pytest.mark.parametrize("inside", [LONGEST_TAG - 7, LONGEST_TAG - 6])
def test_a_comment_longer_than_the_longest_is_no_comment(inside):
    text = "<!--" + inside * ">" + "--> end <!--> a <!---> b <!----> c"
    assert listed(Words().tokens([text])) == reference.words(text)


def test_no_texts_have_no_tokens():
    for kernel, options in SCANNERS:
        assert listed(scan(kernel, [], *options)) == []
        assert scan(kernel, ["", ""], *options).rows.tolist() == [0, 0, 0]
        assert text_of(scan(kernel, [""], *options).spelling) == ""
