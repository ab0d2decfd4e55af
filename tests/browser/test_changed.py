"""What a batch changed: a screen of its own, from the number to the documents, the lessons, and the way back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.projects import GOLD, ID, taught, untaught
from tests.browser.test_accessibility import _SIDEWAYS, _TARGETS, PHONE, _violations
from tests.browser.visits import record_of

PROJECTS = {taught: 6, untaught: 2}

_MAIN = "() => [document.querySelector('main')].flatMap((main) => [main.scrollHeight, main.clientHeight])"
_CHANGES = """async ([name, since]) =>
  (await fetch(`/api/v1/projects/${encodeURIComponent(name)}/review/changes?since=${since}`)).json()"""

_TEACH = """async ([name, entry]) => {
  const body = JSON.stringify({ entries: [entry] })
  const headers = { "content-type": "application/json" }
  return (await fetch(`/api/v1/projects/${encodeURIComponent(name)}/lessons`, { method: "POST", headers, body })).ok
}"""


def answer_batch(screen):
    """Say what each document of the batch is."""
    while screen.page.locator(".text").is_visible():
        text = screen.text
        screen.label(GOLD[ID[text]])
        if screen.button("Go on").is_visible():
            screen.button("Go on").click()
        expect(screen.page.locator(".text", has_text=re.compile(f"^{re.escape(text)}$"))).to_have_count(0)


@pytest.fixture
def changed(house, visits):
    """The screen of what a batch and a word have changed, and the project's name."""
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_guesses()
    screen.press("/")
    screen.page.keyboard.type("app")
    screen.press("Enter", "Escape")
    answer_batch(screen)
    screen.wait_for_learned()
    link = screen.page.locator(".state-card").get_by_role("link", name="predictions changed")
    expect(link).to_be_visible()
    link.click()
    expect(screen.page.get_by_role("heading", name="Because of")).to_be_visible()
    screen.settle()
    return screen, name


def test_what_changed_is_told_alike_on_its_screen_by_the_server_and_in_review(changed):
    screen, name = changed
    since = re.search(r"since=(\d+)", screen.page.url)[1]
    changes = screen.page.evaluate(_CHANGES, [name, since])
    title = screen.page.get_by_role("heading", level=1)
    expect(title).to_have_text(f"{changes['changed']} of {changes['documents']} predictions changed")
    bands = screen.page.locator(".bands a")
    sizes = [int(re.match(r"\d+", each.get_attribute("aria-label"))[0]) for each in bands.all()]
    assert sum(sizes) == changes["changed"] > 0
    assert screen.page.locator(".because-of li").count() == len(changes["because"]["taught"]) == 6
    accuracy = screen.page.locator(".changed-cards li").first
    expect(screen.page.locator(".numbers")).to_contain_text(accuracy.locator("b").inner_text())

    first = bands.first.get_attribute("aria-label")
    bands.first.focus()
    screen.press("Enter")  # by the keyboard, as by the mouse
    expect(screen.page.locator(".filters")).to_contain_text(f"{sizes[0]} document")
    assert f"which said {re.search('from (.*) to ', first)[1]}" in screen.page.locator(".filters").inner_text()
    screen.page.go_back()
    screen.page.get_by_role("link", name=f"See all {changes['changed']}").click()
    expect(screen.page.locator(".filters")).to_contain_text(f"{changes['changed']} document")


def test_a_model_that_comes_while_the_answer_is_on_its_way_is_the_one_that_is_told_of(changed):
    screen, name = changed
    held = []

    def hold_first(route):
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    screen.page.route("**/review/changes*", hold_first)
    screen.page.reload()
    while not held:
        screen.page.wait_for_timeout(20)
    word = {"kind": "word", "id": "meanwhile", "term": "hiccup", "class": "bug"}
    assert screen.page.evaluate(_TEACH, [name, word])
    screen.wait_for_learned()
    screen.page.wait_for_timeout(500)  # by now the page knows of the model
    [(route, reply)] = held
    route.fulfill(response=reply)
    expect(screen.page.locator(".because-of li")).to_have_count(7)
    expect(screen.page.locator(".because-of li", has_text="hiccup")).to_be_visible()


