"""Documents and classes that nobody hopes for: shown as text, marked to the code point, and the page stays alive."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from teachback.project import Project
from teachback.record import Rationale
from tests.browser.visits import record_of

SCRIPT = '<script>window.hurt = 1</script><img src=x onerror="window.hurt = 1"><b>bold</b> &lt;i&gt; ${hurt} {{hurt}}'
# What is to be highlighted stands in brackets. The first two are from other tools' issues, where it went wrong.
_MARKED = {
    "label-studio 1347": "💩This is an ⟦annotation⟧.",
    "label-studio 4988": "👨🏻🚒 firemen drive ⟦firetrucks⟧ at work",
    "markup": f"{SCRIPT} ⟦amber beads⟧ here",
    "style": '</p><style>*{display:none}</style><svg onload="window.hurt=1"/> ⟦basil leaves⟧ here',
    "bidi": "safe \u202egnitoor\u202c \u2067isolate\u2069 ⟦cedar planks⟧ here \u200f!",
    "nul": "before\0after ⟦delta waves⟧ here \x07\x1b[31m",
    "lines": "one\r\ntwo\rthree\n\n\t⟦ember glow⟧ here\u2028four",
    "emoji": "💩👨‍👩‍👧‍👦👨🏽‍🚒🇩🇪 e\u0301 z\u0351\u036b ⟦fjord cruise⟧ here 🤦🏼‍♂️",
    "family": "they are ⟦👨‍👩‍👧‍👦⟧ of four",
    "hebrew": "שלום עולם ⟦grove⟧ here שלום",
    "arabic": "مرحبا بالعالم، ⟦hazel nuts⟧ here",
    "blank": " \n\t ⟦ivory keys⟧ today",
    "stacked": "Z̴̢̛͖͓a̷̡͉̐l̶̰̔g̵̨̈́o̶̞͐ ⟦jetty stones⟧ here",
    "long word": f"{'x' * 3000} ⟦kiosk owner⟧ here",
}
STRANGE = {name: text.replace("⟦", "").replace("⟧", "") for name, text in _MARKED.items()}
PHRASES = {name: text.partition("⟦")[2].partition("⟧")[0] for name, text in _MARKED.items()}


def strange(file):
    """One document of each strange kind, all of them in one batch."""
    with Project.from_texts(STRANGE, classes=["<b>one</b>", 'two" onclick="hurt=1'], address=file) as project:
        project.prefer(batch=len(STRANGE))


def large(file):
    """A document of ten million characters, and a short one."""
    line = "It was a dark and stormy night, and the rain fell in torrents 🌧.\n"
    Project.from_texts(
        {"large": line * (10_000_000 // len(line)), "small": "short"}, classes="ab", address=file
    ).close()


def crowded(file):
    """A thousand classes."""
    names = [f"class number {number}" for number in range(1000)]
    Project.from_texts(STRANGE, classes=names, address=file).close()


def direction(file):
    """A text whose letters run from right to left."""
    Project.from_texts({"hebrew": STRANGE["hebrew"]}, classes="ab", address=file).close()


PROJECTS = {strange: 1, large: 1, crowded: 1, direction: 1}


def test_strange_texts_are_shown_as_text_and_highlights_are_kept_to_the_code_point(house, visits):
    name, file = house.take("strange")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    expect(screen.rows()).to_have_count(len(STRANGE))
    expect(screen.answer_button("<b>one</b>")).to_be_visible()
    for row in screen.asked:
        assert screen.text == STRANGE[row["id"]], row["id"]
        screen.highlight(PHRASES[row["id"]])
        assert screen.marked == PHRASES[row["id"]], row["id"]
        screen.press("1")
    screen.wait_for_saved()
    rationales = {each.document: each for each in record_of(file) if isinstance(each, Rationale)}
    assert set(rationales) == set(STRANGE)
    for document, passage in rationales.items():
        assert STRANGE[document][passage.start : passage.end] == PHRASES[document], document
    assert screen.page.evaluate("window.hurt") is None
    screen.go("Review")
    screen.settle()
    assert screen.page.evaluate("window.hurt") is None
    expect(screen.page.get_by_text("<script>").first).to_be_visible()


def test_arrows_follow_the_direction_of_the_text(house, visits):
    name, file = house.take("direction")
    screen = visits.open(house.server, name)
    screen.wait_for_text()
    block = screen.page.locator(".block").first
    assert block.evaluate("(each) => getComputedStyle(each).direction") == "rtl"
    # In a text that runs to the left, the left arrow goes forwards.
    screen.press("h", "ArrowLeft", "Enter", "Escape", "1")
    screen.wait_for_saved()
    (passage,) = (each for each in record_of(file) if isinstance(each, Rationale))
    assert STRANGE["hebrew"][passage.start : passage.end] == "עולם"


def test_a_text_of_ten_million_letters_can_be_read_marked_and_labelled(house, visits):
    name, file = house.take("large")
    screen = visits.open(house.server, name)
    expect(screen.page.locator(".text")).to_be_visible(timeout=60_000)
    if not screen.page.locator(".text").evaluate("(text) => text.textContent.length > 1000"):
        screen.press("x")
    begun = time.perf_counter()
    screen.press("h", "Shift+ArrowRight", "Enter", "Escape")
    expect(screen.page.locator("mark").first).to_be_visible()
    print(f"\na passage of ten million letters is marked in {time.perf_counter() - begun:.2f} s")  # noqa: T201 - for pytest -s
    assert screen.marked == "It was"
    screen.press("1")
    screen.wait_for_saved()
    (passage,) = (each for each in record_of(file) if isinstance(each, Rationale))
    assert (passage.document, passage.start, passage.end) == ("large", 0, 6)


def test_a_thousand_classes_are_found_by_typing(house, visits):
    name, file = house.take("crowded")
    screen = visits.open(house.server, name)
    first = screen.wait_for_text()
    expect(screen.button("all 1,000 classes")).to_be_visible()
    begun = time.perf_counter()
    screen.press("c")
    expect(screen.page.get_by_role("combobox", name="Type a part of a name")).to_be_focused()
    screen.page.keyboard.type("987")
    screen.press("Enter")
    screen.wait_for_other_text(first)
    expect(screen.rows().first.locator(".tile")).to_have_text("cl")  # it has no key
    print(f"\none of a thousand classes is chosen in {time.perf_counter() - begun:.2f} s")  # noqa: T201 - for pytest -s
    screen.wait_for_saved()
    assert [each.class_ for each in record_of(file) if each.kind == "label"] == ["class number 987"]
