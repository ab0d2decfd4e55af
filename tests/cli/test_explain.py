"""The command line, a notebook and the page explain alike."""

from html import unescape

import pytest

from teachback.project import Project
from teachback.record import Label, Word
from tests.cli.conftest import MAILS
from tests.cli.test_commands import run


@pytest.fixture
def taught(folder):
    with Project.from_texts(MAILS, classes=["billing", "bug"], address="mails.teachback") as project:
        project.teach(Word("invoice", "billing"), Word("crashes", "bug"), Label("m5", "billing"), Label("m6", "bug"))
        project.learn()
    return "mails.teachback"


@pytest.mark.parametrize("id", ["m1", "m2", "m5", "m7"])
def test_every_door_says_the_same_of_a_document(taught, id):
    printed = run("explain", taught, id).stdout
    with Project.open(taught) as project:
        notebook, card, page = project.explain(id), project.review.card(id), project.review.page(id)
        advice = project.why_not(id)
    assert str(notebook) in printed
    assert notebook.removed == card.words
    assert card.why_not == (advice,)
    if notebook.sets:
        assert card.sentence == str(notebook)
    else:
        assert str(advice) in printed
        assert card.sentence == advice.sentence
    assert all(word in unescape(page) for word in card.words)


def test_a_text_is_explained_like_a_document(taught):
    of_document = run("explain", taught, "m2").stdout
    assert run("explain", taught, "--text", MAILS["m2"]).stdout == of_document
