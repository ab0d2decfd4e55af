from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.store.words import LONGEST_WORD, MOST_BYTES, query_words, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("?! … — «» \x00 \ufeff", []),
        ("Don't e-mail: a_b@c.org", ["don", "t", "e", "mail", "a", "b", "c", "org"]),
        ("STRASSE Straße straße", ["strasse"]),
        ("cafe\u0301 CAFÉ", ["café"]),
        ("ｆｕｌｌ　width", ["full", "width"]),
        ("हिन्दी की किताब।", ["हिन्दी", "की", "किताब"]),
        ("می\u200cخرم، کتاب؟", ["می\u200cخرم", "کتاب"]),
        ("❤\ufe0f ❤ 👩🏽\u200d🚒", ["❤", "👩🏽\u200d🚒"]),
        ("版本3.0很好", ["版本", "本", "3", "0", "很好", "好"]),
        ("ราคา", ["รา", "าค", "คา", "า"]),
        ("one one ONE two", ["one", "two"]),
        ("x" * 5000, ["x" * LONGEST_WORD]),
    ],
)
def test_a_text_has_these_words(text, words):
    assert words_of(text) == words


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", []),
        ("*", []),
        ("card", [("card", False)]),
        ("Card CARD car*", [("card", False), ("car", True)]),
        ("don't*", [("don", False), ("t", True)]),
        ('"credit card" OR -x', [("credit", False), ("card", False), ("or", False), ("x", False)]),
        ("好", [("好", True)]),
        ("很好", [("很好", False)]),
    ],
)
def test_a_query_asks_for_these_words(query, words):
    assert query_words(query) == words


@given(st.text(), st.text(), st.text())
@settings(deadline=None)
def test_whatever_is_copied_out_of_a_text_between_spaces_is_found_again(before, copied, after):
    words = words_of(f"{before} {copied} {after}")
    for word, begins in query_words(copied):
        assert any(there.startswith(word) if begins else there == word for there in words)


@given(st.text(st.characters(codec="ascii")))
@settings(deadline=None)
def test_an_ascii_text_has_the_words_that_it_has_beside_others(text):
    assert words_of(text) == words_of(f"{text} é")[:-1]


@given(st.text())
@settings(deadline=None)
def test_no_word_holds_a_sign_that_a_query_language_could_mean(text):
    assert all(sign.isalnum() or not sign.isascii() for word in words_of(text) for sign in word)


@pytest.mark.parametrize("marks", ["\u0301\u0327", "\uff9e\u0301"], ids=["letters", "half width"])
def test_marks_without_end_take_no_time_without_end(marks):
    """Composing sorts them, each among all before it: these took minutes, in which nobody else was served."""
    assert words_of(f"a{marks * 200_000} end")[-1] == "end"


NUMBERS = " ".join(map(str, range(400_000)))
CHARACTERS = "".join(map(chr, random.Random(0).choices(range(0x4E00, 0x9FA0), k=400_000)))


@pytest.mark.parametrize("text", [NUMBERS, CHARACTERS], ids=["numbers", "characters"])
def test_the_different_words_of_a_long_text_fill_the_index_and_no_more(text):
    words = words_of(text)
    assert len(words) == len(set(words))
    assert MOST_BYTES - 10 < sum(len(word.encode()) for word in words) <= MOST_BYTES
