"""A class that is everything else, and classes of which no word was said."""

from __future__ import annotations

import random

import pytest

from teachback.errors import UnknownClass
from teachback.project import Project
from teachback.record import Label, Word
from tests.project.demo import CORPUS, GOLD

RARE = "billing"
WORDS = ("invoice", "refund", "charged", "payment", "subscription")


@pytest.fixture
def project():
    texts = {document.id: document.text for document in CORPUS.documents[::4]}
    with Project.from_texts(texts, classes=CORPUS.classes) as project:
        yield project


def test_there_is_one_at_most_and_it_can_be_changed_and_taken_back(project):
    assert project.rest is None
    project.declare_rest("how-to")
    project.declare_rest("bug")
    assert project.rest == project.teaching().rest == "bug"
    assert project.undo().class_ == "bug"
    assert project.rest == "how-to"
    project.rename_class("how-to", "other")
    assert project.rest == "other"
    project.declare_rest(None)
    assert project.rest is None
    with pytest.raises(UnknownClass, match="'sprot' is not a class"):
        project.declare_rest("sprot")


def test_an_archived_or_merged_class_is_not_everything_else(project):
    project.declare_rest("how-to")
    project.archive_class("how-to")
    assert project.rest is None
    project.bring_back_class("how-to")
    assert project.rest == "how-to"
    project.merge_classes("how-to", into="bug")
    assert project.rest is None


def test_no_words_are_asked_for_it_and_none_for_any_class_when_the_others_are_taught(project):
    project.declare_rest("how-to")
    project.teach(Word("refund", "billing"), Word("crashes", "bug"), Word("wish", "feature request"))
    project.learn()
    questions = project.ask(0, words=5)
    assert not questions.words["how-to"]
    assert None not in questions.words
    assert all(questions.words[class_] for class_ in ("billing", "bug", "feature request"))
    assert questions.wordless == ()


def test_a_class_of_which_no_word_was_said_is_asked_first_and_says_so(project):
    assert project.ask(0, words=5).wordless == ()
    project.teach(*(Label(document, class_) for document, class_ in list(GOLD.items())[:80:4]))
    project.teach(Word("refund", "billing"), Word("crashes", "bug"), Word("wish", "feature request"))
    project.learn()
    questions = project.ask(0, words=5)
    assert questions.wordless == ("how-to",)
    assert next(iter(questions.words)) == "how-to"
    assert questions.words["how-to"]
    assert "how-to (no word has been said for it yet): " in str(questions)
    assert "how-to (no word has been said for it yet)" in questions._repr_html_()


@pytest.mark.parametrize(("labels", "taken", "right"), [(0, 0.4, 0.7), (35, 0.2, 400 / 460)])
def test_with_words_for_a_rare_class_alone_most_documents_are_not_taken_for_it(labels, taken, right):
    """Without a label a third are; with a few, more are right than if all were of the frequent class."""
    rare = [id for id, class_ in GOLD.items() if class_ == RARE][:60]
    rest = [id for id, class_ in GOLD.items() if class_ != RARE][:400]
    texts = {document.id: document.text for document in CORPUS.documents}
    with Project.from_texts({id: texts[id] for id in (*rare, *rest)}, classes=[RARE, "other"]) as project:
        project.teach(*(Word(term, RARE) for term in WORDS))
        drawn = random.Random(0).sample([*rare, *rest], labels)
        project.teach(*(Label(id, RARE if id in rare else "other") for id in drawn))
        project.learn()
        guessed = {id: guess.class_ for id, guess in project.predictions()}
    assert sum(class_ == RARE for class_ in guessed.values()) < taken * 460
    assert sum((class_ == RARE) == (id in rare) for id, class_ in guessed.items()) > right * 460


def test_the_model_knows_of_everything_else_though_nothing_was_taught_of_it(project):
    project.teach(*(Word(term, "billing") for term in WORDS), Word("crashes", "bug"), Word("error", "bug"))
    assert set(project.learn().classifier.classes) == {"bug", "billing"}
    project.declare_rest("how-to")
    assert set(project.learn().classifier.classes) == {"bug", "billing", "how-to"}
