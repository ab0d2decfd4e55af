"""Words: which classes have a column, and what is said at the box in which one is typed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import NotAReason, Word
from tests.browser.projects import taught
from tests.browser.visits import record_of


def many(file):
    """Six classes, of which two have neither a label nor a word."""
    taught(file)
    with Project.open(file) as project:
        project.add_classes("spam", "praise")
        project.learn()


def shared(file):
    """Two colleagues taught words, one of them the same as ines did."""
    taught(file)
    with Project.open(file) as project:
        project.teach(Word("how", "how-to", teacher="ben"), Word("where", "how-to", teacher="tom"))
        project.teach(Word("error", "bug", teacher="ben"), NotAReason("team", teacher="ben"))
        project.learn()


PROJECTS = {many: 2, shared: 1, taught: 9}


def test_of_many_classes_the_one_that_needs_words_is_open_and_every_class_keeps_its_place(house, visits):
    name, _ = house.take("many")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    names = screen.page.locator(".word-columns .class-row-name")
    order = names.all_inner_texts()
    assert len(order) == 6
    opened = screen.page.locator(".column.open .class-row-name")
    expect(opened).to_have_text("spam")
    screen.type_words("spam", ["winner"])
    screen.wait_for_model()
    expect(opened).to_have_text("spam")  # nothing moves under the hand
    screen.page.locator(".class-row", has_text="how-to").click()
    expect(opened).to_have_text("how-to")
    assert names.all_inner_texts() == order


def test_on_a_phone_the_drawer_of_words_opens_and_closes(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    screen.wait_for_text()
    box = screen.page.get_by_role("textbox", name="Add a word for").first
    expect(box).to_be_hidden()
    screen.button("Words", exact=True).tap()
    expect(box).to_be_visible()
    expect(screen.button("Done", exact=True)).to_be_focused()
    screen.button("Done", exact=True).tap()
    expect(box).to_be_hidden()
    keys = screen.page.locator("main kbd:visible:not(.answer kbd)")
    expect(keys).to_have_count(0)
    screen.page.goto(f"{house.server.origin}/#/teach/words?project={name}")
    expect(screen.page.get_by_role("heading", name="Words that give each class away")).to_be_visible()
    expect(keys).to_have_count(0)


def test_what_is_no_word_is_said_at_its_box_before_anything_is_sent(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    box = screen.page.get_by_role("textbox", name="Add a word for bug")
    for typed, why in (
        (
            "a b c d e f g",
            "'a b c d e f g' is read as 7 words here: a, b, c, d, e and 2 more. Teach one of them, or a phrase of up "
            "to 6.",
        ),
        ("!?", "'!?' has no word in it; teach a word that can occur in the texts."),
    ):
        screen.type_words("bug", [typed])
        expect(box).to_have_accessible_description(why)
        expect(box).to_have_value(typed)  # to be mended
        assert screen.said == why
    screen.type_words("bug", ["yesterday", "Stopped  working", "möglich"])
    expect(box).to_have_accessible_description("")
    expect(screen.button("Take back möglich")).to_contain_text("in no document yet")
    expect(screen.button("Take back yesterday")).not_to_contain_text("in no document yet")
    screen.wait_for_saved()
    taught = {each.term for each in record_of(file)[before:] if each.kind == "word"}
    assert taught == {"yesterday", "stopped working", "möglich"}  # a phrase waits for the server, a plain word does not


def test_words_of_a_list_that_the_server_did_not_answer_for_are_in_the_box_again(house, visits):
    visits.allow("ERR_FAILED")
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, "teach/words")
    box = screen.page.get_by_role("textbox", name="Words for bug")
    row = screen.page.get_by_role("region", name="bug", exact=True)
    screen.page.route("**/terms?typed=stopped*", lambda route: route.abort())
    box.fill("yesterday, stopped working")
    box.press("Enter")
    expect(row.get_by_role("button", name="Take back yesterday")).to_be_visible()
    expect(row).to_contain_text("The server did not answer. What is in the box is not taken yet: press Enter again.")
    expect(box).to_have_value("stopped working")
    screen.page.unroute("**/terms?typed=stopped*")
    box.press("Enter")
    expect(row.get_by_role("button", name="Take back stopped working")).to_be_visible()
    expect(box).to_have_value("")


def test_a_typed_word_that_the_server_refuses_is_told_at_its_box(house, visits):
    visits.allow("400")
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    screen.type_words("bug", ["before", "2024"])  # a word for a browser, none for the server
    box = screen.page.get_by_role("textbox", name="Add a word for bug")
    expect(box).to_have_accessible_description("'2024' has no word in it; teach a word that can occur in the texts.")
    expect(screen.button("Take back 2024")).to_have_count(0)
    expect(screen.page.get_by_role("alert")).to_have_count(0)
    screen.type_words("bug", ["after"])
    expect(box).to_have_accessible_description("")
    screen.wait_for_saved()
    assert [each.term for each in record_of(file)[before:] if each.kind == "word"] == ["before", "after"]


def test_a_word_that_no_document_has_says_so_after_a_reload_and_in_the_next_batch(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    screen.type_words("bug", ["qqzz", "yesterday", "the"])  # the last is in every text, but no model counts it
    screen.wait_for_saved()
    screen.page.reload()
    expect(screen.button("Take back qqzz")).to_contain_text("in no document yet")
    screen.press("Control+Enter")
    screen.wait_for_other_text(text)
    screen.settle()
    expect(screen.button("Take back qqzz")).to_contain_text("in no document yet")
    for term in ("yesterday", "the"):
        expect(screen.button(f"Take back {term}", exact=True)).not_to_contain_text("in no document yet")


def test_a_column_tells_how_many_words_colleagues_taught(house, visits):
    name, _ = house.take("shared")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    tally = screen.page.locator(".word-columns .tally-line")
    expect(tally).to_have_text(["2; colleagues: 1", "2 words", "colleagues: 2", "1 word"])
    screen.type_words("how-to", ["possible"])
    expect(tally.nth(2)).to_have_text("1; colleagues: 2")


def test_tab_goes_from_box_to_box_and_the_arrow_keys_to_the_words(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    before = len(record_of(file))
    screen.press("/")
    assert screen.focused == "Add a word for how-to"  # of which no word was said
    screen.page.get_by_role("textbox", name="Add a word for bug").focus()
    typed = (("freezes", "bug"), ("receipt", "billing"), ("possible", "how-to"))
    for term, class_ in typed:
        assert screen.focused == f"Add a word for {class_}"
        screen.page.keyboard.type(term)
        screen.press("Enter")
        assert screen.focused == f"Add a word for {class_}"  # for the next word
        screen.press("Tab")
    screen.press("Shift+Tab", "Shift+Tab", "ArrowDown")
    walked = screen.page.evaluate("document.activeElement.dataset.term")
    screen.press("Space", "ArrowDown", "ArrowUp", "ArrowUp")
    assert screen.focused == "Add a word for billing"
    screen.press("Tab", "Tab")
    assert screen.focused == "Add a word for feature request"
    screen.wait_for_saved()
    words = [
        (each.term, each.class_)
        for each in record_of(file)[before:]
        if each.kind not in ("held_out_drawn", "documents_drawn")
    ]
    assert words == [*typed, (walked, "billing")]


def test_the_box_in_which_somebody_types_stays_open_when_another_batch_comes(house, visits):
    name, _ = house.take("many")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    screen.page.get_by_role("textbox", name="Add a word for praise").focus()
    screen.page.keyboard.type("lovely")
    screen.press("Enter")
    screen.page.keyboard.type("goo")
    screen.wait_for_model()
    with screen.page.expect_response("**/questions*"):
        screen.press("Control+Enter")  # praise has a word now: another class is in need
    screen.settle()
    screen.page.keyboard.type("d")
    expect(screen.page.locator(".column.open .class-row-name")).to_have_text("praise")
    expect(screen.page.get_by_role("textbox", name="Add a word for praise")).to_have_value("good")


def test_other_words_are_asked_with_the_keyboard_and_stay_away_after_a_reload(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    columns = screen.page.locator(".word-columns .column")
    expect(columns.nth(2).locator(".tally-line")).to_have_text("no words yet")
    asked = columns.nth(2).locator(".word[aria-pressed]")  # open, because no word was said of it
    first = asked.evaluate_all("words => words.map((word) => word.dataset.term)")
    assert first
    screen.button("Other words", exact=True).focus()
    screen.press("Enter")
    expect(screen.page.locator("[aria-live=polite]").first).to_contain_text("Other words are shown.")
    second = asked.evaluate_all("words => words.map((word) => word.dataset.term)")
    assert second
    assert not set(first) & set(second)
    assert screen.wait_for_text() == text  # the documents stay
    passed = [each for each in record_of(file) if each.kind == "words_passed_over"]
    assert {each.class_ for each in passed} == {"how-to"}  # whose words were on the screen
    assert all(each.teacher == "ines" for each in passed)
    screen.page.reload()
    screen.wait_for_text()
    assert asked.evaluate_all("words => words.map((word) => word.dataset.term)") == second
    screen.press("Control+Enter")
    screen.wait_for_other_text(text)
    assert not set(first) & set(asked.evaluate_all("words => words.map((word) => word.dataset.term)"))


def test_no_words_are_asked_for_everything_else(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name, "data/classes")
    button = screen.button("how-to is everything else")
    button.click()
    expect(screen.page.locator(".notice")).to_contain_text("“how-to” is everything else: no words are asked for it.")
    expect(button).to_have_attribute("aria-pressed", "true")
    with Project.open(file) as project:
        assert project.rest == "how-to"
    screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    screen.wait_for_text()
    screen.wait_for_model()
    screen.press("Control+Enter")
    rest = screen.page.locator(".column", has_text="how-to")
    expect(rest.locator(".tally-line")).to_have_text("needs no words")
    rest.locator(".class-row").click()
    expect(rest.locator(".word[aria-pressed]")).to_have_count(0)
    expect(screen.answer_button("how-to").locator("kbd")).to_have_text("0")


def test_the_page_says_what_is_worth_the_next_minutes(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 1440, "height": 900})
    screen.wait_for_guesses()
    hint = screen.page.locator(".side .next-kind")
    for _ in range(30):  # until the texts' vectors are made, beside everything else
        if hint.count():
            break
        with screen.page.expect_response(re.compile("/questions")):
            screen.press("Control+Enter")
        screen.wait_for_text()
    expect(hint).to_contain_text(re.compile(r"^(Words for .|Documents)"))
    screen.press("/")  # the key that it names leads to the words
    assert screen.page.evaluate("document.activeElement.closest('.words') !== null")

    # What Quality advises leads to the box of the class that it names.
    screen.go("Quality")
    advice = screen.page.get_by_role("link", name=re.compile("^Words for "))
    advised = advice.inner_text()
    advice.click()
    expect(screen.page.get_by_role("textbox", name=advised)).to_be_focused()
