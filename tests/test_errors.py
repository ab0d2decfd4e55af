from __future__ import annotations

import pytest

from teachback import errors
from teachback.errors import TeachbackError, UnknownClass, UnknownDocument, listed, near_miss

ALL = [error for error in vars(errors).values() if isinstance(error, type) and issubclass(error, Exception)]


def test_every_error_is_one_that_the_doors_print():
    assert all(issubclass(error, TeachbackError) for error in ALL)


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        (["bug", "how-to"], "'bil' is not a class of this project. Its classes are bug, how-to; use one of these or "
         "add the class first."),
        (["bill"], "'bil' is not a class of this project. Its classes are bill. Did you mean bill?"),
        ([], "'bil' is not a class of this project. It has no classes now; add the class first."),
    ],
)  # fmt: skip
def test_an_unknown_class_says_what_there_is_and_what_to_do(known, sentence):
    assert str(UnknownClass("bil", iter(known))) == sentence


def test_a_long_list_is_cut_and_counted():
    assert listed(map(str, range(15))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more"
    assert listed(map(str, range(12))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"


def test_an_unknown_document_is_named():
    assert str(UnknownDocument("d 9")).startswith("'d 9' is not a document of this project; use the id of one")


def test_only_a_close_name_is_offered():
    assert near_miss("bugs", ["bug", "billing"]) == " Did you mean bug?"
    assert near_miss("weather", ["bug", "billing"]) == near_miss("bug", []) == ""
