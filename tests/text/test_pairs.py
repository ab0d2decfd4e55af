from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from teachback.text.analyzers import Entities, Lines, Tokens, Tweets, Words
from teachback.text.base import Analyzer, Token, _as_list
from teachback.text.pairs import mask, with_pairs
from tests.text import reference
from tests.text.strategies import seen, texts


@st.composite
def passages(draw, count):
    """Texts with spans to mask, several times the same text perhaps, and the texts' own ends among the spans."""
    of = [draw(texts) for _ in range(count)]
    masked = []
    for number in draw(st.lists(st.integers(0, count - 1), max_size=4)):
        place = st.integers(0, len(of[number]))
        spans = draw(st.lists(st.tuples(place, place).map(sorted).map(tuple), max_size=3))
        masked.append((number, spans))
    return of, masked


def touches(token: Token, span: tuple[int, int]) -> bool:
    """Whether a code point of the token is in the span; an empty span touches the token that it is inside of."""
    letters, inside = range(token.start, token.end), range(*span)
    return bool(set(letters) & set(inside)) or (span[0] == span[1] and token.start < span[0] < token.end)


def by_hand(analyzer: Analyzer, text: str, spans, *, close_up: bool) -> list[str]:
    """The terms that are left, token by token."""
    runs: list[list[tuple[int, int, str]]] = [[]]
    for token in _as_list(analyzer.tokens([text])):
        if not any(touches(token, span) for span in spans):
            runs[-1].append(token[:3])
        elif not close_up:
            runs.append([])
    return [term for run in runs for _, _, term in (reference.pairs(run) if analyzer.bigrams else run)]


@seen
@given(texts)
def test_pairs_equal_the_reference(text):
    tokens = Words().tokens([text, "", text])
    expected = reference.pairs(reference.words(text))
    assert [token[:3] for token in _as_list(with_pairs(tokens))] == 2 * expected
    assert with_pairs(tokens).rows.tolist() == [0, len(expected), len(expected), 2 * len(expected)]


@seen
@given(passages(2), st.sampled_from([Words(), Lines(), Tweets(), Tokens()]), st.booleans())
def test_masking_equals_striking_out_tokens_by_hand(drawn, analyzer, close_up):
    of, masked = drawn
    left = analyzer.without(of, masked, close_up=close_up)
    rows = [terms(left, row) for row in range(len(masked))]
    assert rows == [by_hand(analyzer, of[number], spans, close_up=close_up) for number, spans in masked]


def terms(scan, row):
    return [token.term for token in _as_list(scan)[scan.rows[row] : scan.rows[row + 1]]]


@seen
@given(st.lists(st.sampled_from(["the", "goalie", "Saved", "7", "us,", "<b>", "🙂", "not"]), min_size=1), st.data())
def test_closing_up_equals_reading_the_text_with_the_touched_words_deleted(words, data):
    text = " ".join(words)
    place = st.integers(0, len(text))
    start, end = sorted(data.draw(st.tuples(place, place)))
    tokens = _as_list(Lines().tokens([text]))
    kept = list(text)
    for token in tokens:
        if token.touched(start, end):
            kept[token.start : token.end] = (token.end - token.start) * [""]
    left = Lines().without([text], [(0, [(start, end)])], close_up=True)
    assert terms(left, 0) == [token.term for token in Lines()("".join(kept))]


@seen
@given(passages(1), st.sampled_from([Lines(), Tweets()]))
def test_no_pair_reaches_across_a_gap(drawn, analyzer):
    of, masked = drawn
    left = analyzer.without(of, masked, close_up=False)
    for row, (_, spans) in enumerate(masked):
        for token in _as_list(left)[left.rows[row] : left.rows[row + 1]]:
            covered = [place for place in _as_list(analyzer.tokens(of)) if token.start <= place.start < token.end]
            assert not any(touches(place, span) for place in covered for span in spans)


def test_a_word_that_is_partly_touched_goes_whole():
    left = Words().without(["the goalie saved"], [(0, [(6, 7)])], close_up=True)
    assert terms(left, 0) == ["the", "saved"]


def test_a_gap_parts_neighbours_and_closing_up_joins_them():
    text, spans = "the goalie saved us", [(4, 10)]
    assert terms(Lines().without([text], [(0, spans)], close_up=True), 0) == [
        *("the", "the saved", "saved", "saved us", "us"),
    ]
    assert terms(Lines().without([text], [(0, spans)], close_up=False), 0) == ["the", "saved", "saved us", "us"]


def test_a_glued_negation_goes_with_its_word():
    assert terms(Tweets().without(["it is not good now"], [(0, [(10, 14)])], close_up=False), 0) == [
        *("it", "it is", "is", "now"),
    ]


def test_weights_stay_with_the_terms_that_are_left():
    text = "Lake Erie\tshores of _||3 banks of _||4"
    all_of_it = {token.term: token.weight for token in Entities()(text)}
    masked = mask(Entities().tokens([text]), [(0, [(text.index("banks"), len(text))])])
    left = {token.term: token.weight for token in _as_list(masked.scan)}
    assert left == {term: weight for term, weight in all_of_it.items() if term != "banks of _"}


def test_nothing_to_mask_gives_no_rows():
    masked = mask(Words().tokens(["a b"]), [])
    assert len(masked.scan) == 0
    assert masked.scan.rows.tolist() == [0]
    assert masked.gap.dtype == np.bool_


def test_spans_may_overlap_and_come_in_any_order():
    text = "one two three four"
    spans = [found.span() for found in re.finditer("two|three|wo thr", text)]
    for order in (spans, spans[::-1], [*spans, (5, 9)]):
        assert terms(Words().without([text], [(0, order)], close_up=True), 0) == ["one", "four"]
