"""Review: its keys, flags that are dealt with, and a list and a text that stay as they are looked at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Flag
from tests.browser.projects import CLASSES, taught
from tests.browser.visits import record_of


def flagged(file):
    """Two documents that were flagged, one of them by somebody else."""
    taught(file)
    with Project.open(file) as project:
        mine, theirs = sorted(project.teaching().labels)[:2]
        project.teach(Flag(mine, "is this spam?", teacher="ines"), Flag(theirs, "two topics", teacher="ben"))


PROJECTS = {taught: 11, flagged: 1}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def links(screen):
    """The documents of the list, once they are there."""
    listed = screen.page.get_by_role("list", name="Documents").get_by_role("link")
    expect(listed.nth(1)).to_be_visible()
    return listed


@pytest.mark.parametrize("by", ["click", "reload"])
def test_keys_walk_the_list_as_soon_as_review_is_open(house, visits, by):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "review" if by == "reload" else "teach")
    if by == "click":
        screen.go("Review")
    listed = links(screen)
    addresses = [listed.nth(place).get_attribute("href") for place in range(3)]

    def shown():
        return screen.page.evaluate("location.hash")

    screen.press("ArrowDown")
    expect(listed.first).to_be_focused()
    screen.press("ArrowDown")
    expect(listed.nth(1)).to_be_focused()
    screen.press("ArrowUp", "Enter")
    expect(screen.page.locator("#document-heading")).to_be_visible()
    assert shown() == addresses[0]
    screen.press("j", "j", "k")
    expect(listed.nth(1)).to_have_attribute("aria-current", "true")
    expect(screen.page.locator("#document-heading")).to_be_focused()
    screen.press("Escape")
    expect(screen.page.locator("#document-heading")).to_have_count(0)
    screen.press("j")
    expect(listed.first).to_have_attribute("aria-current", "true")
    expect(screen.page.locator("#document-heading")).to_be_focused()  # and so its keys are there
    screen.press("Escape")
    expect(screen.page.locator("#document-heading")).to_have_count(0)
    screen.page.locator(".pick").click(position={"x": 5, "y": 5})  # the empty area
    screen.press("Shift")
    assert screen.page.locator("#main").evaluate("(main) => getComputedStyle(main).outlineStyle") == "none"
    screen.press("Enter")
    expect(listed.first).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("size", [{}, PHONE])
def test_why_a_label_is_doubted_stands_beside_its_document_and_moves_nothing(house, visits, size):
    name, file = house.take("taught")
    with Project.open(file) as project:
        doubted = list(project.teaching().labels.items())[:2]
    lines = [
        {"id": id, "label": label, "score": 1.0, "snippet": id, "suggested": CLASSES[0], "why": f"why {id}"}
        for id, label in doubted
    ]
    screen = visits.open(house.server, name, "review", **size)
    screen.page.route("**/review/mislabelled*", lambda route: route.fulfill(json={"labels": lines, "missing": 0}))
    screen.page.get_by_role("link", name="Possibly mislabelled").click()
    listed = links(screen)
    before = listed.first.bounding_box()
    listed.first.click()
    expect(screen.page.locator(".three-text .notice")).to_have_text(f"why {doubted[0][0]}")
    assert size or listed.first.bounding_box() == before


def test_enter_opens_the_first_document_also_after_a_click_on_a_tab(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    screen.go("Review")
    listed = links(screen)
    screen.press("Enter")
    expect(listed.first).to_have_attribute("aria-current", "true")


def test_a_flag_is_removed_and_undo_brings_it_back(house, visits):
    name, file = house.take("flagged")
    screen = visits.open(house.server, name, "review/predictions?only=flagged")
    listed = links(screen)
    expect(listed).to_have_count(2)
    for left, (note, remove) in ((1, ("is this spam?", "f")), (0, ("two topics", "click"))):
        listed.filter(has_text="flagged").first.click()
        chip = screen.page.locator(".flag")
        expect(chip).to_contain_text(note)
        if remove == "click":
            screen.button("Remove ben’s flag").click()
        else:
            screen.press(remove)
        expect(chip).to_have_count(0)
        expect(listed.filter(has_text="flagged")).to_have_count(left)
    screen.settle()
    with Project.open(file) as project:
        assert not project.teaching_of("ines").flags
        assert not project.teaching_of("ben").flags
    screen.press("Control+z")
    expect(screen.page.locator(".flag")).to_contain_text("two topics")
    expect(listed.filter(has_text="flagged")).to_have_count(1)


def test_a_label_is_in_the_list_at_once_and_a_newer_model_moves_nothing(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "review/predictions?only=unlabelled")
    listed = links(screen)
    listed.first.click()
    expect(screen.page.locator(".text")).to_be_visible()
    screen.settle()
    before = screen.page.locator(".text").bounding_box()
    screen.press("1")
    expect(listed.first).to_contain_text(f"labelled {CLASSES[0]}")
    expect(screen.page.locator(".newer")).to_contain_text("A newer model is ready.", timeout=60_000)
    assert screen.page.locator(".text").bounding_box() == before
    expect(screen.button("Show it")).to_be_in_viewport(ratio=1)
    assert record_of(file)[-1].class_ == CLASSES[0]
    screen.button("Show it").click()
    expect(screen.page.locator(".newer")).to_have_count(0)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_an_explanation_scrolls_in_its_own_place_and_the_page_does_not(house, visits, size):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "review", viewport=dict(zip(("width", "height"), size, strict=True)))
    links(screen).first.click()
    expect(screen.page.get_by_role("button", name="Label it").last).to_be_attached()
    height, seen = screen.page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert height == seen


def test_on_a_phone_taught_words_can_be_removed_and_no_key_is_shown(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "review/words", **PHONE)
    remove = screen.button("Remove")
    expect(remove).to_have_count(5)
    for button in remove.all():
        box = button.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390
    screen.page.goto(f"{house.server.origin}/#/review/predictions?project={name}")
    links(screen).first.click()
    expect(screen.page.get_by_role("heading", name="Why?")).to_be_visible()
    expect(screen.page.locator("kbd:visible")).to_have_count(0)


def test_all_that_a_search_finds_is_labelled_by_keys_as_one_act_and_taken_back_by_one(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "review/predictions?only=unlabelled")
    links(screen)
    before = len(record_of(file))
    screen.page.get_by_role("searchbox").fill("the")
    screen.press("Enter")  # on to the list, whose keys go on from there
    expect(screen.page.get_by_text("Clear filters")).to_be_visible()
    screen.settle()
    screen.press("a")
    bar = screen.page.get_by_role("region", name="All selected documents")
    expect(bar).to_contain_text(re.compile(r"^\d+ of \d+ selected"))
    number = int(bar.inner_text().split()[0].replace(",", ""))
    assert len(record_of(file)) == before  # nothing is written before the number is there
    screen.press("Shift+Digit1")
    expect(bar).to_contain_text(f"labelled {CLASSES[0]}")
    lessons = record_of(file)[before:]
    assert [lesson.class_ for lesson in lessons if lesson.kind == "label"] == [CLASSES[0]] * number
    screen.press("Control+z")
    expect(bar).to_have_count(0)
    with Project.open(file) as project:
        assert not any(map(project.record.is_active, lessons))

    # Set aside: the list says of which.
    screen.press("a")
    expect(bar).to_contain_text(f"{number} of ")
    screen.press("Shift+X")
    expect(bar).to_contain_text("set aside")
    first = links(screen).first
    screen.page.goto(f"{house.server.origin}/#/review/predictions?only=skipped&project={name}")
    expect(first).to_contain_text("set aside")


def test_what_a_word_did_is_told_where_the_words_are(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "review/words")
    did = screen.button("what did it do? refund")
    did.click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("refund speaks for billing.")
    expect(dialog).to_contain_text("because of it")
    screen.press("Escape")
    expect(did).to_be_focused()
