"""A server that takes its time: no key is lost, and an answer is for the document that the person saw."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.projects import CLASSES, ID, taught
from tests.browser.screen import Screen, release
from tests.browser.visits import record_of

PROJECTS = {taught: 10}

_PRESS_WHEN_IT_COMES = """window.pressed = new Promise((resolve) => {
  const shown = () => document.querySelector(".text")?.textContent
  const before = shown()
  new MutationObserver((_, observer) => {
    if (shown() === before) return
    observer.disconnect()
    dispatchEvent(new KeyboardEvent("keydown", { key: "@", code: "Digit2", shiftKey: true }))
    resolve()
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})
null"""

_SEEN = """() => {
  const counts = document.querySelector(".counts")
  const shown = () => counts.textContent.split(" · ").slice(0, 2).join(" · ")
  const seen = [shown()]
  new MutationObserver(() => seen.at(-1) === shown() || seen.push(shown()))
    .observe(counts, { subtree: true, childList: true, characterData: true })
  return seen
}"""


def test_keys_are_commands_before_the_rest_of_the_page_has_come(house, visits):
    name, file = house.take("taught")
    screen, held = _without_panes(house, visits, name)
    text = screen.wait_for_text()
    before = len(record_of(file))
    screen.press("Shift+1", "Shift+2", "Shift+3", "Shift+4")  # what the model would have said is still to come
    screen.press("x")
    screen.wait_for_other_text(text)
    screen.press("/")
    screen.page.keyboard.type("hiccup")
    screen.press("Enter", "Escape", "Control+z", "Control+Shift+z", "Control+z", "Control+z")
    expect(screen.page.locator(".text")).to_have_text(text)
    screen.wait_for_saved()
    kinds = [
        each.kind
        for each in record_of(file)[before:]
        if each.kind not in ("held_out_drawn", "documents_drawn", "retract")
    ]
    assert kinds == ["label", "label", "label", "label", "skip", "word"]
    assert held
    expect(screen.page.locator(".strip")).to_have_count(0)
    release(held)
    expect(screen.page.locator(".strip")).to_be_visible()


def test_nothing_else_is_fetched_before_the_first_document(house, visits):
    name, _ = house.take("taught")
    visits.open(house.server, name).wait_for_guesses()
    screen, fetched = Screen(visits.window(house.server).new_page()), []
    screen.page.on("request", lambda request: fetched.append(request.url))
    held = screen.hold("**/questions*")
    screen.page.goto(f"{house.server.link}#/teach?project={name}")
    _wait_until(screen, lambda: held)
    screen.page.evaluate("new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve)))")
    assert not [url for url in fetched if "/assets/panes-" in url or "/assets/screens-" in url]
    release(held)
    screen.wait_for_text()
    _wait_until(screen, lambda: any("/assets/panes-" in url for url in fetched))


def test_keys_wait_for_a_dialog_that_comes_late_until_escape_gives_it_up(house, visits):
    name, file = house.take("taught")
    screen, held = _without_panes(house, visits, name)
    text = screen.wait_for_text()
    before = len(record_of(file))
    screen.press("f", "x", "1", "Escape")  # the note is not skipped and labelled
    assert screen.text == text
    screen.press("x")
    screen.wait_for_other_text(text)
    screen.wait_for_saved()
    assert [
        each.kind for each in record_of(file)[before:] if each.kind not in ("held_out_drawn", "documents_drawn")
    ] == ["skip"]
    screen.press("f")
    release(held)
    expect(screen.page.get_by_role("dialog")).to_be_visible()


def test_what_is_typed_before_a_dialog_has_come_stands_in_its_box(house, visits):
    name, file = house.take("taught")
    screen, held = _without_panes(house, visits, name)
    text = screen.wait_for_text()
    before = len(record_of(file))
    screen.press("f")
    screen.page.keyboard.type("twice: ex")
    screen.press("Backspace", "Backspace")
    screen.page.keyboard.type("asked for both")
    release(held)
    note = screen.page.get_by_role("textbox", name="What should be looked at again?")
    expect(note).to_have_value("twice: asked for both")
    expect(note).to_be_focused()
    screen.press("Control+Enter")
    screen.wait_for_saved()
    assert screen.text == text
    assert [(each.kind, each.note) for each in record_of(file)[before:] if each.kind == "flag"] == [
        ("flag", "twice: asked for both")
    ]


def test_a_class_that_is_typed_before_the_list_has_come_is_chosen(house, visits):
    name, file = house.take("taught")
    screen, held = _without_panes(house, visits, name)
    text = screen.wait_for_text()
    screen.press("c")
    screen.page.keyboard.type("how-")
    screen.press("Enter")
    assert screen.text == text
    release(held)
    screen.wait_for_other_text(text)
    screen.wait_for_saved()
    assert [each.class_ for each in record_of(file) if each.kind == "label"][-1] == "how-to"


def test_an_answer_in_the_moment_a_batch_comes_is_for_the_document_before_it(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    first = screen.wait_for_text()
    held = screen.hold("**/questions*")
    screen.press("Control+Enter")
    screen.press("Shift+1")  # she goes on while it is on its way
    screen.page.evaluate(_PRESS_WHEN_IT_COMES)
    _wait_until(screen, lambda: held)
    release(held)
    screen.page.evaluate("window.pressed")
    second = screen.wait_for_other_text(first)
    screen.wait_for_saved()
    screen.page.wait_for_timeout(300)  # by now she has seen it
    screen.press("Shift+3")
    screen.wait_for_saved()
    labels = [(each.document, each.class_) for each in record_of(file) if each.kind == "label"][-3:]
    assert labels == [(ID[first], CLASSES[0]), (ID[first], CLASSES[1]), (ID[second], CLASSES[2])]


def test_what_measures_is_asked_after_a_batch_that_is_on_its_way(house, visits):
    screen = visits.open(house.server, house.take("taught")[0], viewport={"width": 1440, "height": 900})
    screen.wait_for_guesses()
    held = screen.hold("**/questions*")
    screen.press("Control+Enter")
    _wait_until(screen, lambda: held)
    screen.button("Measure now: 20 documents").click()
    release(held)
    expect(screen.rows()).to_have_count(20)


def test_the_numbers_at_the_top_follow_an_answer_at_once_and_count_it_once(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    screen.wait_for_guesses()
    screen.settle()
    counts = screen.page.locator(".counts")
    expect(counts).to_contain_text("36 labels · 5 words")
    held = screen.hold(f"**/api/v1/projects/{name}")
    screen.press("Shift+1")
    expect(counts).to_contain_text("37 labels · 5 words")
    screen.press("Shift+2", "/")  # another answer is none more
    screen.page.keyboard.type("hiccup")
    screen.press("Enter", "Escape")
    expect(counts).to_contain_text("37 labels · 6 words")
    screen.wait_for_saved()
    _wait_until(screen, lambda: held)
    seen = screen.page.evaluate_handle(_SEEN)
    release(held)
    screen.page.unroute(f"**/api/v1/projects/{name}")
    screen.wait_for_learned()
    screen.settle()
    screen.press("Control+z", "Control+z")
    expect(counts).to_contain_text("37 labels · 5 words")
    screen.press("Control+z")
    expect(counts).to_contain_text("36 labels · 5 words")
    screen.wait_for_saved()
    screen.settle()
    assert seen.json_value() == ["37 labels · 6 words", "37 labels · 5 words", "36 labels · 5 words"]


def test_what_is_worked_out_for_a_document_that_has_left_the_screen_is_let_go_of(house, visits):
    name, _ = house.take("taught")
    screen, held, gone = visits.open(house.server, name), [], []
    screen.wait_for_guesses()
    screen.settle()
    screen.page.route("**/explanation?*", lambda route: held.append(route.request.url))
    screen.page.on("requestfailed", lambda request: "/explanation?" in request.url and gone.append(request.url))
    screen.press("j")
    _wait_until(screen, lambda: len(held) == 1)
    screen.press("j")
    _wait_until(screen, lambda: len(held) == 2)
    assert gone == held[:1]
    screen.press("k")  # asked again, since it is wanted again
    _wait_until(screen, lambda: len(held) == 3)
    assert held[2] == held[0]


def test_a_model_that_came_while_a_batch_was_on_its_way_is_still_said_to_be_ready(house, visits):
    name, _ = house.take("taught")
    screen, held = visits.open(house.server, name), []
    text = screen.wait_for_guesses()
    screen.settle()
    screen.page.route("**/questions?*", lambda route: held.append((route, route.fetch())))
    screen.press("Control+Enter")
    _wait_until(screen, lambda: held)
    screen.press("x", "1")
    text = screen.wait_for_other_text(text)
    screen.wait_for_model()
    [(route, reply)] = held
    route.fulfill(response=reply)
    screen.wait_for_other_text(text)
    screen.settle()
    expect(screen.page.locator(".retrain .dot")).to_be_visible()
    screen.page.unroute("**/questions?*")
    screen.press("Control+Enter")
    expect(screen.page.locator(".retrain .dot")).to_have_count(0)


def _without_panes(house, visits, name):
    """A page of which the parts that show now and then are still on their way."""
    visits.open(house.server, name).wait_for_guesses()
    screen = Screen(visits.window(house.server).new_page())
    held = screen.hold("**/assets/panes-*")
    screen.page.goto(house.server.link)
    screen.page.goto(f"{house.server.origin}/#/teach?project={name}")
    return screen, held


def _wait_until(screen, holds):
    for _ in range(500):
        if holds():
            return
        screen.page.wait_for_timeout(20)
    raise AssertionError("the page has not asked")
