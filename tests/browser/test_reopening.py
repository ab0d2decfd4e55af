"""A project that is opened again: the first document comes at once, and the rest as soon as the documents are read."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Label, Word
from tests.browser.projects import CLASSES, GOLD, TEXTS, WORDS

MANY = 3_100  # more than are read before the first page comes


def large(file):
    """Many documents, and a model of what was taught about some of them."""
    texts = {f"{id}-{k}": f"{text} {k}" for k in range(-(-MANY // len(TEXTS))) for id, text in TEXTS.items()}
    with Project.from_texts(texts, classes=CLASSES, address=file) as project:
        project.teach(*(Label(f"{id}-0", GOLD[id], teacher="ines") for id in sorted(TEXTS)[::4]))
        project.teach(*(Word(term, name, teacher="ines") for term, name in WORDS.items()))
        project.learn()


PROJECTS = {large: 1}


def test_words_and_guesses_come_once_the_documents_are_read_and_the_document_on_the_screen_stays(house, visits):
    screen = visits.open(house.server, house.take("large")[0])
    text = screen.wait_for_text()
    first = screen.first_batch
    assert (first["unread"], first["words"], first["model"]) == (True, {}, None)

    expect(screen.page.get_by_text("Does it speak for")).to_be_visible()
    expect(screen.page.locator(".figure-number")).to_be_visible()
    assert screen.text == text
    screen.press("1")
    screen.wait_for_other_text(text)
    assert screen.asked[0]["guess"] is not None
    assert screen.text in {document["text"] for document in screen.asked}
