"""Answers given faster than the page is read, changed, or begun with a passage; and what the page then says is new."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Distinction, Label, Rationale
from tests.browser.projects import CLASSES, GOLD, TEXTS, taught
from tests.browser.visits import record_of


def checked(file):
    """A few labels, and three checks of the ten that an accuracy needs."""
    with Project.from_texts(TEXTS, classes=CLASSES, address=file) as project:
        some = {*project.hold_out(3), *list(TEXTS)[:12]}
        project.teach(*(Label(id, GOLD[id], teacher="ines") for id in sorted(some)))
        project.learn()


PROJECTS = {taught: 11, checked: 1}

_TYPE = """(digits) => {
  for (const key of digits) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, code: `Digit${key}`, bubbles: true }))
  }
}"""
_MOMENT = 1100  # milliseconds after which a second answer is meant


def _sure(route):
    """The questions, with a model that is sure of what it guesses."""
    reply = route.fetch()
    batch = reply.json()
    for guess in filter(None, (each["guess"] for each in batch["documents"])):
        guess["probabilities"] = {name: 0.9 if name == guess["class"] else 0.03 for name in guess["probabilities"]}
    batch["documents"] = [{**each, "check": False} for each in batch["documents"]]
    route.fulfill(response=reply, json=batch)


def test_the_page_stops_where_the_model_was_sure_and_else_the_remark_waits_in_a_list(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 1440, "height": 900})
    text = screen.wait_for_guesses()
    wrong = next(at for at, each in enumerate(CLASSES, 1) if each != screen.asked[0]["guess"]["class"])
    assert max(screen.asked[0]["guess"]["probabilities"].values()) < 0.6
    screen.press(str(wrong))
    screen.wait_for_other_text(text)
    listed = screen.page.locator(".surprises")
    expect(listed).to_contain_text("The model was surprised once")
    listed.get_by_role("button").click()
    expect(screen.page.locator(".text")).to_have_text(text, use_inner_text=False)
    expect(screen.page.locator(".strip")).to_contain_text("before your answer")
    expect(listed).to_have_count(0)


def test_a_correction_can_be_made_after_coming_back_and_after_undo(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_guesses()
    wrong = next(at for at, each in enumerate(CLASSES, 1) if each != screen.asked[0]["guess"]["class"])
    apart = screen.page.get_by_role("group", name="What tells it apart?")
    screen.press(f"Shift+{wrong}")
    expect(apart).to_be_visible()
    screen.press("j")
    screen.wait_for_other_text(text)
    screen.press("k")
    expect(apart).to_be_visible()
    screen.press("d", "Space")
    screen.wait_for_other_text(text)
    screen.press("k")  # where what was said stands, and can be taken back
    expect(apart.get_by_role("button", pressed=True)).to_have_count(1)
    screen.press("Control+z")
    expect(apart.get_by_role("button", pressed=True)).to_have_count(0)
    screen.press("Control+z")  # the answer, too
    expect(apart).to_have_count(0)
    screen.press(f"Shift+{wrong}")
    expect(apart).to_be_visible()
    screen.press("d", "ArrowRight")
    second = screen.focused
    screen.press("Space")
    screen.wait_for_other_text(text)
    screen.wait_for_saved()
    with Project.open(file) as project:
        assert [each.term for each in project.teaching().distinctions] == [second]


def test_digits_typed_before_the_page_can_be_read_do_not_relabel_and_later_ones_change_it_visibly(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_guesses()
    screen.settle()
    screen.page.route("**/questions*", _sure)
    with screen.page.expect_response(re.compile("/questions")):
        screen.press("Control+Enter")
    text = screen.asked[0]["text"]
    expect(screen.page.locator(".text")).to_have_text(text, use_inner_text=False)
    screen.settle()
    assert screen.text == text
    before = len(record_of(file))
    guess = screen.asked[0]["guess"]["class"]
    first, second, third = (each for each in CLASSES if each != guess)
    keys = [str(CLASSES.index(each) + 1) for each in (first, second, third)]
    screen.page.evaluate(_TYPE, keys)  # all in the same moment
    assert screen.text == text
    same = f"This is still the same document, labelled {first}. Esc or “Go on” leads to the next one."
    expect(screen.page.locator(".strip")).to_contain_text(same)
    assert screen.said == same
    expect(screen.answer_button(first)).to_have_attribute("aria-pressed", "true")
    screen.wait_for_saved()
    assert _labels(file, before) == [(text, first)]

    screen.page.wait_for_timeout(_MOMENT)
    screen.press(keys[1])
    note = f"Changed from {first} to {second}."
    expect(screen.page.locator(".offers")).to_contain_text(note)
    assert screen.said.startswith(note)
    expect(screen.page.locator(".strip")).not_to_contain_text("still the same document")
    screen.page.locator(".offers").get_by_role("button", name="Undo").click()
    expect(screen.page.locator(".offers")).not_to_contain_text("Changed")
    expect(screen.answer_button(first)).to_have_attribute("aria-pressed", "true")

    screen.press(keys[0])  # the answer that it has: on to the next document
    screen.wait_for_other_text(text)


def test_the_way_on_is_in_sight_under_a_card_that_is_longer_than_its_place(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 1440, "height": 640})
    screen.wait_for_guesses()
    guess = screen.asked[0]["guess"]["class"]
    screen.press(f"Shift+{CLASSES.index(next(each for each in CLASSES if each != guess)) + 1}")
    expect(screen.page.get_by_role("group", name="What tells it apart?")).to_be_visible()
    high, room = screen.page.locator(".reply").evaluate("(reply) => [reply.scrollHeight, reply.clientHeight]")
    assert high > room
    expect(screen.button("Go on")).to_be_in_viewport(ratio=1)


def test_a_framed_passage_is_marked_for_the_class_that_is_chosen_next(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    before = len(record_of(file))
    screen.press("h", "1")  # where the keys stand is no passage yet
    screen.wait_for_saved()
    assert [each.kind for each in record_of(file)[before:]] == ["label"]
    screen.press("Control+z")
    expect(screen.page.locator(".text")).to_have_text(text, use_inner_text=False)
    expect(screen.answer_button("bug")).to_have_attribute("aria-pressed", "false")

    screen.press("h", "Shift+ArrowRight", "Shift+2")
    expect(screen.page.locator("mark")).to_have_count(1)
    passage = screen.marked
    assert len(passage.split()) > 1
    screen.wait_for_saved()
    label, rationale = record_of(file)[-2:]
    assert (label.kind, label.class_) == ("label", "billing")
    assert (rationale.class_, text[rationale.start : rationale.end]) == ("billing", passage)

    screen.press("h", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+3")  # it has a label: for the new one
    expect(screen.answer_button("how-to")).to_have_attribute("aria-pressed", "true")
    screen.wait_for_saved()
    rationale, label = record_of(file)[-2:]
    assert (type(rationale), type(label)) == (Rationale, Label)
    assert rationale.class_ == label.class_ == "how-to"
    screen.press("Control+z")  # the label
    expect(screen.answer_button("billing")).to_have_attribute("aria-pressed", "true")
    assert screen.marked == passage
    screen.press("Control+z")  # the passage
    screen.press("Control+z")  # the label before it, and its passage waits again
    expect(screen.answer_button("billing")).to_have_attribute("aria-pressed", "false")
    assert screen.marked == passage
    screen.press("Control+z")
    expect(screen.page.locator("mark")).to_have_count(0)


def _short(route):
    """The questions, with the shortest text first: there is room around it."""
    reply = route.fetch()
    batch = reply.json()
    shortest = min(TEXTS, key=lambda id: len(TEXTS[id]))
    batch["documents"][0] |= {"id": shortest, "text": TEXTS[shortest]}
    route.fulfill(response=reply, json=batch)


def test_a_passage_framed_by_touch_is_marked_for_the_class_that_is_tapped(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, viewport={"width": 390, "height": 844}, has_touch=True)
    screen.page.route("**/questions*", _short)
    screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    words = [word for word in re.findall(r"\w+", screen.wait_for_text()) if len(word) > 3]
    screen.page.evaluate("document.fonts.ready.then(() => null)")
    text, place = screen.text, screen.page.locator(".text").bounding_box()
    screen.tap_word(words[0])
    expect(screen.page.get_by_role("toolbar", name="Highlight")).to_be_visible()
    assert screen.page.locator(".text").bounding_box() == place  # what the next finger aims at stays where it is
    screen.tap_word(words[1])
    screen.answer_button("billing").tap()
    screen.wait_for_saved()
    label, rationale = record_of(file)[-2:]
    assert (TEXTS[label.document], label.class_, rationale.class_) == (text, "billing", "billing")
    passage = text[rationale.start : rationale.end]
    assert passage.startswith(words[0])
    assert passage.endswith(words[1])


def test_what_a_finger_has_tapped_looks_like_no_answer_to_the_next_document(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name, viewport={"width": 390, "height": 844}, has_touch=True)
    text = screen.wait_for_guesses()
    guess = screen.answer_button(screen.asked[0]["guess"]["class"])
    edge = "(button) => getComputedStyle(button).borderColor"
    plain = guess.evaluate(edge)
    guess.tap()
    screen.wait_for_other_text(text)
    assert guess.evaluate("(button) => button.matches(':hover')")  # as browsers have it
    assert guess.evaluate(edge) == plain


def test_the_button_counts_what_was_kept_and_still_counts(house, visits):
    visits.allow("400")
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    button = screen.page.locator(".retrain")
    expect(button).to_contain_text(re.compile(r"^\s*Retrain(?! ·)"))
    screen.type_words("bug", ["hiccup", "2024", "stutter"])  # the second is refused
    expect(screen.button("Take back 2024")).to_have_count(0)
    expect(button).to_contain_text("Retrain · 2 new")
    screen.button("Take back hiccup").click()
    expect(button).to_contain_text("Retrain · 1 new")
    screen.button("Take back invoice").click()  # of before the batch
    expect(button).to_contain_text("Retrain · 2 new")
    screen.page.reload()
    screen.wait_for_text()
    expect(button).to_contain_text("Retrain · 2 new")
    screen.press("Control+z")
    expect(button).to_contain_text("Retrain · 1 new")
    screen.press("Control+Enter")
    expect(button).not_to_contain_text("new")


def _labels(file, since):
    """The labels given since, with the texts that got them."""
    return [(TEXTS[each.document], each.class_) for each in record_of(file)[since:] if isinstance(each, Label)]


def test_the_button_says_what_is_new_without_moving_anything_on_a_phone(house, visits):
    name, _ = house.take("checked")
    screen = visits.open(house.server, name, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    screen.wait_for_text()
    expect(screen.page.locator(".numbers")).to_contain_text(" to\u00a0")

    parts = (".project", ".numbers", ".more", ".retrain", ".top nav", ".reader")
    before = {part: screen.page.locator(part).bounding_box() for part in parts}
    screen.answer_button("bug").tap()
    expect(screen.page.locator(".retrain")).to_contain_text("Retrain · 1")
    assert {part: screen.page.locator(part).bounding_box() for part in parts} == before
    assert before[".retrain"]["y"] + before[".retrain"]["height"] <= before[".top nav"]["y"]

    # A range for which there is no room is left out; nothing goes to a line of its own.
    screen.page.locator(".numbers a").evaluate("(link) => (link.lastChild.textContent = '90 to over 99 % of them all')")
    for part in (".retrain", ".top nav"):
        assert screen.page.locator(part).bounding_box() == before[part]
    assert screen.page.locator(".project").bounding_box()["width"] > 40


def test_a_distinction_that_was_kept_is_told_with_its_undo(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_guesses()
    guess = screen.asked[0]["guess"]["class"]
    screen.press(f"Shift+{next(at for at, each in enumerate(CLASSES, 1) if each != guess)}")
    chips = screen.page.get_by_role("group", name="What tells it apart?").get_by_role("button")
    expect(chips.first).to_be_visible()
    absent = [chip.startswith("not in this text") for chip in chips.all_inner_texts()]
    assert absent == sorted(absent)
    assert not absent[0]
    term = chips.first.inner_text()
    chips.first.click()
    screen.wait_for_other_text(text)
    note = screen.page.locator(".offers")
    expect(note).to_contain_text(f"Noted what tells it apart: “{term}”.")
    screen.wait_for_saved()
    (distinction,) = (each for each in record_of(file) if isinstance(each, Distinction))
    assert (TEXTS[distinction.document], distinction.term, distinction.present) == (text, term, True)
    note.get_by_role("button", name="Undo").click()
    expect(note).to_contain_text("Undone: distinction")
    screen.wait_for_saved()
    with Project.open(file) as project:
        assert not project.teaching().distinctions


def test_what_a_document_is_not_is_said_by_key_or_by_mouse_and_can_be_undone(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_guesses()
    before = len(record_of(file))
    document, first = screen.asked[0]["id"], screen.answer_button(CLASSES[0])
    screen.press("-")
    asked = screen.page.get_by_role("group", name="Which class is it not?")
    expect(asked.get_by_role("button", name=f"not {CLASSES[0]}")).to_be_visible()
    screen.press("Escape", "-", "1")
    assert screen.said == f"Not {CLASSES[0]}."
    assert screen.text == text  # it is still to be answered
    expect(first).to_have_accessible_description(f"You said that it is not {CLASSES[0]}")
    expect(screen.rows().first).to_contain_text(f"not {CLASSES[0]}")
    screen.wait_for_saved()
    screen.page.reload()
    assert screen.wait_for_text() == text
    expect(first).to_have_accessible_description(f"You said that it is not {CLASSES[0]}")

    screen.press("Control+z")
    expect(screen.page.locator(".offers")).to_contain_text(f"Undone: #{document} is not {CLASSES[0]}.")
    expect(first).not_to_have_class(re.compile("excluded"))
    for key in "12":
        screen.press("-", key)
    screen.button("not…").click()
    asked.get_by_role("button", name=f"not {CLASSES[2]}").click()
    screen.press("-", "4")
    assert screen.said.startswith(f"If it is not {CLASSES[3]} either, no class is left")
    screen.press("Shift+2")  # what it is outweighs what it is not
    expect(first).not_to_have_class(re.compile("excluded"))
    screen.press("-", "2")  # and now it is not that
    assert screen.said == f"Not {CLASSES[1]}."
    expect(screen.answer_button(CLASSES[1])).to_have_attribute("aria-pressed", "false")
    screen.wait_for_saved()
    with Project.open(file) as project:
        assert project.teaching().exclusions == {document: set(CLASSES[:3])}
        assert document not in project.teaching().labels
    kinds = [entry.kind for entry in record_of(file)[before:]]
    assert kinds == ["exclude", "retract", "exclude", "exclude", "exclude", "label", "retract", "exclude"]

    screen.go("Data")
    screen.page.get_by_role("link", name="History").click()
    expect(screen.page.get_by_text(f"said that {document} is not {CLASSES[1]}").first).to_be_visible()
