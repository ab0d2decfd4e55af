"""What a description says of a class, and what it says does not belong to it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teachback.text.description import belonging, described_parts

SAID = {
    "Invoices and refunds.": "Invoices and refunds .",
    "Invoices. Not: how to pay. Receipts": "Invoices . Receipts",
    "Hockey, not baseball; skating": "Hockey , skating",
    "Not only crashes but freezes.": "Not only crashes but freezes .",
    "The app doesn't start. Errors": "The app Errors",
    "Cars, except trucks, and vans.": "Cars ,",
    "Unlike praise: complaints": "",
    "Rechnungen, aber keine Mahnungen.": "Rechnungen ,",
    "Bugs.\nNot this:\n- refunds\n- praise\nFreezes": "Bugs . Freezes",
    "Bugs.\nNot:\nrefunds and so on\nFreezes": "Bugs . Freezes",
    "Bugs.\nExamples:\n- it crashed": "Bugs . Examples : - it crashed",
    "notable knots": "notable knots",
}


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_what_does_not_belong_to_the_class_is_left_out(text, said):
    assert belonging(text) == said


@settings(deadline=None, max_examples=50)
@given(st.text(alphabet="ab not,.:;-\n!'", max_size=60))
def test_every_letter_of_a_description_is_in_one_part(text):
    parts = described_parts(text)
    assert all(one.end <= other.start for one, other in pairwise(parts))
    shown = "".join(text[part.start : part.end] for part in parts)
    assert sorted(shown.replace(" ", "")) == sorted("".join(text.split()))
