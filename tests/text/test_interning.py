from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from teachback.text.interning import Interner, spell
from tests.text.strategies import seen, texts

batches = st.lists(st.lists(texts | st.text("ab\0", max_size=3), max_size=12), max_size=6)


@seen
@given(batches)
def test_numbers_equal_those_of_a_python_dict(several):
    interner, numbers = Interner(), {}
    for strings in several:
        expected = [numbers.setdefault(string, len(numbers)) for string in strings]
        assert interner.intern(*spell(strings)).tolist() == expected
        assert len(interner) == len(numbers)
    assert interner.spelled() == list(numbers)
    assert interner.find(*spell([*numbers, "never seen"])).tolist() == [*range(len(numbers)), -1]


@seen
@given(batches, st.data())
def test_forgetting_equals_never_having_read(several, data):
    interner, fresh = Interner(), Interner()
    early = data.draw(st.integers(0, len(several)))
    for strings in several[:early]:
        interner.intern(*spell(strings))
        fresh.intern(*spell(strings))
    size = len(interner)
    for strings in several[early:]:
        interner.intern(*spell(strings))
    interner.forget(size)
    assert interner.spelled() == fresh.spelled()
    for strings in several[::-1]:
        assert interner.find(*spell(strings)).tolist() == fresh.find(*spell(strings)).tolist()
        assert interner.intern(*spell(strings)).tolist() == fresh.intern(*spell(strings)).tolist()


def test_nearly_equal_strings_are_told_apart_while_the_tables_grow():
    strings = [f"{'x' * (i % 7)}{i:b}{'0' * (i % 5)}" for i in range(60_000)]
    numbers = {}
    expected = [numbers.setdefault(string, len(numbers)) for string in strings]
    interner = Interner()
    got = np.concatenate([interner.intern(*spell(strings[i : i + 777])) for i in range(0, len(strings), 777)])
    assert got.tolist() == expected
    assert interner.spelled() == list(numbers)
    assert interner.find(*spell(strings)).tolist() == expected


def test_strings_that_differ_in_one_letter_anywhere_are_told_apart():
    base = 40 * "a"
    strings = [base[:i] + letter + base[i + 1 :] for i in range(40) for letter in "bcd\0\U0010ffff"] + [base, ""]
    assert Interner().intern(*spell(strings)).tolist() == list(range(len(strings)))


def test_strings_with_the_same_hash_are_told_apart():
    twins = ["\U0002493b\U00022fbf\U00023129 ", "\u5548\U0002259d\u8e18\U00064230"]  # found by a birthday search
    interner = Interner()
    assert interner.intern(*spell([*twins, *twins[::-1]])).tolist() == [0, 1, 1, 0]
    assert interner._keys[0] == interner._keys[1]
    assert interner.find(*spell(twins[::-1])).tolist() == [1, 0]
    interner.forget(1)
    assert interner.find(*spell(twins)).tolist() == [0, -1]


def test_one_long_string_makes_room_for_itself():
    interner = Interner()
    long = 100_000 * "日"
    assert interner.intern(*spell(["a", long, "a", long, ""])).tolist() == [0, 1, 0, 1, 2]
    assert interner.spelled() == ["a", long, ""]
    assert interner.spelled(1) == [long, ""]
    assert interner.spelled(3) == []


def test_finding_adds_nothing():
    interner = Interner()
    assert interner.find(*spell(["a", ""])).tolist() == [-1, -1]
    assert len(interner) == 0
    assert interner.spelled() == []
