"""A whole round by fingers alone, on a phone: nothing needs a key, a mouse or a pointer that hovers."""

from __future__ import annotations

import re
from collections import Counter

from playwright.sync_api import expect

from tests.browser.projects import CLASSES, taught
from tests.browser.visits import record_of

PROJECTS = {taught: 1}

_COUNT_OTHERS = """
  window.others = []
  addEventListener("keydown", () => window.others.push("key"), true)
  for (const event of ["pointerdown", "pointermove"]) {
    addEventListener(event, ({ pointerType }) => pointerType !== "touch" && window.others.push(pointerType), true)
  }
"""


def test_a_round_of_teaching_and_looking_is_done_by_touch_alone(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    before, text = len(record_of(file)), screen.wait_for_guesses()
    screen.page.evaluate(_COUNT_OTHERS)
    guess = screen.asked[0]["guess"]["class"]

    # A word that is offered.
    screen.button("Words").last.tap()
    screen.page.locator("[data-term=possible]").tap()
    expect(screen.page.get_by_text("possible speaks for how-to.")).to_be_attached()
    screen.button("Done").tap()

    # A passage and its class, which is not what the model says.
    words = [word for word in re.findall(r"\w+", text) if len(word) > 3]
    screen.tap_word(words[0])
    screen.tap_word(words[1])
    expect(screen.page.get_by_role("toolbar", name="Highlight")).to_be_visible()
    screen.answer_button(next(each for each in CLASSES if each != guess)).tap()
    _go_on(screen, text)

    # The rest of the batch; the last answer is taken back and given again.
    for _ in screen.asked[1:]:
        text = screen.wait_for_text()
        screen.answer_button(CLASSES[0]).tap()
        _go_on(screen, text)
    expect(screen.page.get_by_role("heading", name="Batch done")).to_be_visible()
    screen.page.set_viewport_size({"width": 390, "height": 560})
    expect(screen.button("Next batch")).to_be_in_viewport(ratio=0.9)
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.button("Undo").tap()
    assert screen.wait_for_text() == text
    screen.answer_button(CLASSES[1]).tap()
    _go_on(screen, text)
    screen.wait_for_learned()
    screen.button("Next batch").tap()
    screen.wait_for_text()

    # Why the model says what it says, how good it is, and what is taken along.
    _tap(screen, "Review")
    screen.page.get_by_role("list", name="Documents").get_by_role("link").first.tap()
    expect(screen.page.get_by_role("heading", name="Why?")).to_be_visible()
    _tap(screen, "Quality")
    expect(screen.page.get_by_role("region", name="Learning curve")).to_be_visible()
    _tap(screen, "Data")
    screen.page.locator("main").get_by_role("combobox").select_option(label="Export")  # the telephone's own list
    with screen.page.expect_download():
        screen.page.get_by_role("link", name="Labels, JSON lines").tap()

    lessons = [each for each in record_of(file)[before:] if each.teacher == "ines"]
    kinds = Counter(each.kind for each in lessons)
    assert kinds["word"] == kinds["rationale"] == 1
    assert kinds["label"] == kinds["retract"] + 5
    assert screen.page.evaluate("window.others") == []


def _go_on(screen, text):
    """To the next document; where the model asks what it should have seen, by the button that leaves it at that."""
    screen.settle()
    if screen.button("Go on").is_visible():
        screen.button("Go on").tap()
    expect(screen.page.locator(".text").filter(has_text=text)).to_have_count(0)


def _tap(screen, name):
    link = screen.page.get_by_role("navigation", name="Screens").get_by_role("link", name=name)
    link.tap()
    expect(link).to_have_attribute("aria-current", "page")
