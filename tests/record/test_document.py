from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teachback.errors import BadText
from teachback.record import Document
from teachback.record.texts import check_name

INVISIBLE = ["\u200b", "a\u200bb", "\u200d", "a\u200d", "\u202ebug", "\ufeffbug", "\ue000"]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_text_is_kept_exactly_as_it_came(text):
    assert Document("d1", text).text == text


@pytest.mark.parametrize("text", ["", "\r\n", "a\x00b", "\ufeffBOM", "e\u0301 \u00e9", " padded\t"])
def test_nothing_is_trimmed_or_normalised(text):
    assert Document("d1", text).text == text


def test_half_a_character_is_refused_with_its_place():
    with pytest.raises(BadText, match=r"The text of document d1 holds a lone surrogate \(U\+D83D\) at position 2"):
        Document("d1", "ok\ud83d")


@pytest.mark.parametrize("text", [None, 3, b"bytes", ["a"]])
def test_what_is_not_text_is_refused(text):
    with pytest.raises(BadText, match=r"The text of document d1 must be text, not .* Decode bytes"):
        Document("d1", text)


@pytest.mark.parametrize(
    "name", ["d17", "how to", "été", "کتاب\u200cها", "क\u094d\u200dष", "👩\u200d🚒", "請求", "\U0001fae9", "a/b:c", "1"]
)
def test_a_name_may_be_of_any_script(name):
    check_name(name, "a class")


@pytest.mark.parametrize(
    "name", ["", " ", " bug", "bug ", "bug\n", "a\tb", "a\x00b", "a\u00a0b", "a\u2028b", *INVISIBLE]
)
def test_a_name_that_could_not_be_typed_again_is_refused(name):
    with pytest.raises(BadText, match="cannot be a class: it must have at least one character, no space at either end"):
        check_name(name, "a class")


@pytest.mark.parametrize("name", [None, 7, b"d1", ("d1",)])
def test_a_name_that_is_not_text_is_refused(name):
    with pytest.raises(BadText, match="A document's id must be text, not"):
        Document(name, "text")


def test_a_name_with_half_a_character_is_refused():
    with pytest.raises(BadText, match="A document's id holds a lone surrogate"):
        Document("d\ud83d", "text")


def test_a_document_is_a_frozen_value():
    assert Document("d1", "a") == Document("d1", "a")
    assert len({Document("d1", "a"), Document("d1", "a")}) == 1
    with pytest.raises(AttributeError):
        Document("d1", "a").text = "b"


@given(st.text(), st.integers(1, 30))
def test_a_snippet_is_one_line_of_at_most_the_width(text, width):
    line = Document("d1", text).snippet(width)
    assert len(line) <= width
    assert len(line.splitlines()) <= 1
