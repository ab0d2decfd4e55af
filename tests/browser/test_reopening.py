"""A project that is opened again: the first document comes at once, and the rest as soon as the documents are read."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Label, Word
from tests.browser.projects import CLASSES, GOLD, TEXTS, WORDS
from tests.browser.screen import Screen, release

MANY = 3_100  # more than are read before the first page comes


def large(file):
    """Many documents, and a model of what was taught about some of them."""
    texts = {f"{id}-{k}": f"{text} {k}" for k in range(-(-MANY // len(TEXTS))) for id, text in TEXTS.items()}
    with Project.from_texts(texts, classes=CLASSES, address=file) as project:
        project.teach(*(Label(f"{id}-0", GOLD[id], teacher="ines") for id in sorted(TEXTS)[::4]))
        project.teach(*(Word(term, name, teacher="ines") for term, name in WORDS.items()))
        project.learn()


PROJECTS = {large: 2}


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


def test_a_batch_grows_no_longer_by_what_is_answered_while_its_other_documents_are_on_their_way(house, visits):
    name, _ = house.take("large")
    screen = Screen(visits.window(house.server).new_page())
    asked, held = [], []

    def hold_all_but_the_first(route):
        asked.append(route)
        if len(asked) == 1:
            route.continue_()
        else:
            held.append(route)

    screen.page.route(f"**/projects/{name}/questions*", hold_all_but_the_first)
    screen.page.goto(house.server.link)
    screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    text = screen.wait_for_text()
    expect(screen.rows()).to_have_count(5)
    while not held:  # the documents are being read, which ends
        screen.page.wait_for_timeout(20)
    for _ in range(3):
        screen.press("1")
        text = screen.wait_for_other_text(text)
    release(held)
    expect(screen.page.get_by_text("Does it speak for")).to_be_visible()
    expect(screen.rows()).to_have_count(5)
    assert screen.text == text
