"""Accessibility: names, roles, contrast, size, zoom, direction, motion, for everybody who uses the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.projects import taught, untaught

PROJECTS = {taught: 5, untaught: 1}

AXE = (Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
SECTIONS = ["import", "export", "classes", "held-out", "guidelines", "people", "history", "models", "tokens"]
SECTIONS += ["settings", "study"]
TABS = ["predictions", "disputes", "errors", "mislabelled", "rules", "words"]
VIEWS = ["teach", *(f"review/{tab}" for tab in TABS), "progress", *(f"data/{section}" for section in SECTIONS)]
PARTS = [["teach"], [f"review/{tab}" for tab in TABS], ["progress", *(f"data/{each}" for each in SECTIONS)]]
PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}

_RUN = """async (rules) => {
  const options = { resultTypes: ["violations"], ...(rules ? { runOnly: { type: "rule", values: rules } } : {}) }
  const { violations } = await axe.run(document, options)
  return violations.flatMap(({ id, nodes }) => nodes.map((each) => `${id}: ${each.html} ${each.failureSummary}`))
}"""

_SIDEWAYS = """() => [...document.querySelectorAll("body *")].filter((each) => {
  const { overflowX } = getComputedStyle(each)
  const scrolls = overflowX === "auto" || overflowX === "scroll" || each === document.documentElement
  return scrolls && each.scrollWidth > each.clientWidth + 1 && !each.closest(".table-frame, pre")
}).map((each) => `${each.tagName}.${each.className}`)
  .concat(document.documentElement.scrollWidth > innerWidth ? ["the page"] : [])"""

_DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"  # charts, too

_TARGETS = """(least) => [...document.querySelectorAll("button, a, input, select, textarea, summary, [role=option]")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden, .skip"))
  .filter((each) => !(each.matches("p a, dd a, li a, .why-word") && getComputedStyle(each).display === "inline"))
  .map((each) => [each.closest("label") ?? each, each])
  .map(([area, each]) => [area.getBoundingClientRect(), each])
  .filter(([{ width, height }]) => width > 0 && Math.min(width, height) < least - 0.5)
  .map(([{ width, height }, each]) => `${each.outerHTML.slice(0, 120)} is ${width} x ${height}`)"""

_LISTEN = """() => {
  window.said = []
  const region = document.querySelector("[aria-live=polite]")
  const listen = () => window.said.push(region.textContent)
  new MutationObserver(listen).observe(region, { subtree: true, childList: true, characterData: true })
}"""


SIGNS = ",.;:!?()\"'"  # beside a word, and no part of it


def _go(screen, server, name, view):
    screen.page.goto(f"{server.origin}/#/{view}?project={name}")
    expect(screen.page.locator("h1").first).to_be_attached()
    screen.settle()


@pytest.fixture(scope="module")
def taught_name(house):
    """A project that these tests only look at."""
    return house.take("taught")[0]


def _violations(screen, rules=None):
    if not screen.page.evaluate("typeof axe !== 'undefined'"):
        screen.page.evaluate(AXE)
    return screen.page.evaluate(_RUN, rules)


@pytest.mark.parametrize("views", PARTS, ids=["teach", "review", "progress and data"])
def test_axe_finds_nothing_wrong_on_any_screen_in_light_or_dark(house, taught_name, visits, views):
    screen = visits.open(house.server, taught_name)
    violations = {}
    for view in views:
        screen.page.emulate_media(color_scheme="light")
        _go(screen, house.server, taught_name, view)
        violations[view] = _violations(screen)
        screen.page.emulate_media(color_scheme="dark")
        violations[f"{view}, dark"] = _violations(screen, ["color-contrast"])
    assert {view: wrong for view, wrong in violations.items() if wrong} == {}


def test_axe_finds_nothing_wrong_while_teaching(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    violations = {}

    def look(at):
        for scheme in ("light", "dark"):
            screen.page.emulate_media(color_scheme=scheme)
            violations[f"{at}, {scheme}"] = _violations(screen, None if scheme == "light" else ["color-contrast"])

    text = screen.wait_for_text()
    screen.press("h", "Shift+ArrowRight", "Enter")
    look("highlighting")
    screen.press("Escape")
    screen.click_word(text.split()[4].strip(".,"))
    look("the menu of a word")
    screen.press("Escape")
    for key, at in (("f", "flag"), ("?", "keys"), ("Control+k", "commands"), ("g", "guidelines"), ("c", "classes")):
        screen.press(key)
        expect(screen.page.get_by_role("dialog")).to_be_visible()
        look(at)
        screen.press("Escape")
        expect(screen.page.locator("dialog")).to_have_count(0)
    guess = screen.asked[0]["guess"]["class"]
    screen.press("Shift+2" if guess == "bug" else "Shift+1")
    expect(screen.page.get_by_role("heading", name="What tells it apart?")).to_be_visible()
    look("the strip")
    screen.press("Escape", "x", "x", "x", "x")
    expect(screen.page.get_by_role("heading", name="Batch done")).to_be_visible()
    look("the end of the batch")
    assert {at: wrong for at, wrong in violations.items() if wrong} == {}


def test_axe_finds_nothing_wrong_on_an_explanation_or_a_cold_start(house, taught_name, visits):
    screen = visits.open(house.server, taught_name, "review/predictions")
    screen.page.get_by_role("list", name="Documents").get_by_role("link").first.click()
    expect(screen.page.get_by_role("heading", name="Why?")).to_be_visible()
    screen.press("t")
    screen.settle()
    violations = {"explanation": _violations(screen)}
    screen.page.emulate_media(color_scheme="dark")
    violations["explanation, dark"] = _violations(screen, ["color-contrast"])
    name, _ = house.take("untaught")
    _go(screen, house.server, name, "teach")
    screen.wait_for_text()
    violations["cold start, dark"] = _violations(screen)
    assert {at: wrong for at, wrong in violations.items() if wrong} == {}


def test_every_target_is_large_enough_and_nothing_scrolls_sideways_at_320_pixels_or_a_zoom_of_200_percent(
    house, taught_name, visits
):
    screen = visits.open(house.server, taught_name)
    problems = {}
    for view in VIEWS:
        screen.page.set_viewport_size({"width": 1280, "height": 900})
        _go(screen, house.server, taught_name, view)
        problems[view] = screen.page.evaluate(_TARGETS, 24)
        for width, height in ((640, 450), (320, 640)):
            screen.page.set_viewport_size({"width": width, "height": height})
            screen.page.evaluate(_DRAWN)
            problems[f"{view}, {width} pixels"] = screen.page.evaluate(_SIDEWAYS)
    assert {view: wrong for view, wrong in problems.items() if wrong} == {}


def test_what_one_presses_most_is_larger_for_fingers(house, taught_name, visits):
    screen = visits.open(house.server, taught_name, **PHONE)
    screen.wait_for_text()
    buttons = screen.page.locator(".footer button:visible").all()
    assert [each.inner_text() for each in buttons if each.bounding_box()["height"] < 43.5] == []


def test_tapping_two_words_highlights_from_one_to_the_other(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, **PHONE)
    words = screen.wait_for_text().split()
    screen.settle()  # nothing comes between looking for a word and the tap
    screen.tap_word(words[1])
    screen.tap_word(words[3])
    screen.button("Highlight", exact=True).click()
    expect(screen.page.locator("mark").first).to_be_visible()
    first, between, last = words[1:4]
    assert screen.marked == f"{first.lstrip(SIGNS)} {between} {last.rstrip(SIGNS)}"


def test_the_page_turns_round_for_those_who_write_from_right_to_left(house, taught_name, visits):
    screen = visits.open(house.server, taught_name)
    screen.wait_for_text()
    screen.page.evaluate("document.documentElement.dir = 'rtl'")
    text, words = (screen.page.locator(part).bounding_box() for part in (".reader", ".words"))
    assert words["x"] > text["x"]
    assert screen.page.evaluate(_SIDEWAYS) == []
    assert screen.page.locator(".block").first.evaluate("(each) => getComputedStyle(each).direction") == "ltr"


def test_nothing_moves_for_those_who_want_no_motion(house, taught_name, visits):
    screen = visits.open(house.server, taught_name, reduced_motion="reduce")
    screen.wait_for_text()
    screen.press("?")
    expect(screen.page.get_by_role("dialog")).to_be_visible()
    assert screen.page.evaluate("document.getAnimations().length") == 0
    slow = """() => [...document.querySelectorAll("*")].filter((each) => {
      const { transitionDuration, animationDuration } = getComputedStyle(each)
      return `${transitionDuration},${animationDuration}`.split(",").some((one) => parseFloat(one) > 0.011)
    }).map((each) => each.outerHTML.slice(0, 80))"""
    assert screen.page.evaluate(slow) == []


def test_in_forced_colours_nothing_is_told_by_colour_alone(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, forced_colors="active")
    screen.wait_for_text()
    screen.press("h", "Shift+ArrowRight", "Enter", "Escape", "Shift+1")
    mark = screen.page.locator("mark").first
    expect(mark).to_be_visible()
    assert mark.evaluate("(each) => getComputedStyle(each).borderBlockEndWidth") != "0px"
    shape = """(each) => {
      const { borderTopWidth, outlineStyle, fontWeight, boxShadow, backgroundColor } = getComputedStyle(each)
      return [borderTopWidth, outlineStyle, fontWeight, boxShadow, backgroundColor].join(" ")
    }"""
    assert screen.answer_button("bug").evaluate(shape) != screen.answer_button("billing").evaluate(shape)
    expect(screen.rows().first).to_have_class("done")


def test_the_live_region_says_what_happened(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    screen.page.evaluate(_LISTEN)
    for key, begin in (
        ("Shift+2", "Labelled billing."),
        ("Control+z", "Undone: label billing of #"),
        ("Control+Shift+z", "Done again: label billing of #"),
        ("x", "Skipped."),
        ("h", "Highlighting: arrows move by word"),
        ("Enter", "Highlighted “"),
        ("Escape", "Highlighting ended."),
    ):
        screen.press(key)
        screen.page.wait_for_function("(begin) => window.said.some((each) => each.startsWith(begin))", arg=begin)
