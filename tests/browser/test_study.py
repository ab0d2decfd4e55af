"""A study as the paper ran it: no scores, rounds of two documents, and a clock that ends it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.projects import taught
from tests.browser.visits import record_of

PROJECTS = {taught: 2}


def test_a_study_hides_the_scores_and_its_clock_ends_it(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    expect(screen.page.locator(".numbers")).to_contain_text("accuracy")
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
    screen.go("Progress")
    expect(screen.page.get_by_text("Scores are hidden while a study runs")).to_be_visible()
    screen.go("Review")
    expect(screen.page.get_by_text("hidden while a study runs")).to_be_visible()
    screen.go("Teach")
    expect(screen.page.get_by_role("heading", name="Thank you!")).to_be_visible()
    assert screen.said == "The time is up. Everything you taught is saved."
    assert [each.kind for each in record_of(file)[before:]] == ["label", "label"]
    screen.button("Back to the project").click()
    expect(screen.page.locator(".numbers")).to_contain_text("accuracy")


def test_an_owner_starts_and_stops_a_study_from_the_page(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "data/study")
    screen.page.get_by_role("textbox", name="Subject").fill("p7")
    screen.page.get_by_role("combobox", name="Condition").select_option("documents")
    screen.page.get_by_role("spinbutton", name="Minutes").fill("2")
    screen.button("Start the study").click()
    screen.page.get_by_role("link", name="Go to Teach").click()
    expect(screen.page.get_by_role("timer")).to_contain_text(re.compile(r"(1:\d\d|2:00) left"))
    expect(screen.page.get_by_role("complementary", name="Words")).to_have_count(0)
    screen.page.go_back()
    screen.button("Stop now").click()
    screen.page.get_by_role("dialog").get_by_role("button", name="Stop now").click()
    expect(screen.button("Start the study")).to_be_visible()
    screen.go("Teach")
    expect(screen.page.get_by_role("timer")).to_have_count(0)
    expect(screen.page.get_by_role("complementary", name="Words")).to_be_visible()