def test_a_lesson_is_weighed_taken_back_and_brought_back_where_it_is_told_what_it_did(changed):
    screen, _ = changed
    word = screen.page.locator(".because-of li", has_text="app")
    did = word.get_by_role("button", name="What did it do?")
    expect(did).to_have_text(re.compile(r"^\d+$"))  # worked out without being asked
    did.click()
    effect = screen.page.get_by_role("dialog").get_by_role("status")
    expect(effect).to_contain_text(" of ")
    number = effect.inner_text().split(" of ")[0]
    screen.press("Escape")
    expect(did).to_have_text(number)  # of the newest model, too, as soon as the page has heard of it
    before = screen.page.locator(".changed-what .faint").first.inner_text()
    word.get_by_role("button", name="Take back").click()
    screen.wait_for_learned()
    model = screen.page.locator(".changed-what .faint").first
    expect(model).not_to_have_text(before)  # another model, by one lesson fewer
    expect(word).to_have_count(0)
    screen.press("Control+z")
    screen.wait_for_learned()
    expect(word.get_by_role("button", name="Take back")).to_be_visible()
    expect(screen.button("Next 5 documents")).to_be_visible()
    screen.page.get_by_role("heading", level=1).click()
    screen.press("Enter")
    screen.wait_for_text()


def test_what_changed_works_on_a_phone_in_the_dark(changed):
    screen, _ = changed
    for width, scheme in ((1440, "light"), (390, "dark")):
        screen.page.set_viewport_size({"width": width, "height": 844})
        screen.page.emulate_media(color_scheme=scheme)
        assert _violations(screen) == []
        assert screen.page.evaluate(_SIDEWAYS) == []
        small = screen.page.evaluate(_TARGETS, 24)
        assert [each for each in small if "predicted=" not in each] == []  # a band is as thick as it is
    expect(screen.page.locator(".band-list a").first).to_be_visible()
    expect(screen.page.locator(".bands")).to_be_hidden()


def test_how_it_goes_comes_up_over_the_documents_where_there_is_no_room_beside_them(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, **PHONE)
    screen.wait_for_guesses()
    side = screen.page.get_by_role("complementary", name="How it goes")
    expect(side).to_be_hidden()
    screen.page.locator(".numbers a").tap()
    expect(side).to_contain_text("Expected accuracy")
    expect(side.locator(".per-class .number span").first).to_have_text(re.compile(r"^\d+(–\d+)?\s%$"))
    expect(side.get_by_role("button", name="Measure now")).to_be_visible()
    assert _violations(screen) == []
    side.get_by_role("button", name="Done").tap()
    expect(side).to_be_hidden()
    screen.page.set_viewport_size({"width": 1440, "height": 480})
    expect(side).to_be_visible()
    high, room = screen.page.evaluate(_MAIN)
    assert high == room  # it scrolls by itself, and the page has no second bar beside it
    screen.page.locator(".numbers a").tap()
    expect(screen.page.get_by_role("heading", name="Quality", level=1)).to_be_attached()


def test_the_words_at_the_start_scroll_by_themselves_and_the_first_box_has_the_focus(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "teach/words", viewport={"width": 1440, "height": 600})
    expect(screen.page.get_by_role("textbox", name="Words for bug")).to_be_focused()
    expect(screen.page.locator(".start-sample li").first).to_be_visible()
    screen.settle()
    high, room = screen.page.evaluate(_MAIN)
    assert high == room


def test_the_words_that_are_offered_at_the_start_are_walked_by_arrow_keys(house, visits):
    name, _ = house.take("untaught")
    screen = visits.open(house.server, name, "teach/words")
    offered = screen.page.get_by_role("region", name="Which class do these speak for?").get_by_role("listitem")
    expect(offered.first).to_be_visible()
    offered.first.get_by_role("button").first.focus()
    screen.press("ArrowRight", "Space", "ArrowDown", "ArrowLeft", "Enter")
    for at, of in ((0, 1), (1, 0)):
        expect(offered.nth(at).get_by_role("button").nth(of)).to_have_attribute("aria-pressed", "true")
    screen.press("ArrowUp", "n")
    expect(offered.first.locator(".reject")).to_have_attribute("aria-pressed", "true")


def test_no_key_answers_a_document_that_is_not_on_the_screen(house, visits):
    name, file = house.take("untaught")
    screen = visits.open(house.server, name, "teach/words")
    heading = screen.page.get_by_role("heading", name="Words that give each class away")
    heading.click()
    screen.press("1", "x", "Enter", "2")
    expect(screen.page.locator(".retrain")).to_have_count(0)  # nothing that it would change is shown here
    screen.settle()
    assert not [each for each in record_of(file) if each.kind in ("label", "skip")]
