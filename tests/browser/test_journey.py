"""A newcomer, from the first command to a classifier that she takes along, without instructions."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

import pytest
from playwright.sync_api import expect

from teachback import corpora
from teachback.record import Distinction, Label, Lesson, Rationale, Word
from tests.browser.process import Teachback
from tests.browser.visits import record_of

CORPUS = corpora.load("demo")
GOLD = {document.text: CORPUS.labels[document.id] for document in CORPUS.documents}
WORDS = {
    "bug": ["crash", "error", "broken"],
    "billing": ["invoice", "refund", "charged"],
    "how-to": ["how", "where"],
    "feature request": ["wish", "please"],
}


@pytest.fixture
def demo(tmp_path):
    """`teachback demo`, started for the first time by somebody."""
    demo = Teachback("demo", home=tmp_path / "home", fresh=True)
    demo.start()
    yield demo
    demo.stop()
    assert demo.errors == ""


def test_a_newcomer_teaches_understands_and_takes_her_classifier_along(demo, visits, tmp_path):
    screen = visits.open(demo)
    screen.wait_for_text()

    # Ten words, and a batch of five documents with a highlight in each: nothing is known yet, so they come by chance.
    for name, terms in WORDS.items():
        screen.type_words(name, terms)
    for _ in range(5):
        text = screen.wait_for_text()
        third, fourth = text.split()[2:4]
        screen.highlight(f"{third} {fourth}")
        expect(screen.page.locator("mark")).to_have_count(1)
        screen.label(GOLD[text])
    expect(screen.page.get_by_role("heading", name="Batch done")).to_be_visible()

    # Two more documents that the model asks for, one of them the random check that the curve needs.
    screen.wait_for_model()
    screen.button("Next batch").click()
    screen.rows().filter(has_text="random check").click()
    for _ in range(2):
        screen.label(GOLD[screen.wait_for_text()])
        if screen.button("Go on").is_visible():  # the model was sure of something else
            screen.button("Go on").click()
    screen.wait_for_model()

    # A mistake, its explanation, and what tells the document from the one it was taken for.
    screen.go("Review")
    card = screen.page.get_by_role("complementary", name="Why?")
    _open_mistake(screen, card, {label.class_ for label in _lessons(demo, Label)})
    expect(card).to_contain_text("Because of")
    expect(card).to_contain_text("Without")
    card.get_by_role("button", name=f"Label it {GOLD[screen.text]}").click()
    card.locator(".apart").get_by_role("button").first.click()
    expect(card).to_contain_text("This text")

    # The curve.
    screen.go("Quality")
    curve = screen.page.get_by_role("region", name="Learning curve")
    expect(curve.locator("canvas")).to_be_visible(timeout=60_000)
    expect(curve).to_contain_text("1 check so far")

    # An export, and the model.
    screen.go("Data")
    screen.page.get_by_role("link", name="Export").click()
    with screen.page.expect_download() as coming:
        screen.page.get_by_role("link", name="Labels, JSON lines").click()
    exported = tmp_path / coming.value.suggested_filename
    coming.value.save_as(exported)
    screen.page.get_by_role("link", name="Models").click()
    with screen.page.expect_download() as coming:
        screen.page.get_by_role("link", name="Download the model").click()
    model = tmp_path / coming.value.suggested_filename
    coming.value.save_as(model)

    # Exactly that is in the record, and in the export.
    lessons = _lessons(demo, Lesson)
    kinds = {"word": 10, "label": 8, "rationale": 5, "distinction": 1}
    assert Counter(each.kind for each in lessons) == kinds
    assert {(each.term, each.class_) for each in _lessons(demo, Word)} == {
        (term, name) for name, terms in WORDS.items() for term in terms
    }
    assert all(each.class_ == CORPUS.labels[each.document] for each in _lessons(demo, Label))
    texts = {document.id: document.text for document in CORPUS.documents}
    for each in _lessons(demo, Rationale):
        assert texts[each.document][each.start : each.end].split() == texts[each.document].split()[2:4]
    (apart,) = _lessons(demo, Distinction)
    assert apart.class_ == CORPUS.labels[apart.document] != CORPUS.labels[apart.versus]
    assert len(exported.read_text("utf-8").splitlines()) >= 8

    # The model classifies texts that it has never seen.
    mails = tmp_path / "mails.jsonl"
    mails.write_text('{"id": "a", "text": "please refund the invoice, I was charged twice"}\n', "utf-8")
    classify = [sys.executable, "-m", "teachback", "classify", str(model), str(mails), "--json"]
    answer = subprocess.run(classify, check=True, capture_output=True, text=True).stdout
    assert json.loads(answer)["prediction"] == "billing"


def _lessons(demo, kind):
    return [each for each in record_of(demo.home / "teachback" / "demo.teachback") if isinstance(each, kind)]


def _open_mistake(screen, card, labelled):
    """Open a document of the list that the model takes for a class of which it has seen a document."""
    links = screen.page.get_by_role("list", name="Documents").get_by_role("link")
    expect(links.first).to_be_visible()
    for link in links.all():
        id = link.get_attribute("href").split("/")[-1].split("?")[0]
        guess = link.locator(".class-chip.thought").get_attribute("title")
        if guess in labelled - {CORPUS.labels[id]}:
            link.click()
            screen.settle()
            expect(card).to_contain_text("Because of")
            if (
                card.locator(".says .class-chip").get_attribute("title") != CORPUS.labels[id]
            ):  # a newer one may be right
                return
    raise AssertionError("the model makes no mistake")
