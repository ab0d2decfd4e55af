"""Teaching without a mouse, and taking back whatever was done."""

from __future__ import annotations

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Distinction, Flag, Label, NotAReason, Rationale, Retract, Skip, Word
from tests.browser.projects import CLASSES, TEXTS, taught
from tests.browser.visits import record_of

PROJECTS = {taught: 11}

_COUNT_MICE = """
  window.mice = 0
  for (const event of ["pointerdown", "pointermove", "mousedown", "mousemove", "touchstart"]) {
    addEventListener(event, () => (window.mice += 1), true)
  }
"""


def test_everything_on_teach_can_be_done_with_the_keyboard_alone(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    screen.page.evaluate(_COUNT_MICE)
    before = len(record_of(file))
    first = screen.wait_for_guesses()
    asked = {row["text"]: row for row in screen.asked}

    # Words: one typed, one walked to.
    screen.press("/")
    assert screen.focused == "Add a word for how-to"  # of which no word was said
    screen.page.keyboard.type("possible")  # letters are no commands while one types
    screen.press("Enter", "Escape", "w", "ArrowDown")
    walked = screen.page.evaluate("document.activeElement.dataset.term")
    screen.press("Space")
    assert screen.page.evaluate("document.activeElement.ariaPressed") == "true"
    assert screen.said == f"{walked} speaks for how-to."

    # A passage: two words, found with the arrows.
    screen.press("h", "ArrowRight", "Shift+ArrowRight", "Enter", "Escape")
    expect(screen.page.locator("mark")).to_have_count(1)
    passage = screen.page.locator("mark").inner_text()
    assert screen.said == "Highlighting ended."

    # A label that the model does not expect: the strip opens, a word of its reason is rejected, what differs is said.
    guess = asked[first]["guess"]["class"]
    right = next(name for name in CLASSES if name != guess)
    screen.press(f"Shift+{CLASSES.index(right) + 1}")
    expect(screen.page.get_by_role("heading", name="The model said")).to_be_visible()
    assert screen.text == first
    chips = screen.page.get_by_role("group", name="What tells it apart?")
    expect(chips).to_be_visible()
    screen.press("d")
    chosen = screen.focused
    screen.press("Enter")
    second = screen.wait_for_other_text(first)

    # Skip, back, forth, flag with a note, label and stay, guidelines, keys, commands.
    screen.press("x")
    third = screen.wait_for_other_text(second)
    screen.press("k")
    assert screen.text == second
    screen.press("j")
    assert screen.text == third
    screen.press("f")
    screen.page.keyboard.type("two letters in one")
    screen.press("Control+Enter")
    expect(screen.page.locator("dialog")).to_have_count(0)
    screen.press("Shift+2")
    assert screen.text == third
    for key, title in (("g", "Guidelines"), ("?", "Keys"), ("Control+k", "Commands")):
        screen.press(key)
        expect(screen.page.get_by_role("dialog", name=title)).to_be_visible()
        screen.press("Escape")
        expect(screen.page.locator("dialog")).to_have_count(0)

    screen.wait_for_saved()
    assert screen.page.evaluate("window.mice") == 0
    lessons = record_of(file)[before:]
    at = {row["text"]: row["id"] for row in asked.values()}
    words = [each for each in lessons if isinstance(each, Word)]
    assert [(each.term, each.class_) for each in words] == [("possible", "how-to"), (walked, "how-to")]
    (label, other) = (each for each in lessons if isinstance(each, Label))
    assert (label.document, label.class_) == (at[first], right)
    assert (other.document, other.class_) == (at[third], "billing")
    (rationale,) = (each for each in lessons if isinstance(each, Rationale))
    assert (rationale.document, rationale.class_) == (at[first], right)
    assert first[rationale.start : rationale.end] == passage
    (distinction,) = (each for each in lessons if isinstance(each, Distinction))
    assert distinction.document == at[first]
    assert distinction.term in chosen
    assert [each.document for each in lessons if isinstance(each, Skip)] == [at[second]]
    assert [(each.document, each.note) for each in lessons if isinstance(each, Flag)] == [
        (at[third], "two letters in one")
    ]


_CLOSED_AND_ON = """() => {
  document.querySelector("dialog[open]").close();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}"""


def test_a_pane_that_was_just_closed_does_not_take_the_next_one_along(house, visits):
    screen = visits.open(house.server, house.take("taught")[0])
    screen.wait_for_text()
    screen.press("g")
    expect(screen.page.get_by_role("dialog", name="Guidelines")).to_be_visible()
    screen.page.evaluate(_CLOSED_AND_ON)  # before the browser tells that it was closed
    expect(screen.page.get_by_role("dialog", name="Guidelines")).to_have_count(0)
    screen.page.evaluate("() => new Promise((told) => setTimeout(() => requestAnimationFrame(told)))")
    expect(screen.page.get_by_role("dialog", name="Keys")).to_be_visible()


_CLOSED_AND_AGAIN = """async (key) => {
  const dispatch = (on, init) =>
    on.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  if (key) dispatch(document.activeElement, { key });
  else document.querySelector("dialog[open] header button").click();
  await new Promise(queueMicrotask);
  dispatch(document.body, { key: "c", code: "KeyC" });
  await new Promise((told) => setTimeout(() => requestAnimationFrame(told)));
}"""


def test_a_pane_that_is_opened_again_the_moment_it_is_closed_stays(house, visits):
    screen = visits.open(house.server, house.take("taught")[0])
    screen.wait_for_text()
    finder = screen.page.get_by_role("combobox", name="Type a part of a name")
    screen.press("c")
    expect(finder).to_be_focused()
    for key in ("Escape", ""):
        screen.page.keyboard.type("outage")
        screen.page.evaluate(_CLOSED_AND_AGAIN, key)
        expect(finder).to_be_focused()
        expect(finder).to_have_value("")
    screen.press("Escape")
    expect(screen.page.locator("dialog")).to_have_count(0)


def test_arrows_walk_the_reasons_of_the_model_and_the_key_again_rejects_one(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_guesses()
    words = list(dict.fromkeys(word for word in text.lower().split() if word.isalpha()))[:3]
    guess = screen.asked[0]["guess"]["class"]

    def three(route):
        reply = route.fetch()
        route.fulfill(response=reply, json={**reply.json(), "kind": "words", "words": words})

    screen.page.route("**/explanation*", three)
    screen.page.reload()
    screen.wait_for_text()
    screen.press(f"Shift+{next(at for at, name in enumerate(CLASSES, 1) if name != guess)}")
    expect(screen.page.locator("[data-reason]")).to_have_count(3)
    hint = screen.page.get_by_text("← →, then")
    expect(hint).to_be_hidden()
    card, see = screen.page.locator(".strip"), screen.page.locator(".because .button").first
    height = card.bounding_box()["height"]
    for width in (1280, 1200, 1130, 1060):  # wherever the line breaks, nothing moves when the words fade
        screen.page.set_viewport_size({"width": width, "height": 900})
        sizes = []
        for name in ("See it", "Put back"):
            expect(see).to_have_accessible_name(name)
            sizes.append((see.bounding_box()["width"], card.bounding_box()["height"]))
            screen.press("e")
        assert sizes[0] == sizes[1]
    screen.page.set_viewport_size({"width": 1280, "height": 900})
    assert card.bounding_box()["height"] == height
    screen.press("n")
    expect(hint).to_be_visible()
    screen.press("ArrowRight", "ArrowDown", "ArrowLeft", "n")
    screen.wait_for_saved()
    (rejected,) = (each for each in record_of(file) if isinstance(each, NotAReason))
    assert rejected.term == words[1]
    screen.press("n")  # that is said: once more goes on
    screen.wait_for_other_text(text)
    screen.press("k")  # and going back, the reply is as it was
    expect(screen.page.locator("[data-reason]")).to_have_count(3)
    screen.page.unroute_all(behavior="wait")  # what is asked ahead would fail in the next test


def test_ten_documents_take_eleven_keys_and_ten_words_twenty(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text, before = screen.wait_for_guesses(), _labels(file)
    for last in (4, 9):
        for at, each in enumerate(screen.asked):
            screen.press(str(CLASSES.index(each["guess"]["class"]) + 1))
            if at < len(screen.asked) - 1:
                text = screen.wait_for_other_text(text)
        expect(screen.button("Next batch")).to_be_focused()
        if last == 4:
            screen.press("Enter")
            text = screen.wait_for_text()
    screen.wait_for_saved()
    assert len(_labels(file)) == len(before) + 10

    screen.press("Enter")
    screen.wait_for_text()
    screen.settle()
    words = sum(isinstance(each, Word) for each in record_of(file))
    screen.press("w", "Space", *["ArrowDown", "Space"] * 9)
    screen.wait_for_saved()
    assert sum(isinstance(each, Word) for each in record_of(file)) == words + 10


def test_undo_and_redo_reach_over_batches_and_a_reload(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    first = screen.wait_for_text()
    before = _labels(file)
    screen.press("Shift+1")
    screen.press("h", "Shift+ArrowRight", "Enter", "Escape")
    passage = screen.marked
    screen.press("Control+Enter")  # another batch
    second = screen.wait_for_other_text(first)
    screen.press("Shift+2")
    screen.wait_for_saved()
    after = _labels(file)
    assert len(after) == len(before) + 2

    screen.page.reload()
    expect(screen.page.locator(".text")).to_have_text(second)
    expect(screen.answer_button("billing")).to_have_attribute("aria-pressed", "true")
    screen.press("Control+z")
    expect(screen.answer_button("billing")).to_have_attribute("aria-pressed", "false")
    assert screen.said == f"Undone: label billing of #{_id(second)}."
    expect(screen.page.locator(".offers")).to_contain_text(screen.said)
    screen.press("Control+z")
    expect(screen.page.locator(".text")).to_have_text(first)  # the page goes to where it was done
    expect(screen.page.locator("mark")).to_have_count(0)
    screen.press("Control+z")
    screen.wait_for_saved()
    assert _labels(file) == before

    for _ in range(3):
        screen.press("Control+Shift+z")
    expect(screen.page.locator(".text")).to_have_text(second)
    screen.wait_for_saved()
    assert _labels(file) == after
    with Project.open(file) as project:
        passages = project.teaching().rationales[_id(first)]
        assert [first[each.start : each.end] for each in passages] == [passage]
    screen.press("k", "k", "k", "k", "k")  # the first document was put on top of the queue
    expect(screen.page.locator(".text")).to_have_text(first)
    expect(screen.page.locator("mark").first).to_be_visible()
    assert screen.marked == passage != ""
    screen.press("Control+Shift+z")
    assert screen.said == "Nothing to redo."
    assert sum(isinstance(each, Retract) for each in record_of(file)) == 6


def test_a_class_that_is_missing_is_added_and_chosen_on_the_way(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    finder = screen.page.get_by_role("combobox", name="Type a part of a name")
    screen.press("c")
    finder.fill("BILLING")  # capitals make no other class
    expect(screen.page.get_by_role("dialog").get_by_role("option")).to_have_text("billing")
    expect(screen.button("Add the class")).to_have_count(0)
    finder.fill("bill")  # a name that is in another's is a name all the same
    expect(screen.button("Add the class bill and choose it")).to_be_visible()
    screen.press("Escape")
    begun = screen.button("Not…")
    screen.press("-")
    expect(begun).to_have_attribute("aria-pressed", "true")
    screen.press("c")  # what a document is not, it is not of a class that is there
    expect(finder).to_be_focused()
    screen.page.keyboard.type("outage")
    expect(screen.page.get_by_role("dialog")).to_contain_text("No class has “outage” in its name.")
    expect(screen.button("Add the class outage")).to_have_count(0)
    screen.press("Escape")
    expect(screen.page.locator("dialog")).to_have_count(0)
    expect(begun).to_have_attribute("aria-pressed", "true")
    screen.press("-")
    expect(begun).to_have_attribute("aria-pressed", "false")
    screen.press("c")
    expect(finder).to_be_focused()
    screen.page.keyboard.type("outage")
    expect(screen.button("Add the class outage")).to_be_visible()
    screen.press("Enter")  # teaches nothing that is not chosen
    expect(screen.page.get_by_role("dialog")).to_be_visible()
    screen.press("Tab")
    assert screen.focused == "Add the class outage and choose it"
    screen.press("Enter")
    expect(screen.answer_button("outage")).to_be_visible()
    screen.wait_for_saved()
    assert _labels(file)[_id(text)] == "outage"


def test_a_class_that_comes_or_goes_leaves_the_document_on_the_screen(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    asked = len(screen._answered)
    change = """([name, body]) => fetch(`/api/v1/projects/${name}/classes`, {
      method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)})"""
    screen.page.evaluate(change, [name, {"add": ["outage"]}])  # as a colleague may, at any moment
    expect(screen.answer_button("outage")).to_be_visible()
    expect(screen.page.get_by_text("still without: outage.")).to_be_visible()
    assert len(screen._answered) == asked + 1
    assert screen.text == text
    screen.page.evaluate(change, [name, {"archive": "outage"}])
    expect(screen.answer_button("outage")).to_have_count(0)
    expect(screen.page.get_by_text("still without: outage.")).to_have_count(0)
    assert screen.text == text
    screen.press("1")
    screen.wait_for_saved()
    assert _id(text) in _labels(file)


def test_what_is_typed_and_where_stays_when_a_model_is_ready(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    rows = [row["text"] for row in screen.asked]
    screen.press("1", "/")
    screen.page.keyboard.type("half a wo")
    screen.press("Shift+ArrowLeft")
    screen.wait_for_model()
    box = screen.page.get_by_role("textbox", name="Add a word for how-to")
    expect(box).to_be_focused()
    expect(box).to_have_value("half a wo")
    assert box.evaluate("(box) => [box.selectionStart, box.selectionEnd]") == [8, 9]
    assert [row["text"] for row in screen.asked] == rows
    assert text in rows


def test_a_long_text_is_read_on_without_going_into_it(house, visits):
    name, _ = house.take("taught")
    screen = visits.open(house.server, name)
    text = screen.wait_for_text()
    reader = screen.page.locator(".reader")
    screen.page.locator(".text").evaluate("(text) => { text.style.fontSize = '3rem' }")
    assert reader.evaluate("(reader) => reader.scrollHeight > 1.2 * reader.clientHeight")
    screen.press("PageDown")
    assert reader.evaluate("(reader) => reader.scrollTop") > 0
    screen.press("PageUp")
    assert reader.evaluate("(reader) => reader.scrollTop") == 0
    screen.press("PageDown", "1")  # it is answered as it stands, and the next one begins at its top
    screen.wait_for_other_text(text)
    assert reader.evaluate("(reader) => reader.scrollTop") == 0


def test_keys_can_be_changed_and_switched_off(house, visits):
    name, file = house.take("taught")
    screen = visits.open(house.server, name)
    first = screen.wait_for_text()
    before = len(record_of(file))
    screen.press("?")
    screen.button("Skip: not this one: X. Change this key").focus()
    screen.press("Enter", "q", "Escape")
    screen.press("x")
    screen.press("q")
    screen.wait_for_other_text(first)
    screen.wait_for_saved()
    assert [
        each.kind for each in record_of(file)[before:] if each.kind not in ("held_out_drawn", "documents_drawn")
    ] == ["skip"]

    screen.press("?")
    screen.page.get_by_role("checkbox", name="Single letters and digits are keys").focus()
    screen.press("Space", "Escape")
    second = screen.text
    screen.press("1", "q", "j")
    assert screen.text == second
    screen.press("Control+z")  # with Control it is no letter
    expect(screen.page.locator(".text")).to_have_text(first)


def _labels(file):
    with Project.open(file) as project:
        return dict(project.teaching().labels)


def _id(text):
    return next(id for id, each in TEXTS.items() if each == text)
