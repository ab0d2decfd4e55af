"""A study as the paper ran it: no scores, rounds of two documents, and a clock that ends it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.projects import taught, untaught
from tests.browser.screen import release
from tests.browser.visits import record_of

PROJECTS = {taught: 3, untaught: 1}


def test_a_study_hides_the_scores_and_its_clock_ends_it(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    expect(screen.page.locator(".numbers")).to_contain_text("Expected")
    screen.page.request.post(
        f"{house.server.origin}/api/v1/projects/{name}/study",
        data={"condition": "dual", "minutes": 0.15, "subject": "p1"},
    )
    screen.page.reload()
    clock = screen.page.get_by_role("timer")
    expect(clock).to_contain_text(re.compile(r"0:0\d left"))
    expect(screen.page.locator(".numbers")).to_be_empty()
    expect(screen.rows()).to_have_count(2)
    assert all(row["guess"] is None for row in screen.asked)
    before = len(record_of(file))
    screen.press("1", "2")
    expect(screen.page.locator(".strip")).to_have_count(0)
    expect(screen.page.locator(".state-card")).not_to_contain_text("accuracy")
    screen.go("Quality")
    expect(screen.page.get_by_text("Scores are hidden while a study runs")).to_be_visible()
    screen.go("Review")
    expect(screen.page.get_by_text("hidden while a study runs")).to_be_visible()
    screen.go("Teach")
    expect(screen.page.get_by_role("heading", name="Thank you!")).to_be_visible()
    assert screen.said == "The time is up. Everything you taught is saved."
    assert [each.kind for each in record_of(file)[before:]] == ["label", "label"]
    screen.button("Back to the project").click()
    expect(screen.page.locator(".numbers")).to_contain_text("Expected")


def test_without_known_labels_no_study_begins_and_the_page_says_what_it_needs(house, visits):
    name, _ = house.take("untaught")
    screen = visits.open(house.server, name, "data/study")
    expect(screen.page.get_by_text("A study needs documents whose class is known")).to_be_visible()
    expect(screen.button("Start the study")).to_be_disabled()


def test_an_owner_starts_and_stops_a_study_from_the_page(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "data/study")
    known = screen.page.locator(".notice")
    expect(known).to_contain_text("The class of 12 documents is known: all of them test the models.")
    expect(known).to_contain_text("An accuracy measured on 12 documents may be off by 25 points")
    expect(known).to_contain_text("wrong labels cannot be counted")
    screen.page.get_by_role("textbox", name="Subject").fill("p7")
    screen.page.get_by_role("combobox", name="Condition").select_option("documents")
    screen.page.get_by_role("spinbutton", name="Minutes").fill("2")
    held = screen.hold("**/api/v1/session")  # Teach knows of the trial as soon as there is a way to it
    screen.button("Start the study").click()
    screen.page.get_by_role("link", name="Go to Teach").click()
    expect(screen.page.get_by_role("timer")).to_be_visible()
    release(held)
    screen.page.unroute("**/api/v1/session")
    expect(screen.page.get_by_role("timer")).to_contain_text(re.compile(r"(1:\d\d|2:00) left"))
    expect(screen.page.get_by_role("complementary", name="Words")).to_have_count(0)
    screen.page.go_back()
    screen.button("Stop now").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Stop now").click()
    expect(screen.button("Start the study")).to_be_visible()
    screen.go("Teach")
    expect(screen.page.get_by_role("timer")).to_have_count(0)
    expect(screen.page.get_by_role("complementary", name="Words")).to_be_visible()


def test_a_trial_shows_nothing_of_before_and_the_next_one_begins_anew(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    expect(screen.button("Take back invoice")).to_be_visible()  # taught before
    screen.press("h", "Shift+ArrowRight", "Enter", "Escape")  # a passage that waits for its label
    taught = [_teach_in_trial(house, screen, name, subject) for subject in ("p1", "p2")]
    assert taught[0] == taught[1]  # the same first questions, open again
    screen.go("Teach")
    expect(screen.button("Take back invoice")).to_be_visible()
    expect(screen.rows()).to_have_count(5)


def _teach_in_trial(house, screen, name, subject):
    """One trial, started and stopped on the page: all is open at its beginning, an answer and a word are taught."""
    screen.page.goto(f"{house.server.origin}/#/data/study?project={name}")
    screen.page.get_by_role("textbox", name="Subject").fill(subject)
    screen.page.get_by_role("spinbutton", name="Minutes").fill("5")
    screen.button("Start the study").click()
    screen.page.get_by_role("link", name="Go to Teach").click()
    expect(screen.page.get_by_role("timer")).to_be_visible()
    expect(screen.page.locator(".queue .over")).to_have_text("0 of 2 done")
    expect(screen.page.locator(".words .said")).to_have_count(0)
    expect(screen.page.locator("mark")).to_have_count(0)
    screen.press("Control+z")
    assert screen.said == "Nothing to undo."
    screen.type_words("bug", ["freezes"])
    expect(screen.button("Take back freezes")).to_be_visible()
    documents = [row["id"] for row in screen.asked]
    screen.page.locator(".text-holder").focus()
    screen.press("1")
    expect(screen.page.locator(".queue .over")).to_have_text("1 of 2 done")
    screen.wait_for_saved()
    screen.page.reload()  # and a page that comes back to the trial shows what was taught in it
    expect(screen.page.locator(".queue .over")).to_have_text("1 of 2 done")
    expect(screen.button(re.compile("^Take back"))).to_have_count(1)
    screen.page.goto(f"{house.server.origin}/#/data/study?project={name}")
    screen.button("Stop now").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Stop now").click()
    expect(screen.button("Start the study")).to_be_visible()
    return documents
