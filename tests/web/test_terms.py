"""How a typed word is answered before it is taught."""

import pytest

from tests.web.conftest import AT


@pytest.mark.parametrize(("typed", "term", "found"), [(" Invoice ", "invoice", True), ("möglich", "möglich", False)])
def test_a_word_is_answered_as_it_is_written_and_whether_a_document_has_it(client, typed, term, found):
    answer = client.get(f"{AT}/terms", params={"typed": typed}).json()
    assert (answer["term"], answer["found"], answer["why"]) == (term, found, "")
    assert (answer["documents"] > 0, len(answer["examples"]) > 0) == (found, found)
    assert all(each["term"].lower() == term for each in answer["examples"])


def test_a_word_that_stands_everywhere_or_says_nothing_is_not_worth_teaching(client):
    assert "of all documents and tells nothing apart" in client.get(f"{AT}/terms?typed=the").json()["advice"]
    assert client.get(f"{AT}/terms?typed=for").json()["advice"]
    assert client.get(f"{AT}/terms?typed=although").json()["advice"] == ""  # few have it: it may tell
    assert client.get(f"{AT}/terms?typed=invoice").json()["advice"] == ""


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (
            "a b c d e f g",
            "'a b c d e f g' is read as 7 words here: a, b, c, d, e and 2 more. Teach one of them, or a phrase of up "
            "to 6.",
        ),
        ("!?", "'!?' has no word in it; teach a word that can occur in the texts."),
    ],
)
def test_what_is_no_term_is_answered_with_a_sentence(client, typed, why):
    assert (
        client.get(f"{AT}/terms", params={"typed": typed}).json().items()
        >= {
            "term": None,
            "found": False,
            "why": why,
        }.items()
    )
