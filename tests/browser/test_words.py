"""Words: which classes have a column, and what is said at the box in which one is typed."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from tests.browser.projects import taught
from tests.browser.visits import record_of


def many(file):
    """Six classes, of which two have neither a label nor a word."""
    taught(file)
    with Project.open(file) as project:
        project.add_classes("spam", "praise")
        project.learn()


PROJECTS = {many: 1, taught: 2}


def test_of_many_classes_those_that_need_words_have_the_columns(house, visits):
    name, _ = house.take("many")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    columns = screen.page.locator(".word-columns .column h3")
    expect(columns).to_have_text(["spam", "praise"])
    screen.type_words("spam", ["winner"])
    screen.wait_for_model()
    expect(columns).to_have_text(["spam", "praise"])  # nothing moves under the hand
    screen.button("Other class… (6)").click()
    expect(screen.page.get_by_role("dialog").get_by_role("option")).to_have_count(6)
    screen.page.get_by_role("option", name="how-to").click()
    expect(columns).to_have_text(["how-to", "spam"])


def test_what_is_no_word_is_said_at_its_box_before_anything_is_sent(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    box = screen.page.get_by_role("textbox", name="Add a word for bug")
    for typed, why in (
        ("how do I", "Teach one word at a time: “how do I” is three words."),
        ("how-to", "'how-to' is 2 words here; teach them one by one."),
        ("!?", "'!?' has no word in it; teach a word that can occur in the texts."),
    ):
        screen.type_words("bug", [typed])
        expect(box).to_have_accessible_description(why)
        expect(box).to_have_value(typed)  # to be mended
        assert screen.said == why
    screen.type_words("bug", ["yesterday", "möglich"])
    expect(box).to_have_accessible_description("")
    expect(screen.button("Take back möglich")).to_contain_text("in no document yet")
    expect(screen.button("Take back yesterday")).not_to_contain_text("in no document yet")
    screen.wait_for_saved()
    assert [each.term for each in record_of(file)[before:] if each.kind == "word"] == ["yesterday", "möglich"]


def test_a_typed_word_that_the_server_refuses_is_told_at_its_box(house, visits):
    visits.allow("400")
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    screen.type_words("bug", ["before", "日本語"])  # one word for a browser, two terms for the server
    box = screen.page.get_by_role("textbox", name="Add a word for bug")
    expect(box).to_have_accessible_description("'日本語' is 2 words here; teach them one by one.")
    expect(screen.button("Take back 日本語")).to_have_count(0)
    expect(screen.page.get_by_role("alert")).to_have_count(0)
    screen.type_words("bug", ["after"])
    expect(box).to_have_accessible_description("")
    screen.wait_for_saved()
    assert [each.term for each in record_of(file)[before:] if each.kind == "word"] == ["before", "after"]
