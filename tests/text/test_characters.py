from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from teachback.text.characters import (
    DIGIT,
    JOINER,
    LETTER,
    MARK,
    NOTHING,
    PICTURE,
    SPACE,
    SPACELESS,
    code_points,
    kinds,
    lowered,
    text_of,
)
from tests.text import reference
from tests.text.strategies import seen

KINDS = {
    **{reference.LETTER: LETTER, reference.MARK: MARK, reference.DIGIT: DIGIT, reference.SPACE: SPACE},
    **{reference.SPACELESS: SPACELESS, reference.PICTURE: PICTURE, reference.FLAG: PICTURE, reference.JOINER: JOINER},
}


def test_every_character_is_what_its_unicode_name_and_category_say():
    expected = [KINDS.get(reference.sign(chr(code)), NOTHING) for code in range(len(kinds()))]
    differ = np.flatnonzero(kinds() != expected)
    assert differ.tolist() == []


def test_every_character_has_a_lower_case_of_one_character():
    assert text_of(lowered()) == reference.small(map(chr, range(len(lowered()))))


def test_lower_case_is_its_own_lower_case():
    assert np.array_equal(lowered()[lowered()], lowered())


@seen
@given(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_code_points_spell_the_text_they_came_from(text):
    codes = code_points(text)
    assert codes.tolist() == [ord(character) for character in text]
    assert text_of(codes) == text
