from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from teachback.queries import taught_classes
from tests.queries.strategies import seen


@seen
@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_a_class_is_taught_by_a_label_or_by_a_word(labels, words):
    assert taught_classes("abc", labels, words).tolist() == [name in labels or name in words for name in "abc"]


def test_nothing_is_taught_at_first():
    assert not taught_classes(["bug", "billing"]).any()
